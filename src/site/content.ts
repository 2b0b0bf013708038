import { got, option, problem } from "../base/error.js";
import type { PageId } from "../web/graph/graph.js";
import type { Web } from "../web/web.js";
import { type Addresses, type HostIndex, pageAtPath, urlOf } from "./address.js";
import { addressesOf } from "./addresses-of.js";
import type { Answer, Asked, Content, Kind } from "./answer.js";
import { drawShare, LOT } from "./chance.js";
import { encoded } from "./encode.js";
import { labelOf } from "./generated-addresses.js";
import { HostFaults } from "./host-faults.js";
import type { SiteSettings } from "./options.js";
import { COPY_QUERY, copyPath, OUTSIDE, Pages } from "./page.js";
import { MOVED_RULES, Robots } from "./robots-rules.js";
import { sitemapAt, sitemapUrl } from "./sitemap.js";
import { Traps } from "./trap.js";
import { notModified, tagOf, versionOf } from "./validators.js";
import { Weaving, type Woven } from "./woven.js";

const NOTHING = new Uint8Array(0);
const HTML = "Content-Type: text/html; charset=utf-8";
const PLAIN = "Content-Type: text/plain; charset=utf-8";

/**
 * A web as a site: every request's answer, computed when asked for. Answers are functions of settings, epoch and URL,
 * save the session numbers of a trap and pages that fail once.
 */
export class WebContent implements Content {
  readonly web: Web;
  readonly settings: SiteSettings;
  readonly addresses: Addresses;
  readonly robots: Robots;
  readonly hostFaults: HostFaults;
  readonly weaving: Weaving;
  readonly traps: Traps;
  readonly #pages: Pages;
  #epoch = 0;
  /** One bit per page that has failed once. */
  readonly #failed: Uint8Array;

  constructor(web: Web, settings: SiteSettings, epoch = 0) {
    this.web = web;
    this.settings = settings;
    this.epoch = epoch;
    this.addresses = addressesOf(web, settings);
    this.robots = new Robots(this.addresses, web.start, settings);
    this.hostFaults = new HostFaults(this.addresses.hostOf(web.start), settings);
    this.weaving = new Weaving(web.graph, this.addresses, settings);
    this.traps = new Traps(labelOf(web.name), settings);
    this.#pages = new Pages(web, this.addresses, settings, this.weaving, this.traps);
    this.#failed = new Uint8Array(settings.faults.transient > 0 ? Math.ceil(web.graph.size / 8) : 0);
  }

  get start(): string {
    return urlOf(this.addresses, this.web.start);
  }

  get pages(): number {
    return this.web.graph.size;
  }

  get hosts(): number {
    return this.addresses.hosts;
  }

  /** How often the web has changed. @throws "option" for what is no whole number from 0 to 10,000 */
  get epoch(): number {
    return this.#epoch;
  }

  set epoch(epoch: number) {
    if (!Number.isInteger(epoch) || epoch < 0 || epoch > 10_000)
      throw problem.option`${option("epoch", "serve")} is a whole number from 0 to 10,000; ${got(epoch)}`;
    this.#epoch = epoch;
  }

  answer(asked: Asked): Answer {
    const host = this.addresses.hostIndex(asked.host);
    const death = this.hostFaults.death(host);
    if (death)
      return {
        status: 0,
        kind: this.#kindOf(host, asked.path),
        page: this.#pageOf(host, asked.path),
        headers: [],
        body: NOTHING,
        death,
      };
    const answer = host < 0 ? this.#elsewhere(asked) : this.#onHost(host, asked);
    const rate = this.hostFaults.rate(host);
    const latency = host < 0 ? this.settings.latency : this.hostFaults.latency(host);
    return {
      ...answer,
      ...(rate !== undefined && { rate }),
      ...(latency > 0 && { latency }),
      ...(!this.robots.allows(host, asked.path) && { disallowed: true }),
    };
  }

  #pageOf(host: HostIndex, path: string): PageId {
    return pageAtPath(this.addresses, host, path);
  }

  #kindOf(host: HostIndex, path: string): Kind {
    if (path === "/robots.txt") return "robots";
    return this.#pageOf(host, path) >= 0 ? "page" : "unknown";
  }

  #elsewhere({ host, path }: Asked): Answer {
    if (host.endsWith(`.${OUTSIDE}`)) return refusal(404, "outside");
    if (!this.traps.owns(host)) return refusal(404, "unknown");
    if (path === "/robots.txt")
      return {
        status: 200,
        kind: "robots",
        page: -1,
        headers: [PLAIN],
        body: Buffer.from("User-agent: *\nDisallow:\n"),
      };
    return this.#trap(path);
  }

  #onHost(host: HostIndex, asked: Asked): Answer {
    const { path } = asked;
    if (path === "/robots.txt" || path === MOVED_RULES) {
      const rules = this.#robotsText(host, path);
      if (rules) return rules;
    }
    const page = this.#pageOf(host, path);
    if (page >= 0) return this.#page(page, "page", asked);
    const woven = this.weaving.find(host, path);
    if (woven) return this.#woven(woven);
    if (this.settings.sitemaps) {
      const body = sitemapAt(this.addresses, host, path);
      const type = path.endsWith(".gz") ? "Content-Type: application/gzip" : "Content-Type: application/xml";
      if (body) return { status: 200, kind: "sitemap", page: -1, headers: [type], body };
    }
    if (path.endsWith(COPY_QUERY)) {
      const original = this.addresses.find(host, path.slice(0, -1 - COPY_QUERY.length));
      if (original >= 0 && this.#pages.hasCopy(original) && copyPath(this.addresses.path(original)) === path)
        return this.#page(original, "copy", asked);
    }
    return this.traps.holds(host) ? this.#trap(path) : refusal(404, "unknown");
  }

  #robotsText(host: HostIndex, path: string): Answer | undefined {
    const { variant } = this.robots.of(host);
    const name = this.addresses.hostName(host);
    if (path === MOVED_RULES && variant !== "redirect") return undefined;
    if (variant === "missing") return refusal(404, "robots");
    if (variant === "error") return refusal(503, "robots");
    if (variant === "redirect" && path !== MOVED_RULES)
      return { ...refusal(301, "robots"), headers: [PLAIN, `Location: http://${name}${MOVED_RULES}`] };
    const text = this.robots.text(host, this.settings.sitemaps ? sitemapUrl(name) : undefined);
    return { status: 200, kind: "robots", page: -1, headers: [PLAIN], body: Buffer.from(text) };
  }

  #page(page: PageId, kind: Kind, asked: Asked): Answer {
    const { settings } = this;
    const { seed, faults } = settings;
    if (kind === "page" && this.#failsNow(page))
      return { ...refusal(503, "page", page), headers: [PLAIN, "Retry-After: 1"] };
    const { version, modified } = versionOf(page, this.epoch, settings);
    const headers = [HTML];
    if (faults.validators) {
      const tag = tagOf(page, version, seed);
      headers.push(`ETag: ${tag}`, `Last-Modified: ${new Date(modified).toUTCString()}`);
      if (notModified((name) => asked.header(name), tag, modified))
        return { status: 304, kind, page, headers, body: NOTHING };
    }
    const chunked = faults.chunked > 0 && drawShare(seed, LOT.chunked, page) < faults.chunked;
    const html = this.#pages.html(page, version);
    const sent = faults.encodings ? encoded(html, asked.header("accept-encoding")) : { body: html, headers: [] };
    headers.push(...sent.headers);
    return { status: 200, kind, page, headers, body: sent.body, ...(chunked && { chunked }) };
  }

  /** Marks a page that fails once, the first time that it is asked for. */
  #failsNow(page: PageId): boolean {
    if (!this.failsOnce(page) || this.#failed[page >> 3] & (1 << (page & 7))) return false;
    this.#failed[page >> 3] |= 1 << (page & 7);
    return true;
  }

  /** Does the page answer its first request with 503? */
  failsOnce(page: PageId): boolean {
    const { seed, faults } = this.settings;
    return faults.transient > 0 && drawShare(seed, LOT.transient, page) < faults.transient;
  }

  #woven({ page, status, link }: Woven): Answer {
    if (link === undefined) {
      const more = status === 401 ? ['WWW-Authenticate: Basic realm="members"'] : [];
      return { ...refusal(status, "dead"), headers: [PLAIN, ...more] };
    }
    const target = link < 0 ? page : this.web.graph.targets[link];
    const near = this.addresses.hostOf(target) === this.addresses.hostOf(page);
    const path = this.addresses.path(target);
    const short = near && !path.startsWith("//") && drawShare(this.settings.seed, LOT.location, page) < 0.3;
    return {
      ...refusal(status, "alias"),
      headers: [PLAIN, `Location: ${short ? path : urlOf(this.addresses, target)}`],
    };
  }

  #trap(path: string): Answer {
    const html = this.traps.page(path);
    return html === undefined
      ? refusal(404, "unknown")
      : { status: 200, kind: "trap", page: -1, headers: [HTML], body: Buffer.from(html) };
  }
}

/** An answer of a few words. */
function refusal(status: number, kind: Kind, page: PageId = -1): Answer {
  return { status, kind, page, headers: [PLAIN], body: Buffer.from(`${status}\n`) };
}
