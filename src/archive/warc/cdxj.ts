import { got, problem } from "../../base/error.js";
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
export const timestamp = (time: number): string => new Date(time).toISOString().replace(/\D/g, "").slice(0, 14);

/** Order of lines in an index: that of their bytes in UTF-8, which is that of `LC_ALL=C sort`. */
export const compareCdxLines = (a: string, b: string): number =>
  a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Letters of the older CDX (Internet Archive, CDX file format), as far as they are read here. */
const LETTERS = {
  N: "key",
  A: "key",
  b: "time",
  a: "url",
  m: "mime",
  s: "status",
  k: "digest",
  S: "length",
  V: "offset",
  g: "filename",
} as const;

/** 9, 10 and 11 fields, the forms that are met without a legend. */
const LEGENDS: Readonly<Record<number, string>> = {
  9: "N b a m s k r V g",
  10: "N b a m s k r M V g",
  11: "N b a m s k r M S V g",
};

/**
 * Reads lines of CDXJ, or of CDX with 9 to 11 fields, with or without the legend " CDX N b a ..." as first line.
 *
 * @throws "option" for a line that is neither, with its number
 */
export function* parseCdx(lines: Iterable<string>): Generator<CdxEntry> {
  let legend: string[] | undefined;
  let number = 0;
  for (const line of lines) {
    number++;
    if (line.trim() === "" || line.startsWith("!")) continue;
    if (line.startsWith(" CDX ")) {
      legend = line.trim().split(/\s+/).slice(1);
      continue;
    }
    const entry = /^\S+ \d{1,17} \{/.test(line) ? fromJson(line) : fromFields(line, legend);
    if (!entry)
      throw problem.option`line ${number}: expected CDXJ, or CDX with 9 to 11 fields; ${got(line.slice(0, 60))}`;
    yield entry;
  }
}

function fromJson(line: string): CdxEntry | undefined {
  const brace = line.indexOf("{");
  const [key, time] = line.slice(0, brace).split(" ");
  try {
    return entryOf({ ...JSON.parse(line.slice(brace)), key, time });
  } catch {
    return undefined;
  }
}

function fromFields(line: string, legend: readonly string[] | undefined): CdxEntry | undefined {
  const values = line.trim().split(" ");
  const letters = legend ?? LEGENDS[values.length]?.split(" ");
  if (!letters || letters.length !== values.length) return undefined;
  const fields: Record<string, string> = {};
  for (const [index, letter] of letters.entries()) {
    const name = LETTERS[letter as keyof typeof LETTERS];
    if (name !== undefined && values[index] !== "-") fields[name] ??= values[index];
  }
  return entryOf(fields);
}

function entryOf(fields: Readonly<Record<string, unknown>>): CdxEntry | undefined {
  const text = (name: string) => (fields[name] === undefined ? "" : String(fields[name]));
  const number = (name: string) => (/^\d+$/.test(text(name)) ? Number(text(name)) : undefined);
  const digits = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(text("time").padEnd(14, "0"));
  const offset = number("offset");
  if (!digits || offset === undefined || text("filename") === "") return undefined;
  const [year, month, day, hour, minute, second] = digits.slice(1).map(Number);
  const [status, length] = [number("status"), number("length")];
  return {
    key: text("key"),
    url: text("url"),
    mime: text("mime"),
    digest: text("digest"),
    filename: text("filename"),
    time: Date.UTC(year, month - 1, day, hour, minute, second),
    offset,
    ...(status !== undefined && { status }),
    ...(length !== undefined && { length }),
  };
}
