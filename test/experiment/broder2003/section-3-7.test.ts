import { expect, it } from "vitest";
import { lru } from "../../../src/cache/policy/lru.js";
import { staticCache } from "../../../src/cache/policy/static-cache.js";
import { claims, type Evidence } from "../../../src/experiment/broder2003/section-3-7.js";

it("policies are compared with STATIC from 200 misses on", () => {
  const best = claims.find(({ claim }) => claim.includes("the k most popular items"))!;
  const foundAt = (fixed: number) => {
    const rows = [
      { policy: staticCache.label, exponent: 2, size: 4, misses: fixed },
      { policy: lru.label, exponent: 2, size: 4, misses: 2 * fixed },
    ];
    return best.test({ rows } as unknown as Evidence);
  };
  expect(foundAt(199)).toMatchObject({ because: "too few misses to compare" });
  expect(foundAt(200)).toMatchObject({ ours: "2.000 times STATIC's misses at least", verdict: "agrees" });
});
