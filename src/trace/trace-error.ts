import { type CrawlbenchError, isProblem, problem } from "../base/error.js";
import { hasNoRoom } from "../base/file/durable.js";

/** What a failing disk means to the user. */
export function fileError(error: unknown, path: string, doing: "open" | "read" | "write"): CrawlbenchError {
  if (isProblem(error)) return error;
  const { code = "", message } = error as NodeJS.ErrnoException;
  const known: Readonly<Record<string, string>> = { ENOENT: "there is no such file", EISDIR: "it is a folder" };
  const why = known[code] ?? (hasNoRoom(error) ? "no room" : message);
  const next =
    code === "ENOENT"
      ? "Check the path; - is standard input"
      : code === "EISDIR"
        ? "Name a file"
        : doing === "write"
          ? "What was written before is whole: free some space and resume with the same file"
          : "Check that it may be read";
  return problem.failed({ cause: error })`cannot ${doing} ${path}: ${why}. ${next}`;
}
