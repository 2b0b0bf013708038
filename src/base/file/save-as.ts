import { extname } from "node:path";
import { got, problem } from "../error.js";
import { writeResult } from "./write-result.js";

type Content = Uint8Array | string;

/** What a thing can be written as, by suffix in small letters: ".csv". */
export type Forms<A extends readonly unknown[]> = Readonly<Record<string, (...args: A) => Content | Promise<Content>>>;

/**
 * Writes a thing in the form that the suffix names, whole or not at all; folders are made as needed.
 *
 * @param args what the forms take
 * @throws "option" for any other suffix, naming those known; "failed" naming the path when it cannot be written
 */
export async function saveAs<A extends readonly unknown[]>(path: string, forms: Forms<A>, ...args: A): Promise<void> {
  const form = forms[extname(String(path)).toLowerCase()];
  if (!form) throw problem.option`save: expected a path ending in ${Object.keys(forms).join(", ")}, ${got(path)}`;
  writeResult(path, await form(...args));
}
