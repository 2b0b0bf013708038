import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { defineCache } from "../../../src/cache/method.js";
import { clock } from "../../../src/cache/policy/clock.js";
import { libraryCaches } from "../../../src/cache/sweep/cache-methods.js";
import { placedCache } from "../../../src/cache/table/placed-cache.js";

/** Requests in which few URLs come often. */
function requests(count: number): number[] {
  const random = new Random(5);
  return Array.from({ length: count }, () => Math.floor(400 * random.next() ** 3));
}

/** A fingerprint for each URL: no two of them alike, nor in order. */
const random = new Random(9);
const fingerprints = Array.from({ length: 400 }, (): [number, number] => [
  random.below(2 ** 32),
  random.below(2 ** 32),
]);

/** Without INFINITE, which has no bound. */
const policies = (await libraryCaches()).filter(({ offline, name }) => !offline && name !== "infinite");

const named = policies.map((policy) => [policy.name, policy] as const); // a method is a function: $name says nothing

/** They leave something to chance: which entry goes, or which URLs share a counter. */
const byChance = ["random", "frequent", "w-tiny-lfu"];

describe("a cache with places", () => {
  it.each(named.filter(([name]) => !byChance.includes(name)))("hits as the plain policy does: %s", (_, policy) => {
    const plain = policy.create({ capacity: 32, urls: 400, random: new Random(1) });
    const placed = placedCache(policy, 32, new Random(1));
    const all = requests(6000);
    const expected = all.map((url) => plain.request(url));
    expect(all.map((url) => placed.request(...fingerprints[url]))).toEqual(expected);
    expect(expected.filter((hit) => hit).length, "hits, for the requests to show anything").toBeGreaterThan(500);
  });

  it.each(named.filter(([name]) => byChance.includes(name)))("hits as often as the plain one: %s", (_, policy) => {
    const all = requests(20_000);
    const share = (request: (url: number) => boolean) => all.filter(request).length / all.length;
    const plain = policy.create({ capacity: 32, urls: 400, random: new Random(1) });
    const placed = placedCache(policy, 32, new Random(2));
    const found = share((url) => placed.request(...fingerprints[url]));
    expect(Math.abs(found - share((url) => plain.request(url)))).toBeLessThan(0.02);
  });

  it.each(named)("gives what it holds a place of its own, which it keeps: %s", (_, policy) => {
    const placed = placedCache(policy, 32, new Random(1));
    const kept = new Map<number, number>();
    const misplaced = requests(6000).filter((url) => {
      const hit = placed.request(...fingerprints[url]);
      const place = placed.placeOf(...fingerprints[url]);
      const isWrong = place >= placed.places || (hit && kept.get(place) !== url);
      if (place >= 0) kept.set(place, url);
      return isWrong;
    });
    expect(misplaced).toEqual([]);
  });

  it("takes the options of a policy", () => {
    const placed = placedCache(clock({ newcomer: "marked" }), 2, new Random(1));
    const plain = clock({ newcomer: "marked" }).create({ capacity: 2, urls: 5, random: new Random(1) });
    for (const url of [0, 1, 0, 2, 0, 3, 2, 1, 4, 0, 3])
      expect(placed.request(...fingerprints[url])).toBe(plain.request(url));
  });

  it("is refused for what looks ahead, and for what has no bound", async () => {
    const [min] = (await libraryCaches()).filter(({ name }) => name === "min");
    const own = defineCache({ name: "own", title: "own", source: "here", options: {}, create: () => plainHit });
    const plainHit = { request: () => true };
    expect(() => placedCache(min, 4, new Random(1))).toThrow("takes no policy that looks at requests to come");
    expect(() => placedCache(own, 4, new Random(1))).toThrow("own numbers all URLs");
  });
});
