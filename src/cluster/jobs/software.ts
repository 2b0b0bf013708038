import { codeDigest } from "../../base/code-digest.js";
import { ENGINE, version } from "../../base/version.js";

/**
 * What two machines must have in common for their results to be the same to the byte. Not so the version of Node: jobs
 * compute with nothing whose last digit differs among them.
 */
export interface Software {
  readonly version: string;
  readonly engine: number;
  /** First 16 hex digits of the SHA-256 of the code that results depend on. */
  readonly code: string;
}

let own: Software | undefined;

/** The software of this process. */
export function software(): Software {
  const hands = import.meta.url.replace(/software(\.[jt]s)$/, "hands$1"); // all that does jobs is reached from there
  own ??= { version, engine: ENGINE, code: codeDigest(hands).slice(0, 16) };
  return own;
}

const named = ({ version: number, engine, code }: Partial<Software>): string =>
  `crawlbench ${number} (engine ${engine}, code ${code})`;

/** Why a worker with other software cannot help, or one that says nothing of it; undefined where it has the same. */
export function difference(client: Partial<Software> = {}, worker: Partial<Software> = {}): string | undefined {
  const same = (["version", "engine", "code"] as const).every((part) => client[part] === worker[part]);
  if (same) return undefined;
  return `the sweep needs ${named(client)}, the worker has ${named(worker)}: results would not be the same to the byte. Install the same crawlbench on both machines, or check out and build the same commit`;
}
