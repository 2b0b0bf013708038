import { statSync } from "node:fs";
import { type CrawlbenchError, either, fact, problem } from "../base/error.js";

/**
 * Tells whether the folder of a crawl is still the one that it was: whoever renames or deletes it leaves none, or
 * another, at its path.
 *
 * @returns the error that says so; undefined while it stands there
 */
export function watchFolder(folder: string): () => CrawlbenchError | undefined {
  const before = markOf(folder);
  return () => {
    if (markOf(folder) === before) return undefined;
    const found = either("open it there, by `out`", "give its new place as --out");
    return problem.failed`${fact("path", folder)} was renamed, moved or deleted while the crawl ran, so the crawl stopped. What was committed is safe where the folder is now: move it back and run the same command to resume, or ${found}. If it was deleted, the same command begins anew`;
  };
}

function markOf(folder: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino} ${found.birthtimeMs}`;
}
