import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname, resolve } from "node:path";
import { StoreError, writeWhole } from "../run/crawl-store.js";
import { ChoiceError } from "./choices.js";

/** One JSON object on stdout. */
export const printJson = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** A line for the person at the terminal, on stderr, where there is something to say. */
export function tell(text: string | undefined): void {
  if (text !== undefined) process.stderr.write(`${text}\n`);
}

/**
 * Writes what the user asked to be written at `path`: whole or not at all; into a device or pipe as it comes.
 *
 * @throws StoreError when it cannot be written
 */
export function writeResult(path: string, bytes: Uint8Array): void {
  const place = resolve(path);
  try {
    makeFolder(dirname(place));
    const status = statSync(place, { throwIfNoEntry: false });
    if (!status || status.isFile()) writeWhole(place, [bytes]);
    else writeFileSync(place, bytes);
  } catch (error) {
    const { code = "UNKNOWN", message } = error as NodeJS.ErrnoException;
    const reason = message.replace(/^cannot write .*?: |; nothing was written\b[\s\S]*$/g, "");
    throw new StoreError(`cannot write ${path}: ${reason}; nothing was written. Name another file`, code);
  }
}

/**
 * Refuses a file to be written before anything is counted for it.
 *
 * @throws ChoiceError for a suffix that is none of those known
 */
export function checkSuffix(flag: string, path: string | undefined, suffixes: readonly string[]): void {
  if (path !== undefined && !suffixes.includes(extname(path).toLowerCase()))
    throw new ChoiceError(`${flag} takes a file that ends in ${suffixes.join(", ")}; found "${path}"`);
}

/** Folder by folder: Node 20's recursive mkdirSync never returns for a folder of /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** Uint32 numbers, little-endian. */
export function littleEndian(values: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  values.forEach((value, index) => {
    view.setUint32(4 * index, value, true);
  });
  return bytes;
}
