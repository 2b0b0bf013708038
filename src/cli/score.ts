import type { Command } from "commander";
import { openSnapshot } from "../archive/open-snapshot.js";
import { got, problem } from "../base/error.js";
import { inShell } from "../base/in-shell.js";
import { counted, plural } from "../base/numbers.js";
import { addressesOf } from "../site/addresses-of.js";
import { type Audit, audit } from "../site/audit.js";
import { WebContent } from "../site/content.js";
import { type CrawlOfLog, orderOfLog } from "../site/order-of-log.js";
import { LOG_FORMATS } from "../site/parse-entry.js";
import { type AccessLog, readLog } from "../site/read-log.js";
import { loadOrOpen } from "../web/dataset/load.js";
import { webOf } from "../web/snapshot/snapshot-web.js";
import type { Web } from "../web/web.js";
import { integer, notNegative, options } from "./choices.js";
import { commandOf } from "./command-of.js";
import { addJudgingFlags, type JudgingFlags, judgement, judgeOf } from "./judging.js";
import { writeOrder } from "./order-file.js";
import { print, printJson, tell } from "./output.js";
import { partsOf, refuseOver } from "./own-input.js";
import { isSnapshot } from "./serve.js";

interface ScoreFlags extends JudgingFlags {
  web?: string;
  hosts?: number;
  seed: number;
  pages?: number;
  host?: string;
  delay: number;
  from: "start" | "end";
  tolerance: number;
  agent?: string;
  orderOut?: string;
  json?: boolean;
}

/** G for backlinks, unless another is asked for. */
const USUAL_HOT = 10;

/** `crawlbench score`: what a crawl was worth, and whether it was polite, by the log of the server. */
export function scoreCommand(): Command {
  const command = commandOf("score", "judge any crawler by the access log of the server it crawled", [
    "crawlbench score access.log",
    "crawlbench score access.log --delay 1000 --query computer    # how much of a topic it found",
  ])
    .argument(
      "<log>",
      "log of crawlbench serve, Heritrix's crawl.log, or common or combined log format; plain, gzip or zstd",
    )
    .option("--web <web>", "the web that was crawled: catalogue, path or snapshot (default: as the log's head says)")
    .option("--hosts <n>", "with --web, for a web without URLs: hosts that it was served on", integer)
    .addOption(options.seed())
    .option("--pages <n>", "with --web: size of a generated web", integer)
    .option("--host <name>", "host of a log whose lines name none");
  addJudgingFlags(command, `${USUAL_HOT} for backlinks`)
    .option("--delay <ms>", "milliseconds that a crawler had to leave a host alone", notNegative, 0)
    .option("--from <which>", "gaps are counted from the start or the end of the request before", "start")
    .option("--tolerance <ms>", "milliseconds by which a gap may be short", notNegative, 0)
    .option("--agent <text>", "only requests whose User-Agent contains this")
    .option(
      "--order-out <file>",
      "write the crawl order there: little-endian uint32 page numbers of the web's own numbering",
    )
    .addOption(options.json())
    .action(runScore);
  return command;
}

async function runScore(path: string, flags: ScoreFlags): Promise<void> {
  const { host, agent, delay, from, tolerance, orderOut } = flags;
  if (from !== "start" && from !== "end") throw problem.choice`--from is start or end; ${got(from)}`;
  const by = judgeOf(flags, (flags.importance ?? "backlinks") === "backlinks" ? USUAL_HOT : undefined);
  const whole = await readLog(path, { host });
  if (whole.isCut) tell(`The last line of ${path} is cut short, and left out`);
  const log =
    agent === undefined ? whole : { ...whole, entries: whole.entries.filter((each) => each.agent.includes(agent)) };
  const { resolution, title: format } = LOG_FORMATS[log.format];
  const served = await webOfLog(log, flags);
  const delayOf = served?.content && delaysOf(served.content);
  const report = audit(log.entries, { delay, from, tolerance, resolution, delayOf });
  const about = {
    log: path,
    format,
    requests: log.entries.length,
    hosts: report.hosts,
    bytes: log.entries.reduce((sum, { bytes }) => sum + bytes, 0),
    statuses: countBy(log, ({ status }) => String(status)),
    kinds: countBy(log, ({ kind }) => kind),
  };
  const crawl = served && orderOfLog(pagesOf(log, served.web), served.web.graph.size, served.addresses);
  if (crawl && orderOut !== undefined) writeOrder(orderOut, served.web, crawl.order, `the requests of ${path}`);
  const judged = crawl && crawl.order.length > 0 ? judgement(served.web, crawl.order, by, flags) : undefined;
  if (flags.json) {
    printJson({
      ...about,
      politeness: report,
      ...(crawl && { visited: crawl.order.length, repeated: crawl.repeated, others: crawl.others }),
      ...(judged && { ...judged.summary, curve: judged.points }),
    });
    return;
  }
  const unjudged = served
    ? "No page of the web was fetched: there is nothing to judge."
    : `Not judged: the log does not say which web was crawled. crawlbench score ${inShell(path)} --web WEB`;
  print(
    [
      `${path}: ${plural(about.requests, "request")} to ${plural(about.hosts, "host")} (${format}); by status ${listed(about.statuses)}`,
      politeness(report),
      ...(crawl ? [fetches(crawl, served.web)] : []),
      judged?.text ?? unjudged,
    ].join("\n"),
  );
}

/** What the area does not show: requests for URLs that the web does not have, as where another web was crawled. */
const fetches = ({ order, repeated, others }: CrawlOfLog, { name }: Web) =>
  `Of the requests answered 200, ${counted(order.length)} fetched a page, ${counted(repeated)} a page again, ${counted(others)} no page of ${name}`;

interface Served {
  readonly web: Web;
  readonly addresses: ReturnType<typeof addressesOf>;
  readonly content?: WebContent;
}

/** The web that was crawled, as it was served. */
async function webOfLog(
  { head }: AccessLog,
  { web: name, hosts, seed, pages, orderOut }: ScoreFlags,
): Promise<Served | undefined> {
  const source = name === undefined ? head?.source : { web: name, ...(pages !== undefined && { pages }) };
  if (!source) return undefined;
  const { web: place, ...how } = source;
  if (orderOut !== undefined) refuseOver("--order-out", orderOut, partsOf(place), [place]);
  const web: Web = isSnapshot(place) ? webOf(await openSnapshot(place)) : await loadOrOpen(place, how);
  const settings = name === undefined ? head?.settings : undefined;
  if (settings && !isSnapshot(place)) {
    if (head?.sha256 !== web.sha256)
      throw problem.choice`the log is of another ${place}: expected sha256 ${head?.sha256}, found ${web.sha256}. Say which web it was: --web`;
    const content = new WebContent(web, settings, head.epoch);
    return { web, addresses: content.addresses, content };
  }
  return { web, addresses: addressesOf(web, { hosts, seed }) };
}

/** The entries, of a log of another web without the numbers that pages have there: their URLs tell them. */
const pagesOf = ({ head, entries }: AccessLog, { sha256 }: Web): AccessLog["entries"] =>
  head === undefined || head.sha256 === sha256 ? entries : entries.map((entry) => ({ ...entry, page: -1 }));

/** Milliseconds that the robots.txt of a host asks for. */
const delaysOf = (content: WebContent) => (name: string) => {
  const { delay } = content.robots.of(content.addresses.hostIndex(name));
  return delay === undefined ? undefined : 1000 * delay;
};

function politeness({ counts, violations, examples, shortestGap }: Audit): string {
  const gap = shortestGap === undefined ? "" : `; shortest gap ${shortestGap.toFixed(1)} ms`;
  if (violations === 0) return `Polite: no violation found${gap}.`;
  const lines = examples.map(
    ({ rule, host, path, milliseconds, before }) =>
      `  ${rule}: http://${host}${path}${before === undefined ? "" : ` after ${before}`}${milliseconds === undefined ? "" : `, ${milliseconds.toFixed(1)} ms`}`,
  );
  const total = Object.entries(counts).map(
    ([rule, count]) => `${rule} ${count === undefined ? "not known" : counted(count)}`,
  );
  return [`Not polite: ${total.join(", ")}${gap}. For example`, ...lines].join("\n");
}

function countBy({ entries }: AccessLog, key: (entry: AccessLog["entries"][number]) => string | undefined) {
  const counts: Record<string, number> = {};
  for (const entry of entries) {
    const found = key(entry);
    if (found !== undefined) counts[found] = (counts[found] ?? 0) + 1;
  }
  return counts;
}

const listed = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name}: ${counted(count)}`)
    .join(", ");
