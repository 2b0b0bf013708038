import { existsSync, statSync } from "node:fs";
import type { Command } from "commander";
import { got, problem } from "../base/error.js";
import { given } from "../base/given.js";
import { inShell } from "../base/in-shell.js";
import type { ChosenOf } from "../base/method.js";
import { version } from "../base/version.js";
import type { CrawlOptions } from "../fetch/crawl-options.js";
import { addressOptions, fetchOptions, nearOptions, retryOptions, timeoutOptions } from "../fetch/declared-options.js";
import type { Policy } from "../fetch/politeness/settings.js";
import type { SpeedPeriod } from "../fetch/politeness/speed-schedule.js";
import type { ScopeOptions } from "../fetch/scope.js";
import { count, HEADINGS, integer, notNegative, number, positive, whole } from "./choices.js";
import { groupOf, optionOf } from "./declared-option.js";
import { type OrderingFlags, orderingFlags, orderingNamed } from "./ordering-flags.js";
import { checkNamed } from "./output.js";
import { seedsIn } from "./seed-files.js";
import { textIn } from "./text-file.js";

const fetchNames = Object.keys(fetchOptions) as (keyof typeof fetchOptions)[];

/** Flags that are options as they are typed. */
const SAME = [
  "agent",
  "allowPrivate",
  "auth",
  "connections",
  "content",
  "cookies",
  "header",
  "insecure",
  "links",
  "mostUrls",
  "nofollow",
  "pages",
  "proxy",
  "requestLog",
  "resolve",
  "retry",
  "seed",
  "seen",
  "sitemaps",
  "store",
  "timeouts",
] as const satisfies readonly (keyof CrawlOptions)[];

/** How a real crawl is done. */
export interface CrawlFlags
  extends OrderingFlags,
    ChosenOf<typeof fetchOptions>,
    ChosenOf<typeof addressOptions>,
    Pick<CrawlOptions, (typeof SAME)[number]> {
  /** true: by its defaults. */
  nearDuplicates?: CrawlOptions["nearDuplicates"] | true;
  out: string;
  contact?: string;
  by: string;
  delay?: number;
  delayFactor?: number;
  policy?: Policy;
  unshuffle?: boolean;
  domainDelay?: number;
  speed?: number;
  schedule?: string[];
  urlCache?: string;
  seeds?: string[];
  within?: ScopeOptions["within"];
  hosts?: string[];
  domains?: string[];
  exclude?: string[];
  ports?: number[];
  depth?: number;
  pagesPerHost?: number;
  cgiBin: boolean;
  normalize?: string;
  block?: string[];
  blockFile?: string;
  time?: number;
  ignoreRobots?: boolean;
  gzip?: number;
  checkpointEvery?: number;
  recrawl?: string;
}

/** How fast, and how many at a time. */
export const addPolitenessFlags = (command: Command): Command =>
  command
    .optionsGroup("Politeness and speed:")
    .option(
      "--delay <s>",
      "least time between two requests to a host, in seconds; 0: for your own sites only (default: 30; 0 with --policy mercator or webbase)",
      notNegative,
    )
    .option(
      "--delay-factor <n>",
      "... and at least n times the duration of the last download (default: 10; 0 with --delay 0 or --policy webbase)",
      notNegative,
    )
    .option(
      "--policy <name>",
      "whose turn it is: suel or mercator: the host whose first URL waits longest; webbase: 500 queues of hosts in turn; it sets other defaults of --delay and --delay-factor (default: suel)",
    )
    .option("--unshuffle", "spread the URLs of a domain over the queue, as Suel's k-way unshuffle does")
    .option("--domain-delay <s>", "seconds between two requests to a registered domain (default: 0)", notNegative)
    .addOption(optionOf("addressDelay", addressOptions.addressDelay, {}))
    .option("--speed <n>", "requests per second, in all (default: as politeness allows)", number)
    .option("--schedule <from-to=n...>", "requests per second by time of day, UTC: 08:00-20:00=80 20:00-08:00=180")
    .option("--connections <n>", "most requests in flight; 1 follows the ordering strictly (default: 100)", integer)
    .optionsGroup("Memory:")
    .option(
      "--most-urls <n>",
      "all orderings but breadth-first: URLs that may be seen; to resume, it may be raised (default: 4194304)",
      count,
    )
    .option(
      "--seen <where>",
      "where the set of seen URLs is kept: memory, or filter: on disk, behind a filter (default: memory)",
    )
    .option(
      "--url-cache <policy:entries>",
      "cache in front of the set of seen URLs, a power of 2: sieve:65536; 65536 alone is CLOCK (default: 0, none)",
    );

/** Several ports of hosts, one after the other. */
const ports = (text: string, before: number[] = []): number[] => [...before, number(text)];

/** Which URLs. */
export const addScopeFlags = (command: Command): Command =>
  command
    .optionsGroup("Which URLs:")
    .option(
      "--seeds <file...>",
      "files with more seed URLs: lists, one URL per line, sitemaps or feeds; - reads standard input",
    )
    .option(
      "--within <part>",
      "scope of a seed URL: domain, host, prefix or any (default: domain; any with --resolve '*=...')",
    )
    .option("--hosts <name...>", "more hosts to crawl")
    .option("--domains <name...>", "more domains to crawl, with all hosts below them")
    .option("--exclude <pattern...>", "URLs to leave out: patterns in which * matches anything")
    .option("--ports <n...>", "ports to crawl (default: 80, 443 and those of the seed URLs)", ports)
    .option("--depth <n>", "most links away from a seed URL", whole)
    .option("--pages-per-host <n>", "most URLs of a host", count)
    .option("--no-cgi-bin", "leave out /cgi-bin/, as WebBase did")
    .option("--normalize <steps>", "steps of URL normalization, comma-separated: crawlbench url normalize --help")
    .option("--block <name...>", "hosts and domains to which no request is ever sent")
    .option("--block-file <file>", "a file of them, one per line");

const NEAR = "store only one of the pages of a host whose texts are nearly equal, and detect crawler traps";

const { bodyLimit, mostHops, robotsFreshFor, segmentBytes } = fetchOptions;

/** How long, who asks, and what is kept. */
export const addFetchFlags = (command: Command): Command =>
  command
    .optionsGroup(HEADINGS.main)
    .option("--pages <n>", "stop after this many HTML pages, those of earlier runs included", count)
    .option("--time <s>", "stop after this many seconds of this run", positive)
    .optionsGroup("Which URLs:")
    .option("--links <which>", "anchors (a, area, frames), or all: every URL in any tag (default: anchors)")
    .option("--sitemaps <how>", "sitemaps named in robots.txt: ignore or follow (default: ignore)")
    .option("--nofollow <how>", "rel=nofollow: follow or obey (default: follow)")
    .optionsGroup("Requests:")
    .option(
      "--agent <name/version>",
      "name of the crawler, to which robots.txt rules apply (default: crawlbench/" + version + ")",
    )
    .option("--ignore-robots", "do not fetch robots.txt: for your own sites only")
    .addOption(optionOf("robotsFreshFor", robotsFreshFor, {}))
    .addOption(groupOf("timeouts", timeoutOptions, "timeouts, in seconds"))
    .addOption(groupOf("retry", retryOptions, "how a failed URL is retried"))
    .addOption(optionOf("mostHops", mostHops, {}))
    .option("--resolve <host=address:port...>", "fixed addresses; * stands for any host: '*=127.0.0.1:8080'")
    .option("--allow-private", "allow requests to private and loopback addresses")
    .option("--header <host=Name: value...>", "headers for one host or origin; never stored, logged or shown")
    .option("--auth <host=user:password...>", "basic authentication at one host or origin; treated as --header")
    .option(
      "--proxy <url>",
      "http://, https://, socks5:// or socks5h://host:port (default: HTTP_PROXY and the like); or none",
    )
    .option("--cookies", "accept and send cookies; they are stored only in state/cookies.json of the folder")
    .option("--insecure <host...>", "hosts whose certificates are not checked: for your own sites only")
    .option("--recrawl <dir>", "fetch the pages of an earlier snapshot again, where they changed")
    .optionsGroup("What is stored:")
    .option("--content <which>", "what to keep: all, or html (default: all)")
    .option("--store <how>", "what to store: warc, or none: only the index (default: warc)")
    .addOption(groupOf("nearDuplicates", nearOptions, NEAR, true))
    .addOption(optionOf("bodyLimit", bodyLimit, {}))
    .addOption(optionOf("segmentBytes", segmentBytes, {}))
    .option("--gzip <level>", "compression level, 0 to 9 (default: 1)", integer)
    .option("--request-log <file>", "append each response to a file, one JSON object per line")
    .option("--checkpoint-every <s>", "time between two checkpoints, in seconds (default: 30)", positive);

/**
 * How the flags ask for a crawl.
 *
 * @throws "choice" for an ordering that looks at the whole web, and flags that cannot be read
 */
export async function crawlFlags(urls: string[], flags: CrawlFlags): Promise<CrawlOptions> {
  const { by, delay, delayFactor, domainDelay, speed, policy } = flags;
  checkNamed("--request-log", flags.requestLog, "requests.jsonl");
  const file = urls.find((url) => existsSync(url) && statSync(url).isFile());
  if (file !== undefined)
    throw problem.choice`${file} is a file here. Type --seeds ${inShell(file)} to take seed URLs from it, or http://${file}/ for a host of that name`;
  const method = orderingNamed(by, orderingFlags(flags));
  if (method.offline)
    throw problem.choice`--by ${by} looks at the whole web, so it can order virtual crawls only: crawlbench replay campus --by ${by}`;
  const factor = delayFactor ?? (delay === 0 ? 0 : undefined);
  const blocked = flags.blockFile === undefined ? [] : namesIn(flags.blockFile);
  return given({
    seeds: [...urls, ...(flags.seeds ?? []).flatMap(seedsIn)],
    out: flags.out,
    contact: flags.contact ?? "",
    ordering: method,
    order: flags.unshuffle ? ("unshuffled" as const) : undefined,
    scope: scopeFlags(flags),
    politeness: given({
      policy,
      delay: delay === undefined ? undefined : Math.round(delay * 1000),
      factor,
      domainDelay: domainDelay === undefined ? undefined : Math.round(domainDelay * 1000),
      addressDelay: flags.addressDelay,
      speed,
      schedule: flags.schedule?.map(periodOf),
    }),
    normalize: flags.normalize?.split(",") as CrawlOptions["normalize"],
    block: [...(flags.block ?? []), ...blocked],
    urlCache: flags.urlCache === undefined ? undefined : await urlCacheTyped(flags.urlCache),
    time: flags.time === undefined ? undefined : flags.time * 1000,
    robots: flags.ignoreRobots ? ("ignore" as const) : undefined,
    gzipLevel: flags.gzip,
    checkpointEvery: flags.checkpointEvery === undefined ? undefined : flags.checkpointEvery * 1000,
    previous: flags.recrawl,
    nearDuplicates: flags.nearDuplicates === true ? {} : flags.nearDuplicates,
    ...Object.fromEntries([...SAME, ...fetchNames].map((name) => [name, flags[name]])),
  }) as CrawlOptions;
}

function scopeFlags(flags: CrawlFlags): ScopeOptions {
  const { within, hosts, domains, exclude, ports, depth, pagesPerHost, cgiBin } = flags;
  return given({
    within,
    hosts,
    domains,
    exclude,
    ports,
    depth,
    pagesPerHost,
    ...(!cgiBin && { cgiBin: false }),
  });
}

/** "65536", "sieve:65536". Policies are loaded where one is named. */
async function urlCacheTyped(text: string): Promise<CrawlOptions["urlCache"]> {
  const [, name, entries] = /^(?:(.+):)?(\d+)$/.exec(text) ?? [];
  if (entries === undefined)
    throw problem.choice`--url-cache takes a policy and its entries, or entries of CLOCK: sieve:65536, 65536; ${got(text)}`;
  if (name === undefined) return Number(entries);
  const [{ method }] = (await import("./cache-policies.js")).policiesIn(name, "--url-cache");
  return { policy: method, entries: Number(entries) };
}

/** Names of a file, one a line; what follows a # is a remark. */
function namesIn(path: string): string[] {
  const lines = textIn(path, "--block-file takes a file of host names, one a line").split(/\r\n?|\n/);
  return lines.map((line) => line.replace(/#.*/, "").trim()).filter((line) => line !== "");
}

/** "08:00-20:00=80" */
function periodOf(text: string): SpeedPeriod {
  const [, from, to, speed] = /^(\d\d?:\d\d)-(\d\d?:\d\d)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (speed === undefined)
    throw problem.choice`--schedule takes times and requests per second: 08:00-20:00=80; ${got(text)}`;
  return { from, to, speed: Number(speed) };
}
