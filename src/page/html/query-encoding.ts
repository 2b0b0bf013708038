import { textIn } from "./charset.js";

/** Encodings of letters of two bytes, as far as this knows them: those of the Encoding Standard but iso-2022-jp. */
const TWO_BYTES = new Set(["big5", "euc-jp", "euc-kr", "gb18030", "gbk", "shift_jis"]);
/** What forms and links are written in where a page is in one of these (Encoding Standard, section 4.3). */
const AS_UTF8 = new Set(["utf-8", "utf-16be", "utf-16le", "replacement", "iso-2022-jp"]);

/** Letters that stand twice in the index of big5, of which the last place counts. */
const LAST = "\u2550\u255E\u2561\u256A\u5341\u5345";

/** Bytes by letter, by encoding. */
const tables = new Map<string, ReadonlyMap<string, string>>();

/**
 * How letters that are no ASCII are written in the queries of links on a page: the URL Standard has queries, and they
 * alone, in the page's own encoding (section 4.4, query state). A letter that the encoding does not know is written as
 * the reference `&#1234;`, itself escaped. Pages in iso-2022-jp are taken for UTF-8, which browsers do not.
 *
 * @param charset as `decodeHtml` calls it
 * @returns undefined where queries are UTF-8, as a parser has them by itself
 */
export function queryEncoder(charset: string): ((query: string) => string) | undefined {
  if (AS_UTF8.has(charset)) return undefined;
  return (query) =>
    query.replace(/[^\0-\x7f]/gu, (letter) => {
      const escaped = tableOf(charset).get(letter);
      return escaped ?? `%26%23${letter.codePointAt(0)}%3B`;
    });
}

function tableOf(charset: string): ReadonlyMap<string, string> {
  let table = tables.get(charset);
  if (table === undefined) tables.set(charset, (table = made(charset)));
  return table;
}

/** All letters of one and of two bytes, read once. */
function made(charset: string): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  const add = (...bytes: number[]) => {
    const text = textIn(Uint8Array.from(bytes), charset);
    const [letter] = text;
    if (letter === undefined || letter.length !== text.length || letter === "\uFFFD" || letter < "\x80") return;
    if (!table.has(letter) || (charset === "big5" && LAST.includes(letter)))
      table.set(letter, bytes.map(written).join(""));
  };
  for (let byte = 0x80; byte <= 0xff; byte++) add(byte);
  if (!TWO_BYTES.has(charset)) return table;
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) if (isEncoded(charset, lead, trail)) add(lead, trail);
  return table;
}

/** A trail byte that is an ASCII character stands for itself, as the URL Standard has it. */
const written = (byte: number): string =>
  byte < 0x7f ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;

/** Some letters stand twice in an index; encoders leave one of them alone (Encoding Standard, sections 12.1, 13.3). */
function isEncoded(charset: string, lead: number, trail: number): boolean {
  if (charset === "big5") return lead >= 0xa1;
  if (charset !== "shift_jis") return true;
  const code = (lead << 8) | trail;
  return code < 0xed40 || code > 0xeefc;
}
