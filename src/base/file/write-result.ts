import {
  createReadStream,
  createWriteStream,
  lstatSync,
  readlinkSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { threadId } from "node:worker_threads";
import { type CrawlbenchError, fact, type Part, problem, type Said } from "../error.js";
import { besideOf, removeLeftBeside } from "./beside.js";
import { hasNoRoom, makeFolder, replaceFileBy, replaceFileSync } from "./durable.js";
import { inPassingFolder } from "./passing-folder.js";

/**
 * Puts a file in place that is whole or not there; several processes and threads may do so at once. Folders are made as
 * needed.
 *
 * @throws the error of the operating system; what stood there before stays
 */
export function putWhole(path: string, parts: readonly Uint8Array[]): void {
  makeFolder(dirname(path));
  replaceFileSync(path, parts, asideOf(path));
}

const asideOf = (path: string) => `${besideOf(path)}${threadId}.part`;

/** Names of open files of this process: to put a file in their place would cut them off. */
const OPEN_FILE = /^\/dev\/(?:stdout|stderr|fd\/\d+)$/;

/**
 * Writes what the user asked to be written at `path`: whole or not at all; into a device or pipe as it comes. Folders
 * are made as needed, and a link leads to the file that is replaced.
 *
 * @param next what to do where it cannot be written
 * @throws "failed" naming the path when it cannot be written, with the code of the operating system; what stood there
 *   before stays
 */
export function writeResult(path: string, content: Uint8Array | string, next: Part | Said = "Name another file"): void {
  try {
    const { place, isWhole } = targetOf(path);
    if (isWhole) putWhole(place, [Buffer.from(content)]);
    else writeFileSync(place, content);
  } catch (error) {
    throw notWritten(error, path, next);
  }
}

/**
 * Writes a file as `writeResult` does, by a function that is given the path to write to. What it writes for a device or
 * pipe stands in a folder for passing files first. What processes that were killed had written for this path goes.
 *
 * @param inOrder the function opens its path once and writes from the beginning on, so a device or pipe gets it as it comes
 * @returns what `write` gave
 * @throws what `write` threw, or the error of the operating system; what stood there before stays
 */
export async function writeResultBy<T>(
  path: string,
  write: (to: string) => Promise<T> | T,
  { inOrder = false } = {},
): Promise<T> {
  const { place, isWhole } = targetOf(path);
  if (isWhole) {
    makeFolder(dirname(place));
    removeLeftBeside(place);
    return replaceFileBy(place, write, asideOf(place));
  }
  if (inOrder) return write(place);
  return inPassingFolder(async (folder) => {
    const passing = join(folder, "whole");
    const written = await write(passing);
    await pipeline(createReadStream(passing), createWriteStream(place));
    return written;
  });
}

/** Where a result goes, and whether it is put there whole; its folder is made. */
function targetOf(path: string): { readonly place: string; readonly isWhole: boolean } {
  const place = resolve(path);
  makeFolder(dirname(place));
  const status = statSync(place, { throwIfNoEntry: false });
  if (status?.isDirectory()) throw Object.assign(new Error("it is a folder"), { code: "EISDIR", syscall: "open" });
  if (OPEN_FILE.test(place) || (status && !status.isFile())) return { place, isWhole: false };
  return { place: status ? realpathSync(place) : endOf(place), isWhole: true };
}

/** Where a link leads at whose end there is nothing yet. */
function endOf(place: string): string {
  if (!lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) return place;
  return endOf(resolve(realpathSync(dirname(place)), readlinkSync(place)));
}

/** What a disk that refuses a file means to the user, and what to do about it. */
export function notWritten(error: unknown, path: string, next: Part | Said): CrawlbenchError {
  const failure = hasNoRoom(error) ? problem.diskFull : problem.failed;
  const { code: system } = error as NodeJS.ErrnoException;
  return failure({ system })`cannot write ${fact("path", path)}: ${error}; nothing was written. ${next}`;
}
