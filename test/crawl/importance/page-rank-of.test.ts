import { describe, expect, it } from "vitest";
import { pageRankOf } from "../../../src/crawl/importance/page-rank-of.js";
import { pairsOf } from "../../fixture/pairs.js";
import { coded } from "../../fixture/problems.js";
import { webOf } from "../../fixture/webs.js";

describe("pageRankOf, the importance", () => {
  const web = webOf(3, pairsOf("0,1 0,2"));
  const near = (values: Float64Array, expected: readonly number[]) => {
    expect(values.length).toBe(expected.length);
    for (const [page, value] of values.entries()) expect(value).toBeCloseTo(expected[page], 9);
  };

  it("is IR(P) of the paper: it sums to the number of pages, those without links link to every page", () => {
    // without what 1 and 2 give back: 0.1, 0.145, 0.145, in sum 0.39; to the sum of 3: times 3 / 0.39
    near(
      pageRankOf().of(web),
      [0.1, 0.145, 0.145].map((x) => (x * 3) / 0.39),
    );
  });

  it("offers the other readings: rank that is lost, ranks that sum to 1, another damping", () => {
    near(pageRankOf({ dangling: "none" }).of(web), [0.1, 0.145, 0.145]);
    near(
      pageRankOf({ form: "probability" }).of(web),
      [0.1, 0.145, 0.145].map((x) => x / 0.39),
    );
    near(pageRankOf({ dangling: "none", damping: 0.5 }).of(web), [0.5, 0.625, 0.625]); // 0.5 + 0.5 * 0.5 / 2
  });

  it("divides by all links that a page holds, with linkCount page, where the web knows them", () => {
    const held = webOf(3, pairsOf("0,1 0,2"), { references: [3, 0, 0] });
    near(pageRankOf({ linkCount: "page", dangling: "none" }).of(held), [0.1, 0.13, 0.13]); // 0.1 + 0.9 * 0.1 / 3
    near(pageRankOf({ linkCount: "inside", dangling: "none" }).of(held), [0.1, 0.145, 0.145]);
    expect(() => pageRankOf({ linkCount: "page" }).of(web)).toThrow(
      'linkCount "page" needs a web that knows all links',
    );
  });

  it("gives pages of equal rank equal values, whatever the solver leaves open", () => {
    // two pages that link to each other have rank 1 each: neither ties nor G = 1 may hang on the last digits
    const pair = webOf(2, pairsOf("0,1 1,0"));
    expect([...pageRankOf().of(pair)]).toEqual([1, 1]);
  });

  it("refuses a damping outside (0, 1) when it is asked for ranks", () => {
    expect(() => pageRankOf({ damping: 1 }).of(web)).toThrow(coded("option", "damping lies in (0, 1); found 1"));
  });
});
