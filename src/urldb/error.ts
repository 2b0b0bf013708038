/**
 * Why a URL database refused.
 *
 * bad-url: a URL that cannot be kept. settings: settings that are wrong, or differ from those it was made with. disk-full: nothing
 * of the batch was kept, everything before it was. corrupt: stored bytes are not what was written. locked: another process has it
 * open. closed: it was closed. failed: the disk failed, what was acknowledged is safe, open it anew. unavailable: what the engine
 * needs is not installed.
 */
export type UrlDatabaseErrorCode =
  | "bad-url"
  | "settings"
  | "disk-full"
  | "corrupt"
  | "locked"
  | "closed"
  | "failed"
  | "unavailable";

export class UrlDatabaseError extends Error {
  override readonly name = "UrlDatabaseError";
  constructor(
    message: string,
    readonly code: UrlDatabaseErrorCode,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
