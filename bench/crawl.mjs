// The crawler beside the floor of what any crawler in Node must do, and beside wget2 (C) and Scrapy (Python) where these
// are installed: the same pages from the same server. CPU seconds per 1,000 pages is the figure to trust. Alone, with
// sizes: node bench/crawl.mjs 20000 100
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const here = import.meta.dirname;

/** The first line that a script says, and how to end it. */
export async function started(script, ...args) {
  const child = spawn(process.execPath, [join(here, "crawl", script), ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const line = await new Promise((said, failed) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (more) => {
      text += more;
      if (text.includes("\n")) said(text.slice(0, text.indexOf("\n")));
    });
    child.once("close", () => failed(new Error(`${script} said nothing`)));
  });
  return { said: JSON.parse(line), end: () => new Promise((ended) => child.once("close", ended).stdin.end()) };
}

const contestants = {
  "floor: dispatch, htmlparser2, new URL, a Set": (at) => started("lean.mjs", JSON.stringify(at)),
  "ours, everything on, no page store": (at) => started("ours.mjs", JSON.stringify({ ...at, store: "none" })),
  "ours, everything on, WARC, gzip 1": (at) => started("ours.mjs", JSON.stringify({ ...at, store: "warc" })),
};

/**
 * Runs a command of another crawler in an empty folder.
 *
 * @param count command that says how many pages it left there, where it does not say so itself
 * @returns pages, and seconds on the clock and of CPU
 */
function timed(command, count = "true") {
  const folder = mkdtempSync(join(tmpdir(), "crawlbench-peer-"));
  const begun = performance.now();
  const run = spawnSync("bash", ["-c", `TIMEFORMAT='%U %S'; time ${command}`], { cwd: folder, encoding: "utf8" });
  const seconds = (performance.now() - begun) / 1000;
  const counted = spawnSync("bash", ["-c", count], { cwd: folder, encoding: "utf8" }).stdout;
  rmSync(folder, { recursive: true, force: true });
  const [user, system] = run.stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return { pages: Number(run.stdout || counted), cpu: user + system, seconds };
}

/** Crawlers that others wrote, where they are installed. Neither asks for robots.txt, nor keeps a state that outlives it. */
const peers = {
  "wget2, 8 threads, files": {
    has: ["wget2", "--version"],
    run: ({ port, start }) =>
      timed(
        `wget2 -q -r -l inf -H --no-robots --max-threads=8 --http-proxy=127.0.0.1:${port} ${start}`,
        "find . -type f | wc -l",
      ),
  },
  "Scrapy, 100 requests, no page store": {
    has: ["scrapy", "version"],
    run: ({ port, start }) =>
      timed(`scrapy runspider ${join(here, "peer", "scrapy-links.py")} -a port=${port} -a start=${start}`),
  },
};

export async function crawl(pages = 20_000, hosts = 100) {
  const server = await started("serve.mjs", String(pages), String(hosts));
  const at = { ...server.said, pages };
  const rows = {};
  let floor;
  for (const [name, run] of Object.entries(contestants)) {
    const begun = performance.now();
    const { said } = await run(at);
    const seconds = said.seconds ?? (performance.now() - begun) / 1000;
    floor ??= said.cpu;
    rows[name] = {
      "CPU s / 1,000": ((1000 * said.cpu) / said.pages).toFixed(3),
      ratio: (said.cpu / floor).toFixed(2),
      "pages/s": Math.round(said.pages / seconds),
      "RSS MB": Math.round(said.rss),
    };
  }
  for (const [name, { has, run }] of Object.entries(peers)) {
    if (spawnSync(has[0], has.slice(1)).status !== 0) continue;
    const peer = run(at);
    rows[name] = {
      "CPU s / 1,000": ((1000 * peer.cpu) / peer.pages).toFixed(3),
      ratio: (peer.cpu / floor).toFixed(2),
      "pages/s": Math.round(peer.pages / peer.seconds),
      "RSS MB": "",
    };
    if (peer.pages < pages) throw new Error(`${name} fetched ${peer.pages} of ${pages} pages`);
  }
  await server.end();
  return rows;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.table(await crawl(...process.argv.slice(2).map(Number)));
}
