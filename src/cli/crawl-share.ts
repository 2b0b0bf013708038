import { ClusterControl } from "../cluster/cluster-control.js";
import type { Engine } from "../cluster/engine.js";
import { type JoinedCrawl, joinCrawl } from "../cluster/join.js";
import { openNats } from "../cluster/nats/open-nats.js";
import { clearStop } from "../cluster/orders.js";
import { runJoined } from "../cluster/run-joined.js";
import { systemClock } from "../fetch/clock.js";
import type { CrawlOptions } from "../fetch/crawl-options.js";
import type { CrawlStatus } from "../fetch/status.js";
import { openMonitor } from "../monitor/monitor.js";
import { CrawlStopped } from "../run/run-crawl.js";
import { integer } from "./choices.js";
import { CrawlLine } from "./crawl-line.js";
import { type JoinFlags, joinFlags } from "./join-flags.js";
import { print } from "./output.js";
import { stopOnSignals } from "./signals.js";

const DEFAULT_CRAWL = "crawl";

export interface RunFlags extends JoinFlags {
  out: string;
  watch?: boolean | string;
  json?: boolean;
}

const note = (text: string) => process.stderr.write(`${text}\n`);

/** `crawlbench crawl --join`: one process of a crawl that several share. */
export async function runShare(options: CrawlOptions, flags: RunFlags): Promise<void> {
  const address = flags.join as string;
  const join = joinFlags(flags);
  const { crawl: name = DEFAULT_CRAWL } = join;
  let isOpening = true;
  const engine = await openNats(address, name, {
    onConnection: (connected) => {
      if (!isOpening)
        note(
          connected
            ? `the engine at ${address} is back`
            : `the engine at ${address} is away: the crawl goes on, and waits for it when it must`,
        );
    },
  });
  isOpening = false;
  const stopping = new AbortController();
  const early = () => stopping.abort();
  process.once("SIGINT", early);
  try {
    await clearStop(engine);
    const onWaiting = () =>
      note(
        `nobody has begun the crawl ${name} yet: waiting. Begin it with a URL: crawlbench crawl https://... --join ${address} --out DIR --contact you@example.edu`,
      );
    const joined = await joinCrawl(
      engine,
      { ...options, signal: stopping.signal },
      { ...join, crawl: name, onWaiting },
    );
    process.off("SIGINT", early);
    await run(engine, joined, flags);
  } finally {
    process.off("SIGINT", early);
    isOpening = true; // the connection is closed on purpose
    await engine.close();
  }
}

async function run(engine: Engine, joined: JoinedCrawl, flags: RunFlags): Promise<void> {
  const { crawl, table, name } = joined;
  const clock = systemClock();
  const members = () => Object.keys(table.value.members);
  const control = flags.watch === undefined ? undefined : await ClusterControl.open(engine, { clock, members });
  const port = typeof flags.watch === "string" ? { port: integer(flags.watch) } : {};
  const monitor = control && (await openMonitor(control, port));
  if (monitor) note(`watch all processes at ${monitor.url}`);
  const line = new CrawlLine({ json: flags.json === true });
  const signals = stopOnSignals(crawl);
  try {
    const others = members().length - 1;
    note(
      `${name} takes part in the crawl, ${["alone", "with one other process"][others] ?? `with ${others} other processes`}`,
    );
    line.start(crawl);
    const status = await runJoined(engine, joined, clock, (error) => note((error as Error).message)).catch((error) => {
      if (signals.count < 2) throw error;
      throw new CrawlStopped(
        "stopped without waiting: the same command goes on, and fetches again what was not on disk",
      );
    });
    line.end(status);
    if (signals.count > 0)
      throw new CrawlStopped(
        `stopped at ${status.pages} pages, all on disk; its hosts wait for it. The same command goes on`,
      );
    if (!flags.json) print(summary(status, joined, flags.out));
  } finally {
    line.stop();
    signals.off();
    await monitor?.close();
    await control?.close();
  }
}

function summary({ pages, exchange }: CrawlStatus, { member, name }: JoinedCrawl, out: string): string {
  const sent = exchange ? `, ${exchange.sent} URLs sent to other processes of ${exchange.foreign} found for them` : "";
  const next = `Next, with the folders of all processes in one: crawlbench open FOLDER`;
  return `${pages} pages of ${name} in ${out}${sent}.${member.hasLeft ? " It has handed over its hosts, and left." : ""} ${next}`;
}
