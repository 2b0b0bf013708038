import { extname } from "node:path";
import { got, problem } from "../base/error.js";

export { writeResult } from "../base/file/write-result.js";

/** One JSON object on stdout. */
export const printJson = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);

/**
 * A text in which control characters are escaped, as in JSON: a page or a file may hold some in its names, and a
 * terminal would obey them.
 */
const harmless = (text: string): string =>
  text.replace(/(?![\n\t])\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

export const print = (text: string): void => void process.stdout.write(`${harmless(text)}\n`);

/** A line for the person at the terminal, on stderr, where there is something to say. */
export function tell(text: string | undefined): void {
  if (text !== undefined) process.stderr.write(`${harmless(text)}\n`);
}

/**
 * Refuses a file to be written before anything is counted for it.
 *
 * @throws "choice" for a suffix that is none of those known
 */
export function checkSuffix(flag: string, path: string | undefined, suffixes: readonly string[]): void {
  if (path !== undefined && !suffixes.includes(extname(path).toLowerCase()))
    throw problem.choice`${flag} takes a file that ends in ${suffixes.join(", ")}; ${got(path)}`;
}

/** Refuses standard output for a file that is none for readers of text. @throws "choice" for "-" */
export function checkNamed(flag: string, path: string | undefined, example: string): void {
  if (path === "-")
    throw problem.choice`${flag} takes the name of a file, not - for standard output: ${flag} ${example}`;
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
