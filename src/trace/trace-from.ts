import { got, gotInstead, problem } from "../base/error.js";
import { checkedElsewhere, checkOptions } from "../base/method.js";
import { fingerprint } from "../url/fingerprint.js";
import { emptyTrace, TraceBuilder } from "./trace-builder.js";
import { showingTrace } from "./trace-face.js";
import type { UrlTrace } from "./url-trace.js";

/** What was asked for, one key per request, repeats included: URLs or other texts; whole numbers; 64-bit fingerprints. */
export type TraceKeys = Iterable<string> | Iterable<number> | Iterable<bigint>;

export interface TraceFromOptions {
  /** In tables and figures; default "requests". */
  readonly name?: string;
  /** Different URLs at the most; without it as many as memory has room for. */
  readonly mostUrls?: number;
}

/** Keys that are numbered together. */
const BATCH = 1 << 12;

const KINDS = {
  string: "a text, as the first",
  number: "a whole number from 0 to 2^53 - 1, as the first",
  bigint: "a bigint from 0 to 2^64 - 1, as the first",
};

/**
 * A trace of requests in memory: `traces.traceFrom(["/a", "/b", "/a"])`. Texts are told apart byte by byte, as in a file
 * of lines.
 *
 * @throws "option" for what is no list of keys of one kind, with the place; "empty" without a key; "too-many-urls"
 */
export function traceFrom(keys: TraceKeys, options: TraceFromOptions = {}): UrlTrace {
  checkOptions("traceFrom", options, checkedElsewhere(["name", "mostUrls"]));
  const { name = "requests", mostUrls } = options;
  if (typeof (keys as Partial<TraceKeys> | undefined)?.[Symbol.iterator] !== "function" || typeof keys === "string")
    throw problem.option`traceFrom takes the URLs that were asked for, ["http://a.example/", ...], or numbers; ${gotInstead(keys)}`;
  const builder = new TraceBuilder({ mostUrls });
  const words = new Uint32Array(2 * BATCH);
  const write = writer(words);
  let kind: string | undefined;
  let at = 0;
  for (const key of keys) {
    kind ??= (typeof key) in KINDS ? typeof key : "string";
    if (typeof key !== kind || !write(key, 2 * (at % BATCH)))
      throw problem.option`request ${at} of traceFrom: expected ${KINDS[kind as keyof typeof KINDS]}; ${got(key)}`;
    if (++at % BATCH === 0) builder.add(words);
  }
  if (at === 0) throw emptyTrace(name);
  builder.add(words.subarray(0, 2 * (at % BATCH)));
  return showingTrace(builder.build(name));
}

/** Writes the low and the high word of a key; false where it has no 64 bits. */
function writer(words: Uint32Array): (key: unknown, at: number) => boolean {
  const word = new Uint32Array(2);
  return (key, at) => {
    if (typeof key === "string") {
      const bytes = Buffer.from(key);
      fingerprint(bytes, 0, bytes.length, word);
      [words[at + 1], words[at]] = word;
      return true;
    }
    if (typeof key === "bigint" ? key < 0n || key >= 1n << 64n : !(Number.isSafeInteger(key) && (key as number) >= 0))
      return false;
    words[at] = Number(typeof key === "bigint" ? key & 0xffffffffn : (key as number) % 2 ** 32);
    words[at + 1] = Number(typeof key === "bigint" ? key >> 32n : Math.floor((key as number) / 2 ** 32));
    return true;
  };
}
