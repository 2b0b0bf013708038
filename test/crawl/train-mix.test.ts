import { describe, expect, it } from "vitest";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import type { Importance } from "../../src/crawl/importance/importance.js";
import { pageRankOf } from "../../src/crawl/importance/page-rank-of.js";
import { replay } from "../../src/crawl/replay.js";
import { trainMix } from "../../src/crawl/train-mix.js";
import { scoreMix } from "../../src/ordering/score-mix.js";
import { campus } from "../../src/web/campus/campus.js";
import { hostWeb } from "../../src/web/model/host-web.js";
import { coded } from "../fixture/problems.js";
import { webOf } from "../fixture/webs.js";

const small = campus({ pages: 2000, seed: 7 });
const few = { rounds: 2, moments: 20, samples: 50 };

/** An importance that is handed over page by page. */
const given = (values: (page: number) => number): Importance => ({
  ...backlinks(),
  of: ({ graph }) => Float64Array.from({ length: graph.size }, (_, page) => values(page)),
});

describe("trainMix", () => {
  it("gives equal weights for equal seeds, which sum to 1 in absolute value", () => {
    const weights = trainMix(small, { importance: pageRankOf(), ...few });
    expect(trainMix(small, { importance: pageRankOf(), ...few })).toEqual(weights);
    expect(trainMix(small, { importance: pageRankOf(), ...few, seed: undefined, penalty: undefined })).toEqual(weights);
    expect(Object.values(weights).reduce((sum, weight) => sum + Math.abs(weight), 0)).toBeCloseTo(1, 3);
  });

  it("learns from the order of importances alone: a factor, a root or a logarithm of them changes nothing", () => {
    const values = pageRankOf().of(small);
    const weights = trainMix(small, { importance: given((page) => values[page]), ...few, rounds: 1 });
    for (const of of [(x: number) => 7 * x, Math.sqrt, Math.log]) {
      expect(trainMix(small, { importance: given((page) => of(values[page])), ...few, rounds: 1 })).toEqual(weights);
    }
  });

  it("finds nothing to learn where all pages are worth the same: all weights 0, which is breadth-first", () => {
    const weights = trainMix(small, { importance: given(() => 1), ...few });
    expect(Object.values(weights)).toEqual([0, 0, 0, 0, 0]);
  });

  it("finds a planted rule: where the pages discovered early are the worthier, that weighs most, and is negative", () => {
    const web = hostWeb({ pages: 2000, seed: 3 });
    const place = new Map([...replay(web, scoreMix({ backlinks: 0, pageRank: 0 }))].map((page, k) => [page, k]));
    const weights = trainMix(web, { importance: given((page) => -(place.get(page) ?? 0)), ...few, rounds: 1 });
    const sizes = Object.entries(weights).sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
    expect(sizes[0][0]).toBe("discovered");
    expect(weights.discovered).toBeLessThan(0);
  });

  it("learns on a web of one page, of which nothing waits", () => {
    expect(Object.values(trainMix(webOf(1, []), { importance: backlinks() }))).toEqual([0, 0, 0, 0, 0]);
  });

  it("refuses options that make no sense, naming them", () => {
    const importance = backlinks();
    expect(() => trainMix(small, {} as { importance: Importance })).toThrow(
      coded("option", "trainMix needs what pages are worth: judging.trainMix(web, { importance: pageRankOf() })"),
    );
    expect(() => trainMix(small, { importance, rounds: 0 })).toThrow(
      coded("option", "rounds is a whole number, 1 or more; found 0"),
    );
    expect(() => trainMix(small, { importance, penalty: -1 })).toThrow(
      coded("option", "penalty is a number, 0 or more; found -1"),
    );
    expect(() => trainMix(small, { importance, moment: 3 } as { importance: Importance })).toThrow(
      /^trainMix has no option "moment": it takes importance, rounds, moments, samples, penalty, seed\. Did you mean moments\?$/,
    );
  });
});
