import { bareUrl, dateOf, type RecordHead, type RecordSyntax } from "./record-head.js";
import { RecordHeaders } from "./warc-record.js";

const LINE_LIMIT = 1 << 16;
const LF = 10;

/**
 * The line before each block of an ARC file: URL, address, date, type and length, with five more fields before the
 * length in version 2 (Burner and Kahle 1996). URLs may hold blanks, and types beside a semicolon; so the line is read
 * from its end.
 */
const LINE =
  /^(\S.*?) (\S+) (\d{8,17}) (\S+(?:(?:(?<=;) | (?=;))\S+)*)(?: (\d{3}|-) (\S+) (\S+) (\d+|-) (\S+))? (\d{1,15})[ \t]*\r?$/;

/** Records of ARC 1.0 and 1.1, told apart by the line that each begins with. The first describes the file. */
export const arcSyntax: RecordSyntax = {
  lookAhead: LINE_LIMIT,
  startsRecord(bytes, whole) {
    const end = bytes.subarray(0, LINE_LIMIT).indexOf(LF);
    if (end < 0 && !whole) return false;
    return isLine(bytes.toString("latin1", 0, end < 0 ? Math.min(bytes.length, LINE_LIMIT) : end));
  },
  async takeHead(feed) {
    let end = feed.view.indexOf(LF);
    while (end < 0 && feed.view.length < LINE_LIMIT && (await feed.more())) end = feed.view.indexOf(LF);
    if (end < 0 || end > LINE_LIMIT) return undefined;
    const head = arcHead(feed.view.toString("utf8", 0, end));
    if (head) feed.take(end + 1);
    return head;
  },
};

const isLine = (line: string): boolean => /^[a-z][a-z0-9+.-]{1,20}:/i.test(line) && LINE.test(line);

/** Reads the line of a record; undefined for a text that is none. */
export function arcHead(line: string): RecordHead | undefined {
  const match = isLine(line) ? LINE.exec(line) : null;
  if (!match) return undefined;
  const [, url, ip, date, type, , , , , , length] = match;
  const scheme = url.slice(0, url.indexOf(":")).toLowerCase();
  const http = scheme === "http" || scheme === "https";
  return {
    version: "ARC/1",
    type: scheme === "filedesc" ? "warcinfo" : http ? "response" : "resource",
    headers: new RecordHeaders(
      new Map([
        ["warc-ip-address", ip],
        ["content-type", http ? "application/http; msgtype=response" : type],
        ["content-length", length],
        ["arc-content-type", type],
        ["arc-date", date],
      ]),
    ),
    url: bareUrl(url),
    time: dateOf(date),
    length: Number(length),
  };
}
