import {
  brotliDecompress,
  brotliDecompressSync,
  constants,
  gunzip,
  gunzipSync,
  inflate,
  inflateRaw,
  inflateRawSync,
  inflateSync,
  type ZlibOptions,
} from "node:zlib";
import { isProblem } from "./error.js";
import { compressionOf } from "./file/unpack.js";
import { BlockDecoder } from "./file/zstd/block-decoder.js";
import { blocksIn } from "./file/zstd/frame.js";

/** A body without its content codings. */
export interface Decoded {
  readonly bytes: Uint8Array;
  /** There was more: `bytes` ends at the limit. */
  readonly cut: boolean;
  /** What was wrong with the coded data, where something was; `bytes` is what could be read of it. */
  readonly fault?: CodingFault;
}

export interface CodingFault {
  readonly kind: /** A coding that is not read here, or more than four: the body is given as it is. */
    | "unknown-coding"
    /** The body is not coded, though its header says so: it is given as it is. */
    | "not-coded"
    /** All data was read, and the checksum behind it is another. */
    | "bad-checksum"
    /**
     * The data is damaged, or ends too early: what stands before that is given. Or it is coded otherwise than its header
     * says: it is given as it is.
     */
    | "bad-coding";
  /** In words, as in "gzip: unexpected end of file". */
  readonly why: string;
}

/** Codings on top of each other: more are an attack. */
const MOST_CODINGS = 4;
/** Bytes that are decoded at once, on this thread, in the asynchronous form: about 5 ms of output. */
const AT_ONCE = 1 << 20;
/** Room between codings that are stacked, however low the limit is. */
const BETWEEN = 1 << 20;

/**
 * Takes off the content codings of a body (RFC 9110, section 8.4): gzip, x-gzip, deflate (zlib or raw), br, zstd, up to
 * four on top of each other. Of output it holds an eighth more than `limit` (or 1 MB, where codings are stacked), and
 * 16 MB with Brotli: 89 bytes of that may be 100 MB.
 *
 * What cannot be decoded never throws: see `CodingFault`. Damage loses what stands behind it, and of bodies over 16 kB
 * up to one part in 16,384 before it. A body without codings is given back itself, not copied.
 *
 * @param codings values of Content-Encoding headers, the coding that was applied last behind the others
 * @param limit bytes of output at the most: the rest is cut off
 */
export function decodeBodySync(body: Uint8Array, codings: readonly string[], limit: number): Decoded {
  const steps = decoding(body, codings, limit);
  let step = steps.next();
  while (!step.done) step = steps.next(runSync(step.value));
  return step.value;
}

/** As `decodeBodySync`, and never busy on this thread for more than some milliseconds. */
export async function decodeBody(body: Uint8Array, codings: readonly string[], limit: number): Promise<Decoded> {
  const steps = decoding(body, codings, limit);
  let step = steps.next();
  while (!step.done) step = steps.next(await runAside(step.value));
  return step.value;
}

/** One run of a decoder over bytes. */
interface Run {
  readonly coding: keyof typeof ZLIB | "zstd";
  readonly bytes: Uint8Array;
  /** Bytes of output; more is `over`. */
  readonly most: number;
  /** Is data that ends too early no trouble? */
  readonly open?: boolean;
}

/** What came of it: zlib gives all bytes, or none and the trouble. */
interface Ran {
  readonly bytes: Uint8Array;
  readonly trouble?: string;
  /** Of the trouble, where it is known. */
  readonly kind?: CodingFault["kind"];
  readonly over?: boolean;
}

type Steps<T> = Generator<Run, T, Ran>;

function* decoding(body: Uint8Array, codings: readonly string[], limit: number): Steps<Decoded> {
  const names = codings
    .flatMap((value) => value.toLowerCase().split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  let decoded: Decoded = { bytes: body, cut: false };
  if (names.length > MOST_CODINGS)
    decoded = { ...decoded, fault: { kind: "unknown-coding", why: `${names.length} content codings` } };
  else
    for (let i = names.length - 1; i >= 0 && decoded.bytes.length > 0; i--) {
      const next = yield* decodeOne(decoded.bytes, names[i], i === 0 ? limit : Math.max(limit, BETWEEN));
      const fault = decoded.fault ?? (decoded.cut ? undefined : next.fault); // what was cut before ends too soon
      decoded = { bytes: next.bytes, cut: decoded.cut || next.cut, ...(fault && { fault }) };
    }
  if (decoded.fault?.kind === "not-coded" && isBinary(decoded.bytes))
    decoded = { ...decoded, fault: { ...decoded.fault, kind: "bad-coding" } };
  if (decoded.bytes.length <= limit) return decoded;
  return { ...decoded, bytes: decoded.bytes.subarray(0, limit), cut: true };
}

function* decodeOne(bytes: Uint8Array, name: string, limit: number): Steps<Decoded> {
  const coding = codingOf(bytes, name);
  const asItIs = (kind: CodingFault["kind"], why: string) => ({ bytes, cut: false, fault: { kind, why } });
  if (coding === undefined) return asItIs("unknown-coding", `content coding ${JSON.stringify(name)}`);
  if ((coding === "gzip" || coding === "zstd") && compressionOf(bytes) !== coding)
    return asItIs("not-coded", `not ${coding}, though its header says so`);
  const most = limit + (limit >> 3) + 4096;
  const { bytes: whole, trouble, kind, over } = yield { coding, bytes, most };
  const given = (found: Uint8Array, kind: CodingFault["kind"] = "bad-coding"): Decoded =>
    over || found.length > limit || trouble === undefined // trouble behind the limit is none
      ? { bytes: found.subarray(0, limit), cut: over || found.length > limit }
      : { bytes: found, cut: false, fault: { kind, why: `${name}: ${trouble}` } };
  if (coding === "zstd" || (trouble === undefined && !over)) return given(whole, kind);
  if (!over && beginsAsText(bytes)) return asItIs("not-coded", `not ${name}, though its header says so`);
  const behind = trouble === undefined ? undefined : notData(coding, trouble);
  if (behind !== undefined) {
    const data = yield { coding, bytes: bytes.subarray(0, bytes.length - behind), most, open: true };
    if (data.trouble === undefined && !data.over)
      return given(data.bytes, behind === 0 ? "bad-coding" : "bad-checksum");
  }
  return given(yield* longestPart({ bytes, coding, most }, limit, over === true));
}

/** How many bytes behind the data the trouble is with; undefined: it is with the data. */
function notData(coding: Run["coding"], trouble: string): number | undefined {
  if (trouble === "unexpected end of file") return 0;
  return /^incorrect (?:data|length) check$/.test(trouble) ? (coding === "gzip" ? 8 : 4) : undefined;
}

/** What the longest part of the data gives that makes no trouble, and little more than `limit`. */
function* longestPart({ bytes, coding, most }: Run, limit: number, isAllOver: boolean): Steps<Uint8Array> {
  let best: Uint8Array = NOTHING;
  let [good, bad, isOver] = [0, bytes.length, isAllOver];
  while (bad - good > Math.max(1, bytes.length >> 14) && best.length <= limit) {
    const length = (good + bad) >> 1;
    const part = yield { coding, bytes: bytes.subarray(0, length), most, open: true };
    if (part.trouble !== undefined || part.over) [bad, isOver] = [length, part.over === true];
    else [good, best] = [length, part.bytes];
  }
  if (coding !== "br" || !isOver || best.length > limit) return best;
  // one byte may be 16 MB: RFC 7932, section 9.2
  const part = yield { coding, bytes: bytes.subarray(0, bad), most: most + (1 << 24), open: true };
  return part.over ? best : part.bytes;
}

function codingOf(bytes: Uint8Array, name: string): Run["coding"] | undefined {
  if (name === "x-gzip") return "gzip";
  if (name === "deflate") {
    const isZlib = (bytes[0] & 0x0f) === 8 && ((bytes[0] << 8) | bytes[1]) % 31 === 0; // RFC 1950, section 2.2
    return isZlib ? "zlib" : "raw"; // RFC 9110 says zlib, and many servers send the bare data
  }
  return name === "gzip" || name === "br" || name === "zstd" ? name : undefined;
}

/** A byte order mark, "<" behind blanks, or 64 letters of ASCII: no compressed data begins so but by chance. */
const beginsAsText = (bytes: Uint8Array): boolean =>
  /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff|\s*<|[\t\n\r -~]*$)/.test(Buffer.from(bytes.subarray(0, 64)).toString("latin1"));

/** The rule of browsers for what has no type: text holds none of these bytes (WHATWG MIME Sniffing, section 7.1). */
const isBinary = (bytes: Uint8Array): boolean =>
  !beginsAsText(bytes) && bytes.subarray(0, 1445).some((byte) => byte < 32 && !TEXT_CONTROLS.includes(byte));

/** Tab, line feed, form feed, carriage return, escape. */
const TEXT_CONTROLS = [9, 10, 12, 13, 27];

interface Decoders {
  sync(bytes: Uint8Array, options: ZlibOptions): Uint8Array;
  aside(bytes: Uint8Array, options: ZlibOptions, done: (error: Error | null, found: Uint8Array) => void): void;
}

const ZLIB: Readonly<Record<"gzip" | "zlib" | "raw" | "br", Decoders>> = {
  gzip: { sync: gunzipSync, aside: gunzip },
  zlib: { sync: inflateSync, aside: inflate },
  raw: { sync: inflateRawSync, aside: inflateRaw },
  br: { sync: brotliDecompressSync, aside: brotliDecompress },
};

function optionsOf({ coding, bytes, most, open }: Run): ZlibOptions {
  const flush = coding === "br" ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
  const isLong = open || bytes.length > 1 << 16; // zlib has pieces of 16 kB else
  return { maxOutputLength: most, ...(open && { finishFlush: flush }), ...(isLong && { chunkSize: 1 << 18 }) };
}

const NOTHING = new Uint8Array(0);

function ranInto({ code, message }: NodeJS.ErrnoException): Ran {
  return code === "ERR_BUFFER_TOO_LARGE" ? { bytes: NOTHING, over: true } : { bytes: NOTHING, trouble: message };
}

function runSync(run: Run): Ran {
  if (run.coding === "zstd") {
    const frames = new ZstdRun(run);
    while (frames.step());
    return frames.ran();
  }
  try {
    return { bytes: ZLIB[run.coding].sync(run.bytes, optionsOf(run)) };
  } catch (error) {
    return ranInto(error as Error);
  }
}

async function runAside(run: Run): Promise<Ran> {
  const { coding, bytes, most, open } = run;
  if (coding === "zstd") {
    const frames = new ZstdRun(run, (window) => new BlockDecoder(window));
    while (frames.step()) await new Promise(setImmediate);
    return frames.ran();
  }
  if (!open && bytes.length <= AT_ONCE) {
    const ran = runSync({ ...run, most: Math.min(most, AT_ONCE) });
    if (!ran.over || most <= AT_ONCE) return ran;
  }
  return new Promise((resolve) => {
    ZLIB[coding].aside(bytes, optionsOf(run), (error, found) => resolve(error ? ranInto(error) : { bytes: found }));
  });
}

/** Frames of zstd, decoded a megabyte at a step; what stands before trouble counts. */
class ZstdRun {
  readonly #blocks: Generator<Uint8Array>;
  readonly #most: number;
  readonly #parts: Buffer[] = [];
  #length = 0;
  #trouble: Pick<Ran, "trouble" | "kind"> = {};

  constructor({ bytes, most }: Run, ...decoder: [decoderFor?: (window: number) => BlockDecoder]) {
    const refuse = () => new Error("a dictionary, or a window over 128 MB");
    this.#blocks = blocksIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), refuse, ...decoder);
    this.#most = most;
  }

  /** @returns whether there is more */
  step(): boolean {
    try {
      for (const end = this.#length + AT_ONCE; this.#length < end && this.#length <= this.#most; ) {
        const { value, done } = this.#blocks.next();
        if (done) return false;
        this.#parts.push(Buffer.from(value));
        this.#length += value.length;
      }
      return this.#length <= this.#most;
    } catch (error) {
      const isChecksum = isProblem(error, "damaged") && "checksum" in error.facts;
      this.#trouble = { trouble: (error as Error).message, ...(isChecksum && { kind: "bad-checksum" }) };
      return false;
    }
  }

  ran(): Ran {
    const bytes = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    return { bytes, ...this.#trouble, over: bytes.length > this.#most };
  }
}
