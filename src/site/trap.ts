import { fnvOf } from "../base/mix.js";
import type { PageId } from "../web/graph/graph.js";
import type { HostIndex } from "./address.js";
import { drawBelow, drawBits, drawShare, LOT } from "./chance.js";
import { someWords } from "./filler.js";
import type { SiteSettings } from "./options.js";

const KINDS = ["calendar", "session", "deep"] as const;
type TrapKind = (typeof KINDS)[number];

/** Share of the pages of a trapping host that link into the trap; the host's first page does in any case. */
const LINKED = 0.05;

const ENTRIES: Readonly<Record<TrapKind, string>> = {
  calendar: "/trap/calendar/2001/03/",
  session: "/trap/shop/item0.html?session=0",
  deep: "/trap/deep/",
};

/**
 * Spaces without end, all below /trap/: a calendar whose every month links to the next and the one before; a shop of 50
 * items whose links carry a new session number on each visit, so that the same 50 texts have ever new URLs; folders
 * within folders. They answer on the trapping hosts and on three hosts of their own (calendar.trap.NAME.example, ...),
 * to which pages of the trapping hosts link as well. Whoever limits depth, length or the number of URLs per host gets
 * out.
 */
export class Traps {
  readonly #settings: SiteSettings;
  readonly #suffix: string;
  #visits = 0;

  constructor(label: string, settings: SiteSettings) {
    this.#settings = settings;
    this.#suffix = `.trap.${label}.example`;
  }

  /** Does a host, by index, hold a trap? */
  holds(host: HostIndex): boolean {
    const { seed, faults } = this.#settings;
    return host >= 0 && drawShare(seed, LOT.trapHost, host) < faults.traps;
  }

  /** Is this one of the three hosts that are nothing but a trap? */
  owns(hostName: string): boolean {
    return this.#settings.faults.traps > 0 && KINDS.some((kind) => hostName === kind + this.#suffix);
  }

  /** URLs of trap entries that a page links to. */
  linksOn(page: PageId, host: HostIndex, hostName: string, first: boolean): readonly string[] {
    if (!this.holds(host)) return [];
    const { seed } = this.#settings;
    const kind = KINDS[drawBelow(KINDS.length, seed, LOT.trapKind, host)];
    const links: string[] = [];
    if (first || drawShare(seed, LOT.trapLink, page, 0) < LINKED) links.push(`http://${hostName}${ENTRIES[kind]}`);
    if (drawShare(seed, LOT.trapLink, page, 1) < LINKED) links.push(`http://${kind}${this.#suffix}${ENTRIES[kind]}`);
    return links;
  }

  /** HTML at a path below /trap/; undefined where there is none. */
  page(path: string): string | undefined {
    const month = /^\/trap\/calendar\/(\d{1,6})\/(\d\d)\/$/.exec(path);
    if (month) return this.#calendar(Number(month[1]), Number(month[2]), path);
    const item = /^\/trap\/shop\/item(\d{1,2})\.html\?session=[0-9a-z]+$/.exec(path);
    if (item && Number(item[1]) < 50) return this.#shop(Number(item[1]));
    if (/^\/trap\/deep\/(?:[a-z]+\/)*$/.test(path)) return this.#deep(path);
    return undefined;
  }

  #calendar(year: number, month: number, path: string): string {
    const at = 12 * year + month - 1;
    const link = (to: number) => `../../${Math.floor(to / 12)}/${String((to % 12) + 1).padStart(2, "0")}/`;
    return html(path, `Calendar ${year}-${month}`, [link(at + 1), ...(at > 12 ? [link(at - 1)] : [])]);
  }

  #shop(item: number): string {
    const { seed } = this.#settings;
    const session = drawBits(seed, LOT.session, this.#visits++).toString(36);
    const links = [1, 7, 11].map((step) => `item${(item + step) % 50}.html?session=${session}`);
    return html(`item ${item}`, `Item ${item}`, links);
  }

  #deep(path: string): string {
    return html(path, "Folder", ["more/", "archive/", "old/"]);
  }
}

function html(what: string, title: string, links: readonly string[]): string {
  const anchors = links.map((link) => `<p><a href="${link}">${link.replace(/[^a-z0-9]+/g, " ").trim()}</a></p>\n`);
  return `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body>\n<p>${someWords(400, fnvOf(what) >>> 0)}</p>\n${anchors.join("")}</body></html>\n`;
}
