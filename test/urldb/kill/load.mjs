/**
 * What child.mjs does to a database, and with which settings; the test that kills it imports the same.
 *
 * @typedef {{ kind: "add", urls: { url: string, from?: string, priority?: number }[] } | { kind: "take", count: number,
 *   now: number }
 *   | { kind: "confirm", urls: string[], now: number } | { kind: "tick", now: number }} Call
 */

/** Time-outs and re-crawls come within a few dozen calls; a call passes 0 to 400 milliseconds. */
export const settings = /** @type {const} */ ({
  durability: "sync",
  confirmTimeout: 300,
  depthLimit: 4,
  recrawlAfter: (/** @type {string} */ url) => (url.length % 3) * 250,
});

/**
 * Makes one call after the other.
 *
 * @param {{ below(limit: number): number }} random
 * @param {number} round loads of one database have rounds of their own; half of their URLs are those of the round
 *   before
 * @param {number} start the clock, in milliseconds
 * @param {string[]} taken URLs to confirm, which whoever makes the calls adds to
 * @returns {() => Call}
 */
export function newLoad(random, round, start, taken) {
  let now = start;
  let made = 0;
  const some = () => {
    const page = round * 100 + random.below(200);
    return `http://host-${random.below(12)}.example/${"long/".repeat((page % 5) ** 2)}${page}`;
  };
  return () => {
    now += random.below(8) === 0 ? random.below(400) : random.below(30);
    const kind = random.below(10);
    if (kind < 4) {
      /** @type {{ url: string, from?: string, priority?: number }[]} */
      const list = [{ url: `http://load.example/${round}/${made++}` }]; // tells whether this call was done
      for (let count = random.below(30); count > 0; count--) {
        list.push({ url: some(), priority: random.below(4), ...(random.below(2) === 1 && { from: some() }) });
      }
      return { kind: "add", urls: list };
    }
    if (kind < 7) return { kind: "take", count: random.below(12), now };
    if (kind === 9) return { kind: "tick", now };
    const confirmed = taken.splice(0, random.below(12));
    for (let count = random.below(3); count > 0; count--) confirmed.push(some());
    return { kind: "confirm", urls: confirmed, now };
  };
}

/**
 * Batch i of those that fill a disk: `size` URLs of about 200 bytes that compress badly, none of them in another batch.
 *
 * @param {number} i
 * @param {number} size
 */
export const batchOf = (i, size) =>
  Array.from({ length: size }, (_, j) => {
    let state = (i * size + j + 1) * 2654435761;
    const word = () => (state = (state * 48271) % 2147483647).toString(36);
    return `http://${i}-${j}.example/${Array.from({ length: 27 }, word).join("/")}`;
  });
