import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { threadId } from "node:worker_threads";
import { makeFolder } from "./make-folder.js";

/** A file that could not be stored, or one that is damaged. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** Bytes that are given to the operating system at once. */
const PIECE = 1 << 26;

/**
 * Puts a file in place that is whole or not there: beside its place, flushed to disk, then moved. Folders are made as needed.
 *
 * @throws the error of the operating system; what stood there before stays
 */
export function putWhole(path: string, parts: readonly Uint8Array[]): void {
  const beside = `${path}.${process.pid}.${threadId}.part`;
  try {
    makeFolder(dirname(path));
    const file = openSync(beside, "w");
    try {
      for (const part of parts) {
        for (let at = 0; at < part.length; ) at += writeSync(file, part, at, Math.min(part.length - at, PIECE));
      }
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch (error) {
    if (existsSync(beside)) rmSync(beside);
    throw error;
  }
}

/** Names of open files of this process: to put a file in their place would cut them off. */
const OPEN_FILE = /^\/dev\/(?:stdout|stderr|fd\/\d+)$/;

/**
 * Writes what the user asked to be written at `path`: whole or not at all; into a device or pipe as it comes. Folders are made as
 * needed, and a link leads to the file that is replaced.
 *
 * @throws StoreError naming the path when it cannot be written, with the code of the operating system; what stood there before stays
 */
export function writeResult(path: string, content: Uint8Array | string): void {
  const place = resolve(path);
  try {
    makeFolder(dirname(place));
    const status = statSync(place, { throwIfNoEntry: false });
    if (OPEN_FILE.test(place) || (status && !status.isFile())) writeFileSync(place, content);
    else putWhole(status ? realpathSync(place) : place, [Buffer.from(content)]);
  } catch (error) {
    const { code = "UNKNOWN", message } = error as NodeJS.ErrnoException;
    throw new StoreError(`cannot write ${path}: ${message}; nothing was written. Name another file`, code);
  }
}
