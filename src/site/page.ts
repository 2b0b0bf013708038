import { outDegree, type PageId } from "../web/graph/graph.js";
import type { Web } from "../web/web.js";
import type { Addresses } from "./address.js";
import { drawBelow, drawBits, drawNormal, drawShare, LOT } from "./chance.js";
import { fillWords, someWords } from "./filler.js";
import { escapeHtml, href, type LinkForm } from "./href.js";
import type { SiteSettings } from "./options.js";
import type { Traps } from "./trap.js";
import type { Weaving } from "./woven.js";

/** Deviation of the logarithm of page sizes: half of the pages are shorter than 0.73 of the mean. */
const SPREAD = 0.8;
const LONGEST = 2_000_000;
const END = "</p>\n</body></html>\n";

/** Share of links within a host in each form, ours; one in ten has a fragment besides. */
const FORMS: readonly (readonly [LinkForm, number])[] = [
  ["absolute", 0.3],
  ["absolute-path", 0.32],
  ["network-path", 0.03],
  ["relative-path", 0.35],
];
const FRAGMENTS = 0.1;

/** Where the query stands that makes a second URL of a page. */
export const COPY_QUERY = "print=1";
export const copyPath = (path: string): string => `${path}${path.includes("?") ? "&" : "?"}${COPY_QUERY}`;

/**
 * The HTML of pages: title, text where the web has it, the links in document order with their anchors, what is woven
 * in, and words up to the page's size. A function of the seed, the page and its version alone.
 */
export class Pages {
  readonly #web: Web;
  readonly #addresses: Addresses;
  readonly #settings: SiteSettings;
  readonly #weaving: Weaving;
  readonly #traps: Traps;
  /** Mean of the logarithm of sizes. */
  readonly #location: number;

  constructor(web: Web, addresses: Addresses, settings: SiteSettings, weaving: Weaving, traps: Traps) {
    this.#web = web;
    this.#addresses = addresses;
    this.#settings = settings;
    this.#weaving = weaving;
    this.#traps = traps;
    this.#location = Math.log(settings.bytes) - SPREAD ** 2 / 2;
  }

  /** Has the page a second URL? */
  hasCopy(page: PageId): boolean {
    const { seed, faults } = this.#settings;
    if (faults.copies === 0 || drawShare(seed, LOT.copy, page) >= faults.copies) return false;
    return this.#addresses.find(this.#addresses.hostOf(page), copyPath(this.#addresses.path(page))) < 0;
  }

  /** @param version 0, 1, ...: how often the page has changed */
  html(page: PageId, version: number): Buffer {
    const { seed } = this.#settings;
    const { title, body } = this.#text(page);
    const heading = escapeHtml(title);
    const text =
      `<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>${heading}</title>\n</head>\n<body>\n<h1>${heading}</h1>\n` +
      (version > 0 ? `<p>Edition ${version}. ${someWords(80, drawBits(seed, LOT.change, page, version))}</p>\n` : "") +
      (body === "" ? "" : `<p>${escapeHtml(body)}</p>\n`) +
      this.#links(page) +
      "<p>";
    const written = Buffer.byteLength(text) + END.length;
    const size = Math.max(written, this.#size(page));
    const html = Buffer.allocUnsafe(size);
    const at = html.write(text);
    fillWords(html, at, size - END.length, drawBits(seed, LOT.pageText, page));
    html.write(END, size - END.length, "latin1");
    return html;
  }

  #size(page: PageId): number {
    if (this.#settings.bytes === 0) return 0;
    const size = Math.exp(this.#location + SPREAD * drawNormal(this.#settings.seed, LOT.pageBytes, page));
    return Math.min(LONGEST, Math.round(size));
  }

  #text(page: PageId): { readonly title: string; readonly body: string } {
    const { text, titles, name } = this.#web;
    if (text) return text(page);
    return { title: titles?.at(page) || `Page ${page} of ${name}`, body: "" };
  }

  /** The links in document order; extra ones stand between them. */
  #links(page: PageId): string {
    const { graph } = this.#web;
    const addresses = this.#addresses;
    const host = addresses.hostOf(page);
    const name = addresses.hostName(host);
    const path = addresses.path(page);
    const through = new Map<number, string>();
    const extras: string[] = [];
    for (const woven of this.#weaving.of(page)) {
      if (woven.link !== undefined && woven.link >= 0 && !through.has(woven.link)) through.set(woven.link, woven.path);
      else extras.push(this.#anchor(page, -1 - extras.length, name, path, name, woven.path, "also here"));
    }
    for (const url of this.#traps.linksOn(page, host, name, addresses.firstOf(host) === page))
      extras.push(`<p><a href="${escapeHtml(url)}">more of this</a></p>\n`);
    if (this.hasCopy(page))
      extras.push(this.#anchor(page, -1 - extras.length, name, path, name, copyPath(path), "to print"));
    extras.push(...this.#outside(page));
    const from = graph.offsets[page];
    const degree = outDegree(graph, page);
    const places = extras.map((_, index) => drawBelow(degree + 1, this.#settings.seed, LOT.wovenPlace, page, index));
    let html = "";
    for (let index = 0; index <= degree; index++) {
      for (let extra = 0; extra < extras.length; extra++) if (places[extra] === index) html += extras[extra];
      if (index === degree) break;
      const link = from + index;
      const target = graph.targets[link];
      const alias = through.get(link);
      const toHost = alias === undefined ? addresses.hostName(addresses.hostOf(target)) : name;
      html += this.#anchor(page, index, name, path, toHost, alias ?? addresses.path(target), this.#label(link, target));
    }
    return html;
  }

  #label(link: number, target: PageId): string {
    return this.#web.anchor?.(link) || this.#web.titles?.at(target) || `page ${target}`;
  }

  #anchor(page: PageId, index: number, name: string, path: string, toHost: string, toPath: string, label: string) {
    const { seed } = this.#settings;
    let share = drawShare(seed, LOT.linkForm, page, index);
    const [form] = FORMS.find(([, part]) => (share -= part) < 0) ?? FORMS[0];
    const fragment =
      drawShare(seed, LOT.linkFragment, page, index) < FRAGMENTS
        ? `#part${drawBits(seed, LOT.linkFragment, page, index) % 9}`
        : "";
    const written = href(name === toHost ? form : "absolute", name, path, toHost, toPath) + fragment;
    return `<p><a href="${escapeHtml(written)}">${escapeHtml(label)}</a></p>\n`;
  }

  /** Links to pages of other webs, as many as the page's author wrote beyond those within. */
  #outside(page: PageId): string[] {
    const { references, graph } = this.#web;
    if (!this.#settings.outside || !references) return [];
    const count = Math.max(0, references[page] - outDegree(graph, page));
    return Array.from({ length: count }, (_, index) => {
      const draw = drawBits(this.#settings.seed, LOT.outside, page, index);
      return `<p><a href="http://w${draw % 997}.${OUTSIDE}/${draw >>> 12}.html">elsewhere ${draw % 997}</a></p>\n`;
    });
  }
}

/** Domain of hosts that stand for the rest of the world. */
export const OUTSIDE = "outside.example";
