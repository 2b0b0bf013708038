export type SnapshotErrorCode = "disk-full" | "failed" | "corrupt" | "locked" | "not-a-snapshot";

/** A stored web that cannot be written or read. */
export class SnapshotError extends Error {
  override readonly name = "SnapshotError";

  constructor(
    message: string,
    /**
     * "disk-full": no room; what was committed is safe. "failed": the disk or the system refuses. "corrupt": a file holds other bytes
     * than were written. "locked": another process has the folder open. "not-a-snapshot": the folder is none.
     */
    readonly code: SnapshotErrorCode,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What a failing disk means to the user. */
export function storageError(error: unknown, path: string, doing: "read" | "write" = "write"): SnapshotError {
  if (error instanceof SnapshotError) return error;
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (["ENOSPC", "EDQUOT", "EFBIG"].includes(code)) {
    const text = `no room to write ${path} (${code}): what was committed is safe; free some space and open the snapshot again`;
    return new SnapshotError(text, "disk-full", { cause: error });
  }
  const text = `cannot ${doing} ${path}: ${message}. What was committed is safe; open the snapshot again`;
  return new SnapshotError(text, "failed", { cause: error });
}

/** A file that holds other bytes than were written. */
export const corrupt = (path: string, what: string, next: string): SnapshotError =>
  new SnapshotError(`${path}: ${what}; ${next}`, "corrupt");
