/** A trace that cannot be read, written or cut as asked. */
export class TraceError extends Error {
  override readonly name = "TraceError";

  constructor(
    message: string,
    /**
     * "empty": it holds no request. "not-a-trace": it is in another format than expected. "cut": it ends in the middle
     * of something.
     * "damaged": it holds other bytes than were written, or what cannot be. "too-many-urls": more different URLs than
     * were allowed, or than memory has room for. "missing": it lacks what the question needs. "failed": the disk or the
     * system refuses.
     */
    readonly code: "empty" | "not-a-trace" | "cut" | "damaged" | "too-many-urls" | "missing" | "failed",
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What a failing disk means to the user. */
export function fileError(error: unknown, path: string, doing: "open" | "read" | "write"): TraceError {
  if (error instanceof TraceError) return error;
  const { code = "", message } = error as NodeJS.ErrnoException;
  const why =
    code === "ENOENT" ? "there is no such file" : ["ENOSPC", "EDQUOT", "EFBIG"].includes(code) ? "no room" : message;
  const next =
    code === "ENOENT"
      ? "Check the path; - is standard input"
      : doing === "write"
        ? "What was written before is whole: free some space and go on with the same file"
        : "Check that it may be read";
  return new TraceError(`cannot ${doing} ${path}: ${why}. ${next}`, "failed", { cause: error });
}
