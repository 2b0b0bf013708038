import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isProblem } from "../../base/error.js";
import { MANIFEST, readManifest } from "../manifest.js";
import { isCrawl } from "./shard.js";

/** Where the merge of a folder of shards is put, within it. */
export const WHOLE = "whole";

/**
 * Shards that lie in a folder, by name: its subfolders that hold a snapshot of their own, merges left out. One whose
 * manifest is damaged, or of another version, counts where there are others.
 *
 * @returns none for what is no folder, or is a snapshot itself
 */
export function shardsIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory() || existsSync(join(folder, MANIFEST))) return [];
  const found = readdirSync(folder)
    .filter((name) => name !== WHOLE && existsSync(join(folder, name, MANIFEST)))
    .sort()
    .map((name) => ({ path: join(folder, name), kind: kindOf(join(folder, name)) }))
    .filter(({ kind }) => kind !== "other");
  return found.some(({ kind }) => kind === "shard") ? found.map(({ path }) => path) : [];
}

function kindOf(folder: string): "shard" | "damaged" | "other" {
  try {
    const manifest = readManifest(folder);
    return manifest && isCrawl(manifest) ? "shard" : "other";
  } catch (error) {
    return isProblem(error, "not-a-snapshot") && !("version" in error.facts) ? "other" : "damaged";
  }
}
