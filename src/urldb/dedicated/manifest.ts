import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { problem } from "../../base/error.js";
import type { Settings } from "../settings.js";
import { corrupt, replaceFile } from "./files.js";
import type { StoredRun } from "./run-set.js";

/** What stands on disk besides the log, and up to where in the log it goes. */
export interface Manifest {
  readonly format: 1;
  readonly settings: StoredSettings;
  /** Bytes of the log that are accounted for. */
  readonly log: number;
  readonly urls: number;
  readonly waiting: number;
  readonly checking: number;
  /** Number of the next file. */
  readonly next: number;
  readonly index: readonly StoredRun[];
  readonly queue: readonly StoredRun[];
  readonly checks: readonly StoredRun[];
  readonly states: { readonly file: string; readonly length: number; readonly sum: number } | undefined;
  /** Entries of the file of positions, and their CRC-32. */
  readonly positions: { readonly size: number; readonly sum: number };
  /** Bytes of the file of origins, and their CRC-32; undefined beside a log in the former format. */
  readonly origins?: { readonly size: number; readonly sum: number };
}

/** The settings that the files depend on. */
export interface StoredSettings {
  readonly order: Settings["order"];
  readonly domain: Settings["domain"];
  /** The hash of a fixed text: tells one hash function from another. */
  readonly probe: string;
}

export function storedSettings({ order, domain, hash }: Settings): StoredSettings {
  const bytes = Buffer.from("http://crawlbench.example/probe");
  const out = new Uint32Array(4);
  hash(bytes, 0, bytes.length, out);
  return { order, domain, probe: `${out[0].toString(16)} ${out[1].toString(16)}` };
}

/** The manifest at `path`; undefined when there is none. @throws "damaged" */
export function readManifest<M extends object = Manifest>(path: string): M | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const lines = text.split("\n");
  if (lines.length < 2 || crc32(lines[0]) !== Number(lines[1])) {
    throw corrupt(
      path,
      "it differs from what was written",
      "delete it and open again: everything is rebuilt from the log",
    );
  }
  return JSON.parse(lines[0]) as M;
}

/** @throws "disk-full"; the manifest before stays */
export function writeManifest<M extends object = Manifest>(path: string, manifest: M): void {
  const text = JSON.stringify(manifest);
  replaceFile(path, `${text}\n${crc32(text)}\n`);
}

/** @throws "settings" when the database was made with others */
export function checkSettings(path: string, stored: StoredSettings, settings: Settings): void {
  const found = storedSettings(settings);
  for (const setting of ["order", "domain", "probe"] as const) {
    const [was, is] = [JSON.stringify(stored[setting]), JSON.stringify(found[setting])];
    if (was === is) continue;
    throw problem.settings`${
      setting === "probe"
        ? `${path} was made with another hash function: give that one, or make another database`
        : `${path} was made with ${setting} ${was}, not ${is}: open it with that, or add its URLs to a new database`
    }`;
  }
}
