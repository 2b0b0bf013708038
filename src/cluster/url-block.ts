import { got, problem } from "../base/error.js";
import type { SentUrl } from "../fetch/neighbours.js";

/**
 * The form of a block, little-endian, all numbers but the first two varints of 7 bits a byte:
 *
 *     version, flags: 1 byte each
 *     URLs, runs, bytes of the pages' text, bytes of the URLs' text
 *     per run: URLs in it * 4 + which page, depth, hops
 *     the pages' text; the URLs' text: lines, with a newline between them
 *
 * A run is URLs in a row that share page, depth and hops, as the links of one page do.
 */
const VERSION = 1;

/** Flags: the text is ASCII, which decodes faster. */
const PAGES_ASCII = 1;
const URLS_ASCII = 2;

/** Which page a run is of. */
const NO_PAGE = 0;
const NEXT_PAGE = 1;
const SAME_PAGE = 2;

/** Longest varint of a number below 2^53 that stands here, in bytes. */
const LONGEST_VARINT = 6;

/**
 * Packs URLs as the body of one message.
 *
 * @param urls none with a newline; links of one page in a row: the page is then kept once
 * @throws "option" for a depth or hops out of range, naming the URL
 *
 * About 0.1 us per URL in blocks of 1,000.
 */
export function packUrls(urls: readonly SentUrl[]): Uint8Array {
  const { runs, pages } = runsOf(urls);
  const pageText = pages.join("\n");
  const urlText = urls.map(({ url }) => url).join("\n");
  const pageBytes = Buffer.byteLength(pageText);
  const urlBytes = Buffer.byteLength(urlText);
  const body = Buffer.allocUnsafe(2 + LONGEST_VARINT * (4 + runs.length) + pageBytes + urlBytes);
  body[0] = VERSION;
  body[1] = (pageBytes === pageText.length ? PAGES_ASCII : 0) | (urlBytes === urlText.length ? URLS_ASCII : 0);
  let at = 2;
  for (const head of [urls.length, runs.length / 3, pageBytes, urlBytes]) at = writeVarint(body, at, head);
  for (const number of runs) at = writeVarint(body, at, number);
  at += body.write(pageText, at);
  at += body.write(urlText, at);
  return body.subarray(0, at);
}

/**
 * Unpacks what `packUrls` packed. A URL may share memory with its block: whoever keeps few of many copies them.
 *
 * @throws "damaged", "version" that say what was expected and found, when the body is damaged or of a newer version
 */
export function unpackUrls(body: Uint8Array): SentUrl[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.length < 2) throw damaged(`a head of 2 bytes, found ${bytes.length}`);
  if (bytes[0] !== VERSION) {
    throw problem.version`a block of URLs: expected version ${VERSION}, ${got(bytes[0])}: processes of one crawl run the same version of crawlbench`;
  }
  const reader = new Reader(bytes);
  const [size, runs, pageBytes, urlBytes] = [reader.next(), reader.next(), reader.next(), reader.next()];
  const numbers = Array.from({ length: Math.min(3 * runs, bytes.length) }, () => reader.next());
  const found = bytes.length - reader.at;
  if (found !== pageBytes + urlBytes) throw damaged(`${pageBytes} + ${urlBytes} bytes of text, found ${found}`);
  const middle = reader.at + pageBytes;
  const pageText = decode(bytes.subarray(reader.at, middle), (bytes[1] & PAGES_ASCII) !== 0);
  const urlText = decode(bytes.subarray(middle), (bytes[1] & URLS_ASCII) !== 0);
  return listed(numbers, pageText.split("\n"), size === 0 ? [] : urlText.split("\n"), size);
}

/** Three numbers per run, and the pages that runs begin. */
function runsOf(urls: readonly SentUrl[]): { readonly runs: number[]; readonly pages: string[] } {
  const runs: number[] = [];
  const pages: string[] = [];
  let start = 0;
  for (let i = 1; i <= urls.length; i++) {
    const { depth, hops, via, url } = urls[start];
    if (i < urls.length && urls[i].via === via && urls[i].depth === depth && urls[i].hops === hops) continue;
    if (depth >>> 0 !== depth || (hops & 255) !== hops) {
      throw problem.option`${url}: depth is 0 .. 2^32 - 1 and hops 0 .. 255; found depth ${depth}, hops ${hops}`;
    }
    const same = start > 0 && urls[start - 1].via === via;
    if (via !== undefined && !same) pages.push(via);
    runs.push((i - start) * 4 + (via === undefined ? NO_PAGE : same ? SAME_PAGE : NEXT_PAGE), depth, hops);
    start = i;
  }
  return { runs, pages };
}

function listed(numbers: readonly number[], pages: readonly string[], lines: readonly string[], size: number) {
  if (lines.length !== size) throw damaged(`${size} URLs, found ${lines.length}`);
  const urls: SentUrl[] = [];
  let page = -1;
  for (let run = 0; run < numbers.length; run += 3) {
    const [head, depth, hops] = [numbers[run], numbers[run + 1], numbers[run + 2]];
    const which = head % 4;
    if (which === NEXT_PAGE) page++;
    const via = which === NO_PAGE ? undefined : pages[page];
    const end = urls.length + Math.floor(head / 4);
    if (end > size || which > SAME_PAGE || hops > 255 || (which !== NO_PAGE && via === undefined)) {
      throw damaged(`runs over ${size} URLs of ${pages.length} pages, found others`);
    }
    for (let i = urls.length; i < end; i++) urls.push({ url: lines[i], depth, hops, via });
  }
  if (urls.length !== size) throw damaged(`runs over ${size} URLs, found ${urls.length}`);
  return urls;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(bytes: Buffer, ascii: boolean): string {
  if (ascii) return bytes.toString("latin1");
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw damaged("text in UTF-8, found other bytes", cause);
  }
}

const damaged = (expected: string, cause?: unknown) =>
  problem.damaged({ cause })`a block of URLs is damaged: expected ${expected}`;

function writeVarint(bytes: Uint8Array, place: number, number: number): number {
  let at = place;
  let rest = number;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes[at++] = (rest % 128) | 128;
  bytes[at++] = rest;
  return at;
}

class Reader {
  at = 2;

  constructor(readonly bytes: Uint8Array) {}

  next(): number {
    let number = 0;
    for (let factor = 1, length = 0; ; factor *= 128) {
      if (this.at >= this.bytes.length || ++length > LONGEST_VARINT) {
        throw damaged(`a number at byte ${this.at}, found ${length > LONGEST_VARINT ? "one too long" : "the end"}`);
      }
      const byte = this.bytes[this.at++];
      number += (byte & 127) * factor;
      if (byte < 128) return number;
    }
  }
}
