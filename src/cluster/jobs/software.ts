import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ENGINE } from "../../run/crawl-key.js";
import { version } from "../../version.js";

/** What two machines must have in common for their results to be the same to the byte. Not so the version of Node: jobs compute with nothing whose last digit differs among them. */
export interface Software {
  readonly version: string;
  readonly engine: number;
  /** First 16 hex digits of the SHA-256 of the code that results depend on. */
  readonly code: string;
}

/** The code that results depend on: files, and folders with all that is in them. */
const PARTS = ["random", "graph", "frontier", "ordering", "crawl", "cache", "run", "cluster/jobs"];

let own: Software | undefined;

/** The software of this process. */
export function software(): Software {
  own ??= { version, engine: ENGINE, code: codeDigest() };
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

function codeDigest(): string {
  const folder = fileURLToPath(new URL("../../", import.meta.url));
  const suffix = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
  const files = PARTS.flatMap((part) => {
    const path = `${folder}${part}`;
    if (!existsSync(path) || !statSync(path).isDirectory()) return [`${part}${suffix}`];
    const names = readdirSync(path, { recursive: true, encoding: "utf8" });
    return names.filter((name) => name.endsWith(suffix)).map((name) => `${part}/${name.replaceAll("\\", "/")}`);
  });
  const hash = createHash("sha256");
  for (const file of files.sort()) {
    const text = readFileSync(`${folder}${file}`);
    hash.update(`${file}\n${text.length}\n`).update(text);
  }
  return hash.digest("hex").slice(0, 16);
}
