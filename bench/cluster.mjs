// Processes that share a crawl beside one that does not: the same pages from the same server, each crawling process
// held to a share of a processor (Linux control groups), so that the server and the engine keep theirs. A process costs
// 2 s before its code is compiled, so that few pages say little of many. Alone, with sizes and the first three runs:
// node bench/cluster.mjs 100000 100 3
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const here = import.meta.dirname;
const GROUPS = "/sys/fs/cgroup/cpu";
/** Of a processor, per crawling process: two and the rest for server and engine fit two processors. */
const SHARE = 0.6;

/** A child with lines on its stdout. */
function child(script, argument, share) {
  const process_ = spawn(process.execPath, [join(here, script), ...argument], { stdio: ["pipe", "pipe", "inherit"] });
  const group = share === undefined ? undefined : limited(process_.pid, share);
  const lines = [];
  const waiting = [];
  let text = "";
  process_.stdout.setEncoding("utf8").on("data", (more) => {
    text += more;
    const parts = text.split("\n");
    text = parts.pop();
    for (const line of parts) (waiting.shift() ?? ((each) => lines.push(each)))(line);
  });
  const line = () => (lines.length > 0 ? Promise.resolve(lines.shift()) : new Promise((said) => waiting.push(said)));
  const closed = new Promise((ended) => process_.once("close", ended)).then(() => group && rmdirSync(group));
  const end = () => {
    process_.stdin.end();
    return closed;
  };
  return { line, end, go: () => process_.stdin.write("go\n") };
}

/** Holds a process to a share of one processor. @returns its control group; undefined where there is none to be had */
function limited(pid, share) {
  const group = join(GROUPS, `crawlbench-${pid}`);
  try {
    if (!existsSync(join(GROUPS, "cpu.cfs_quota_us"))) return undefined;
    mkdirSync(group);
    writeFileSync(join(group, "cpu.cfs_period_us"), "10000");
    writeFileSync(join(group, "cpu.cfs_quota_us"), String(Math.round(share * 10_000)));
    writeFileSync(join(group, "cgroup.procs"), String(pid));
    return group;
  } catch {
    return undefined;
  }
}

async function nats() {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((listening) => probe.once("listening", listening));
  const { port } = probe.address();
  await new Promise((closed) => probe.close(closed));
  const folder = mkdtempSync(join(tmpdir(), "crawlbench-nats-"));
  const server = spawn("nats-server", ["-js", "-sd", folder, "-a", "127.0.0.1", "-p", String(port)], {
    stdio: "ignore",
  });
  await sleep(1_000);
  const end = async () => {
    server.kill();
    await new Promise((ended) => server.once("close", ended));
    rmSync(folder, { recursive: true, force: true });
  };
  return { address: `nats://127.0.0.1:${port}`, end };
}

/** Crawls once. @param names of the processes; one without an address is alone */
async function crawled(at, names, share) {
  const folder = mkdtempSync(join(tmpdir(), "crawlbench-cluster-"));
  const processes = [];
  for (const name of names) {
    const each = child("cluster/process.mjs", [JSON.stringify({ ...at, folder, name })], share);
    await each.line(); // ready, and a member of the crawl
    processes.push(each);
  }
  const begun = performance.now();
  for (const each of processes) each.go();
  const results = (await Promise.all(processes.map((each) => each.line()))).map((line) => JSON.parse(line));
  const seconds = (performance.now() - begun) / 1000;
  await Promise.all(processes.map((each) => each.end()));
  rmSync(folder, { recursive: true, force: true });
  const sum = (of) => results.reduce((total, each) => total + (of(each) ?? 0), 0);
  const pages = sum((each) => each.pages);
  if (pages !== at.pages) throw new Error(`fetched ${pages} of ${at.pages} pages`);
  const exchange = (name) => sum((each) => each.exchange?.[name]);
  return { pages, seconds, cpu: sum((each) => each.cpu), found: sum((each) => each.found), exchange };
}

/** @param most of the runs below: a large crawl of all of them takes long */
export async function cluster(pages = 30_000, hosts = 100, most = Number.POSITIVE_INFINITY) {
  const server = child("crawl/serve.mjs", [String(pages), String(hosts)]);
  const engine = await nats();
  const { address } = engine;
  const at = { ...JSON.parse(await server.line()), pages };
  const runs = [
    ["one, alone", ["a"], {}],
    ["one, joined", ["a"], { address }],
    ["two", ["a", "b"], { address }],
    ["two, CLOCK of 65,536 before the exchange", ["a", "b"], { address, urlCache: 65_536 }],
    ["two, CLOCK of 1,024", ["a", "b"], { address, urlCache: 1_024 }],
    ["four, half a share each", ["a", "b", "c", "d"], { address }, SHARE / 2],
  ];
  const rows = {};
  let alone;
  try {
    for (const [number, [name, names, how, share = SHARE]] of runs.slice(0, most).entries()) {
      const run = await crawled({ ...at, ...how, group: `bench-${number}` }, names, share);
      alone ??= run;
      const foreign = run.exchange("foreign");
      rows[name] = {
        "pages/s": Math.round(run.pages / run.seconds),
        ratio: (alone.seconds / run.seconds).toFixed(2),
        "CPU s / 1,000": ((1000 * run.cpu) / run.pages).toFixed(3),
        "foreign %": ((100 * foreign) / run.found).toFixed(1),
        sent: run.exchange("sent"),
        "saved %": foreign === 0 ? "" : (100 * (1 - run.exchange("sent") / foreign)).toFixed(1),
        messages: run.exchange("messages"),
        "bytes/URL": run.exchange("sent") === 0 ? "" : (run.exchange("bytes") / run.exchange("sent")).toFixed(0),
      };
    }
  } finally {
    await engine.end();
    await server.end();
  }
  return rows;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.table(await cluster(...process.argv.slice(2).map(Number)));
}
