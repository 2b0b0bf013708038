import { join } from "node:path";
import { expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { Crawl } from "../../src/fetch/crawl.js";
import type { CrawlOptions } from "../../src/fetch/crawl-options.js";
import type { Fault, FetchRequest, Transport } from "../../src/fetch/fetched.js";
import type { CrawlStatus } from "../../src/fetch/status.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { FakeClock } from "./fake-clock.js";
import { type LoggedRequest, page, type SimulatedPage, SimulatedWeb } from "./simulated-web.js";

// Crawls of six hosts drawn at random, whose robots.txt files redirect to each other, fail, ask to wait, or are slow:
// by http and https, with a dot behind the name, at other ports, with names in the URL. Four runs in one folder, the
// hosts well in the last. Of all it is told whether a host was asked twice at a time or too soon, a page twice, or a
// start page neither fetched nor given up, and whether each run ends.

const HOSTS = Array.from("abcdef", (letter, i) => `${letter}.${i % 2 ? "x" : "y"}.example`);
const DAY = 86_400_000;
const RUNS = 4;
/** Files that say what may be fetched, and where they redirect to. */
const RULES = /\/(?:robots\.txt|r|s)$/;

const nameOf = (url: string) => new URL(url).hostname.replace(/\.$/, "");
/** Two addresses. */
const addressOf = (url: string) => `192.0.2.${1 + (nameOf(url).charCodeAt(0) % 2)}`;
const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0);

class Hosts {
  readonly #random: Random;
  readonly urls: readonly string[];
  /** What each file of rules says, visit by visit. */
  readonly #rules = new Map<string, readonly SimulatedPage[]>();
  areWell = false;

  constructor(random: Random) {
    this.#random = random;
    const spelt = (host: string) =>
      this.pick([`http://${host}`, `http://${host}`, `https://${host}`, `http://${host}.`]);
    this.urls = [...new Set(HOSTS.flatMap((host) => [0, 1, 2, 3].map((i) => `${spelt(host)}/${i}`)))];
  }

  pick<T>(from: readonly T[]): T {
    return from[this.#random.below(from.length)];
  }

  readonly answer = (url: string, visit: number): SimulatedPage => {
    if (!RULES.test(url)) {
      const found = this.urls.filter((_, i) => (i + url.length) % 3 === 0);
      return { body: page(url, found), latency: this.pick([50, 2_000, 9_000]) };
    }
    if (this.areWell) return { body: "" };
    const visits = this.#rules.get(url) ?? Array.from({ length: 5 }, () => this.#draw());
    this.#rules.set(url, visits);
    return visits[Math.min(visit, 5) - 1];
  };

  #draw(): SimulatedPage {
    const chance = this.#random.next();
    const latency = this.pick([50, 500, 3_000, 20_000]);
    if (chance < 0.3) {
      const place = `${this.pick(HOSTS)}${this.pick(["", ".", ""])}/${this.pick(["robots.txt", "r", "s"])}`;
      const location = `${this.pick(["http://", "https://", "http://u:p@"])}${place}`;
      return { status: 302, headers: { location, ...this.#wait(0.1, ["4000"]) }, latency };
    }
    if (chance < 0.5) return { status: 503, headers: this.#wait(0.3, ["10", "3600", "7200"]), latency };
    if (chance < 0.55) return { fault: this.pick<Fault>(["refused", "dns", "reset"]), latency };
    return { body: chance < 0.6 ? "User-agent: *\nDisallow: /1\nCrawl-delay: 7" : "", latency };
  }

  #wait(chance: number, seconds: readonly string[]): Record<string, string> {
    return this.#random.next() < chance ? { "retry-after": this.pick(seconds) } : {};
  }
}

/** Whoever was asked again less than so many milliseconds after a request, or during it. */
function hurried(log: readonly LoggedRequest[], nameOf: (url: string) => string, least: number): string[] {
  const before = new Map<string, LoggedRequest>();
  return log
    .toSorted((a, b) => a.begin - b.begin)
    .flatMap((request) => {
      const name = nameOf(request.url);
      const last = before.get(name);
      before.set(name, request);
      const gap = request.begin - (last?.end ?? Number.NEGATIVE_INFINITY);
      return gap < least ? [`${name} was asked for ${request.url} ${gap} ms after ${last?.url}`] : [];
    });
}

/** What a crawl did wrong. */
async function wrongsOf(seed: number): Promise<string[]> {
  const hosts = new Hosts(new Random(seed));
  const [byAddress, byDomain] = [seed % 3 === 1, seed % 4 === 2];
  const options: CrawlOptions = {
    out: join(temporaryFolder(), "crawl"),
    contact: "crawl@web.example",
    checkpointEvery: seed % 2 ? 10_000 : 3_600_000,
    scope: { within: "any", ports: "any" },
    politeness: {
      delay: 2_000,
      factor: 0,
      ...(byAddress && { addressDelay: 3_000 }),
      ...(byDomain && { domainDelay: 3_000 }),
      ...(seed % 5 === 3 && { policy: "webbase" }),
      ...(seed % 6 === 4 && { speed: 1 }),
    },
    seeds: hosts.urls.slice(0, 12),
    robotsFreshFor: hosts.pick([5_000, DAY]),
    time: 60 * DAY,
  };
  const wrongs: string[] = [];
  const fetched: string[] = [];
  let clock = new FakeClock();
  let last: CrawlStatus | undefined;
  for (let run = 0; run < RUNS; run++) {
    hosts.areWell = run === RUNS - 1;
    const web = new SimulatedWeb(clock, hosts.answer);
    const transport: Transport = {
      fetch: async (request: FetchRequest) => ({ ...(await web.fetch(request)), ip: addressOf(request.url) }),
      addressOf: async (url) => addressOf(url),
      close: () => web.close(),
    };
    const crawl = await Crawl.open({ ...options, clock, transport, ...(run === 1 && seed % 3 === 0 && { pages: 9 }) });
    if (run === 0 && seed % 7 === 5) clock.after(hosts.pick([1_000, 9_000, 21_000]), () => crawl.block(HOSTS[2]));
    const status = await clock.run(crawl.run());
    if (status.elapsed - (last?.elapsed ?? 0) > 59 * DAY) wrongs.push(`run ${run} does not end`);
    wrongs.push(...hurried(web.log, nameOf, 2_000), ...(byAddress ? hurried(web.log, addressOf, 3_000) : []));
    const whole = web.log.filter(({ url, end }) => !RULES.test(url) && end > 0);
    fetched.push(...whole.map(({ url }) => url));
    last = status;
    clock = new FakeClock(status.now + DAY);
  }
  const { state, pages, disallowed, dropped } = last as CrawlStatus;
  const left = options.seeds?.filter((url) => !fetched.includes(url)) ?? [];
  if (state !== "done") wrongs.push(`it ends as ${state}`);
  if (new Set(fetched).size !== fetched.length) wrongs.push("a page was fetched twice");
  if (pages !== fetched.length) wrongs.push(`${pages} pages of ${fetched.length} that came`);
  if (left.length > disallowed + sum(dropped)) wrongs.push(`lost: ${left.join(" ")}`);
  return wrongs;
}

/** Six have each option of a crawl once: see `wrongsOf`. */
const SEEDS = depth({ everyday: 6, prove: 40 });

it(`a crawl of hosts whose robots.txt redirect, fail and wait is polite, ends, and loses no page (seeds 1 to ${SEEDS})`, async () => {
  for (let seed = 1; seed <= SEEDS; seed++) expect(await wrongsOf(seed), `seed ${seed}`).toEqual([]);
});
