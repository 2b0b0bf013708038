import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { got, problem } from "../../base/error.js";
import type { DatasetCard } from "./card.js";
import { textDigest } from "./source.js";

/** Where a dataset lies that comes with this package. */
export const packagedFolder = (id: string): string =>
  fileURLToPath(new URL(`../../../datasets/${id}`, import.meta.url));

/** @throws "differs" for a dataset of this package whose files are not those of its card */
export function checkPackaged({ id, packaged }: DatasetCard): void {
  if (packaged === undefined) return;
  const folder = packagedFolder(id);
  const found = existsSync(folder) ? folderDigest(folder) : "no such folder";
  if (found === packaged.sha256) return;
  throw problem.differs`${id}: ${folder} is not what its card says: expected files with sha256 ${packaged.sha256}, ${got(found)}. Nothing was used.\n  Install crawlbench again`;
}

/**
 * SHA-256 (hex) of the files of a folder: of a list of digests and paths, by the bytes of the paths. The same by
 * `find . -type f -printf '%P\\n' | LC_ALL=C sort | xargs sha256sum | sha256sum`.
 */
export function folderDigest(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const lines = files.map((file) => {
    const path = file.slice(folder.length + 1).replaceAll("\\", "/");
    return { path, line: `${createHash("sha256").update(readFileSync(file)).digest("hex")}  ${path}\n` };
  });
  return textDigest(
    lines
      .sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)))
      .map(({ line }) => line)
      .join(""),
  );
}
