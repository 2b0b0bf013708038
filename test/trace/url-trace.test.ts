import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requireTrace } from "../../src/trace/url-trace.js";
import { coded } from "../fixture/problems.js";

const traceOf = (requests: readonly number[], urls: number) => ({
  name: "t",
  requests: Uint32Array.from(requests),
  urls,
});

describe("a trace that is given", () => {
  it("has its different URLs counted, those that nobody asks for left out", () => {
    expect(requireTrace("sweep", traceOf([0, 0, 1, 0, 2, 1], 3))).toBe(3);
    expect([requireTrace("sweep", traceOf([0], 9)), requireTrace("sweep", traceOf([], 0))]).toEqual([1, 0]);
  });

  const anew = "traces.traceFrom(requests) numbers them anew";
  const made = 'sweep takes a trace, such as await traces.open("urls.txt") or traces.traceFrom(urls);';
  it.each([
    ["no trace", undefined, `${made} found undefined`],
    ["a list of URLs", ["/a"], `${made} found an object (Array)`],
    [
      "a list of requests",
      { ...traceOf([0], 1), requests: [0] },
      `sweep: requests of a trace are numbers in a Uint32Array; found an object (Array). ${anew}`,
    ],
    [
      "one that is not numbered as its URLs turn up",
      traceOf([0, 2, 1], 3),
      `the trace t does not number its URLs as they turn up: request 1 is for URL 2, where 1 is the next new one. ${anew}`,
    ],
    [
      "one whose second URL has the number 2^31",
      traceOf([0, 2 ** 31], 2 ** 32),
      `the trace t does not number its URLs as they turn up: request 1 is for URL 2147483648, where 1 is the next new one. ${anew}`,
    ],
    [
      "one whose first URL has the highest number",
      traceOf([2 ** 32 - 1], 2 ** 32),
      `the trace t does not number its URLs as they turn up: request 0 is for URL 4294967295, where 0 is the next new one. ${anew}`,
    ],
    ["more URLs than it says", traceOf([0, 1], 1), "the trace t says that it has 1 URLs, its requests are for 2"],
    [
      "a number of URLs that is none, and no name",
      { requests: Uint32Array.of(0), urls: 1.5 },
      "the trace  says that it has 1.5 URLs, its requests are for 1",
    ],
  ])("is refused where it is %s", (_, trace, message) => {
    expect(() => requireTrace("sweep", trace)).toThrow(coded("option", message));
  });

  it("is refused wherever a URL turns up before a smaller one, and there alone", () => {
    const short = fc.array(fc.nat(3), { maxLength: 6 });
    fc.assert(
      fc.property(short, (requests) => {
        const isOrdered = requests.every((url, i) => url === 0 || requests.slice(0, i).includes(url - 1));
        const check = () => requireTrace("sweep", traceOf(requests, 4));
        if (isOrdered) expect(check()).toBe(new Set(requests).size);
        else expect(check).toThrow("as they turn up");
      }),
      { numRuns: 400 },
    );
  });
});
