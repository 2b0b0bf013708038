// What the benches share: best of several runs, checksums, and a table of rows.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";

/** Best and median milliseconds of `runs` calls, and what the last one returned. */
export async function measure(work, runs = 5) {
  const times = [];
  let result;
  for (let run = 0; run < runs; run++) {
    const begun = performance.now();
    result = await work();
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  return { best: times[0], median: times[times.length >> 1], result };
}

/** First 16 hex digits of the SHA-256 of a typed array. */
export const checksum = (array) =>
  createHash("sha256")
    .update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
    .digest("hex")
    .slice(0, 16);

/** A time is worth nothing when the answer is wrong: asserts it first. */
export const expectChecksum = (what, found, expected) =>
  assert.equal(found, expected, `${what}: the result changed; look at why before you believe its time`);

export const million = (count, ms) => `${(count / ms / 1000).toFixed(2)} M/s`;
export const ms = (value) => `${value.toFixed(1)} ms`;
