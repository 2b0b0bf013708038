// npm run prove: all that is deeper than npm test, then npm test itself under the other versions of Node that people
// have.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { parseArgs } from "node:util";

const VERSIONS = ["22", "24"];

/** Runs a command in this checkout, to be seen. @returns whether it ended well */
function ran(command, args, env = {}) {
  console.log(`\n> ${[command, ...args].join(" ")}${env.PATH ? ` with ${env.PATH.split(delimiter)[0]}` : ""}`);
  return spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } }).status === 0;
}

/** npm test under a Node that npm brings into a folder of its own. */
function ranUnder(version, folder) {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const there = join(folder, version);
  if (!ran("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", there, `${name}@${version}`]))
    return false;
  const bin = join(there, "node_modules", name, "bin");
  return ran("npm", ["test"], { PATH: `${bin}${delimiter}${process.env.PATH}` });
}

/** npm run prove -- simulation --seeds 10000: so many simulated crews, from another seed with --first. */
function simulated(args) {
  const { values } = parseArgs({ args, options: { seeds: { type: "string" }, first: { type: "string" } } });
  const { seeds = "10000", first = "1" } = values;
  const chosen = { SIMULATION_SEEDS: seeds, SIMULATION_FIRST: first };
  return ran(process.execPath, [...vitest, "test/cluster/simulation"], chosen);
}

/** npm run prove -- safeguards: the seed that notices first when each is gone, sought anew. */
function safeguards() {
  const chosen = { CRAWLBENCH_DEPTH: "prove", SAFEGUARD_SEEDS: "1000" };
  return ran(process.execPath, [...vitest, "test/cluster/simulation/safeguards"], chosen);
}

const folder = mkdtempSync(join(tmpdir(), "crawlbench-prove-"));
const others = VERSIONS.filter((version) => version !== process.versions.node.split(".")[0]);
const vitest = ["node_modules/vitest/vitest.mjs", "run"];
const [what, ...args] = process.argv.slice(2);
const all = () => [
  ran(process.execPath, vitest, { CRAWLBENCH_DEPTH: "prove" }),
  ...others.map((version) => ranUnder(version, folder)),
];
const passed = what === "simulation" ? [simulated(args)] : what === "safeguards" ? [safeguards()] : all();
rmSync(folder, { recursive: true, force: true });
process.exitCode = passed.every(Boolean) ? 0 : 1;
