import fc from "fast-check";
import { denseIds } from "../../src/trace/dense-ids.js";
import type { UrlTrace } from "../../src/trace/url-trace.js";

/** What a trace has besides requests. */
export interface AnyTraceOptions {
  readonly hosts?: boolean;
  readonly pages?: boolean;
  readonly fingerprints?: boolean;
  readonly most?: number;
}

/** Numbers in order of first appearance, the slow way. */
export function renumber(values: readonly (number | bigint | string)[]): number[] {
  const ids = new Map<number | bigint | string, number>();
  return values.map((value) => {
    const id = ids.get(value) ?? ids.size;
    ids.set(value, id);
    return id;
  });
}

/** Low word, high word. */
export const wordsOf = (values: readonly bigint[]): Uint32Array =>
  Uint32Array.from(values.flatMap((value) => [Number(value & 0xffffffffn), Number(value >> 32n)]));

/** Traces of up to some hundred requests, with few URLs and hosts, so that all repeat. */
export function anyTrace(options: AnyTraceOptions = {}): fc.Arbitrary<UrlTrace> {
  const { hosts = true, pages = true, fingerprints = true, most = 300 } = options;
  return fc
    .record({
      values: fc.array(fc.bigInt({ min: 0n, max: 40n }), { minLength: 1, maxLength: most, size: "max" }),
      salt: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      keys: fc.array(fc.nat(2 ** 32 - 1), { minLength: 1, maxLength: 6 }),
      cuts: fc.array(fc.nat(most), { maxLength: 12, size: "max" }),
      threads: fc.array(fc.nat(3), { minLength: 1, maxLength: 7 }),
      start: fc.double({ min: 0, max: 1e12, noNaN: true }),
    })
    .map(({ values, salt, keys, cuts, threads, start }) => {
      const words = wordsOf(values.map((value) => (value * 0x9e3779b97f4a7c15n + salt) % 2n ** 64n));
      const { requests, urls, fingerprints: found } = denseIds(words);
      const ends = Uint32Array.from(
        [...cuts.map((cut) => Math.min(cut, values.length)), values.length].sort((a, b) => a - b),
      );
      return {
        name: "any",
        requests,
        urls,
        ...(fingerprints && { fingerprints: found }),
        ...(hosts && { hosts: Uint32Array.from({ length: urls }, (_, url) => (url * 7 + 3) % keys.length) }),
        ...((hosts || pages) && { hostKeys: Uint32Array.from(keys) }),
        ...(pages && {
          pages: {
            ends,
            threads: Uint16Array.from(ends, (_, page) => threads[page % threads.length]),
            hosts: Uint32Array.from(ends, (_, page) => (page * 5) % keys.length),
            times: Float64Array.from(ends, (_, page) => (page % 2 ? Math.floor(start) : start) + page),
          },
        }),
      };
    });
}
