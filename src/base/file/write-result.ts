import { realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { threadId } from "node:worker_threads";
import { type CrawlbenchError, fact, problem } from "../error.js";
import { hasNoRoom, makeFolder, replaceFileSync } from "./durable.js";

/**
 * Puts a file in place that is whole or not there; several processes and threads may do so at once. Folders are made as
 * needed.
 *
 * @throws the error of the operating system; what stood there before stays
 */
export function putWhole(path: string, parts: readonly Uint8Array[]): void {
  makeFolder(dirname(path));
  replaceFileSync(path, parts, `${path}.${process.pid}.${threadId}.part`);
}

/** Names of open files of this process: to put a file in their place would cut them off. */
const OPEN_FILE = /^\/dev\/(?:stdout|stderr|fd\/\d+)$/;

/**
 * Writes what the user asked to be written at `path`: whole or not at all; into a device or pipe as it comes. Folders
 * are made as needed, and a link leads to the file that is replaced.
 *
 * @throws "failed" naming the path when it cannot be written, with the code of the operating system; what stood there
 *   before stays
 */
export function writeResult(path: string, content: Uint8Array | string): void {
  const place = resolve(path);
  try {
    makeFolder(dirname(place));
    const status = statSync(place, { throwIfNoEntry: false });
    if (OPEN_FILE.test(place) || (status && !status.isFile())) writeFileSync(place, content);
    else putWhole(status ? realpathSync(place) : place, [Buffer.from(content)]);
  } catch (error) {
    throw notWritten(error, path, "Name another file");
  }
}

/** What a disk that refuses a file means to the user, and what to do about it. */
export function notWritten(error: unknown, path: string, next: string): CrawlbenchError {
  const failure = hasNoRoom(error) ? problem.diskFull : problem.failed;
  const { code: system } = error as NodeJS.ErrnoException;
  return failure({ system })`cannot write ${fact("path", path)}: ${error}; nothing was written. ${next}`;
}
