import { describe, expect, it } from "vitest";
import { blocksOf, documents } from "./examples.js";
import { endWell, examples, isRun, others, telling } from "./run-examples.js";
import { NOT_RUN, STAND_INS, standingIn } from "./stand-ins.js";

// Each command and each flag as README, docs and --help show it first; examples.prove.ts has the other examples.

const sources = [...new Set(examples.filter(isRun).map(({ from }) => from))];

endWell(telling);

describe("the examples", () => {
  it("are found in documents and in every help", () => {
    for (const document of ["docs/orderings.md", "docs/crawler.md", "docs/caches.md"])
      expect(sources).toContain(document);
    expect(sources.filter((from) => from.endsWith("--help")).length).toBeGreaterThan(18);
    expect(examples.filter(isRun).length).toBeGreaterThan(90);
  });

  it("are run at one depth or the other, most of them here", () => {
    expect(telling.length + others.length).toBe(examples.filter(isRun).length);
    expect(telling.length).toBeGreaterThan(others.length);
  });

  it("that are not run are few, and each kind of them is still there", () => {
    for (const [found] of NOT_RUN)
      expect(
        examples.some(({ line }) => found.test(line)),
        String(found),
      ).toBe(true);
    for (const [found] of STAND_INS) {
      const isUsed = examples
        .filter(isRun)
        .some(({ line }) => new RegExp(found.source).test(line) || standingIn(line) !== line);
      expect(isUsed, String(found)).toBe(true);
    }
    const own = examples.filter(({ line }) => /crawlbench/.test(line));
    expect(own.filter((each) => !isRun(each)).length / own.length).toBeLessThan(0.15);
  });

  it.each(documents)("of %s stand in blocks of sh, where they are found", (document) => {
    const lines = blocksOf(document, "").flatMap((block) => block.split("\n"));
    expect(lines.filter((line) => /^(?:npx|npm|crawlbench|zcat|curl|nats-server) /.test(line))).toEqual([]);
  });
});
