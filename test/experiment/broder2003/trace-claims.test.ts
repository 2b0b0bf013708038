import { describe, expect, it } from "vitest";
import { claims, type Evidence } from "../../../src/experiment/broder2003/trace-claims.js";

/** CLOCK's miss rates with one entry for each of 4 threads, and with 524, or 2,096 entries. */
const sweepOf = (small: number, large: number, infinite: number) => ({
  threads: 4,
  rows: [
    { policy: "CLOCK", size: 1, missRate: 1 },
    { policy: "CLOCK", size: 4, missRate: small },
    { policy: "CLOCK", size: 2_096, missRate: large },
    { policy: "INFINITE", size: 4, missRate: infinite },
  ],
});

const structure = {
  ...{ lengths: new Uint32Array(1_500), mean: 62.55, median: 23, repeatsOnPage: 0.317, adjacent: 0.5 },
  ...{ alpha: 0.1, gamma: 0.05, globalSet: 3 },
};

function found(
  change: Partial<typeof structure> = {},
  more: { readonly unique?: Evidence["unique"]; readonly hasOwnRepeats?: boolean; readonly sweep?: object } = {},
) {
  const usual = { unique: { mean: 42.74, median: 17 }, hasOwnRepeats: true, sweep: sweepOf(0.84, 0.3, 0.2) };
  const evidence = { structure: { ...structure, ...change }, ...usual, ...more } as unknown as Evidence;
  return claims.map(({ test }) => test(evidence));
}
const verdict = (at: number, ...evidence: Parameters<typeof found>) => found(...evidence)[at].verdict;

describe("the claims about the pages of a trace", () => {
  it("agree with the paper's own numbers", () => {
    expect(found().map((each) => each.verdict)).toEqual(new Array(7).fill("agrees"));
    expect(found().map(({ ours }) => ours)).toEqual([
      "62.5 and 23",
      "31.7 %",
      "42.7 and 17",
      "10.0 %",
      "20.0 %, of them 5.0 % for URLs that no other page asks for",
      "20.0 % of the hits, 16.0 % of the requests", // 0.16 / 0.8
      "54.0 % more, 3.4 times as many", // 0.7 - 0.16, over 0.16
    ]);
  });

  it("count mean and median each, within a factor of 2", () => {
    const links = (mean: number, median: number) => verdict(0, { mean, median });
    expect([links(125, 46), links(31.3, 11.5), links(126, 46), links(62, 47), links(31, 11)]).toEqual([
      ...["agrees", "agrees", "mixed", "mixed", "disagrees"],
    ]);
    const unique = (mean: number, median: number) => verdict(2, {}, { unique: { mean, median } });
    expect([unique(85, 34), unique(21.4, 8.5), unique(86, 34), unique(42, 35), unique(21, 8)]).toEqual([
      ...["agrees", "agrees", "mixed", "mixed", "disagrees"],
    ]);
  });

  it("turn at 5 and 10 points of repeats, where the authors' own are there", () => {
    const repeats = [0.366, 0.368, 0.416, 0.418, 0.268, 0.266, 0.216].map((repeatsOnPage) =>
      verdict(1, { repeatsOnPage }),
    );
    expect(repeats).toEqual([...["agrees", "mixed", "mixed", "disagrees"], ...["agrees", "mixed", "disagrees"]]);
    expect(found({}, { hasOwnRepeats: false })[1]).toMatchObject({ verdict: "cannot be tested", ours: "31.7 %" });
  });

  it("turn at a tenth and a fifth that all hosts name", () => {
    expect([0.1, 0.11, 0.2, 0.21].map((alpha) => verdict(3, { alpha }))).toEqual([
      ...["agrees", "mixed", "mixed", "disagrees"],
    ]);
  });

  it("turn at 5 and 10 points of 20 % that no cache can hit, and say on which side", () => {
    const at = (floor: number) => found({}, { sweep: sweepOf(0.84, 0.3, floor) })[4];
    expect([0.249, 0.251, 0.299, 0.301, 0.151, 0.149, 0.099].map((floor) => at(floor).verdict)).toEqual([
      ...["agrees", "mixed", "mixed", "disagrees"],
      ...["agrees", "mixed", "disagrees"],
    ]);
    expect([0.19, 0.2, 0.21].map((floor) => at(floor).side)).toEqual(["below", undefined, "above"]);
  });

  it("turn at 15 to 30 % of the hits for one entry a thread, and 5 points beside that", () => {
    // of 0.8 that any cache can hit
    const at = (share: number) => found({}, { sweep: sweepOf(1 - 0.8 * share, 0.1, 0.2) })[5];
    expect([0.151, 0.149, 0.101, 0.099, 0.299, 0.301, 0.349, 0.351].map((share) => at(share).verdict)).toEqual([
      ...["agrees", "mixed", "mixed", "disagrees"],
      ...["agrees", "mixed", "mixed", "disagrees"],
    ]);
    expect([0.149, 0.2, 0.301].map((share) => at(share).side)).toEqual(["below", undefined, "above"]);
  });

  it("turn where large caches add as much as small ones have, and half of it", () => {
    // small ones have 0.2
    const more = [0.21, 0.19, 0.11, 0.09].map((by) => verdict(6, {}, { sweep: sweepOf(0.8, 0.8 - by, 0.1) }));
    expect(more).toEqual(["agrees", "mixed", "mixed", "disagrees"]);
  });
});
