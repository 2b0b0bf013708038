// What each command costs before it does its work, beside Node alone: CPU seconds of user and system, in turns, the order
// of a round turned each time. Alone, with rounds: node bench/start.mjs 9
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { started } from "./crawl.mjs";

const command = join(import.meta.dirname, "../src/cli/crawlbench.cjs");
const library = pathToFileURL(join(import.meta.dirname, "../dist/index.js")).href;

/** CPU seconds of a process. @throws where it fails */
function cpuOf(args) {
  const timed = ["-c", 'TIMEFORMAT="%U %S"; time "$0" "$@" > /dev/null', process.execPath, ...args];
  const { status, stderr } = spawnSync("bash", timed, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
  const [user, system] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return user + system;
}

export async function start(rounds = 7, pages = 426) {
  const folder = mkdtempSync(join(tmpdir(), "crawlbench-start-"));
  const links = join(folder, "links.txt");
  writeFileSync(links, "0 1\n1 2\n2 0\n0 3\n");
  const server = await started("serve.mjs", String(pages), "3");
  const { port, start: seed } = server.said;
  let crawls = 0;
  const crawl = () => [seed, "--contact", "bench@bench.example", "--delay", "0", "--resolve", `*=127.0.0.1:${port}`];
  const commands = {
    "node -e 0": () => ["-e", "0"],
    "--version": () => [command, "--version"],
    "--help": () => [command, "--help"],
    "crawl --help": () => [command, "crawl", "--help"],
    "open, of 4 links": () => [command, "open", links],
    [`crawl, of ${pages} pages`]: () => [command, "crawl", ...crawl(), "--out", join(folder, String(crawls++))],
    'import "crawlbench"': () => ["-e", `import(${JSON.stringify(library)})`],
  };
  const found = Object.keys(commands).map((name) => ({ name, seconds: [] }));
  try {
    for (let round = 0; round < rounds; round++)
      for (const { name, seconds } of round % 2 ? found.toReversed() : found) seconds.push(cpuOf(commands[name]()));
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
  const told = (seconds) => Number(seconds.toFixed(3));
  const median = (seconds) => seconds.toSorted((a, b) => a - b)[seconds.length >> 1];
  const row = (seconds) => ({ best: told(Math.min(...seconds)), median: told(median(seconds)) });
  return Object.fromEntries(found.map(({ name, seconds }) => [name, row(seconds)]));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.table(await start(...process.argv.slice(2).map(Number)));
