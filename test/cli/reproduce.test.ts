import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ClaimVerdict } from "../../src/experiment/claim.js";
import { experiments } from "../../src/experiment/reproduce.js";
import { filesOf, temporaryFolder } from "../run/temporary.js";
import { Desk, root } from "./command.js";

interface Reproduced {
  readonly verdicts: readonly ClaimVerdict[];
  readonly turned: readonly ClaimVerdict[];
  readonly report?: string;
  readonly ms: number;
}

const desk = new Desk();

describe("crawlbench reproduce", () => {
  it("tells in JSON what one experiment found on one web, and writes no report when told so", async () => {
    const args = ["reproduce", "cho1998/graph-6", "--web", "campus-1k", "--no-report"];
    const json = await desk.json<Reproduced>(args);
    expect(json).toEqual({
      verdicts: [
        {
          experiment: "cho1998/graph-6",
          dataset: "campus-1k",
          claim: "Most pages of a small site have fewer than 10 backlinks",
          source: "section 6, Graph 6",
          published: "most",
          tolerance: "at least 60 % (partly: at least 50 %)",
          ours: expect.stringMatching(/^\d+\.\d %$/),
          verdict: "agrees",
          because: expect.stringMatching(/^\d+ pages that the start reaches/),
        },
      ],
      turned: [],
      ms: expect.any(Number),
    });
    expect(filesOf(desk.folder)).toEqual([]);
    expect((await desk.json<Reproduced>(args)).verdicts).toEqual(json.verdicts);
  });

  it("hands --scale to what makes its own load", async () => {
    expect(await desk.refusal(["reproduce", "dorosz", "--scale", "12", "--no-report"])).toBe(
      "scale is a share of the paper's counts, above 0 and at most 10; found 12",
    );
  });

  it("lists the experiments that the library finds", async () => {
    const expected = (await experiments()).map(({ id, title }) => ({ id, title }));
    expect(await desk.json(["reproduce", "--list"])).toEqual(expected);
    const text = await desk.good(["reproduce", "--list"]);
    for (const { id } of expected) expect(text).toContain(id);
  });

  it("writes a report of one file with its figures beside it, and prints every claim with a mark", async () => {
    const text = await desk.good(["reproduce", "cho1998/graph-6", "--web", "campus-1k", "--out", "shown"]);
    expect(text).toMatch(/✓ agrees +campus-1k +\d+\.\d %/);
    expect(text).toMatch(/1 claims on 1 datasets: 1 agree, 0 partly, 0 disagree, 0 cannot be tested/);
    expect(text).toContain(`Report: ${desk.path("shown/index.html")}`);
    expect(filesOf(desk.path("shown"))).toEqual(
      [
        ...["csv", "png", "svg"].map((suffix) => `figures/cho1998-graph-6-on-campus-1k.${suffix}`),
        ...["csv", "png", "svg"].map((suffix) => `figures/claims-map.${suffix}`),
        "index.html",
      ].sort(),
    );
    expect(desk.text("shown/index.html")).not.toMatch(/(src|href)="https?:/); // nothing is fetched when it is opened
  });
});

describe("crawlbench reproduce beside a ledger", () => {
  // A copy of what the package ships, in a folder whose name needs care in URLs: its ledger is ours to write.
  const home = join(temporaryFolder(), "with a space & 100 %");
  for (const part of ["dist", "src/cli", "datasets", "package.json"]) cpSync(join(root, part), join(home, part), { recursive: true }); // biome-ignore format: one line
  symlinkSync(join(root, "node_modules"), join(home, "node_modules"));
  const ledger = join(home, "datasets/paper/verdicts.json");
  const options = { script: join(home, "src/cli/crawlbench.cjs") };
  const args = ["reproduce", "cho1998/graph-5", "--web", "campus-1k", "--repeats", "1", "--no-report"];

  it("ends with 0 where there is none, whatever disagrees, and with 3 when it is strict", async () => {
    rmSync(ledger, { force: true });
    const { verdicts, turned } = await desk.json<Reproduced>(args, options);
    expect(turned).toEqual([]);
    expect(verdicts.map(({ verdict }) => verdict)).toContain("disagrees");
    const strict = await desk.run([...args, "--strict"], options);
    expect([strict.code, strict.stderr]).toEqual([3, ""]);
    expect(existsSync(ledger)).toBe(false);
  });

  it("records the verdicts when told so, and then ends with 0", async () => {
    const { verdicts } = await desk.json<Reproduced>([...args, "--record"], options);
    const recorded: Record<string, string> = JSON.parse(readFileSync(ledger, "utf8"));
    expect(Object.keys(recorded)).toHaveLength(verdicts.length);
    for (const { experiment, dataset, claim, verdict } of verdicts) {
      expect(recorded[`${experiment} | ${dataset} | ${claim}`]).toBe(verdict);
    }
    expect((await desk.json<Reproduced>(args, options)).turned).toEqual([]);
  });

  it("ends with 3 when a claim disagrees that agreed in the ledger, and names it", async () => {
    const recorded: Record<string, string> = JSON.parse(readFileSync(ledger, "utf8"));
    const key = Object.keys(recorded).find((each) => recorded[each] === "disagrees") as string;
    writeFileSync(ledger, JSON.stringify({ ...recorded, [key]: "agrees" }));
    const { code, stdout, stderr } = await desk.run(args, options);
    expect([code, stderr]).toEqual([3, ""]);
    const [experiment, dataset, claim] = key.split(" | ");
    expect(stdout).toContain(`Agreed before, disagrees now: ${experiment} on ${dataset}: ${claim}`);
    const json = JSON.parse((await desk.run([...args, "--json"], options)).stdout) as Reproduced;
    expect(json.turned.map((each) => each.claim)).toEqual([claim]);
    for (const before of ["partly", "disagrees", "cannot be tested here"]) {
      writeFileSync(ledger, JSON.stringify({ ...recorded, [key]: before }));
      expect((await desk.json<Reproduced>(args, options)).turned).toEqual([]);
    }
  });
});
