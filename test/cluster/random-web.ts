import type { Random } from "../../src/base/random.js";
import { page, type SimulatedPage } from "../fetch/simulated-web.js";

/** Milliseconds between requests to a host. */
export const DELAY = 500;

/**
 * A web of chance, a few pages of which are redirects; all that page 0 leads to is to be fetched. Of every other one a
 * single link leads to each page: a URL that is lost is found nowhere else.
 */
export class RandomWeb {
  readonly reachable: readonly string[];
  readonly #links: readonly (readonly number[])[];
  readonly #urls: readonly string[];
  readonly #latencies: readonly number[];
  readonly #robots: number;

  constructor(random: Random, pages: number) {
    const hosts = 1 + random.below(30);
    const domains = 1 + random.below(8);
    this.#robots = random.below(3);
    this.#urls = Array.from({ length: pages }, (_, id) => {
      const host = random.below(hosts);
      return `http://h${host}.d${host % domains}.example/${id}`;
    });
    this.#links = random.below(2) === 0 ? linksOf(random, pages) : treeOf(random, pages, [2, pages][random.below(2)]);
    this.#latencies = Array.from({ length: pages }, () => 10 + random.below(random.below(10) === 0 ? 5_000 : 200));
    const met = new Set([0]);
    for (const id of met) for (const link of this.#links[id]) met.add(link);
    this.reachable = [...met].map((id) => this.#urls[id]).sort();
  }

  /** URLs of pages that link or redirect to one. */
  leadingTo(url: string): string[] {
    const id = this.#urls.indexOf(url);
    return this.#urls.filter((_, from) => this.#links[from].includes(id));
  }

  get seed(): string {
    return this.#urls[0];
  }

  readonly answer = (url: string): SimulatedPage => {
    const path = new URL(url).pathname;
    if (path === "/robots.txt" && this.#robots === 0) return { status: 404 };
    if (path === "/robots.txt")
      return { body: "User-agent: *\nDisallow: /private", headers: { "content-type": "text/plain" } };
    const id = Number(path.slice(1));
    const [first] = this.#links[id];
    const latency = this.#latencies[id];
    if (id % 17 === 3 && this.#links[id].length === 1)
      return { status: 302, headers: { location: this.#urls[first] }, latency };
    return {
      body: page(
        `page ${id}`,
        this.#links[id].map((each) => this.#urls[each]),
      ),
      latency,
    };
  };
}

const linksOf = (random: Random, pages: number): number[][] =>
  Array.from({ length: pages }, () => Array.from({ length: random.below(6) }, () => random.below(pages)));

/** @param most a page is linked by one of so many before it: of two, little waits at any time */
function treeOf(random: Random, pages: number, most: number): number[][] {
  const links: number[][] = Array.from({ length: pages }, () => []);
  for (let id = 1; id < pages; id++) links[id - 1 - random.below(Math.min(id, most))].push(id);
  return links;
}
