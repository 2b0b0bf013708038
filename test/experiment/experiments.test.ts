import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { load } from "../../src/dataset/load.js";
import type { ExperimentResult } from "../../src/experiment/experiment.js";
import { experiments } from "../../src/experiment/reproduce.js";
import { graphFrom } from "../../src/graph/builder.js";
import { sourceFolder } from "../discover.js";
import { webOf } from "../fixture/webs.js";
import { temporaryFolder } from "../run/temporary.js";

// What every experiment owes, found by listing the folders: claims with a source and a tolerance, verdicts in four words, tidy
// rows, a figure that draws without complaint, and the same answer each time.

const verdicts = ["agrees", "partly", "disagrees", "cannot be tested here"];
const web = await load("campus", { pages: 2000 });
const cache = temporaryFolder();
const plain = ({ verdicts: found, provenance, rows }: ExperimentResult) => JSON.stringify([found, provenance, rows]);

describe.each((await experiments()).map((experiment) => ({ id: experiment.id, experiment })))(
  "$id",
  ({ id, experiment }) => {
    const first = experiment.run(web, { repeats: 2, cache: false });

    it("is named by its folder and file, and says what the paper did", () => {
      expect(existsSync(join(sourceFolder, "experiment", `${id}.ts`))).toBe(true);
      expect(experiment.title).toMatch(/\S/);
      expect(experiment.paper).toMatch(/Cho et al\. 1998/);
      expect(experiment.paper.length).toBeGreaterThan(100);
      expect(["cho1998", "cho1998-small-site"]).toContain(experiment.suits);
    });

    it("judges every claim in one of four words, by a tolerance and with a reason", async () => {
      const result = await first;
      expect(result.verdicts.length).toBeGreaterThan(0);
      expect(new Set(result.verdicts.map(({ claim }) => claim)).size).toBe(result.verdicts.length);
      for (const verdict of result.verdicts) {
        expect(verdict).toMatchObject({ experiment: id, dataset: "campus-2k" });
        expect(verdicts).toContain(verdict.verdict);
        for (const part of ["claim", "source", "published", "tolerance", "ours", "because"] as const) {
          expect(verdict[part], `${part} of ${verdict.claim}`).toMatch(/\S/);
          expect(verdict[part]).not.toMatch(/NaN|undefined|Infinity/);
        }
        if (verdict.source.startsWith("section")) expect(verdict.published).not.toBe("-");
      }
    });

    it("gives rows of plain values, and a figure of them that draws without warnings", async () => {
      const { rows, figure } = await first;
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        expect(row).toHaveProperty("dataset");
        for (const value of Object.values(row)) {
          expect(["string", "number", "undefined"]).toContain(typeof value);
          expect(value).not.toBeNaN();
        }
      }
      const drawn = await figure();
      expect(drawn.warnings).toEqual([]);
      expect(drawn.title).toMatch(/\S/);
      expect(drawn.svg).toContain("campus");
    });

    it("says what its numbers depend on", async () => {
      const provenance = JSON.parse(JSON.stringify((await first).provenance));
      expect(provenance.dataset).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), name: expect.stringContaining("campus-2k") }); // biome-ignore format: one line
    });

    it("finds the same again, with and without crawls from the cache", async () => {
      const expected = plain(await first);
      expect(plain(await experiment.run(web, { repeats: 2, cache }))).toBe(expected);
      expect(plain(await experiment.run(web, { repeats: 2, cache }))).toBe(expected);
    });
  },
);

describe("an experiment", () => {
  it("tests no claim about hot pages on a web that has none", async () => {
    // A path of 150 pages: each page has one backlink, so no page is hot at any threshold of the paper.
    const size = 150;
    const links = Array.from({ length: size - 1 }, (_, page): [number, number] => [page, page + 1]);
    const path = { ...webOf(size, links, { name: "path" }), graph: graphFrom(size, links), sha256: "path" };
    for (const experiment of (await experiments()).filter(({ id }) => !/graph-[36]|limited-buffer/.test(id))) {
      const { verdicts: found } = await experiment.run(path, { repeats: 1, cache: false });
      for (const { claim, verdict, ours } of found) {
        if (/behaves depth-first|% of the web/.test(claim)) continue; // these count pages and steps, hot or not
        expect([claim, verdict, ours]).toEqual([claim, "cannot be tested here", "-"]);
      }
    }
  });
});
