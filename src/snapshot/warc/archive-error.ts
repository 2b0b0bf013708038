/** An archive that cannot be read, or a record that is not where it should be. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
  /** "not-archive", "unsupported", "damaged", "no-links", "copy-needed", "exists" or "moved". */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
