import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { problem } from "../base/error.js";
import { inShell } from "../base/in-shell.js";
import { plural } from "../base/numbers.js";
import { Crawl } from "../fetch/crawl.js";
import type { CrawlStatus } from "../fetch/status.js";
import { HEADINGS, named, options, port } from "./choices.js";
import { commandOf } from "./command-of.js";
import { failedLines, nearLines } from "./crawl-end.js";
import { addFetchFlags, addPolitenessFlags, addScopeFlags, type CrawlFlags, crawlFlags } from "./crawl-flags.js";
import { answersOf, hintOn } from "./crawl-hint.js";
import { CrawlLine } from "./crawl-line.js";
import type { CrawlSweep } from "./crawl-sweep.js";
import { orderings } from "./family/orderings.js";
import { addJoinFlags, type JoinFlags } from "./join-flags.js";
import { addOrderingFlags } from "./ordering-flags.js";
import { print } from "./output.js";
import { stopOnSignals } from "./signals.js";
import { stayOpen } from "./stay-open.js";
import { addSweepFlags, type SweepFlags } from "./sweep-flags.js";
import { helpFor, online } from "./typed-method.js";

interface Flags extends CrawlFlags, JoinFlags, Pick<SweepFlags, "cacheSweep" | "cacheSizes"> {
  watch?: true | number;
  dryRun?: boolean;
  json?: boolean;
}

/** `crawlbench crawl`: fetches sites into a snapshot. */
export function crawlCommand(): Command {
  const command = commandOf("crawl", "crawl sites politely into a snapshot that the other commands open", [
    "crawlbench crawl https://www.example.org/ --out example --contact you@example.edu",
    "crawlbench crawl https://www.example.org/ --contact you@example.edu --dry-run",
    "crawlbench crawl --out example --contact you@example.edu --watch    # resume it, and watch",
    'crawlbench crawl https://www.example.org/ --out topic --contact you@example.edu --by similarity --query "machine learning"',
    "crawlbench crawl https://www.example.org/ --out example --contact you@example.edu --cache-sweep clock,lru,sieve",
    "crawlbench crawl --out b --join nats://127.0.0.1:4222    # a second process of a crawl that was started with --join",
    "crawlbench crawl http://www.campus.example/ --out test --contact you@example.edu --delay 0 --resolve '*=127.0.0.1:8080'",
  ])
    .argument("[url...]", "seed URLs; not needed to resume a crawl that was stopped")
    .requiredOption("--out <dir>", "folder of the snapshot; a crawl in this folder is resumed", named)
    .option("--contact <url or mail>", "who runs the crawl; sent to servers in the User-Agent")
    .option("--by <ordering>", `${helpFor(online(orderings))}; the queue of breadth-first is on disk`, "breadth-first");
  addSweepFlags(addFetchFlags(addScopeFlags(addPolitenessFlags(addOrderingFlags(command)))))
    .optionsGroup(HEADINGS.main)
    .option("--watch [port]", "show the crawl on a local web page; in a terminal it stays open until Ctrl-C", port)
    .addOption(
      new Option(
        "--dry-run",
        "fetch only robots.txt and the seed URLs, print what would be fetched, and store nothing: it needs no --out",
      ).implies({ out: "." }),
    )
    .addOption(
      options.json(
        "events instead of text, one JSON object per line: start, status, checkpoint, error, cache-sweep, done; with --dry-run one object",
      ),
    );
  addJoinFlags(command);
  return command.action(async (urls: string[], flags: Flags) => {
    if (urls.length === 0) checkTaken(command, flags);
    const sweep = await sweepIn(flags);
    const crawlOptions = { ...(await crawlFlags(urls, flags)), ...(sweep && { alongside: [sweep.experiment] }) };
    if (flags.dryRun && sweep)
      throw problem.choice`--dry-run looks at the start pages alone, and stores nothing to count: leave out --cache-sweep`;
    if (flags.dryRun && flags.join !== undefined)
      throw problem.choice`--dry-run looks at the start pages alone, and shares nothing: leave out --join`;
    if (flags.dryRun && flags.recrawl !== undefined)
      throw problem.choice`--dry-run looks at the start pages alone, and --recrawl makes each page of ${flags.recrawl} one: leave out --recrawl`;
    const shared = (["crawl", "name", "assign", "partitions", "replicas"] as const).find(
      (name) => flags[name] !== undefined,
    );
    if (flags.join === undefined && shared !== undefined)
      throw problem.choice`--${shared} is for a crawl that several processes share, and this would be one by itself: add --join nats://host:4222, or leave it out`;
    if (flags.dryRun && urls.length === 0 && !flags.seeds)
      throw problem.choice`--dry-run looks at start pages, and none is named: crawlbench crawl https://... --dry-run`;
    if (flags.dryRun) return (await import("./dry-run.js")).dryRun(crawlOptions, flags.json === true);
    if (flags.recrawl !== undefined && resolve(flags.recrawl) === resolve(flags.out))
      throw problem.choice`--recrawl and --out are the same folder, ${flags.out}: name another for the new snapshot`;
    if (typeof flags.watch === "number") await (await import("../monitor/monitor.js")).checkPort(flags.watch);
    if (flags.join !== undefined) return (await import("./crawl-share.js")).runShare(crawlOptions, flags);
    await run(await Crawl.open(crawlOptions), flags, sweep);
  });
}

/** @throws "choice" where a flag that takes all words up to the next one has taken what the crawl was to start from */
function checkTaken(command: Command, flags: Flags): void {
  const { seeds, recrawl, join, dryRun, out } = flags;
  if (recrawl !== undefined || join !== undefined || (!seeds && !dryRun && existsSync(out))) return;
  for (const option of command.options.filter(({ variadic }) => variadic)) {
    const name = option.attributeName() as keyof Flags;
    if (seeds && name !== "seeds") continue;
    const [, ...more] = (flags[name] ?? []) as readonly unknown[];
    const url = more.map(String).find((value) => /^https?:\/\/[^=*]*$/.test(value));
    if (url !== undefined)
      throw problem.choice`${option.long} has taken ${url}, since it takes all up to the next flag. Type the URL first: crawlbench crawl ${inShell(url)} ${option.long} ...`;
  }
}

async function run(crawl: Crawl, flags: Flags, counted: CrawlSweep | undefined): Promise<void> {
  const monitor = flags.watch === undefined ? undefined : await watched(crawl, flags.watch);
  const line = new CrawlLine({ json: flags.json === true });
  const signals = stopOnSignals(crawl);
  const { pages: before } = crawl.status();
  if (monitor) process.stderr.write(`watch it at ${monitor.url}\n`);
  try {
    line.start(crawl);
    const status = await crawl.run();
    const [sweep] = crawl.alongside;
    line.end(status, sweep && counted?.rows(sweep));
    if (counted && sweep?.requests > 0 && !flags.json) print(`${counted.text(sweep, flags.out)}\n`);
    if (signals.count > 0)
      throw problem.stopped`stopped at ${plural(status.pages, "page")}, all on disk. To resume, type the same command again`;
    if (status.requests === status.robotsRequests || status.pages === 0)
      throw problem.choice`${nothing(crawl, status, flags)}`;
    if (!flags.json) for (const line of endLines(crawl, status, flags.pages)) print(line);
    if (!flags.json && before >= (flags.pages ?? Number.POSITIVE_INFINITY))
      print(
        `Nothing was fetched: --pages ${flags.pages} counts the ${before} of earlier runs, too. To go on, raise it`,
      );
    if (!flags.json)
      print(`${plural(status.pages, "page")} in ${flags.out}. Next: crawlbench open ${inShell(flags.out)}`);
    await stayOpen(monitor);
  } finally {
    line.stop();
    signals.off();
    await monitor?.close();
  }
}

/** What else is to be said of a crawl when it has ended. */
const endLines = (crawl: Crawl, status: CrawlStatus, pages = Number.POSITIVE_INFINITY): string[] => [
  ...nearLines(status),
  ...failedLines(crawl, status),
  ...postponedLines(crawl, status),
  ...(status.pages < pages ? stoppedLines(status) : []),
];

/** What a crawl left that was stopped by --time or from its page: that the end is none is not to go unsaid. */
const stoppedLines = ({ state, frontier }: CrawlStatus): string[] =>
  state === "done"
    ? []
    : [
        `Stopped before it was done: ${plural(frontier, "URL")} ${frontier === 1 ? "waits" : "wait"}. To resume, type the same command again`,
      ];

/** What was not fetched, and would be by a later run. */
function postponedLines(crawl: Crawl, { postponed }: CrawlStatus): string[] {
  if (postponed === undefined) return [];
  const last = crawl.errors().find(({ fault }) => fault === "robots");
  return [
    `${plural(postponed, "URL")} ${postponed === 1 ? "waits" : "wait"} for a robots.txt. ${last ? `The last: ${last.url}: ${last.message}. ` : ""}To fetch what waits, type the same command again later`,
  ];
}

async function sweepIn(flags: Flags): Promise<CrawlSweep | undefined> {
  if (flags.cacheSweep === undefined && flags.cacheSizes === undefined) return undefined;
  return (await import("./crawl-sweep.js")).crawlSweep(flags);
}

async function watched(crawl: Crawl, port: true | number) {
  const { openMonitor } = await import("../monitor/monitor.js");
  try {
    return await openMonitor(crawl, port === true ? {} : { port });
  } catch (error) {
    await crawl.stop(); // it does not run yet: this closes it
    throw error;
  }
}

/** Why a crawl brought no page. */
function nothing(crawl: Crawl, status: CrawlStatus, { out, cookies }: Flags): string {
  const { disallowed, statuses } = status;
  const errors = crawl.errors();
  const error = errors.find(({ fault }) => fault !== "robots" && fault !== "dead") ?? errors[0]; // the cause, where that is known
  const reason = error
    ? `${error.url}: ${error.message}${hintOn(error)}`
    : disallowed > 0
      ? "robots.txt disallows the start pages"
      : Object.keys(statuses).length === 0
        ? "earlier runs gave up all that they knew"
        : answersOf(status, cookies === true);
  return `no page was fetched: ${reason}.\n  What would be fetched: the same command with --dry-run; ${out} may be deleted`;
}
