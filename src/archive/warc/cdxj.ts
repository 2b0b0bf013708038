/** One line of an index of archives: where the capture of a URL stands. */
export interface CdxEntry {
  /** The URL as SURT, by which lines are sorted first. */
  readonly key: string;
  /** When it was captured, milliseconds since 1970; lines have it to the second. */
  readonly time: number;
  readonly url: string;
  /** Media type; "warc/revisit" for revisits, "" where not known. */
  readonly mime: string;
  /** HTTP status; undefined where not known. */
  readonly status?: number;
  /** Of the payload, base 32 of SHA-1 as a rule, with or without "sha1:" before; "" where not known. */
  readonly digest: string;
  readonly offset: number;
  /** Bytes of the record in the file; undefined where not known. */
  readonly length?: number;
  readonly filename: string;
}

/**
 * A line of CDXJ as pywb and warcio write it: SURT, 14 digits of time, JSON with texts for values. Sorted lines are
 * sorted entries.
 */
export function cdxjLine({ key, time, url, mime, status, digest, offset, length, filename }: CdxEntry): string {
  const fields = {
    url,
    ...(mime !== "" && { mime }),
    ...(status !== undefined && { status: String(status) }),
    ...(digest !== "" && { digest: digest.replace(/^sha1:/, "") }),
    ...(length !== undefined && { length: String(length) }),
    offset: String(offset),
    filename,
  };
  return `${key.replace(/[ \r\n]/g, (found) => encodeURIComponent(found))} ${timestamp(time)} ${JSON.stringify(fields)}`;
}

/** 14 digits: "20140126200624". */
const timestamp = (time: number): string => new Date(time).toISOString().replace(/\D/g, "").slice(0, 14);
