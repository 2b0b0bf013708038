import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Command } from "commander";
import { got, problem } from "../base/error.js";
import { version } from "../base/version.js";
import { Crawl } from "../fetch/crawl.js";
import type { CrawlOptions } from "../fetch/crawl-options.js";
import type { Policy } from "../fetch/politeness/settings.js";
import type { SpeedPeriod } from "../fetch/politeness/speed-schedule.js";
import type { ScopeOptions } from "../fetch/scope.js";
import type { CrawlStatus } from "../fetch/status.js";
import { openMonitor } from "../monitor/monitor.js";
import { count, integer, notNegative, number, options, port, whole } from "./choices.js";
import { CrawlLine } from "./crawl-line.js";
import { runShare } from "./crawl-share.js";
import { dryRun } from "./dry-run.js";
import { orderings } from "./family/orderings.js";
import { addJoinFlags, type JoinFlags } from "./join-flags.js";
import { addOrderingFlags, type OrderingFlags, orderingFlags, orderingNamed } from "./ordering-flags.js";
import { print } from "./output.js";
import { stopOnSignals } from "./signals.js";
import { helpFor } from "./typed-method.js";

interface CrawlFlags extends OrderingFlags, JoinFlags {
  out: string;
  contact?: string;
  by: string;
  seed?: number;
  delay?: number;
  delayFactor?: number;
  policy?: Policy;
  unshuffle?: boolean;
  domainDelay?: number;
  speed?: number;
  schedule?: string[];
  connections?: number;
  urlCache?: number;
  within?: ScopeOptions["within"];
  hosts?: string[];
  domains?: string[];
  exclude?: string[];
  depth?: number;
  pagesPerHost?: number;
  cgiBin: boolean;
  normalize?: string;
  block?: string[];
  blockFile?: string;
  pages?: number;
  time?: number;
  links?: "anchors" | "all";
  nofollow?: "follow" | "obey";
  ignoreRobots?: boolean;
  content?: "all" | "html";
  store?: "warc" | "none";
  gzip?: number;
  agent?: string;
  resolve?: string[];
  allowPrivate?: boolean;
  checkpointEvery?: number;
  recrawl?: string;
  watch?: true | number;
  dryRun?: boolean;
  json?: boolean;
}

/** `crawlbench crawl`: fetches sites into a snapshot. */
export function crawlCommand(): Command {
  const command = new Command("crawl")
    .description("crawl sites politely into a snapshot that the other commands open")
    .argument("[url...]", "where to start; none are needed to go on with a crawl that was stopped")
    .addHelpText(
      "before",
      "Examples:\n" +
        "  crawlbench crawl https://www.example.org/ --out example --contact you@example.edu\n" +
        "  crawlbench crawl https://www.example.org/ --out example --contact you@example.edu --dry-run\n" +
        "  crawlbench crawl --out example --contact you@example.edu --watch    # go on with it, and watch\n" +
        '  crawlbench crawl https://www.example.org/ --out topic --contact you@example.edu --by similarity --query "machine learning"\n' +
        "  crawlbench crawl --out b --join nats://127.0.0.1:4222    # a second process of a crawl that was begun with --join\n" +
        "  crawlbench crawl http://h0.web.example/ --out test --contact you@example.edu --delay 0 --resolve '*=127.0.0.1:8080'\n",
    )
    .requiredOption("--out <dir>", "folder of the snapshot; a crawl that stands there goes on")
    .option("--contact <url or mail>", "who is responsible: servers read it in the User-Agent")
    .option("--by <ordering>", `${helpFor(orderings)}; the queue of breadth-first is on disk`, "breadth-first");
  addOrderingFlags(command)
    .option(
      "--delay <s>",
      "seconds between two requests to a host, at least; 0: for sites of your own (default: 30)",
      notNegative,
    )
    .option(
      "--delay-factor <n>",
      "... and so many times as long as its last download took (default: 10; 0 with --delay 0)",
      notNegative,
    )
    .option("--policy <name>", "suel, mercator or webbase (default: suel)")
    .option("--unshuffle", "spread the URLs of a domain over the queue, as Suel's k-way unshuffle does")
    .option("--domain-delay <s>", "seconds between two requests to a registered domain (default: 0)", notNegative)
    .option("--speed <n>", "requests per second, in all (default: as politeness allows)", number)
    .option("--schedule <from-to=n...>", "requests per second by time of day, UTC: 08:00-20:00=80 20:00-08:00=180")
    .option(
      "--connections <n>",
      "requests under way at most; 1: strictly in the ordering's order (default: 100)",
      integer,
    )
    .option(
      "--url-cache <entries>",
      "of breadth-first: URLs kept at hand before all that were met are looked through, a power of 2 (default: 0, none)",
      integer,
    )
    .option(
      "--within <part>",
      "what a start page lets in: domain, host, prefix or any (default: domain; any with --resolve '*=...')",
    )
    .option("--hosts <name...>", "hosts that are let in beside")
    .option("--domains <name...>", "domains that are let in beside, with all hosts below them")
    .option("--exclude <pattern...>", "URLs that are left out: texts in which * stands for anything")
    .option("--depth <n>", "links from a start page at most", whole)
    .option("--pages-per-host <n>", "URLs of a host at most", count)
    .option("--no-cgi-bin", "leave out /cgi-bin/, as WebBase did")
    .option(
      "--normalize <steps>",
      "steps by which URLs that are alike become one, with commas between: crawlbench url normalize --help",
    )
    .option("--block <name...>", "hosts and domains that are never asked")
    .option("--block-file <file>", "the same, one a line")
    .option("--pages <n>", "stop after so many HTML pages", count)
    .option("--time <s>", "stop after so many seconds", number)
    .option("--links <which>", "anchors (a, area, frames), or all: every URL in any tag (default: anchors)")
    .option("--nofollow <how>", "rel=nofollow: follow or obey (default: follow)")
    .option("--ignore-robots", "do not ask for robots.txt: for sites of your own")
    .option("--content <which>", "what is kept: all, or html (default: all)")
    .option("--store <how>", "warc, or none: the index alone (default: warc)")
    .option("--gzip <level>", "0 to 9 (default: 1)", integer)
    .option("--agent <name/version>", "name that robots.txt knows it by (default: crawlbench/" + version + ")")
    .option("--resolve <host=address:port...>", "fixed addresses; * stands for any host: '*=127.0.0.1:8080'")
    .option("--allow-private", "contact private and loopback addresses too")
    .option("--checkpoint-every <s>", "seconds between two checkpoints (default: 30)", number)
    .option("--recrawl <dir>", "fetch the pages of an earlier snapshot again, if they changed")
    .option("--watch [port]", "show the crawl on a page on this machine", port)
    .option("--dry-run", "ask for robots.txt and the start pages only, and tell what would be fetched; stores nothing")
    .addOption(options.json());
  addJoinFlags(command);
  return command.action(async (urls: string[], flags: CrawlFlags) => {
    const crawlOptions = await optionsOf(urls, flags);
    if (flags.dryRun && flags.join !== undefined)
      throw problem.choice`--dry-run looks at the start pages alone, and shares nothing: leave out --join`;
    if (flags.dryRun && urls.length === 0)
      throw problem.choice`--dry-run looks at start pages, and none is named: crawlbench crawl https://... --dry-run`;
    if (flags.dryRun) return dryRun(crawlOptions, flags.json === true);
    if (flags.recrawl !== undefined && resolve(flags.recrawl) === resolve(flags.out))
      throw problem.choice`--recrawl and --out are the same folder, ${flags.out}: name another for the new snapshot`;
    if (flags.join !== undefined) return runShare(crawlOptions, flags);
    if (urls.length === 0 && !flags.recrawl && !existsSync(flags.out))
      throw problem.choice`nothing to start from: crawlbench crawl https://... --out ${flags.out}`;
    await run(await Crawl.open(crawlOptions), flags);
  });
}

async function run(crawl: Crawl, flags: CrawlFlags): Promise<void> {
  const monitor =
    flags.watch === undefined ? undefined : await openMonitor(crawl, flags.watch === true ? {} : { port: flags.watch });
  const line = new CrawlLine({ json: flags.json === true });
  const signals = stopOnSignals(crawl);
  if (monitor) process.stderr.write(`watch it at ${monitor.url}\n`);
  try {
    line.start(crawl);
    const status = await crawl.run();
    line.end(status);
    if (signals.count > 0)
      throw problem.stopped`stopped at ${status.pages} pages, all on disk. The same command goes on`;
    if (status.requests === status.robotsRequests || status.pages === 0)
      throw problem.choice`${nothing(crawl, status, flags.out)}`;
    if (!flags.json) print(`${status.pages} pages in ${flags.out}. Next: crawlbench open ${flags.out}`);
  } finally {
    line.stop();
    signals.off();
    await monitor?.close();
  }
}

/** Why a crawl brought no page. */
function nothing(crawl: Crawl, { disallowed, statuses }: CrawlStatus, out: string): string {
  const [error] = crawl.errors();
  const hint = error?.fault === "forbidden-address" ? ". For addresses of your own: --allow-private" : "";
  const reason = error
    ? `${error.url}: ${error.message}${hint}`
    : disallowed > 0
      ? "robots.txt disallows the start pages"
      : `answers by status: ${JSON.stringify(statuses)}`;
  return `no page was fetched: ${reason}.\n  What would be fetched: the same command with --dry-run; ${out} may be deleted`;
}

async function optionsOf(urls: string[], flags: CrawlFlags): Promise<CrawlOptions> {
  const { by, seed, delay, delayFactor, domainDelay, speed, policy, connections } = flags;
  const method = orderingNamed(by, orderingFlags(flags));
  if (method.offline)
    throw problem.choice`--by ${by} looks at the whole web, so it can order virtual crawls only: crawlbench replay campus --by ${by}`;
  const factor = delayFactor ?? (delay === 0 ? 0 : undefined);
  const blocked = flags.blockFile === undefined ? [] : namesIn(flags.blockFile);
  return defined({
    seeds: urls,
    out: flags.out,
    contact: flags.contact ?? "",
    agent: flags.agent,
    ordering: method,
    seed,
    order: flags.unshuffle ? ("unshuffled" as const) : undefined,
    scope: scopeFlags(flags),
    politeness: defined({
      policy,
      delay: delay === undefined ? undefined : Math.round(delay * 1000),
      factor,
      domainDelay: domainDelay === undefined ? undefined : Math.round(domainDelay * 1000),
      speed,
      schedule: flags.schedule?.map(periodOf),
    }),
    normalize: flags.normalize?.split(",") as CrawlOptions["normalize"],
    block: [...(flags.block ?? []), ...blocked],
    connections,
    urlCache: flags.urlCache,
    pages: flags.pages,
    time: flags.time === undefined ? undefined : flags.time * 1000,
    links: flags.links,
    nofollow: flags.nofollow,
    robots: flags.ignoreRobots ? ("ignore" as const) : undefined,
    content: flags.content,
    store: flags.store,
    gzipLevel: flags.gzip,
    resolve: flags.resolve,
    allowPrivate: flags.allowPrivate,
    checkpointEvery: flags.checkpointEvery === undefined ? undefined : flags.checkpointEvery * 1000,
    previous: flags.recrawl,
  }) as CrawlOptions;
}

function scopeFlags({ within, hosts, domains, exclude, depth, pagesPerHost, cgiBin }: CrawlFlags): ScopeOptions {
  return defined({ within, hosts, domains, exclude, depth, pagesPerHost, ...(!cgiBin && { cgiBin: false }) });
}

/** Names of a file, one a line; what follows a # is a remark. */
function namesIn(path: string): string[] {
  try {
    const lines = readFileSync(path, "utf8").split("\n");
    return lines.map((line) => line.replace(/#.*/, "").trim()).filter((line) => line !== "");
  } catch (error) {
    throw problem.choice`cannot read ${path}: ${error}. --block-file takes a file of host names, one a line`;
  }
}

/** "08:00-20:00=80" */
function periodOf(text: string): SpeedPeriod {
  const [, from, to, speed] = /^(\d\d?:\d\d)-(\d\d?:\d\d)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (speed === undefined)
    throw problem.choice`--schedule takes times and requests per second: 08:00-20:00=80; ${got(text)}`;
  return { from, to, speed: Number(speed) };
}

const defined = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
