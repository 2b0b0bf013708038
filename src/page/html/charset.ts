import { isAscii } from "node:buffer";
import { loadPackage } from "../../base/load-package.js";
import { lateCharset } from "./late-charset.js";

/** Text of an HTML page, and how its encoding was found. */
export interface DecodedHtml {
  /** Without byte order mark; bytes that the encoding does not know are U+FFFD. */
  readonly text: string;
  /** Name of the Encoding Standard, lower case: "utf-8", "windows-1252", "shift_jis". */
  readonly charset: string;
  readonly how: "bom" | "header" | "meta" | "detected" | "default";
}

/** Bytes of a page that are searched for a meta element, by the HTML Standard. */
const PRESCAN = 1024;
/** Bytes that are looked at to guess an encoding. */
const SAMPLE = 8192;
/** Of 100; below it a guess is worth less than the default. */
const CONFIDENCE = 20;
const DEFAULT = "windows-1252";
/** Stands for "no meta element names an encoding": one that the prescan never returns. */
const NONE = "x-user-defined";
/**
 * Encodings that could smuggle markup past filters: a page in one of them decodes to a single U+FFFD, by the Encoding
 * Standard.
 */
const replaced = /^(?:replacement|csiso2022kr|hz-gb-2312|iso-2022-(?:cn|cn-ext|kr))$/;

/**
 * Decodes an HTML page as browsers do: byte order mark, charset of the Content-Type header, meta element, in the first
 * 1,024 bytes (HTML Standard, section 13.2.3.2) or later, where they decode again (13.2.3.4). Pages that say nothing are UTF-8 where that is possible, else what
 * their letters look like (chardet), else windows-1252. Labels that are not known count as not said. Never throws.
 *
 * @param contentType value of the Content-Type header
 * @param cut the page was cut, maybe within a letter
 */
export function decodeHtml(body: Uint8Array, contentType: string | undefined, { cut = false } = {}): DecodedHtml {
  const mark = byteOrderMark(body);
  if (mark !== undefined) return decoded(body, mark, "bom");
  const said = charsetOf(contentType);
  const header = said === undefined ? undefined : nameOf(said);
  if (header !== undefined) return decoded(body, header, "header");
  const { getEncoding } = loadPackage<typeof import("encoding-sniffer")>("encoding-sniffer");
  const found = getEncoding(body.subarray(0, PRESCAN), { defaultEncoding: NONE }).toLowerCase();
  const meta = found === NONE ? undefined : nameOf(found);
  const named = meta ?? lateMeta(body);
  return named === undefined ? guessed(body, cut) : decoded(body, named, "meta");
}

/** A page whose bytes named an encoding says that they are read as such: none of two bytes a letter (13.2.3.4). */
function lateMeta(body: Uint8Array): string | undefined {
  if (body.length <= PRESCAN || body[0] === 0 || body[1] === 0) return undefined;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1");
  const label = lateCharset(text, isCharset);
  const name = label === undefined ? undefined : nameOf(label);
  if (name === "utf-16be" || name === "utf-16le") return "utf-8";
  return name === "x-user-defined" ? DEFAULT : name;
}

/** The charset parameter of a Content-Type header, as written: "text/html; charset=UTF-8" gives "UTF-8". */
export function charsetOf(contentType: string | undefined): string | undefined {
  const found = /;\s*charset\s*=\s*(?:"([^"]*)|'([^']*)|([^\s;,"']+))/i.exec(contentType ?? "");
  return found ? (found[1] ?? found[2] ?? found[3]) : undefined;
}

/** Bytes as text. @param charset as `decodeHtml` calls it */
export const textIn = (bytes: Uint8Array, charset: string): string => decoded(bytes, charset, "default").text;

/** Whether a name is one of the Encoding Standard's labels: "latin1", "x-sjis". */
export const isCharset = (label: string): boolean => nameOf(label) !== undefined;

function byteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return undefined;
}

function guessed(body: Uint8Array, cut: boolean): DecodedHtml {
  if (body[0] === 0x3c && body[1] === 0) return decoded(body, "utf-16le", "detected");
  if (body[0] === 0 && body[1] === 0x3c) return decoded(body, "utf-16be", "detected");
  let text: string;
  try {
    text = cut ? new TextDecoder("utf-8", { fatal: true }).decode(body, { stream: true }) : strictUtf8.decode(body);
  } catch {
    return guessedByLetters(body);
  }
  if (text.length !== body.length) return { text, charset: "utf-8", how: "detected" };
  if (text.includes("\x1b$")) return decoded(body, "iso-2022-jp", "detected");
  return { text, charset: DEFAULT, how: "default" };
}

function guessedByLetters(body: Uint8Array): DecodedHtml {
  const from = body.findIndex((byte) => byte >= 0x80);
  const { analyse } = loadPackage<typeof import("chardet")>("chardet");
  const guess = analyse(body.subarray(from, from + SAMPLE))[0];
  const name = guess && guess.confidence >= CONFIDENCE ? nameOf(guess.name) : undefined;
  if (name === undefined || name === "utf-8") return decoded(body, DEFAULT, "default");
  return decoded(body, name, "detected");
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });
const decoders = new Map<string, InstanceType<typeof TextDecoder>>();
const names = new Map<string, string | undefined>();

/** Name of an encoding by any of its labels; undefined for none. */
function nameOf(label: string): string | undefined {
  const key = label.trim().toLowerCase();
  if (names.has(key)) return names.get(key);
  const name = findName(key);
  if (names.size < 1000) names.set(key, name);
  return name;
}

function findName(label: string): string | undefined {
  if (replaced.test(label)) return "replacement";
  if (Object.hasOwn(highHalves, label)) return label;
  try {
    const decoder = new TextDecoder(label);
    decoders.set(decoder.encoding, decoder);
    return decoder.encoding;
  } catch {
    return undefined;
  }
}

function decoded(body: Uint8Array, charset: string, how: DecodedHtml["how"]): DecodedHtml {
  if (charset === "replacement") return { text: body.length === 0 ? "" : "\uFFFD", charset, how };
  if (Object.hasOwn(highHalves, charset)) return { text: singleByte(body, highHalves[charset]), charset, how };
  if (charset === "utf-8") return { text: utf8(body), charset, how };
  let decoder = decoders.get(charset);
  if (decoder === undefined) decoders.set(charset, (decoder = new TextDecoder(charset)));
  return { text: decoder.decode(body), charset, how };
}

/**
 * What Node's TextDecoder lacks, or (windows-1252, up to Node 23) takes for ISO-8859-1: letters that stand for bytes
 * from 0x80.
 */
const highHalves: Readonly<Record<string, string>> = {
  "windows-1252":
    "\u20AC\x81\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\x8D\u017D\x8F\x90\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\x9D\u017E\u0178",
  "iso-8859-16": `${characters(0x80, 0xa1)}\u0104\u0105\u0141\u20AC\u201E\u0160\xA7\u0161\xA9\u0218\xAB\u0179\xAD\u017A\u017B\xB0\xB1\u010C\u0142\u017D\u201D\xB6\xB7\u017E\u010D\u0219\xBB\u0152\u0153\u0178\u017C\xC0\xC1\xC2\u0102\xC4\u0106\xC6\xC7\xC8\xC9\xCA\xCB\xCC\xCD\xCE\xCF\u0110\u0143\xD2\xD3\xD4\u0150\xD6\u015A\u0170\xD9\xDA\xDB\xDC\u0118\u021A\xDF\xE0\xE1\xE2\u0103\xE4\u0107\xE6\xE7\xE8\xE9\xEA\xEB\xEC\xED\xEE\xEF\u0111\u0144\xF2\xF3\xF4\u0151\xF6\u015B\u0171\xF9\xFA\xFB\xFC\u0119\u021B\xFF`,
  "x-user-defined": characters(0xf780, 0xf800),
};

function characters(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, index) => String.fromCharCode(from + index)).join("");
}

/** As a TextDecoder has it, which takes twice as long. */
function utf8(body: Uint8Array): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (isAscii(bytes)) return bytes.toString("latin1");
  return bytes.toString("utf8", byteOrderMark(body) === "utf-8" ? 3 : 0);
}

/** @param high letters for bytes from 0x80; bytes behind its end are those of ISO-8859-1 */
function singleByte(body: Uint8Array, high: string): string {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1");
  return text.replace(/[\x80-\xff]/g, (letter) => high[letter.charCodeAt(0) - 0x80] ?? letter);
}
