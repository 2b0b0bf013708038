import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fingerprint } from "../../src/url/fingerprint.js";
import { sameHost, sameRegisteredDomain } from "../../src/url/host.js";
import {
  DEEPEST,
  depthBelow,
  type KeyOrder,
  recrawlDelay,
  settingsOf,
  type UrlDatabaseSettings,
} from "../../src/urldb/settings.js";
import { coded } from "../fixture/problems.js";
import { keyOrders } from "./model.js";

describe("settings of a wrong type", () => {
  it.each([
    [{ recrawlAfter: 604_800_000 }, /recrawlAfter is a function; found 604800000/],
    [{ hash: "md5" }, /hash is a function; found "md5"/],
    [{ asPrinted: "no" }, /asPrinted is true or false; found "no"/],
    [{ order: null }, /order is "depth" and "priority".*found null/],
    [{ toString: 5 }, /has no option "toString"/],
  ])("are refused: %j", (wrong, message) => {
    expect(() => settingsOf(wrong as never)).toThrow(message);
  });
});

describe("settings of a URL database", () => {
  it("have the defaults that their docstrings name", () => {
    expect(settingsOf({})).toMatchObject({
      confirmTimeout: 600_000,
      depthLimit: 65_535,
      recrawlAfter: undefined,
      order: ["depth", "priority", "hash"],
      domain: "host",
      checkEvery: 0,
      asPrinted: false,
      durability: "sync",
      hash: fingerprint,
      sameDomain: sameHost,
      byHash: true,
    });
    expect(settingsOf({ domain: "registered" }).sameDomain).toBe(sameRegisteredDomain);
    expect(settingsOf({ confirmTimeout: 0.2 }).confirmTimeout).toBe(1); // whole milliseconds, never less than asked
  });

  it.each([
    [{ confirmTimout: 5 }, /has no option "confirmTimout"/],
    [{ domain: "site" }, /domain is "host", "registered"; found "site"/],
    [{ durability: "disk" }, /durability is "sync", "none"/],
    [{ depthLimit: 0 }, /depthLimit is an integer from 1 to 65535; found 0/],
    [{ depthLimit: 65_536 }, /found 65536/],
    [{ depthLimit: 1.5 }, /found 1.5/],
    [{ confirmTimeout: 0 }, /confirmTimeout is a positive number of milliseconds; found 0/],
    [{ confirmTimeout: Number.NaN }, /found NaN/],
    [{ confirmTimeout: Number.POSITIVE_INFINITY }, /found Infinity/],
    [{ checkEvery: -1 }, /checkEvery is 0 or more milliseconds; found -1/],
    [{ checkEvery: Number.NaN }, /found NaN/],
    [{ order: [] }, /order is .* found \[\]/],
    [{ order: ["depth"] }, /order is/],
    [{ order: ["depth", "depth", "hash"] }, /order is/],
    [{ order: ["hash", "depth"] }, /order is/],
    [{ order: ["depth", "added", "hash"] }, /order is/],
    [{ order: "depth" }, /order is .* found "depth"/],
  ])("are refused when they are %j", (chosen, message) => {
    expect(() => settingsOf(chosen as UrlDatabaseSettings)).toThrow(coded("option"));
    expect(() => settingsOf(chosen as UrlDatabaseSettings)).toThrow(message);
  });

  it("rank by the parts of the key in their order, as one number below 2^48", () => {
    const depth = fc.oneof(fc.integer({ min: 1, max: DEEPEST }), fc.constantFrom(1, 9, 10, DEEPEST));
    const priority = fc.oneof(
      fc.nat({ max: 0xffffffff }),
      fc.constantFrom(0, 9, 10, 0x7fffffff, 0x80000000, 0xffffffff),
    );
    fc.assert(
      fc.property(fc.constantFrom(...keyOrders), depth, priority, depth, priority, (order, d1, p1, d2, p2) => {
        const { rank, byHash } = settingsOf({ order });
        const parts = (d: number, p: number) =>
          order.flatMap((part) => (part === "depth" ? [d] : part === "priority" ? [p] : []));
        const [a, b] = [parts(d1, p1), parts(d2, p2)];
        const first = a.findIndex((value, i) => value !== b[i]);
        expect(Math.sign(rank(d1, p1) - rank(d2, p2))).toBe(first < 0 ? 0 : Math.sign(a[first] - b[first]));
        expect(rank(d1, p1)).toBeLessThan(2 ** 48);
        expect(Number.isSafeInteger(rank(d1, p1))).toBe(true);
        expect(byHash).toBe(order.at(-1) === "hash");
      }),
    );
    expect(keyOrders.length).toBe(10); // two ends, five arrangements of at most two parts: 1 + 2 + 2
    expect(new Set(keyOrders.map((order: KeyOrder) => order.join())).size).toBe(10);
  });
});

describe("the depth of a URL", () => {
  it("is one more than its referrer's in the same domain, and 1 in another or without a known referrer", () => {
    expect(depthBelow(4, true)).toBe(5);
    expect(depthBelow(4, false)).toBe(1);
    expect(depthBelow(undefined, true)).toBe(1);
    expect(depthBelow(undefined, false)).toBe(1);
  });
});

describe("the delay until a re-crawl", () => {
  const page = { bytes: Buffer.from("http://a/"), depth: 2, priority: 3 };
  const delay = (given: unknown) => recrawlDelay(settingsOf({ recrawlAfter: () => given as number }), page);

  it.each([
    [1, 1],
    [0.25, 1],
    [1500.5, 1501],
    [0, 0],
    [-5, 0],
    [Number.POSITIVE_INFINITY, 0],
    [Number.NEGATIVE_INFINITY, 0],
    [2 ** 47, 0], // beyond the end of time: never
    [2 ** 47 - 1, 2 ** 47 - 1],
  ])("of %j milliseconds is %j", (given, expected) => {
    expect(delay(given)).toBe(expected);
  });

  it("is 0, never, without the setting", () => {
    expect(recrawlDelay(settingsOf({}), page)).toBe(0);
  });

  it("is refused when the function gives no number, naming the URL", () => {
    for (const wrong of [Number.NaN, undefined, "5", null]) {
      expect(() => delay(wrong)).toThrow(expect.objectContaining({ code: "settings" }));
      expect(() => delay(wrong)).toThrow(/recrawlAfter gave .* for http:\/\/a\//);
    }
  });

  it("is asked with the URL as text, its bytes, depth and priority", () => {
    const asked: unknown[] = [];
    recrawlDelay(
      settingsOf({ recrawlAfter: (url, { bytes, depth, priority }) => asked.push(url, [...bytes], depth, priority) }),
      page,
    );
    expect(asked).toEqual(["http://a/", [...page.bytes], 2, 3]);
  });
});
