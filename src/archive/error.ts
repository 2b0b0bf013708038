import { type CrawlbenchError, either, fact, isProblem, problem } from "../base/error.js";
import { hasNoRoom } from "../base/file/durable.js";

/** What a failing disk means to the user. */
export function storageError(error: unknown, path: string, doing: "read" | "write" = "write"): CrawlbenchError {
  if (isProblem(error)) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const again = either("open the snapshot again", "run the same command to resume, or name another --out");
  const at = fact("path", path);
  return hasNoRoom(error)
    ? problem.diskFull({
        cause: error,
      })`no room to write ${at} (${code}): what was committed is safe; free some space and ${again}`
    : problem.failed({
        cause: error,
        system: code,
      })`cannot ${doing} ${at}: ${message}. What was committed is safe; ${again}`;
}

/** A file that holds other bytes than were written. */
export const corrupt = (path: string, what: string, next: string): CrawlbenchError =>
  problem.damaged`${fact("path", path)}: ${what}; ${next}`;
