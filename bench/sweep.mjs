// One grid of crawls: in one thread, in two threads, and with two worker processes over a NATS server beside one thread
// of this process.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { backlink, backlinks, breadthFirst, compare, load, openCrew, pageRank, random } from "crawlbench";
import { checksum, expectChecksum, ms } from "./measure.mjs";

const command = fileURLToPath(new URL("../src/cli/crawlbench.cjs", import.meta.url));

/** Starts a process; resolves with what `pattern` finds in what it says. */
function started(words, options, stream, pattern) {
  const child = spawn(words[0], words.slice(1), options);
  let text = "";
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`${words.join(" ")} ended at once: ${text}`)));
    child[stream].setEncoding("utf8").on("data", (piece) => {
      text += piece;
      const found = pattern.exec(text);
      if (found) resolve({ child, found });
    });
  });
}

async function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

export async function sweep() {
  const folder = mkdtempSync(join(tmpdir(), "crawlbench-sweep-"));
  const children = [];
  try {
    const words = ["nats-server", "-js", "-sd", folder, "-a", "127.0.0.1", "-p", "-1"];
    const server = await started(
      words,
      { stdio: ["ignore", "ignore", "pipe"] },
      "stderr",
      /client connections on (\S+)/,
    );
    children.push(server.child);
    const address = `nats://${server.found[1]}`;
    const work = [process.execPath, command, "work", "--join", address, "--threads", "1"];
    const startWorker = async () => {
      const { child } = await started(work, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] }, "stdout", /listens/);
      children.push(child);
    };
    return await measured(address, startWorker);
  } finally {
    for (const child of children.reverse()) await ended(child);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(address, startWorker) {
  const web = await load("campus", { pages: 50_000 });
  const grid = {
    orderings: [breadthFirst, backlink, pageRank({ accuracy: 1e-3 }), random],
    importance: backlinks({ hotAt: 100 }),
    repeats: 6,
    cache: false,
  };
  const crew = await openCrew(address);
  const settings = {
    "one thread": { workers: 1 },
    "two threads": { workers: 2 },
    "one thread and one worker process": { workers: 1, crew },
    "one thread and two worker processes": { workers: 1, crew },
  };
  const times = {};
  let expected;
  for (const [label, options] of Object.entries(settings)) {
    if (options.crew) await startWorker();
    const begun = performance.now();
    const runs = await compare(web, { ...grid, ...options });
    times[label] = performance.now() - begun;
    const found = runs.crawls.map(({ order }) => checksum(order)).join(" ");
    expectChecksum(label, found, (expected ??= found));
  }
  await crew.close();
  const sent = (4 * (web.graph.offsets.length + web.graph.targets.length + (web.references?.length ?? 0))) / 1e6;
  return Object.entries(times).map(([label, time]) => ({
    web: `${web.name}, ${sent.toFixed(1)} MB`,
    crawls: grid.orderings.length * grid.repeats,
    by: label,
    time: ms(time),
    "x faster": (times["one thread"] / time).toFixed(2),
  }));
}
