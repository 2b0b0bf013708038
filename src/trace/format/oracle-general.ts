import { got, option, problem } from "../../base/error.js";
import { grown } from "../../base/growing.js";
import { plural } from "../../base/numbers.js";
import { TraceBuilder } from "../trace-builder.js";
import { records } from "../trace-source.js";
import type { TraceFormat } from "./trace-format.js";

/** u32 time, u64 id, u32 size, i64 place of the next request for the same id, or -1. */
const BYTES = 24;
const WORDS = BYTES / 4;

/**
 * oracleGeneral of libCacheSim. Sizes and times are not read: URLs are of one size. The places of the next requests say
 * twice what the ids say, so they are held against them: libCacheSim counts requests from 1, others from 0, and both
 * are taken.
 */
export const oracleGeneral: TraceFormat = {
  kind: "trace-format",
  name: "oracle-general",
  title: "oracleGeneral of libCacheSim, 24 bytes per request",
  broad: true,
  sniff: (head, fileName) => fileName.includes("oraclegeneral") || looksRight(head),
  async read(source, { mostUrls, name = source.name }) {
    const builder = new TraceBuilder({ mostUrls });
    const check = new NextPlaces(source.path);
    const words = new Uint32Array(2 << 15);
    const parts = records(source.bytes, BYTES);
    let part = await parts.next();
    for (; !part.done; part = await parts.next()) {
      const found = new Int32Array(part.value.buffer, part.value.byteOffset, part.value.length / 4);
      const count = found.length / WORDS;
      for (let i = 0; i < count; i++) {
        words[2 * i] = found[WORDS * i + 1];
        words[2 * i + 1] = found[WORDS * i + 2];
      }
      check.add(found, builder.add(words.subarray(0, 2 * count)), builder.urls);
    }
    if (part.value > 0) {
      throw problem.cut`${source.path} is cut in the middle of a request: expected a multiple of ${BYTES} bytes, ${got(builder.requests)} whole requests and ${part.value} bytes more. Cut it to ${builder.requests * BYTES} bytes, or take it from a copy`;
    }
    return builder.build(name, check.notes());
  },
};

/** Holds the place that each request states for the next one against where that turns up. */
class NextPlaces {
  readonly #path: string;
  /** What the last request for URL u stated; -1: none will come. */
  #stated = new Float64Array(1 << 10);
  #at = 0;
  /** Repeats, and how many stood where stated, counted from 0 and from 1. */
  #repeats = 0;
  readonly #right = [0, 0];

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws "damaged" for a place that is no later one */
  add(words: Int32Array, ids: Uint32Array, urls: number): void {
    const stated = (this.#stated = grown(this.#stated, urls));
    for (let i = 0; i < ids.length; i++, this.#at++) {
      const low = words[WORDS * i + 4] >>> 0;
      const high = words[WORDS * i + 5];
      const none = (high === -1 && low === 0xffffffff) || (high === 0x7fffffff && low === 0xffffffff);
      const next = high * 2 ** 32 + low;
      if (!none && !(next > this.#at)) {
        throw problem.damaged`${this.#path}: request ${this.#at + 1} states that its id comes next at ${next}, which is not later. Is it ${BYTES} bytes per request: u32 time, u64 id, u32 size, i64 next? Other formats: ${option("format")}`;
      }
      const before = stated[ids[i]];
      if (before !== 0) {
        this.#repeats++;
        if (before === this.#at) this.#right[0]++;
        if (before === this.#at + 1) this.#right[1]++;
      }
      stated[ids[i]] = none ? -1 : next;
    }
  }

  notes() {
    let wrong = this.#repeats - Math.max(...this.#right);
    for (const next of this.#stated) if (next > 0 && next < this.#at) wrong++; // stated, and never came
    if (wrong === 0) return {};
    const note = `${plural(wrong, "request")} of ${this.#path} ${wrong === 1 ? "is" : "are"} not followed by one for the same id where ${wrong === 1 ? "it states" : "they state"}: the file is part of a longer trace, or was changed. Misses are counted from the ids alone`;
    return { notes: [note] };
  }
}

/**
 * Sizes that are no zero, times that never fall, next places that are later ones: of 64 records at least, or all there
 * are.
 */
function looksRight(head: Uint8Array): boolean {
  const count = Math.floor(head.length / BYTES);
  if (count === 0 || (head.length < 64 * BYTES && head.length % BYTES !== 0)) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  let time = 0;
  for (let i = 0; i < count; i++) {
    const at = BYTES * i;
    const next = view.getBigInt64(at + 16, true);
    if (view.getUint32(at, true) < time || view.getUint32(at + 12, true) === 0) return false;
    if (next !== -1n && (next <= BigInt(i) || (next > 2n ** 40n && next !== 2n ** 63n - 1n))) return false;
    time = view.getUint32(at, true);
  }
  return true;
}
