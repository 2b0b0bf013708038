/** One request and what came back: what a WARC record pair holds. */
export interface Exchange {
  /** Absolute URL that was asked for, without fragment. */
  readonly url: string;
  /** When it was asked for, milliseconds since 1970. */
  readonly time: number;
  /** Address of the server, as text, where known. */
  readonly ip?: string;
  /** Request line and headers as sent, lines ended by CR LF, the empty line included; "" where not known. */
  readonly request: string;
  readonly status: number;
  /**
   * Status line and headers as received, one header a line, lines ended by CR LF, the empty line included; each char is
   * one byte (latin-1).
   */
  readonly head: string;
  /** As received, less the transfer coding: a content coding (gzip) stands. */
  readonly body: Uint8Array;
  /** Why the body is not whole, in the words of WARC-Truncated. */
  readonly truncated?: "length" | "time" | "disconnect" | "unspecified";
  /** From asking to the last byte, where known. */
  readonly milliseconds?: number;
}
