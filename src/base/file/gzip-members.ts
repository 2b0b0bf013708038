import { once } from "node:events";
import { constants, crc32, createInflateRaw, inflateRawSync } from "node:zlib";
import type { ByteFeed, Count, Piece } from "./byte-feed.js";

/** A member is inflated at once while it has at most so many bytes, packed and unpacked; a larger one as a stream. */
const PACKED_AT_ONCE = 1 << 19;
const UNPACKED_AT_ONCE = 8 << 20;
/** Input of one step of the stream: 1,032 times as many bytes may come out. */
const STEP = 1 << 14;
const MAGIC = Buffer.from([0x1f, 0x8b, 8]);

/**
 * The members of a gzip file (RFC 1952), each with its place. Members that are cut short give what is there; behind a
 * damaged one the next is looked for. One with a wrong checksum or length has no end: it cannot be read alone. Zeros between members
 * are padding.
 */
export async function* gzipPieces(feed: ByteFeed, count: Count): AsyncGenerator<Piece> {
  try {
    while (await findMember(feed, count)) {
      const begins = feed.position;
      const header = await headerLength(feed);
      if (header === undefined) {
        count("cut-gzip-member");
        feed.take(MAGIC.length);
        continue;
      }
      yield* member(feed, header, begins, count);
    }
  } finally {
    await feed.close();
  }
}

async function* member(feed: ByteFeed, header: number, begins: number, count: Count): AsyncGenerator<Piece> {
  for (;;) {
    const packed = feed.view.subarray(header);
    const result = packed.length > PACKED_AT_ONCE ? "large" : inflate(packed);
    if (result === "damaged") {
      count("damaged-gzip-member");
      feed.take(1);
      return;
    }
    if (result === "large") {
      feed.take(header);
      yield* inflateSteps(feed, begins, count);
      return;
    }
    const whole = result.packed + 8 <= packed.length;
    if (!whole && (await feed.need(2 * (header + packed.length)))) continue;
    if (!whole && feed.view.length > header + packed.length) continue; // the last bytes of the file came
    const isRight = whole && hasTrailer(packed, result.packed, crc32(result.bytes), result.bytes.length, count);
    if (!whole) count("cut-gzip-member");
    const end = whole ? header + result.packed + 8 : feed.view.length;
    // where damage goes on as if it were data, other members are taken for it
    const next = isRight ? -1 : feed.view.subarray(0, end).indexOf(MAGIC, header);
    feed.take(next < 0 ? end : next);
    yield { bytes: result.bytes, begins, ...(isRight && { ends: feed.position }) };
    return;
  }
}

/** Inflates the start of `packed`; `packed` of the result: how many bytes were used. */
function inflate(packed: Buffer): { readonly bytes: Buffer; readonly packed: number } | "large" | "damaged" {
  try {
    const { buffer, engine } = inflateRawSync(packed, {
      info: true,
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: UNPACKED_AT_ONCE,
      chunkSize: 1 << 16,
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    return { bytes: buffer, packed: engine.bytesWritten };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? "large" : "damaged";
  }
}

/** Inflates a large member in steps that hold few bytes. */
async function* inflateSteps(feed: ByteFeed, begins: number, count: Count): AsyncGenerator<Piece> {
  const engine = createInflateRaw({ chunkSize: 1 << 18 });
  let ready: Buffer[] = [];
  let ended = false;
  let [checksum, length] = [0, 0];
  engine.on("data", (bytes: Buffer) => ready.push(bytes));
  const end = once(engine, "end").then(() => {
    ended = true;
  });
  end.catch(() => {}); // told by the step that brought it about
  let first = true;
  try {
    while (!ended) {
      if (feed.view.length === 0 && !(await feed.more())) break;
      const step = feed.view.subarray(0, STEP);
      const before = engine.bytesWritten;
      await Promise.race([
        end,
        new Promise<void>((settle, reject) => engine.write(step, (error) => (error ? reject(error) : settle()))),
      ]);
      feed.take(engine.bytesWritten - before);
      for (const bytes of ready) {
        checksum = crc32(bytes, checksum);
        length += bytes.length;
        yield { bytes, ...(first ? { begins } : {}) };
        first = false;
      }
      ready = [];
    }
  } catch {
    count("damaged-gzip-member");
    return;
  } finally {
    engine.destroy();
  }
  if (!ended || !(await feed.need(8))) {
    count("cut-gzip-member");
    feed.take(feed.view.length);
    return;
  }
  const isRight = hasTrailer(feed.view, 0, checksum, length, count);
  feed.take(8);
  if (isRight) yield { bytes: Buffer.alloc(0), ends: feed.position };
}

/** Does the trailer of a member have its checksum and length? Counts when it has not. */
function hasTrailer(bytes: Buffer, at: number, checksum: number, length: number, count: Count): boolean {
  if (bytes.readUInt32LE(at) === checksum && bytes.readUInt32LE(at + 4) === length % 2 ** 32) return true;
  count("bad-gzip-checksum");
  return false;
}

/** Goes to the next member. @returns false when there is none */
async function findMember(feed: ByteFeed, count: Count): Promise<boolean> {
  let told = false;
  for (;;) {
    if (!(await feed.need(MAGIC.length))) return false;
    const { view } = feed;
    if (view.subarray(0, 3).equals(MAGIC)) return true;
    const found = view.indexOf(MAGIC);
    const skipped = found < 0 ? view.length - 2 : found;
    if (!told && view.subarray(0, skipped).some((byte) => byte !== 0)) {
      told = true;
      count("bytes-between-gzip-members");
    }
    feed.take(skipped);
  }
}

/**
 * Bytes before the deflated data: ten, and optional fields. undefined when the stream ends before, or the fields pass
 * all bounds.
 */
async function headerLength(feed: ByteFeed): Promise<number | undefined> {
  if (!(await feed.need(10))) return undefined;
  const flags = feed.view[3];
  let at = 10;
  if (flags & 4) {
    if (!(await feed.need(at + 2))) return undefined;
    at += 2 + feed.view.readUInt16LE(at);
  }
  for (const flag of [8, 16]) {
    if (!(flags & flag)) continue;
    let end = feed.view.indexOf(0, at);
    while (end < 0 && feed.view.length < 1 << 20 && (await feed.more())) end = feed.view.indexOf(0, at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  if (flags & 2) at += 2;
  return (await feed.need(at)) ? at : undefined;
}
