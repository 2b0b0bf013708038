import { setTimeout } from "node:timers/promises";
import { problem } from "../base/error.js";
import { given } from "../base/given.js";
import { counted, plural } from "../base/numbers.js";
import { ClusterControl } from "../cluster/cluster-control.js";
import type { Engine } from "../cluster/engine.js";
import { crawlOf, DEFAULT_CRAWL, type JoinedCrawl, joinCrawl, LOOK_EVERY, notBegun } from "../cluster/join.js";
import { openNats } from "../cluster/nats/open-nats.js";
import { clearStop, MOST_BLOCKED } from "../cluster/orders.js";
import { runJoined } from "../cluster/run-joined.js";
import { type CrawlTable, owes } from "../cluster/table.js";
import { systemClock } from "../fetch/clock.js";
import type { CrawlOptions } from "../fetch/crawl-options.js";
import type { CrawlStatus } from "../fetch/status.js";
import { openMonitor } from "../monitor/monitor.js";
import { failedLines, nearLines } from "./crawl-end.js";
import { CrawlLine } from "./crawl-line.js";
import { type JoinFlags, joinFlags } from "./join-flags.js";
import { print } from "./output.js";
import { SIGNALS, stopOnSignals } from "./signals.js";
import { stayOpen } from "./stay-open.js";

export interface RunFlags extends JoinFlags {
  out: string;
  watch?: true | number;
  json?: boolean;
}

const note = (text: string) => process.stderr.write(`${text}\n`);

/** `crawlbench crawl --join`: one process of a crawl that several share. */
export async function runShare(options: CrawlOptions, flags: RunFlags): Promise<void> {
  const join = joinFlags(flags);
  const kept = crawlOf(flags.out, join);
  const name = join.crawl ?? kept ?? DEFAULT_CRAWL;
  const link = { isWatched: false, address: "" };
  const stopping = new AbortController();
  const early = () => stopping.abort();
  const listen = (how: "once" | "off") => {
    for (const signal of SIGNALS) process[how](signal, early);
  };
  let isWaiting = false;
  const onWaiting = (address: string) => {
    if (isWaiting) return;
    isWaiting = true;
    note(
      `nobody has begun the crawl ${name} yet: waiting. Begin it with a URL: crawlbench crawl https://... ${joining({ address }, name)} --out DIR --contact you@example.edu`,
    );
  };
  /** Whoever only waits makes nothing at the engine, where it would stay if nobody came. */
  const missing = async (address: string) => {
    if (!isWaiting) listen("once");
    onWaiting(address);
    Object.assign(link, { isWatched: true, address });
    await setTimeout(LOOK_EVERY, undefined, { signal: stopping.signal }).catch(() => {
      throw notBegun(name);
    });
  };
  const engine = await openNats(flags.join as string, name, {
    ...given({ replicas: flags.replicas }),
    ...(kept === undefined && !options.seeds?.length && { missing }),
    onConnection(connected) {
      if (!link.isWatched) return;
      const what = connected ? "is back" : "is away: the crawl continues, and waits for it when it must";
      note(`the engine at ${link.address} ${what}`);
    },
    onSilence: note,
  });
  Object.assign(link, { isWatched: true, address: engine.address });
  listen("off"); // where it waited
  listen("once");
  try {
    const settings = { ...options, signal: stopping.signal };
    if (options.block && options.block.length > MOST_BLOCKED)
      note(
        `of more than ${counted(MOST_BLOCKED)} names to block other processes are not told: give them --block or --block-file, too`,
      );
    const joined = await joinCrawl(engine, settings, {
      ...join,
      crawl: name,
      onWaiting: () => onWaiting(engine.address),
    });
    await clearStop(engine); // no sooner: a start that is refused ends no stop of the others
    listen("off");
    await run(engine, joined, { ...flags, crawl: name });
  } finally {
    listen("off");
    link.isWatched = false; // it is closed on purpose
    await engine.close();
  }
}

async function run(engine: Engine, joined: JoinedCrawl, flags: RunFlags & { readonly crawl: string }): Promise<void> {
  const { crawl, table, name } = joined;
  const clock = systemClock();
  const control = flags.watch === undefined ? undefined : await ClusterControl.ofCrawl(engine, table, clock);
  const monitor = control && (await openMonitor(control, typeof flags.watch === "number" ? { port: flags.watch } : {}));
  const line = new CrawlLine({ json: flags.json === true });
  const signals = stopOnSignals(crawl, () =>
    note(
      engine.connected
        ? "ending when what is under way is here and on disk; once more to break it off"
        : `ending when the engine at ${engine.address} is back, which is to have what was found; once more to leave without: that is fetched again then`,
    ),
  );
  if (monitor) note(`watch all processes at ${monitor.url}`);
  try {
    const others = Object.keys(table.value.members).length - 1;
    note(
      `${name} takes part in the crawl, ${["alone", "with one other process"][others] ?? `with ${others} other processes`}`,
    );
    line.start(crawl);
    const status = await runJoined(engine, joined, clock, (error) => note((error as Error).message)).catch((error) => {
      if (signals.count < 2) throw error;
      throw problem.stopped`stopped without waiting. To resume, type the same command again: it fetches again what was not on disk`;
    });
    line.end(status);
    checkWhole(engine, joined.table.value, flags.crawl);
    if (signals.count > 0)
      throw problem.stopped`stopped at ${status.pages} pages, all on disk; its hosts wait for it. To resume, type the same command again`;
    if (!flags.json)
      print([...nearLines(status), ...failedLines(crawl, status), summary(status, joined, flags.out)].join("\n"));
    await stayOpen(monitor);
  } finally {
    line.stop();
    signals.off();
    await monitor?.close();
    await control?.close();
  }
}

/** The options by which a process finds a crawl. */
const joining = ({ address }: Pick<Engine, "address">, crawl: string): string =>
  `--join ${address}${crawl === DEFAULT_CRAWL ? "" : ` --crawl ${crawl}`}`;

/** @throws "unreconciled" when pages of processes that left are to be read again before the crawl is done */
export function checkWhole(engine: Pick<Engine, "address">, table: CrawlTable, crawl: string): void {
  if (table.state !== "short") return;
  const names = owes(table);
  const command = `crawlbench crawl ${joining(engine, crawl)}`;
  const folders = names.map((name) => `${command} --out FOLDER-OF-${name}`).join(" and ");
  throw problem.unreconciled`the crawl is not done: ${names.join(", ")} left, and later others lost what they had of the links on its pages. Type ${folders}, and the command of this process again; then all of it is fetched`;
}

function summary({ pages, exchange, state }: CrawlStatus, { member, name }: JoinedCrawl, out: string): string {
  const sent = exchange ? `, ${exchange.sent} URLs sent to other processes of ${exchange.foreign} found for them` : "";
  const what = `${plural(pages, "page")} of ${name} in ${out}${sent}.`;
  if (member.hasLeft) return `${what} It has handed over its hosts, and left`;
  if (state !== "done")
    return `${what} It was stopped before the crawl was done, and its hosts wait for it: to resume, type the same command again`;
  return `${what} The crawl is done. Next, with the folders of all processes in one: crawlbench open FOLDER`;
}
