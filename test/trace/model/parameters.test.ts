import { describe, expect, it } from "vitest";
import { resolved } from "../../../src/trace/model/parameters.js";
import { coded } from "../../fixture/problems.js";

const of = (options: object = {}) => resolved({ requests: 1000, ...options } as never);

describe("the parameters of the model of a crawl's requests", () => {
  it("are those of Broder et al. 2003 unless told", () => {
    const { repeat, ...found } = of();
    expect(found).toEqual({
      requests: 1000,
      threads: 500,
      alpha: 0.04,
      gamma: 0.16,
      beta: expect.closeTo(0.8, 12), // 1 - alpha - gamma
      globalSet: 100_000,
      globalExponent: 1,
      universe: 2 ** 32,
      popularSet: 5,
      popularShare: 0.04,
      repeatsOnPage: 0.3167, // section 4.2: 62.55 links on a page, 42.74 of them different
      repeatDistance: 1.25,
      hostSet: 300,
      hostOrder: "runs",
      pagesPerHost: 150,
      linksPerPage: { mean: 62.55, median: 23 }, // section 4
      processes: 4,
      seed: 2003,
    });
    // Regression: own output. Less than the repeats asked for, some of which come by accident
    expect(repeat).toBeCloseTo(0.259166061, 8);
  });

  it("repeat as often as pages of one length need it: 1 of 2 links where nothing else repeats", () => {
    // Pages of three links. The first repeats nothing, so that two of three may: told to with r, they are 2 r / 3 of all
    const plain = { linksPerPage: Uint32Array.of(3), popularShare: 0, alpha: 0, gamma: 0, hostSet: 2 ** 24 };
    for (const repeatsOnPage of [0.1, 1 / 3, 0.6]) {
      const { repeat } = of({ ...plain, repeatsOnPage });
      expect(repeat).toBeCloseTo((3 * repeatsOnPage) / 2, 4);
    }
    expect(of({ ...plain, repeatsOnPage: 0 }).repeat).toBe(0);
  });

  it("meet a URL twice by accident in drawing, which counts: for pages of two links and a set of n, 1 / (2 n)", () => {
    const drawn = { linksPerPage: Uint32Array.of(2), popularShare: 0, alpha: 0, gamma: 0, hostOrder: "drawn" };
    // of two draws from 2 URLs 1.5 are different: a quarter of the requests repeat, with no r at all
    expect(of({ ...drawn, hostSet: 2, repeatsOnPage: 0.25 }).repeat).toBeCloseTo(0, 3);
    expect(() => of({ ...drawn, hostSet: 2, repeatsOnPage: 0.2 })).toThrow(
      "alphaBetaGamma: repeatsOnPage is 0.2, but 0.250 of requests repeat one by accident: raise it, or popularSet and hostSet",
    );
    expect(() => of({ ...drawn, alpha: 0.2, hostSet: 2 ** 20, repeatsOnPage: 0.6 })).toThrow(
      /^alphaBetaGamma: repeatsOnPage is 0\.6, but beta leaves room for 0\.400: lower it, or alpha, gamma and popularShare$/,
    );
  });

  it.each([
    [{ requests: 0 }, "requests is a whole number from 1 to 4294967295; found 0"],
    [{ requests: 2 ** 32 }, "requests is a whole number from 1 to 4294967295; found 4294967296"],
    [{ threads: 0 }, "threads is a whole number from 1 to 65536; found 0"],
    [{ threads: 65_537 }, "threads is a whole number from 1 to 65536; found 65537"],
    [{ alpha: -0.1 }, "alpha is a number from 0 to 1; found -0.1"],
    [{ gamma: 1.1 }, "gamma is a number from 0 to 1; found 1.1"],
    [{ popularShare: 2 }, "popularShare is a number from 0 to 1; found 2"],
    [{ repeatsOnPage: 2 }, "repeatsOnPage is a number from 0 to 1; found 2"],
    [{ globalSet: 2 ** 26 + 1 }, "globalSet is a whole number from 1 to 67108864; found 67108865"],
    [{ globalSet: 0 }, "globalSet is a whole number from 1 to 67108864; found 0"],
    [{ globalExponent: 10.5 }, "globalExponent is a number from 0 to 10; found 10.5"],
    [{ globalExponent: -1 }, "globalExponent is a number from 0 to 10; found -1"],
    [{ universe: 0.5 }, "universe is a whole number from 1 to 9007199254740991; found 0.5"],
    [{ popularSet: 2 ** 20 + 1 }, "popularSet is a whole number from 1 to 1048576; found 1048577"],
    [{ repeatDistance: 0.9 }, "repeatDistance is a number from 1 to Infinity; found 0.9"],
    [{ hostSet: 2 ** 24 + 1 }, "hostSet is a whole number from 1 to 16777216; found 16777217"],
    [{ hostSet: 1.5 }, "hostSet is a whole number from 1 to 16777216; found 1.5"],
    [{ pagesPerHost: 0 }, /^alphaBetaGamma: pagesPerHost is a number from 1 to 1\.79.*; found 0$/],
    [{ processes: 65_537 }, "processes is a whole number from 1 to 65536; found 65537"],
    [{ alpha: 0.5, gamma: 0.5 }, /alpha, gamma and popularShare add up to 1 at most; found 0\.5 \+ 0\.5 \+ 0\.04$/],
    [{ hostOrder: "rows" }, /hostOrder is "runs", "in turn", "drawn"; found "rows"/],
    [{ alpah: 1 }, /^alphaBetaGamma has no option "alpah".*mean alpha\?$/],
  ])("are refused out of their range: %j", (options, message) => {
    expect(() => of(options)).toThrow(typeof message === "string" ? `alphaBetaGamma: ${message}` : message);
    expect(() => of(options)).toThrow(coded("option"));
  });
});
