import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  between,
  beyond,
  type Claim,
  howMany,
  larger,
  noLarger,
  signed,
  testClaims,
  together,
  tooFewHot,
  untestable,
  type Verdict,
  within,
  worst,
} from "../../src/experiment/claim.js";
import { verdictItem } from "../../src/experiment/claim-table.js";
import type { Experiment } from "../../src/experiment/experiment.js";

/** `larger` on paired differences: the second of each pair is 0.5. */
const judged = (...differences: number[]) =>
  larger(["a", differences.map((difference) => 0.5 + difference)], ["b", differences.map(() => 0.5)]);

describe("a claim on hot pages", () => {
  it("cannot be tested on fewer than 20, and says how many there are", () => {
    const because = (hot: number | undefined, which: string) => tooFewHot(hot, which)?.because;
    expect(because(19, "have 100 backlinks")).toBe("only 19 pages have 100 backlinks");
    expect(because(1, "have 100 backlinks")).toBe("only 1 page has 100 backlinks");
    expect(because(1, "are hot by backlinks")).toBe("only 1 page is hot by backlinks");
    expect(because(20, "have 100 backlinks")).toBeUndefined();
  });
});

describe("a verdict", () => {
  const claim = { claim: "c", source: "s", published: "-", tolerance: "-", wouldChange: "-" };
  const verdictOn = (dataset: string) =>
    testClaims([{ ...claim, test: () => untestable("why") }], {})({ id: "cho1998/graph-1" } as Experiment, dataset)[0];

  it("tells webs that are real, sites of such, and a part of another web", () => {
    expect(verdictOn("debian-docs-small")).toMatchObject({ real: true, partOf: "debian-docs" });
    expect(verdictOn("cnr-2000")).toMatchObject({ real: true });
    for (const whole of ["cnr-2000", "campus"]) expect(verdictOn(whole)).not.toHaveProperty("partOf");
    expect(verdictOn("debian-docs/docs.python.org")).toMatchObject({ real: true });
    expect(verdictOn("campus")).toMatchObject({ real: false });
  });
});

describe("larger", () => {
  it("agrees when the median exceeds the margin and four of five pairs have its sign", () => {
    expect(judged(0.1, 0.1, 0.1, 0.1, -0.1)).toMatchObject({
      ours: "a 0.600, b 0.500",
      verdict: "agrees",
      pairs: [{ of: "a - b", mean: expect.closeTo(0.06, 12), crawls: 5 }],
      // s = 0.0894, s / sqrt(5) = 0.04; t(0.975, 4) = 2.776 and t(0.8, 4) = 0.941, as printed in tables
      because:
        "median difference +0.100, positive in 4 of 5 crawls; mean +0.060, 95 % interval -0.051 to +0.171; would have seen 0.149",
    });
    expect(judged(0.1, 0.1, 0.1, -0.1, -0.1).verdict).toBe("mixed"); // three of five
    expect(judged(0.3, 0.021, 0.021).verdict).toBe("agrees"); // the median, not the mean
    expect(judged(0.9, 0.001, 0.001).verdict).toBe("mixed");
  });

  it("sees no difference where the median and four of five pairs lie within the margin", () => {
    expect(judged(0.019, 0.019, 0.019, 0.019, -0.3).verdict).toBe("no difference"); // the margin is 0.02
    expect(judged(0.019, -0.019, 0.019, 0.3, -0.3).verdict).toBe("mixed");
    expect(judged(0, 0, 0)).toMatchObject({ because: "median difference +0.000, positive in 0 of 3 crawls" });
  });

  it("disagrees when the same holds the other way round", () => {
    expect(judged(-0.1, -0.1, -0.1, -0.1, 0.1)).toMatchObject({
      verdict: "disagrees",
      because: expect.stringMatching(/^median difference -0.100, positive in 1 of 5 crawls; mean -0.060/),
    });
    expect(judged(-0.1, -0.1, -0.1, 0.1, 0.1).verdict).toBe("mixed");
    expect(judged(-0.019, -0.019, -0.019).verdict).toBe("no difference");
  });

  it("counts a pair without a difference for neither side", () => {
    expect(judged(0.1, 0.1, 0.1, 0, 0).verdict).toBe("mixed");
    expect(judged(-0.1, -0.1, -0.1, 0, 0).verdict).toBe("mixed");
    expect(judged(0, 0, 0).verdict).toBe("no difference");
  });

  it("compares pairs, not medians of each side", () => {
    // medians 0.5 and 0.4, but the pairs differ by -0.1, +0.3, -0.1
    expect(larger(["a", [0.3, 0.7, 0.5]], ["b", [0.4, 0.4, 0.6]]).verdict).toBe("mixed");
  });

  it("takes another margin", () => {
    expect(larger(["a", [0.55, Number.NaN]], ["b", [0.5, Number.NaN]]).verdict).toBe("cannot be tested"); // no hot page
    expect(larger(["a", [0.55]], ["b", [0.5]], 0.06).verdict).toBe("no difference");
    expect(larger(["a", [0.55]], ["b", [0.5]], 0.04).verdict).toBe("agrees");
  });

  it("disagrees exactly when the claim with its sides changed agrees", () => {
    const areas = fc.array(fc.tuple(fc.constantFrom(0.25, 0.5, 0.75), fc.constantFrom(0.25, 0.5, 0.75)), {
      minLength: 1,
    });
    const opposite: Record<string, Verdict> = {
      ...{ agrees: "disagrees", disagrees: "agrees", mixed: "mixed", "no difference": "no difference" },
    };
    fc.assert(
      fc.property(areas, (pairs) => {
        const [a, b] = [pairs.map(([first]) => first), pairs.map(([, second]) => second)];
        expect(larger(["b", b], ["a", a]).verdict).toBe(opposite[larger(["a", a], ["b", b]).verdict]);
      }),
    );
  });
});

describe("noLarger", () => {
  const verdict = (...differences: number[]) =>
    noLarger(["a", differences.map((difference) => 0.5 + difference)], ["b", differences.map(() => 0.5)]).verdict;

  it("agrees up to the margin, however far below, and disagrees when it is above in four of five pairs", () => {
    expect(verdict(0.019, 0.019, 0.019, 0.019, 0.019)).toBe("agrees");
    expect(verdict(-0.3, -0.3, -0.3)).toBe("agrees");
    expect(verdict(0.1, 0.1, 0.1, 0.1, -0.1)).toBe("disagrees");
    expect(verdict(0.1, 0.1, 0.1, -0.1, -0.1)).toBe("mixed"); // above the margin, but in three of five only
  });

  it("never agrees where larger does", () => {
    const pairs = fc.array(fc.tuple(fc.constantFrom(0.25, 0.5, 0.75), fc.constantFrom(0.25, 0.5, 0.75)), {
      minLength: 1,
    });
    fc.assert(
      fc.property(pairs, (areas) => {
        const [a, b] = [areas.map(([first]) => first), areas.map(([, second]) => second)];
        expect([larger(["a", a], ["b", b]).verdict, noLarger(["a", a], ["b", b]).verdict]).not.toEqual([
          "agrees",
          "agrees",
        ]);
      }),
    );
  });
});

describe("together", () => {
  const found = (...verdicts: Verdict[]) =>
    together(
      Object.fromEntries(
        verdicts.map((verdict, index) => [`part ${index}`, { ours: `${index}`, verdict, because: "of it" }]),
      ),
    );

  it.each<[Verdict[], Verdict]>([
    [["agrees", "agrees"], "agrees"],
    [["agrees", "mixed"], "mixed"],
    [["agrees", "disagrees"], "mixed"],
    [["mixed", "mixed"], "mixed"],
    [["mixed", "disagrees"], "disagrees"],
    [["no difference", "no difference"], "no difference"],
    [["no difference", "mixed"], "mixed"],
    [["disagrees", "disagrees"], "disagrees"],
  ])("of %j is: %s", (verdicts, verdict) => expect(found(...verdicts).verdict).toBe(verdict));

  it("says what each part showed, and why", () => {
    expect(found("agrees", "mixed")).toMatchObject({
      ours: "part 0: 0; part 1: 1",
      because: "part 0: of it; part 1: of it",
    });
  });
});

describe("within and beyond", () => {
  it("tell a bound from twice the bound, and a signed difference from none", () => {
    expect([0.1, 0.11, 0.21].map((value) => within(value, 0.1, 0.2))).toEqual(["agrees", "mixed", "disagrees"]);
    expect([0.11, 0.1, -0.1, -0.11].map((value) => beyond(value, 0.1))).toEqual([
      ...["agrees", "no difference", "no difference", "disagrees"],
    ]);
  });
});

describe("howMany", () => {
  it.each<[boolean[], Verdict]>([
    [[true, true], "agrees"],
    [[true, false], "mixed"],
    [[false, false], "disagrees"],
  ])("of %j is: %s", (held, verdict) => expect(howMany(held)).toBe(verdict));
});

describe("worst", () => {
  it("is the worst of all, in the order agrees, mixed, disagrees, cannot be tested", () => {
    expect(worst(["agrees", "agrees"])).toBe("agrees");
    expect(worst(["agrees", "mixed"])).toBe("mixed");
    expect(worst(["disagrees", "mixed", "agrees"])).toBe("disagrees");
    expect(worst(["disagrees", "cannot be tested"])).toBe("cannot be tested");
  });
});

describe("signed", () => {
  it("always writes a sign", () => {
    expect([signed(0.1234), signed(-0.1234, 1), signed(0)]).toEqual(["+0.123", "-0.1", "+0.000"]);
  });
});

describe("testClaims", () => {
  it("says whose a claim is, and whether the web is a real one", () => {
    const claim = (source: string): Claim<number> => ({
      ...{ claim: "c", source, published: "-", tolerance: "-", wouldChange: "-" },
      test: () => untestable("never"),
    });
    const sources = (id: string, ...texts: string[]) =>
      testClaims(texts.map(claim), 1)({ id }, "web").map(({ source }) => source);
    expect(sources("cho1998/graph-2", "section 6, Graph 2", "ours, beside Graph 2")).toEqual(["cho1998", "ours"]);
    expect(sources("ours/scale-out", "Broder et al. 2003, section 4.1", "ours", "Fetterly et al. 2009")).toEqual([
      ...["broder2003", "ours", "Fetterly et al. 2009"],
    ]);
    const real = (dataset: string, load?: string) =>
      testClaims([claim("section 1")], 1)({ id: "a/b", ...(load && { load }) }, dataset)[0].real;
    expect([real("cnr-2000"), real("campus"), real("campus/site"), real("my web"), real("load", "load")]).toEqual([
      ...[true, false, false, true, false],
    ]);
  });

  it("lays each claim beside what a web showed", () => {
    const claim: Claim<number> = {
      claim: "More than one",
      source: "section 1",
      published: "2",
      tolerance: "any",
      wouldChange: "less",
      test: (found) => (found > 1 ? { ours: `${found}`, verdict: "agrees", because: "it is" } : untestable("too few")),
    };
    const about = {
      experiment: "a/b",
      dataset: "web",
      claim: "More than one",
      source: "a",
      where: "section 1",
      published: "2",
      tolerance: "any",
      wouldChange: "less",
      kind: "measured",
      real: true,
    };
    expect(testClaims([claim], 2)({ id: "a/b" }, "web")).toEqual([
      { ...about, ours: "2", verdict: "agrees", because: "it is" },
    ]);
    expect(testClaims([claim], 1)({ id: "a/b" }, "web")).toEqual([
      { ...about, ours: "-", verdict: "cannot be tested", because: "too few" },
    ]);
  });

  it("hands over the paper's own words, which a notebook shows after the source", () => {
    const test = () => untestable("too few");
    const claim = { claim: "More", source: "section 1", published: "2", tolerance: "any", wouldChange: "less", test };
    const quoted = { ...claim, quote: "more than one ... in most cases" };
    const [plain, withWords] = testClaims([claim, quoted], undefined)({ id: "a/b" }, "web");
    expect(withWords.quote).toBe(quoted.quote);
    expect(verdictItem(plain).more).toBe("section 1. Published: 2. Here: too few.");
    expect(verdictItem(withWords).more).toBe(
      "section 1. “more than one ... in most cases”. Published: 2. Here: too few.",
    );
  });
});

describe("between", () => {
  const ENDS = [0.5, 1.5] as const;
  it("is decided by the 95 % interval of the mean, and of one crawl by its value", () => {
    const verdict = (...values: number[]) => between("slope", values, ENDS).verdict;
    expect([verdict(0.9, 1, 1.1), verdict(1.9, 2, 2.1), verdict(0.1, 0.2, 0.15)]).toEqual([
      ...["agrees", "disagrees", "disagrees"],
    ]);
    expect([verdict(1.3, 1.5, 1.1), verdict(0.4, 0.6, 0.5)]).toEqual(["mixed", "mixed"]); // they cross an end
    expect([verdict(1.5), verdict(1.51), verdict(0.49)]).toEqual(["agrees", "disagrees", "disagrees"]);
  });

  it("says the interval, and keeps both tests of lying inside", () => {
    const found = between("slope", [0.9, 1, 1.1], ENDS);
    // by hand: t with 2 degrees at 97.5 % is 4.303, deviation 0.1, root of 3 crawls
    expect([found.ours, found.because]).toEqual(["1.00, 95 % interval 0.75 to 1.25", "mean of 3 crawls"]);
    expect(found.pairs).toMatchObject([
      { of: "slope - 1.5", mean: expect.closeTo(-0.5, 12), atMost: 0, crawls: 3 },
      { of: "0.5 - slope", mean: expect.closeTo(-0.5, 12), atMost: 0, crawls: 3 },
    ]);
  });
});
