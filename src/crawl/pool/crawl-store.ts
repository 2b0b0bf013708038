import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { canonical } from "../../base/canonical.js";
import { type CrawlbenchError, either, problem, say } from "../../base/error.js";
import { hasNoRoom, makeFolder } from "../../base/file/durable.js";
import { notWritten, putWhole } from "../../base/file/write-result.js";
import { FNV_START, fnvNext } from "../../base/mix.js";
import type { CrawlCheckpoint } from "../replay.js";
import type { CrawlKey } from "./crawl-key.js";

/** Where crawls are cached: `CRAWLBENCH_CACHE`, else `.crawlbench/crawls` in the working directory. */
export const defaultCacheFolder = (): string => resolve(process.env.CRAWLBENCH_CACHE || join(".crawlbench", "crawls"));

/** Milliseconds after which a file that is still being written belongs to nobody any more. */
const ABANDONED = 3_600_000;

/**
 * Finished crawls and checkpoints on disk, one file each under the hash of all of its inputs.
 *
 * A file appears under its name only when it is whole and on disk; after a kill at any moment it is either there or
 * not, and what was being written stays beside it as `.part` until a store that writes an hour later removes it.
 * Numbers are little-endian, as on every machine that Node runs on.
 */
export class CrawlStore {
  readonly #folder: string;
  #swept = false;

  constructor(folder: string = defaultCacheFolder()) {
    this.#folder = folder;
  }

  /** The order filed under `key`; undefined when there is none, or it is damaged. */
  order(key: CrawlKey): Uint32Array | undefined {
    const record = this.#read(this.#path(key, "crawl"));
    return record && new Uint32Array(record.body.order);
  }

  /** Finds out before a crawl whether it can be kept. @throws as `keep` */
  requireWritable(): void {
    requireWritable(this.#folder);
  }

  /** @throws "failed" when the disk is full or not writable; nothing is left half-written */
  keep(key: CrawlKey, order: Uint32Array): void {
    this.#write(this.#path(key, "crawl"), key, { order });
    rmSync(this.#path(key, "checkpoint"), { force: true });
  }

  checkpoint(key: CrawlKey): CrawlCheckpoint | undefined {
    const record = this.#read(this.#path(key, "checkpoint"));
    if (!record) return undefined;
    const { order, ...state } = record.body;
    return {
      order: new Uint32Array(order),
      state: Object.fromEntries(Object.entries(state).map(([name, bytes]) => [name, new Float64Array(bytes)])),
    };
  }

  keepCheckpoint(key: CrawlKey, { order, state }: CrawlCheckpoint): void {
    this.#write(this.#path(key, "checkpoint"), key, { order, ...state });
  }

  #path({ hash }: CrawlKey, kind: "crawl" | "checkpoint"): string {
    return join(this.#folder, hash.slice(0, 2), `${hash}.${kind}`);
  }

  /**
   * A line of JSON (inputs, lengths of the arrays in bytes), padded to a multiple of 8 bytes; the arrays; checksum of
   * all that.
   */
  #write(path: string, { inputs }: CrawlKey, arrays: Readonly<Record<string, Uint32Array | Float64Array>>): void {
    const parts = Object.entries(arrays).map(([name, array]) => ({
      name,
      bytes: Buffer.from(array.buffer, array.byteOffset, array.byteLength),
    }));
    // what JSON lacks, such as a large integer, as the key has it
    const head = canonical({ inputs, arrays: parts.map(({ name, bytes }) => [name, bytes.length]) });
    const line = Buffer.from(
      head.padEnd(Math.ceil((Buffer.byteLength(head) + 1) / 8) * 8 - 1 - Buffer.byteLength(head) + head.length) + "\n",
    );
    const content = [line, ...parts.map(({ bytes }) => bytes)];
    writeWhole(path, [...content, new Uint8Array(Uint32Array.of(checksum(content)).buffer)]);
    if (!this.#swept) removeOld(this.#folder);
    this.#swept = true;
  }

  #read(path: string): { body: Record<string, ArrayBuffer> } | undefined {
    if (!existsSync(path)) return undefined;
    try {
      const bytes = readFileSync(path);
      let at = bytes.indexOf(10) + 1;
      const head = JSON.parse(bytes.toString("utf8", 0, at)) as { arrays: [string, number][] };
      const end = head.arrays.reduce((sum, [, length]) => sum + length, at);
      if (bytes.length !== end + 4 || checksum([bytes.subarray(0, end)]) !== bytes.readUInt32LE(end)) return undefined;
      const body: Record<string, ArrayBuffer> = {};
      for (const [name, length] of head.arrays) {
        const part = bytes.subarray(at, at + length);
        body[name] = part.buffer.slice(part.byteOffset, part.byteOffset + length) as ArrayBuffer;
        at += length;
      }
      return { body };
    } catch {
      return undefined;
    }
  }
}

/**
 * Writes a file of the cache, whole or not at all: see `putWhole`.
 *
 * @throws "failed" naming the path, with the code of the operating system
 */
export function writeWhole(path: string, parts: readonly Uint8Array[]): void {
  try {
    putWhole(path, parts);
  } catch (error) {
    throw notKept(
      error,
      path,
      parts.reduce((sum, part) => sum + part.length, 0),
    );
  }
}

/** Finds out whether a folder of the cache can be written, before there is something that would be lost. @throws as `writeWhole` */
export function requireWritable(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw notKept(error, folder);
  }
}

function notKept(error: unknown, path: string, bytes?: number): CrawlbenchError {
  const without = either("crawl without one: cache: false", "crawl without a cache: --no-cache");
  if (!hasNoRoom(error))
    return notWritten(error, path, say`Set CRAWLBENCH_CACHE to a folder that can be written, or ${without}`);
  const { code: system } = error as NodeJS.ErrnoException;
  const full = problem.diskFull({ system, cause: error });
  const size = bytes === undefined ? "" : ` (${(bytes / 1e6).toFixed(1)} MB)`;
  return full`no room for ${path}${size}; nothing was written. Free some space, or set CRAWLBENCH_CACHE to a folder with room, or ${without}`;
}

/** What a store calls its folders, and what it writes in them before it is whole. */
const OUR_FOLDER = /^[0-9a-f]{2}$/;
const OUR_PART = /^[0-9a-f]{64}\.(?:crawl|checkpoint)\..+\.part$/;

/**
 * Removes what killed processes left behind, by its age: machines may share a cache, and know nothing of each other's
 * processes. Whatever cannot be removed stays, and whatever a store has not written: the folder may hold all else.
 */
function removeOld(folder: string): void {
  try {
    for (const within of readdirSync(folder).filter((name) => OUR_FOLDER.test(name)))
      for (const name of readdirSync(join(folder, within)).filter((name) => OUR_PART.test(name))) {
        const path = join(folder, within, name);
        if (Date.now() - statSync(path).mtimeMs > ABANDONED) rmSync(path);
      }
  } catch {
    // another process was faster, or may do what this one may not
  }
}

/** FNV-1a over the 32-bit words of parts that are multiples of 4 bytes; it differs whenever one word does. */
function checksum(parts: readonly Uint8Array[]): number {
  let hash = FNV_START;
  for (const part of parts) {
    const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
    for (let i = 0; i < part.length; i += 4) hash = fnvNext(hash, view.getUint32(i, true));
  }
  return hash >>> 0;
}
