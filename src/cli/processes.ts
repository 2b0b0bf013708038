import { setTimeout } from "node:timers/promises";
import type { Command } from "commander";
import { problem } from "../base/error.js";
import { textTable } from "../base/rows/text-table.js";
import { ClusterControl } from "../cluster/cluster-control.js";
import type { Engine } from "../cluster/engine.js";
import { openNats } from "../cluster/nats/open-nats.js";
import { SharedTable } from "../cluster/shared-table.js";
import { awayFrom, type CrawlTable, leaving, lost, owes, sentAgain, sharesOf } from "../cluster/table.js";
import { systemClock } from "../fetch/clock.js";
import type { CrawlStatus, ProcessStatus } from "../fetch/status.js";
import { openMonitor } from "../monitor/monitor.js";
import { formats } from "../monitor/page/formats.js";
import { options, port } from "./choices.js";
import { commandOf } from "./command-of.js";
import { print, printJson } from "./output.js";
import { typed } from "./share-out.js";

interface ProcessesFlags {
  crawl: string;
  watch?: true | number;
  leave?: string;
  lost?: string;
  sendAgain?: boolean;
  stop?: boolean;
  forget?: boolean;
  json?: boolean;
}

/** Milliseconds in which every process that is there has told something. */
const LISTEN = 1_600;

/** `crawlbench processes`: who shares a crawl, and what they are to do. */
export function processesCommand(): Command {
  return commandOf("processes", "list the processes that share a crawl, watch and steer all of them", [
    "crawlbench processes nats://127.0.0.1:4222             # the processes, and their progress",
    "crawlbench processes nats://127.0.0.1:4222 --watch     # one page for all of them",
    "crawlbench processes nats://127.0.0.1:4222 --leave b   # b hands its hosts over to the others, and ends",
  ])
    .argument("<engine>", "the NATS server that they joined: nats://127.0.0.1:4222")
    .option("--crawl <name>", "name of the crawl, if several share one server", "crawl")
    .option("--watch [port]", "show all processes on a page on this machine, until Ctrl-C", port)
    .option(
      "--leave <process>",
      "hand the hosts of a process over to the others, and end it; if it does not run, start it",
    )
    .option("--lost <process>", "a process and its disk are lost: the others fetch its pages again")
    .option("--send-again", "after a folder was restored from a copy: every process sends its links again")
    .option("--stop", "drain and end all processes; each resumes when you run its command again")
    .option("--forget", "delete the crawl from the NATS server; the folders of its processes stay")
    .addOption(options.json())
    .action(async (address: string, flags: ProcessesFlags) => {
      checkOneOrder(flags);
      const missing = async (shown: string, others: () => Promise<readonly string[]>) => {
        throw unknown(shown, flags.crawl, await others().catch(() => [])); // not every user may list them
      };
      const engine = await openNats(address, flags.crawl, flags.forget ? {} : { missing });
      try {
        await act(engine, flags);
      } finally {
        await engine.close();
      }
    });
}

/** @throws "choice" for two orders at once */
function checkOneOrder(flags: ProcessesFlags): void {
  const chosen = (["watch", "leave", "lost", "sendAgain", "stop", "forget"] as const).filter(
    (name) => flags[name] !== undefined,
  );
  if (chosen.length > 1) throw problem.choice`choose one of ${chosen.map(typed).join(" and ")}`;
}

const unknown = (address: string, crawl: string, others: readonly string[] = []) =>
  problem.choice`${address} knows no crawl ${crawl}. ${others.length > 0 ? `There are: ${others.join(", ")}. Name one by --crawl, or begin one` : "Begin one"}: crawlbench crawl https://... --join ${address} --crawl ${crawl} --out DIR --contact you@example.edu`;

async function act(engine: Engine, flags: ProcessesFlags): Promise<void> {
  const table = await SharedTable.open(engine);
  if (table === undefined && flags.forget) await engine.drop(); // whoever was killed as it began a crawl left queues
  if (table === undefined) throw unknown(engine.address, flags.crawl);
  try {
    if (flags.leave !== undefined)
      return await change(table, flags.leave, leaving, { done: "is to hand its hosts over, and end" });
    if (flags.sendAgain) {
      await table.change(sentAgain);
      return print("every process sends again what its pages link to; what is known is not fetched again");
    }
    await look(engine, table, flags);
  } finally {
    await table.close();
  }
}

async function look(engine: Engine, table: SharedTable, flags: ProcessesFlags): Promise<void> {
  const control = await ClusterControl.ofCrawl(engine, table, systemClock());
  try {
    if (flags.watch !== undefined) return await watch(control, flags.watch);
    if (flags.stop) {
      if (table.value.state === "done") return print("the crawl is done: nothing is to be stopped");
      await control.stop();
      return print("all processes drain and end; run the command of each to resume it");
    }
    await setTimeout(LISTEN); // each process is heard
    const status = control.status();
    if (flags.forget) return await forget(engine, status, flags.crawl);
    if (flags.lost !== undefined) return await giveUp(table, flags.lost, status);
    if (flags.json) printJson({ ...status, crawl: table.value.state });
    else print(text(table.value, status));
  } finally {
    await control.close();
  }
}

async function change(
  table: SharedTable,
  name: string,
  how: (table: CrawlTable, name: string) => CrawlTable,
  { done, left = [] }: { readonly done: string; readonly left?: readonly string[] },
): Promise<void> {
  const names = [...Object.keys(table.value.members), ...left];
  if (!names.includes(name)) throw problem.choice`there is no process ${name}. There are: ${names.join(", ")}`;
  const after = await table.change((each) => how(each, name));
  if (after.members[name] !== undefined && !after.members[name].isLeaving)
    throw problem.choice`${name} is the only process: start another, that its hosts can go to, or end the crawl with --forget`;
  print(`${name} ${done}`);
}

async function watch(control: ClusterControl, port: true | number): Promise<void> {
  const monitor = await openMonitor(control, port === true ? {} : { port });
  process.stderr.write(`watch all processes at ${monitor.url}\n`);
  await new Promise<void>((stopped) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stopped());
  });
  await monitor.close();
}

const isAtWork = ({ state }: ProcessStatus): boolean => !["away", "done", "stopped"].includes(state);

/** Deletes a crawl of which no process works any more. */
async function forget(engine: Engine, { processes = [] }: CrawlStatus, crawl: string): Promise<void> {
  const working = processes.filter(isAtWork).map(({ name }) => name);
  if (working.length > 0)
    throw problem.choice`${working.join(", ")} ${working.length === 1 ? "still crawls: end it" : "still crawl: end them"} first, crawlbench processes ${engine.address} --crawl ${crawl} --stop`;
  await engine.drop();
  print(`${engine.address} has forgotten the crawl ${crawl}; the folders of its processes hold what was fetched`);
}

/** Gives a process up that does not run. */
async function giveUp(table: SharedTable, name: string, { processes = [] }: CrawlStatus): Promise<void> {
  const found = processes.find((each) => each.name === name);
  if (found && isAtWork(found))
    throw problem.choice`${name} runs, and its disk is there: --leave ${name} lets it hand its hosts over`;
  const wasDone = table.value.state === "done";
  const done = `is given up; the others fetch anew what it had${wasDone ? ": start them again, each by its command" : ""}`;
  await change(table, name, lost, { done, left: awayFrom(table.value) });
}

function text(table: CrawlTable, { processes = [], pages, frontier }: CrawlStatus): string {
  const { state, parts } = table;
  const left = awayFrom(table);
  const { count, rate } = formats();
  const shares = sharesOf(table);
  const rows = processes.map((each: ProcessStatus) => ({
    process: each.name,
    state: left.includes(each.name) ? "left" : each.state,
    parts: `${shares.get(each.name) ?? 0} of ${parts.length}`,
    pages: each.heard === 0 ? "not known" : count(each.pages),
    "pages/s": rate(each.pagesPerSecond),
    frontier: count(each.frontier),
    sent: count(each.exchange.sent),
    received: count(each.exchange.received),
  }));
  const gone = processes.filter((each) => ["away", "stopped"].includes(each.state) && (shares.get(each.name) ?? 0) > 0);
  const waits = gone.map(
    ({ name }) =>
      `${name} does not run, and its hosts wait for it: start it by its own command; or, if its disk is lost, --lost ${name}.`,
  );
  const head = {
    done: "The crawl is done.",
    short: "The crawl is not done.",
    running: `${count(frontier)} URLs wait.`,
  }[state];
  const owed = owes(table).map(
    (name) => `${name} left, and others lost what they had of its links: start it again by its own command.`,
  );
  const more = state === "done" ? [] : waits;
  return [textTable(rows), `${count(pages)} pages in all. ${head}`, ...owed, ...more].join("\n");
}
