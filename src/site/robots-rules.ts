import type { Addresses, HostIndex } from "./address.js";
import { drawBelow, drawShare, LOT } from "./chance.js";
import type { SiteSettings } from "./options.js";

/** How a host answers /robots.txt. */
export type RobotsVariant = "open" | "section" | "delay" | "missing" | "error" | "redirect" | "mark";

/** Shares of hosts, ours; the rest are open. A host that cannot have a section is open too. */
const VARIANTS: readonly (readonly [RobotsVariant, number])[] = [
  ["section", 0.2],
  ["delay", 0.05],
  ["missing", 0.2],
  ["error", 0.03],
  ["redirect", 0.05],
  ["mark", 0.07],
];

/** What robots.txt of a host says, and what a crawler that reads RFC 9309 makes of it. */
export interface RobotsRules {
  readonly variant: RobotsVariant;
  /**
   * Paths that begin so are disallowed: everything below "/" when robots.txt cannot be had (RFC 9309, section 2.3.1.4).
   */
  readonly disallowed?: string;
  /** Crawl-delay, seconds. */
  readonly delay?: number;
}

/** Where a host that redirects keeps its rules. */
export const MOVED_RULES = "/rules/robots-of-this-host.txt";

const OPEN: RobotsRules = { variant: "open" };

/**
 * The rules of every host of a site, each a function of seed and host. The start page's host is never closed, nor is
 * the start page.
 */
export class Robots {
  readonly #settings: SiteSettings;
  readonly #addresses: Addresses;
  readonly #startHost: HostIndex;
  readonly #startPath: string;
  readonly #rules = new Map<HostIndex, RobotsRules>();

  constructor(addresses: Addresses, start: number, settings: SiteSettings) {
    this.#settings = settings;
    this.#addresses = addresses;
    this.#startHost = addresses.hostOf(start);
    this.#startPath = addresses.path(start);
  }

  of(host: HostIndex): RobotsRules {
    if (!this.#settings.faults.robots || host < 0) return OPEN;
    const known = this.#rules.get(host);
    if (known) return known;
    const rules = this.#draw(host);
    this.#rules.set(host, rules);
    return rules;
  }

  /** May a robot that obeys fetch this? */
  allows(host: HostIndex, path: string): boolean {
    const { disallowed } = this.of(host);
    return disallowed === undefined || !path.startsWith(disallowed) || path === "/robots.txt";
  }

  /** Body of robots.txt, or of what it redirects to. */
  text(host: HostIndex, sitemap: string | undefined): string {
    const { variant, disallowed, delay } = this.of(host);
    const end = sitemap === undefined ? "" : `\nSitemap: ${sitemap}\n`;
    if (variant === "delay") return `User-agent: *\nCrawl-delay: ${delay}\nDisallow:\n${end}`;
    if (disallowed === undefined) return `User-agent: *\nDisallow:\n${end}`;
    if (variant === "mark") return `\ufeffUser-agent: *\nDisallow: ${disallowed}\n${end}`;
    return `# robots, please keep out of one section\r\n\r\nuser-agent : *   # all of you\r\nDISALLOW:${disallowed}  \r\n${end}`;
  }

  #draw(host: HostIndex): RobotsRules {
    const { seed, faults } = this.#settings;
    let share = drawShare(seed, LOT.robots, host);
    const [variant] = VARIANTS.find(([, part]) => (share -= part) < 0) ?? (["open"] as const);
    if (variant === "open" || variant === "missing") return { variant };
    if (variant === "delay") return { variant, delay: faults.crawlDelay };
    if (variant === "error") return host === this.#startHost ? OPEN : { variant, disallowed: "/" };
    const disallowed = this.#section(host);
    return disallowed === undefined ? OPEN : { variant, disallowed };
  }

  /**
   * A part of the host's paths: the folder of one of its pages, or where all lie in one folder, what begins like that
   * page.
   */
  #section(host: HostIndex): string | undefined {
    const pages = this.#addresses.pagesOf(host);
    const page = pages[drawBelow(pages.length, this.#settings.seed, LOT.robotsSection, host)];
    const path = this.#addresses.path(page);
    const folder = path.slice(0, path.replace(/\?.*$/, "").lastIndexOf("/") + 1);
    const narrow = folder.split("/").length > 3;
    const wanted = narrow ? folder : path.replace(/\.\w+$/, "").replace(/.$/, "");
    const section = /^[\w~./-]*/.exec(wanted)?.[0] ?? "";
    if (section.length < 3 || "/trap/".startsWith(section) || MOVED_RULES.startsWith(section)) return undefined;
    return host === this.#startHost && this.#startPath.startsWith(section) ? undefined : section;
  }
}
