import { existsSync } from "node:fs";
import { either, got, option, problem } from "../base/error.js";
import { inShell } from "../base/in-shell.js";
import { checkOptions, type ValuesOf, valuesOf } from "../base/method.js";
import { requireMethod } from "../base/methods-in.js";
import { CACHES } from "../cache/method.js";
import { checkExperiments } from "../cache/sweep/check-experiments.js";
import { ORDERINGS } from "../ordering/ordering.js";
import {
  applySteps,
  DEFAULT_STEPS,
  NORMALIZE_STEP_NAMES,
  type NormalizeStepName,
  normalizeUrl,
} from "../url/normalize.js";
import { type Agent, agentOf } from "./agent.js";
import { type Clock, systemClock } from "./clock.js";
import { CRAWL_OPTIONS, type CrawlOptions } from "./crawl-options.js";
import { nearOptions, retryOptions, timeoutOptions } from "./declared-options.js";
import { hostName } from "./politeness/name-map.js";
import { settingsOf } from "./politeness/settings.js";
import { periodAt } from "./politeness/speed-schedule.js";
import { checkLog } from "./request-log.js";
import { scopeOf } from "./scope.js";
import { hostMap } from "./transport/host-map.js";
import { type Proxies, proxiesOf } from "./transport/proxies.js";
import { insecureHosts, secretsFor } from "./transport/secrets.js";
import { type UrlCacheChoice, urlCacheOf } from "./url-memory.js";

/** Options with every default filled in. */
export interface CrawlSettings
  extends Omit<
    ValuesOf<typeof CRAWL_OPTIONS>,
    "contact" | "agent" | "nofollow" | "metaRobots" | "proxy" | "urlCache" | "nearDuplicates" | "ahead" | "clock"
  > {
  readonly ahead: number;
  readonly clock: Clock;
  readonly urlCache: UrlCacheChoice | undefined;
  readonly agent: Agent;
  /**
   * The form of a URL by which pages are told apart. @param url as the WHATWG parser serialises it, without fragment
   */
  readonly canonical: (url: string) => string;
  readonly obeyNofollow: boolean;
  readonly obeyMetaRobots: boolean;
  readonly proxies: Proxies | undefined;
  readonly nearDuplicates: ValuesOf<typeof nearOptions> | undefined;
}

/** @throws "option" for an option that is not known, out of range, a seed that is no http(s) URL, or no contact */
export function crawlSettings(options: CrawlOptions, version: string): CrawlSettings {
  checkOptions("a crawl", options, CRAWL_OPTIONS);
  const values = valuesOf("a crawl", CRAWL_OPTIONS, options);
  if (options.ordering !== undefined) requireMethod("a crawl", ORDERINGS, options.ordering);
  if (typeof options.out !== "string" || options.out === "")
    throw problem.option`a crawl needs a folder for its snapshot: ${either(`out: "DIR"`, "--out DIR")}; ${got(options.out)}`;
  const { ordering, connections } = values;
  const onDisk = ordering === undefined || ordering.name === "breadth-first";
  const settings: CrawlSettings = {
    ...values,
    ahead: values.ahead ?? (onDisk && connections > 1 ? 100_000 : connections),
    clock: values.clock ?? systemClock(),
    politeness: { ...inStepWith(options.politeness?.delay), ...options.politeness },
    retry: valuesOf(
      "retry",
      retryOptions,
      { ...retriesInStepWith(options.politeness?.delay), ...options.retry },
      { prefix: true },
    ),
    ordering: onDisk ? undefined : ordering,
    agent: agentOf(options.contact, options.agent ?? `crawlbench/${version}`),
    canonical: canonicalBy(values.normalize),
    seeds: values.seeds.map((seed) => seedUrl(seed, options.normalize)),
    obeyNofollow: values.nofollow === "obey",
    obeyMetaRobots: values.metaRobots === "obey",
    urlCache: urlCacheOf(values.urlCache),
    nearDuplicates:
      options.nearDuplicates && valuesOf("nearDuplicates", nearOptions, options.nearDuplicates, { prefix: true }),
    proxies: options.transport ? undefined : proxiesOf(options.proxy, process.env),
  };
  check(settings);
  return settings;
}

/**
 * Before anything is written: start pages are kept once a folder has them.
 *
 * @throws "option" for a number out of range, what cannot be read, and options that do not go together
 */
function check(settings: CrawlSettings): void {
  const { seeds, previous, neighbours, out } = settings;
  if (seeds.length === 0 && previous === undefined && neighbours === undefined && !existsSync(out))
    throw problem.option`nothing to start from: ${either(`seeds: ["https://..."]`, `crawlbench crawl https://... --out ${inShell(out)}`)}`;
  const { urlCache, ordering, block } = settings;
  if (urlCache) checkUrlCache(urlCache);
  for (const name of block) hostName(name);
  const { schedule, timeZone } = settingsOf(settings.politeness);
  periodAt(schedule, timeZone);
  if (neighbours) checkShared(settings);
  valuesOf("timeouts", timeoutOptions, settings.timeouts, { prefix: true });
  secretsFor(settings.header, settings.auth);
  insecureHosts(settings.insecure);
  hostMap(settings.resolve);
  scopeOf({ ...settings.scope, seeds: seeds.length > 0 ? seeds : ["http://a.example/"] }); // others may stand in the folder
  if (settings.proxies?.looksUp && (settings.politeness.addressDelay ?? 0) > 0)
    throw problem.option`${option("addressDelay")} cannot be kept through a proxy that looks names up: leave it out, or give ${option("proxy")} socks5://, which is told addresses`;
  const { alongside, trace, requestLog } = settings;
  if (requestLog !== undefined) checkLog(requestLog, out);
  checkExperiments(alongside);
  if (alongside.length > 0 && !trace)
    throw problem.option`${option("alongside")} counts on the trace: leave ${option("trace")} out`;
  if (ordering && settings.sitemaps === "follow")
    throw problem.option`sitemaps are for breadth-first alone, since an ordering knows of links on pages only; found ${ordering.label}: leave ${option("sitemaps")} out`;
}

/** @throws "option" for what a crawl that several processes share cannot do */
export function checkShared({ ordering, previous, alongside }: CrawlSettings): void {
  if (ordering)
    throw problem.option`processes that share a crawl go breadth-first; found ${ordering.label}: leave ${either("ordering", "--by")} out, or --join`;
  if (previous !== undefined)
    throw problem.option`processes that share a crawl fetch all pages anew: leave ${either("previous", "--recrawl")} out, or --join`;
  if (alongside.length > 0)
    throw problem.option`each of the processes that share a crawl logs what it meets itself: leave ${either("alongside", "--cache-sweep")} out, and count when it has ended: ${either("caches.cacheSweep(await traces.open(DIR), ...)", "crawlbench cache DIR")}`;
}

function checkUrlCache({ policy, entries }: UrlCacheChoice): void {
  requireMethod("a URL cache", CACHES, policy);
  if (!(Number.isInteger(Math.log2(entries)) && entries >= 1 && entries <= 2 ** 26))
    throw problem.option`${option("urlCache")} is a power of two up to 67108864, or 0 for none; ${got(entries)}; try 65536`;
}

function canonicalBy(steps: readonly NormalizeStepName[]): (url: string) => string {
  const wrong = steps.find((step) => !NORMALIZE_STEP_NAMES.includes(step));
  if (wrong !== undefined)
    throw problem.option`there is no step "${wrong}" of normalisation: ${NORMALIZE_STEP_NAMES.join(", ")}`;
  const more = steps.filter((step) => step !== "fragment" && step !== "credentials");
  if (more.length > 0) return (url) => applySteps(url, steps);
  return (url) => (url.includes("@") ? applySteps(url, ["credentials"]) : url);
}

/**
 * Waits for hosts that do not answer are ten to 120 times the delay, as 5 minutes and an hour are of 30 s; those before
 * robots.txt is asked for again are no longer.
 */
const inStepWith = (delay: number | undefined) =>
  delay === undefined
    ? {}
    : {
        downDelay: Math.max(1_000, 10 * delay),
        maxDownDelay: Math.max(60_000, 120 * delay),
        robotsDelay: Math.min(10_000, Math.max(1_000, 10 * delay)),
      };

/** A minute is twice 30 s. */
const retriesInStepWith = (delay: number | undefined) =>
  delay === undefined ? {} : { delay: Math.max(1_000, 2 * delay) };

/** A path alone, which names no host: a URL parser would take its first part for one. */
const PATH = /^\.{0,2}[\\/](?![\\/])/;

/** A seed as the crawl knows it. "example.org" means http://example.org/. @throws "option" for what is none */
export function seedUrl(seed: string, steps?: CrawlOptions["normalize"]): string {
  if (typeof seed !== "string") throw problem.option`a seed is an http or https URL, as text; ${got(seed)}`;
  const text = /^[a-z][a-z0-9+.-]*:/i.test(seed) && !/^[^/]*:\d+(?:\/|$)/.test(seed) ? seed : `http://${seed}`;
  const url = normalizeUrl(text, { ...(steps && { steps: [...steps, ...DEFAULT_STEPS] }) });
  if (url === undefined || !/^https?:/.test(url) || PATH.test(seed))
    throw problem.option`a seed is an http or https URL; ${got(seed)}`;
  const { username, password, origin } = new URL(text);
  if (username !== "" || password !== "")
    throw problem.option`a seed holds no name and password: start from ${url}, with ${either(`auth: ["${origin}=user:password"]`, `--auth ${origin}=user:password`)}`;
  return url;
}
