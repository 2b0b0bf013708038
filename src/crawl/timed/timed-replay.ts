import { option, problem } from "../../base/error.js";
import { showing } from "../../base/face/result.js";
import { given } from "../../base/given.js";
import { Random } from "../../base/random.js";
import { requireCapabilities, requireWeb, type Web } from "../../web/web.js";
import { CrawledUrls } from "./crawled-urls.js";
import { DownloadRecorder } from "./download-log.js";
import { type LinkedUrls, linkedUrls } from "./linked-urls.js";
import { TimedCrawl } from "./timed-crawl.js";
import { settled, type TimedReplayOptions } from "./timed-options.js";
import { type TimedReplay, timedFace } from "./timed-result.js";

export type { TimedReplayOptions } from "./timed-options.js";

/**
 * Crawls a stored web in virtual time as Mercator does, and records the URLs that each process meets. Heydon and Najork
 * 1999, section 3.2; Broder, Najork and Wiener 2003, section 4.1.
 *
 * Hosts belong to processes by a hash of their names, or by parts that are dealt to processes (`partitions`, `by`).
 * Each process has an ordering as the front end of its frontier, at most `backEndQueues` first-in-first-out queues
 * behind it, one host each, and a heap of hosts by when they may be asked. Its threads take the host whose time came
 * first. A host gets one request at a time. When a download ends, all links of the page are recorded in one burst, and
 * each new URL goes to the process that owns it.
 *
 * Mercator keeps its queues filled, and where there are fewer hosts than queues it moves all that it knows behind the
 * ordering's back. Here URLs are drawn only to open a host, when a thread would wait otherwise: those drawn on the way
 * wait in their queues, all others in the ordering, which may still change its mind. With one process and thread,
 * constant latency and politeness 0 the order of downloads is that of `replay`, unless the graph itself keeps repeats or
 * self-links: here an ordering is told each link once.
 *
 * Equal options give equal traces, byte for byte, on every machine: latencies are functions of seed, host and URL, and
 * equal times are told apart by what came first.
 *
 * @param web options of `linkedUrls` are for webs only
 * @throws "option" for options that make no sense; "no-page" when the web lacks what the ordering needs, or a start
 *   page is not in it;
 * "crawl" when the ordering breaks its contract
 *
 * O(requests + downloads log threads) besides the orderings. Bytes: 4 per request, 18 per page; 5 per URL of all copies
 * and 4 more of them in each process, 12 per URL that a process met and 34 per host; besides the orderings, one for
 * each process, which are made for the URLs of all copies.
 */
export function timedReplay(web: Web | LinkedUrls, options: TimedReplayOptions = {}): TimedReplay {
  if (typeof (web as Partial<LinkedUrls> | undefined)?.web !== "object") requireWeb("timedReplay", web);
  const chosen = settled(options);
  const { processes, threads, ordering, latency, seed, copies, until, from } = chosen;
  const linked = linkedOf(web, options);
  requireCapabilities(linked.web, ordering.needs, ordering.name);
  if (ordering.offline)
    throw problem.crawl`${ordering.label} is an offline bound: it needs the importance of every page, which a timed replay does not have`;
  const { name, graph, start } = linked.web;
  if (linked.size * copies > 2 ** 32 - 2)
    throw problem.option`${copies} copies of ${linked.size} URLs are more than 32 bits can number: take fewer`;
  const starts = from ?? [start];
  if (starts.length === 0) throw problem.crawl`a crawl needs at least one start page`;
  for (const page of starts) {
    if (!(Number.isInteger(page) && page >= 0 && page < graph.size))
      throw problem.noPage`start page ${page} is not in ${name}: its pages are 0 .. ${graph.size - 1}`;
  }
  const urls = new CrawledUrls(linked, copies, processes, chosen.outside, chosen.assignment);
  const recorder = chosen.log ? new DownloadRecorder() : undefined;
  const random = new Random(seed ^ 0x6c617465);
  const crawl = new TimedCrawl(urls, {
    ordering,
    threads,
    seed,
    most: chosen.backEndQueues,
    politeness: chosen.politeness,
    batch: chosen.batch,
    latency: latency.create({ random, urls: linked.size, hosts: urls.hostKeys.length }),
    requests: until.requests ?? Number.POSITIVE_INFINITY,
    ...(recorder && { log: recorder }),
  });
  crawl.start(Array.from({ length: copies }, (_, copy) => starts.map((page) => copy * linked.size + page)).flat());
  crawl.run(until.milliseconds ?? Number.POSITIVE_INFINITY);
  const milliseconds = crawl.now;
  const label = `${name}, ${threads} ${threads === 1 ? "thread" : "threads"}`;
  const finished = crawl.processes.map(({ trace }, process) => trace.finish(label, process));
  const replay: TimedReplay = {
    traces: finished.map(({ trace }) => trace),
    urlIds: finished.map(({ urlIds }) => urlIds),
    downloads: crawl.downloads,
    pages: crawl.pages,
    milliseconds,
    openHosts: crawl.processes.map(({ trace }, process) => crawl.openByRequests[process] / Math.max(1, trace.length)),
    openHostsOverTime: crawl.processes.map(({ queues }) => queues.openTime(milliseconds) / (milliseconds || 1)),
    peakOpenHosts: crawl.processes.map(({ queues }) => queues.peak),
    idle: milliseconds > 0 ? 1 - crawl.busy / (processes * threads * milliseconds) : 1,
    idleShares: crawl.processes.map((process) =>
      milliseconds > 0 ? 1 - process.busyTime(milliseconds) / (threads * milliseconds) : 1,
    ),
    assumptions: { ...linked.assumptions, latency: latency.label },
    ...(recorder && { log: recorder.finish() }),
  };
  return showingItself(replay);
}

const showingItself = showing(timedFace);

const OF_WEBS = ["repeats", "repeatPlace", "hostOf", "pagesPerHost"] as const;

function linkedOf(
  web: Web | LinkedUrls,
  { repeats, repeatPlace, hostOf, pagesPerHost, seed }: TimedReplayOptions,
): LinkedUrls {
  const ofWeb = { repeats, repeatPlace, hostOf, pagesPerHost };
  if ("graph" in web) return linkedUrls(web, given({ ...ofWeb, seed }));
  const late = OF_WEBS.find((option) => ofWeb[option] !== undefined);
  if (late === undefined) return web;
  throw problem.option`${option(late)} is settled in what linkedUrls made of ${web.web.name}: give it there`;
}
