import { join } from "node:path";
import type { NewCapture, UrlTable } from "../archive/capture.js";
import type { SnapshotFolderWriter } from "../archive/folder-writer.js";
import { openSnapshot } from "../archive/open-snapshot.js";
import { either, option, type Part, problem } from "../base/error.js";
import { Opened } from "../base/opened.js";
import { TraceWriter } from "../trace/write-trace.js";
import { hostOfOrigin } from "../url/host.js";
import { normalizeUrl } from "../url/normalize.js";
import type { Cookies } from "./cookies.js";
import type { CrawlSettings } from "./crawl-settings.js";
import { type CrawlStorage, ofDisk, storageIn } from "./crawl-storage.js";
import { ErrorLog } from "./error-log.js";
import type { LoopParts } from "./fetch-loop.js";
import type { Transport } from "./fetched.js";
import type { FormerRun } from "./former-run.js";
import { DiskFrontier, diskLabel } from "./frontier/disk-frontier.js";
import type { Frontier } from "./frontier/frontier.js";
import { OrderedFrontier } from "./frontier/ordered-frontier.js";
import { HostSplitter } from "./host-splitter.js";
import { HostsFile } from "./hosts-file.js";
import { Intake } from "./intake.js";
import type { NearDuplicates } from "./near-duplicates.js";
import { PageTexts } from "./page-texts.js";
import { Scheduler } from "./politeness/scheduler.js";
import type { SchedulerState } from "./politeness/task.js";
import { recall } from "./recall.js";
import { Recrawl } from "./recrawl.js";
import { withLog } from "./request-log.js";
import type { Try } from "./retry.js";
import { RobotsDesk, type RobotsState } from "./robots-desk.js";
import { askedUntil, type CrawlState, crawlStateIn, keepSeeds, seedsOf, versionsOf } from "./saved-state.js";
import { type Scope, scopeOf } from "./scope.js";
import { Sitemaps } from "./sitemaps.js";
import { Tally } from "./tally.js";
import { openTransport } from "./transport.js";
import { UrlMemory } from "./url-memory.js";

/** What a crawl is put together from. */
export interface CrawlParts {
  readonly storage: CrawlStorage;
  readonly hosts: HostsFile;
  readonly writer: SnapshotFolderWriter;
  readonly frontier: Frontier;
  readonly scheduler: Scheduler<Try>;
  readonly transport: Transport;
  readonly robots: RobotsDesk;
  readonly scope: Scope;
  readonly intake: Intake;
  readonly tally: Tally;
  readonly errors: ErrorLog;
  readonly sitemaps: Sitemaps;
  readonly recrawl: Recrawl | undefined;
  /** The URL cache before the set of all that were met. */
  readonly memory: UrlMemory | undefined;
  /** Where several processes share the crawl. */
  readonly splitter: HostSplitter | undefined;
  /** What was stored when the folder was opened; undefined: nothing. */
  readonly past: FormerRun | undefined;
  readonly cookies: Cookies | undefined;
  /** Where near-duplicates are told. */
  readonly near: NearDuplicates | undefined;
  /** Under what this run and earlier ones went. */
  readonly runs: ReturnType<typeof versionsOf>;
  /** See LoopParts. */
  readonly locate: LoopParts["locate"];
  /** The trace, where one is written. */
  readonly trace: TraceWriter | undefined;
  /** Start pages of this run and earlier ones. */
  readonly seeds: readonly string[];
  /** All that is to be closed. */
  readonly opened: Opened;
}

/** What a crawl is asked by its parts. */
export interface Hooks {
  /** See LoopParts. */
  readonly gate: () => Promise<void> | undefined;
  /** Called before each request. @returns whether it may be sent */
  readonly mayBeSent: () => Promise<boolean>;
}

/** Opens all parts; where a crawl stands in the folder, as it left them. */
export async function openParts(settings: CrawlSettings, hooks: Hooks): Promise<CrawlParts> {
  const opened = new Opened();
  return opened
    .orClose(() => openIn(opened, settings, hooks))
    .catch((error) => {
      throw ofDisk(error, settings.out);
    });
}

/** Where what is fetched goes. */
type Place = Pick<CrawlParts, "storage" | "writer">;

async function openIn(opened: Opened, settings: CrawlSettings, { gate, mayBeSent }: Hooks): Promise<CrawlParts> {
  const storage = settings.storage ?? storageIn(settings.out);
  const previous = settings.previous === undefined ? undefined : await openSnapshot(settings.previous); // before a folder is made
  const writer = opened.with(await storage.writer(settings));
  const place = { storage, writer };
  const { clock, out, neighbours } = settings;
  const former = crawlStateIn(writer.state, out);
  const past = await pastIn(place, former, settings);
  const recrawl = previous && new Recrawl(previous, writer);
  const seeds = await seedsFor(storage, former, [...settings.seeds, ...(recrawl?.urls ?? [])]);
  const tally = new Tally(former?.tally);
  const memory = settings.urlCache && new UrlMemory(settings.urlCache, settings.seed);
  if (memory) writer.urls.cacheBy(memory);
  const errors = new ErrorLog(() => clock.now());
  const scope = scopeOf(scopeOptions(settings, seeds));
  const trace = settings.trace ? new TraceWriter(writer.columns("trace")) : undefined;
  const texts = new PageTexts();
  const frontier = opened.with(await frontierOf(storage, settings, writer.urls, past, texts));
  const reading = readsText(settings) ? { texts } : {};
  const hosts = new HostsFile(storage.files);
  const known = hosts.read(clock.now());
  const scheduler = schedulerOf(settings, known?.hosts, former);
  const between = (host: string) => scheduler.secondAfter(host.replace(/\.$/, ""), clock.now());
  const sender = settings.transport ?? openTransport({ ...transportOptions(settings, seeds), between });
  const locate = settings.politeness.addressDelay ? async (url: string) => sender.addressOf?.(url) : undefined;
  const asked = asking(sender, mayBeSent);
  const logged = settings.requestLog === undefined ? asked : withLog(asked, settings.requestLog, clock, errors);
  const { cookies, transport } = await withJar(opened.with(logged), settings, former?.walls);
  const sitemaps = new Sitemaps(scope, (urls) => begin(urls), storage.files);
  let begin: (urls: readonly string[]) => void = () => {};
  const met = { transport, tally, errors, writer, scheduler, sitemaps };
  const robots = robotsDesk(settings, met, gate, known?.robots);
  const splitter = neighbours && new HostSplitter(neighbours, (url, depth) => scope.look(url, depth));
  const near = await nearIn(writer, settings);
  const intake = intakeOf(settings, { writer, frontier, tally, memory, splitter, trace, scope }, reading);
  begin = (urls) => intake.seed(urls);
  if (frontier instanceof OrderedFrontier) {
    intake.seed(seeds);
    if (past) await recall(past, { frontier, intake, tally, ...reading });
  } else if (known) scope.restore(known.scope);
  const runs = versionsOf(former?.versions);
  await neighbours?.opened();
  const others = { hosts, robots, recrawl, memory, splitter, past, trace, seeds, cookies, near, runs, locate, opened };
  return { storage, writer, frontier, scheduler, transport, scope, intake, tally, errors, sitemaps, ...others };
}

/** Start pages of earlier runs and those of this one, which the folder now keeps. */
async function seedsFor(
  { files }: CrawlStorage,
  former: CrawlState | undefined,
  added: readonly string[],
): Promise<readonly string[]> {
  const before = former ? seedsOf(former, files) : [];
  const seeds = [...new Set([...before, ...added])];
  await keepSeeds(seeds, files, before.length);
  return seeds;
}

/** Asks for robots.txt files, and keeps what comes back; both wait where the gate is closed. */
function robotsDesk(
  { robots, robotsFreshFor: freshFor, clock, agent, ...settings }: CrawlSettings,
  {
    writer,
    scheduler,
    sitemaps,
    ...parts
  }: Pick<CrawlParts, "transport" | "tally" | "errors" | "writer" | "scheduler" | "sitemaps">,
  gate: Hooks["gate"],
  known: RobotsState | undefined,
): RobotsDesk {
  const isOpen = async () => {
    for (let closed = gate(); closed; closed = gate()) await closed;
  };
  const store = async (capture: NewCapture) => {
    await isOpen();
    writer.add(capture);
  };
  const onSitemaps = async (texts: readonly string[]) => {
    const urls = texts.map((text) => normalizeUrl(text)).filter((url) => url !== undefined);
    await isOpen();
    sitemaps.add(urls);
  };
  const follows = settings.sitemaps === "follow" && settings.follow;
  return new RobotsDesk(
    {
      ...parts,
      obey: robots === "obey",
      productToken: agent.productToken,
      clock,
      store,
      access: { freshFor, back: settings.cookies },
      forget: (origin) => scheduler.forgetRobots(hostOfOrigin(origin), origin),
      ...(follows && { onSitemaps }),
    },
    known,
  );
}

/** An intake that lets in what the scope does; of a frontier on disk, all URLs of earlier runs are known to it. */
function intakeOf(
  { mostHops, follow, onMet, ordering }: CrawlSettings,
  {
    memory,
    splitter,
    trace,
    scope,
    ...parts
  }: Pick<CrawlParts, "writer" | "frontier" | "tally" | "memory" | "splitter" | "trace" | "scope">,
  reading: { readonly texts?: PageTexts },
): Intake {
  const admit = (url: string, depth: number, isSeed = false) => {
    const refused = scope.check(url, depth); // start pages count, too
    const reason = isSeed ? undefined : refused;
    onMet?.(url, depth, reason);
    return reason ?? (follow || depth === 0 ? undefined : "not followed");
  };
  return new Intake(
    {
      ...parts,
      ...reading,
      mostHops,
      admit,
      ...(memory && { memory }),
      ...(splitter && { splitter }),
      ...(trace && { log: trace }),
    },
    ordering === undefined ? parts.writer.urls.size : 0,
  );
}

const readsText = ({ ordering }: CrawlSettings): boolean => ordering?.needs.includes("text") ?? false;

/**
 * What the folder holds of earlier runs.
 *
 * @throws "option" where these settings cannot go on with it
 */
async function pastIn(
  { storage, writer }: Place,
  former: CrawlState | undefined,
  settings: CrawlSettings,
): Promise<FormerRun | undefined> {
  const { out } = settings;
  if (former?.neighbours !== undefined && settings.neighbours === undefined)
    throw problem.option`${out} is one process's share of a crawl, whose hosts others ask too: resume it by --join and the address of the engine, or name another folder`;
  const label = settings.ordering?.label ?? diskLabel(settings.order);
  if (former && former.ordering !== label)
    throw problem.option`${out} was crawled by ${former.ordering}, and can be resumed only by it; found ${label}. ${wayOn(former.ordering, label)}, or name another folder`;
  const past = writer.captures > 0 ? await storage.past(settings) : undefined;
  if (readsText(settings) && past?.hasTexts === false)
    throw problem.option`${out} cannot be resumed by ${label}: it reads the text of all pages again, and the folder keeps none (${option("store")} none). Crawl into another folder with ${option("store")} warc`;
  return past;
}

/** Asks before each request whether it may be sent. */
const asking = (transport: Transport, mayBeSent: Hooks["mayBeSent"]): Transport => ({
  async fetch(request) {
    if (await mayBeSent()) return transport.fetch(request);
    return { ending: "failed", url: request.url, fault: "aborted", message: `${request.url}: not sent` };
  },
  close: () => transport.close(),
});

/** A scheduler that knows what was known of hosts; after a kill, each of them rests first. */
function schedulerOf(
  settings: CrawlSettings,
  hosts: SchedulerState | undefined,
  former: CrawlState | undefined,
): Scheduler<Try> {
  const { clock, connections, ordering, politeness } = settings;
  const ready = ordering === undefined ? {} : { readyHosts: connections };
  const scheduler = new Scheduler<Try>({ connections, robots: settings.robots === "obey", ...ready, ...politeness });
  const { delay = 30_000, domainDelay = 0, addressDelay = 0 } = politeness;
  const rest = Math.max(delay, domainDelay, addressDelay);
  const asked = askedUntil(former, clock.now(), rest);
  if (hosts || asked !== undefined)
    scheduler.restore(hosts ?? NO_HOSTS, ...(asked === undefined ? [] : [asked + rest, asked]));
  return scheduler;
}

async function frontierOf(
  storage: CrawlStorage,
  { ordering, clock, order, neighbours, mostUrls, seed }: CrawlSettings,
  urls: UrlTable,
  past: FormerRun | undefined,
  texts: PageTexts,
): Promise<DiskFrontier | OrderedFrontier> {
  if (ordering !== undefined)
    return new OrderedFrontier(ordering, urls, {
      mostUrls,
      seed,
      text: (url) => texts.of(url),
      scratch: storage.scratch(),
    });
  return DiskFrontier.open(await storage.database(), {
    urls,
    captured: (url) => past?.isCaptured(urls.idOf(url)) ?? false,
    clock: () => clock.now(),
    order,
    ...(neighbours && { tenancy: neighbours, onForeign: (found) => neighbours.send(found) }),
  });
}

/** What to type to go on. */
function wayOn(former: string, label: string): Part | string {
  const [name, other] = [former, label].map((each) => /^[^\s,]*/.exec(each)?.[0]);
  return name === other ? "Say what was said of it then" : either(`Give the ordering ${name}`, `Say --by ${name}`);
}

/** A scheduler that knows of no host. */
const NO_HOSTS: SchedulerState = {
  version: 1,
  hosts: [],
  robots: [],
  domains: [],
  addresses: [],
  dead: [],
  blocked: [],
  known: 0,
};

/**
 * By default: the registered domains of the seeds, and hosts that `resolve` names; everything where `resolve` names
 * every host.
 */
function scopeOptions({ scope, resolve, links }: CrawlSettings, seeds: readonly string[]) {
  const mapped = resolve.map((pattern) => pattern.split("=", 1)[0].trim().toLowerCase());
  const within = scope.within ?? (mapped.includes("*") ? ("any" as const) : ("domain" as const));
  return {
    ...(links === "all" && { suffixes: [] }), // pictures and the like are what is asked for
    ...scope,
    seeds,
    within,
    hosts: [...(scope.hosts ?? []), ...mapped.filter((host) => !host.includes("*"))],
    domains: [...(scope.domains ?? []), ...mapped.filter((host) => host.startsWith("*.")).map((host) => host.slice(2))],
  };
}

/** Most crawls keep no cookies, and load nothing for it. */
async function withJar(
  transport: Transport,
  { cookies, out }: CrawlSettings,
  walls: number | undefined,
): Promise<Pick<CrawlParts, "cookies" | "transport">> {
  if (!cookies) return { cookies: undefined, transport };
  const { Cookies, withCookies } = await import("./cookies.js");
  const jar = Cookies.open(join(out, "state", "cookies.json"), walls);
  return { cookies: jar, transport: withCookies(transport, jar) };
}

/** Most crawls tell no near-duplicates, and load nothing for it. */
async function nearIn(
  writer: SnapshotFolderWriter,
  { nearDuplicates }: CrawlSettings,
): Promise<NearDuplicates | undefined> {
  if (!nearDuplicates) return undefined;
  const { NearDuplicates } = await import("./near-duplicates.js");
  return new NearDuplicates(writer.columns("near"), writer, nearDuplicates);
}

/** The ports of the start pages, and those that the scope names, may be asked too. */
function transportOptions(settings: CrawlSettings, seeds: readonly string[]) {
  const { agent, timeouts, bodyLimit, connections, resolve, allowPrivate, header, auth, insecure } = settings;
  const { proxies } = settings;
  const named = settings.scope.ports ?? [];
  const ports = new Set([...seeds.map((seed) => Number(new URL(seed).port)), ...(named === "any" ? [] : named)]);
  return {
    userAgent: agent.userAgent,
    timeouts,
    bodyLimit,
    connections,
    resolve,
    header,
    auth,
    insecure,
    ...(proxies && { proxies }),
    allowPrivate,
    ...(agent.from !== undefined && { headers: { from: agent.from } }),
    allowPort: (port: number) => port === 80 || port === 443 || ports.has(port),
  };
}
