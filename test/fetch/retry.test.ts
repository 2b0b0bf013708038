import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { FAULTS } from "../../src/fetch/fetched.js";
import { outcomeOf, parseRetryAfter, retryPolicy } from "../../src/fetch/retry.js";

const MINUTE = 60_000;
/** 6 November 1994, 08:49:37 UTC, the example of RFC 9110, section 5.6.7; seconds counted by `date -u -d ... +%s`. */
const EXAMPLE = 784_111_777_000;

describe("a Retry-After header", () => {
  it("asks for seconds, or for a date in any of the three forms of RFC 9110", () => {
    expect(parseRetryAfter("120", EXAMPLE)).toBe(120_000); // example of section 10.2.3
    const forms = ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"];
    for (const form of forms) expect(parseRetryAfter(form, EXAMPLE - 5000), form).toBe(5000);
  });

  it("asks for nothing once its date is past", () => {
    expect(parseRetryAfter("Sun, 06 Nov 1994 08:49:37 GMT", EXAMPLE + 1)).toBe(0);
  });

  it("takes a year of two digits that lies more than 50 years ahead for one of the last century", () => {
    const in2026 = Date.UTC(2026, 0, 1);
    expect(parseRetryAfter("Wednesday, 01-Jan-76 00:00:00 GMT", in2026)).toBe(Date.UTC(2076, 0, 1) - in2026);
    expect(parseRetryAfter("Saturday, 01-Jan-77 00:00:00 GMT", in2026)).toBe(0); // 1977
  });

  it("asks for nothing when its value has neither form", () => {
    const wrong = [
      undefined,
      "",
      "-1",
      "1.5",
      "soon",
      "Sun, 31 Feb 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 08:49:37 CET",
    ];
    for (const value of wrong) expect(parseRetryAfter(value, EXAMPLE), value).toBeUndefined();
  });
});

describe("the retry policy", () => {
  it("waits 1, 2 and 4 minutes without jitter, and gives up after the third retry", () => {
    const decide = retryPolicy(new Random(1), { jitter: 0 });
    const at = [1, 2, 3].map((tries) => decide({ now: 0, tries, fault: "reset" }));
    expect(at).toEqual([1, 2, 4].map((n) => ({ again: true, at: n * MINUTE, reason: "reset" })));
    expect(decide({ now: 0, tries: 4, fault: "reset" })).toEqual({ again: false, reason: "exhausted" });
    const long = retryPolicy(new Random(1), { jitter: 0, retries: 20 });
    expect(long({ now: 5, tries: 20, status: 500 })).toEqual({ again: true, at: 5 + 60 * MINUTE, reason: "500" });
  });

  it("leaves half of the delay to chance, evenly, and repeats itself for equal seeds", () => {
    const times = (seed: number) => {
      const decide = retryPolicy(new Random(seed));
      return Array.from({ length: 2000 }, () => {
        const decision = decide({ now: 0, tries: 1, status: 503 });
        return decision.again ? decision.at / MINUTE : Number.NaN;
      });
    };
    const found = times(7);
    expect(times(7)).toEqual(found);
    expect(Math.min(...found)).toBeGreaterThanOrEqual(0.5);
    expect(Math.max(...found)).toBeLessThanOrEqual(1);
    const mean = found.reduce((sum, each) => sum + each, 0) / found.length;
    // mean of the uniform distribution on [0.5, 1] is 0.75; its standard error is 0.5 / sqrt(12 * 2000) = 0.0032
    expect(Math.abs(mean - 0.75)).toBeLessThan(4 * 0.0032);
  });

  it("waits as long as the server asks, but never shorter than it would by itself", () => {
    const decide = retryPolicy(new Random(1), { jitter: 0 });
    expect(decide({ now: 10, tries: 1, status: 429, retryAfter: "3600" })).toMatchObject({ at: 10 + 3_600_000 });
    expect(decide({ now: 10, tries: 1, status: 503, retryAfter: "1" })).toMatchObject({ at: 10 + MINUTE });
    expect(decide({ now: 0, tries: 1, status: 503, retryAfter: "86401" })).toEqual({
      again: false,
      reason: "retry-after",
    });
  });

  it("tries what may pass by again and nothing else", () => {
    const decide = retryPolicy(new Random(1));
    const again = FAULTS.filter((fault) => decide({ now: 0, tries: 1, fault }).again);
    expect(again).toEqual([
      "dns",
      "proxy",
      "proxy-login",
      "refused",
      "unreachable",
      "connect-timeout",
      "header-timeout",
      "body-timeout",
      "reset",
      "aborted",
    ]);
    const statuses = [200, 301, 304, 400, 401, 403, 404, 408, 410, 425, 429, 500, 501, 502, 503, 504, 505, 520];
    const tried = statuses.filter((status) => decide({ now: 0, tries: 1, status }).again);
    expect(tried).toEqual([408, 425, 429, 500, 502, 503, 504, 520]);
    expect(decide({ now: 0, tries: 1, status: 404 })).toEqual({ again: false, reason: "final" });
    expect(decide({ now: 0, tries: 1, status: 200 })).toEqual({ again: false, reason: "none" });
  });

  it("tells the scheduler that nothing was sent where nothing was, and a refused connection from a host that is down", () => {
    const told = (kind: string) =>
      FAULTS.filter((fault) => outcomeOf({ ending: "failed", url: "", fault, message: "" }) === kind);
    expect(told("skipped")).toEqual(["proxy", "proxy-login", "forbidden-address", "bad-url"]);
    expect(told("refused")).toEqual(["refused"]);
    expect(told("answered")).toEqual(["bad-response", "header-overflow", "aborted"]);
  });

  it("refuses options that are none", () => {
    expect(() => retryPolicy(new Random(1), { retry: 3 } as never)).toThrow(/no option "retry"/);
    expect(() => retryPolicy(new Random(1), { jitter: 2 })).toThrow(/jitter is a share/);
    expect(() => retryPolicy(new Random(1), { delay: -1 })).toThrow(/delay is a number, 0 or more; found -1/);
  });
});
