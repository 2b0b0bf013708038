import { decodeAttribute } from "./entities.js";
import { type ScanHandler, scan, TAGS } from "./scan.js";

const META = TAGS.code("meta");

/**
 * The label that a meta element names which a browser meets only while it parses (HTML Standard, sections 13.2.3.4 and
 * 13.2.6.4.4). Comments, scripts and their like hold none.
 *
 * @param text of the page, one letter a byte
 * @param isKnown labels that are not count as not said
 */
export function lateCharset(text: string, isKnown: (label: string) => boolean): string | undefined {
  if (!mayName(text)) return undefined;
  const metas = new Metas(isKnown);
  scan(text, metas);
  return metas.found;
}

/** Does a meta element hold "charset" before the next ">"? In one pass, however many are never closed. */
function mayName(text: string): boolean {
  const metas = /<meta[\s/]/gi;
  for (let found = metas.exec(text); found; found = metas.exec(text)) {
    const close = text.indexOf(">", found.index);
    const end = close < 0 ? text.length : close;
    if (/charset/i.test(text.slice(found.index, end))) return true;
    metas.lastIndex = end;
  }
  return false;
}

class Metas implements ScanHandler {
  found: string | undefined;
  readonly #isKnown: (label: string) => boolean;
  #text = "";
  #isMeta = false;
  readonly #values = new Map<string, string>();

  constructor(isKnown: (label: string) => boolean) {
    this.#isKnown = isKnown;
  }

  begin(text: string): void {
    this.#text = text;
  }

  open(tag: number, foreign: boolean): void {
    this.#isMeta = tag === META && !foreign && this.found === undefined;
    this.#values.clear();
  }

  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    if (!this.#isMeta) return;
    const name = this.#text.slice(nameStart, nameEnd).toLowerCase();
    if (!this.#values.has(name)) this.#values.set(name, decodeAttribute(this.#text.slice(valueStart, valueEnd)));
  }

  opened(): void {
    if (!this.#isMeta) return;
    const isType = this.#values.get("http-equiv")?.trim().toLowerCase() === "content-type";
    const label = this.#values.get("charset") ?? (isType ? labelIn(this.#values.get("content") ?? "") : undefined);
    if (label !== undefined && this.#isKnown(label)) this.found = label;
  }

  close(): void {}
  text(): void {}
  rawText(): void {}
}

/** HTML Standard, section 2.3.3: "text/html; charset=utf-8". */
const labelIn = (content: string): string | undefined => {
  const [, double, single, bare] = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"'][^\s;]*))/i.exec(content) ?? [];
  return double ?? single ?? bare;
};
