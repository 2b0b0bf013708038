import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./cli/command.js";
import { realData } from "./web/read/real-data.js";

// A bench holds what it measures to a checksum before it prints a time, so a label or a result that changed stops it.
// Those that name methods by their labels run here on one web each.

/** @returns the rows that a bench makes of what it is given, run from the build as `npm run bench` does */
function rowsOf(file: string, call: string): unknown {
  const script = `import(${JSON.stringify(join(root, "bench", file))}).then(async (bench) => {
    process.stdout.write(JSON.stringify(await ${call}));
  })`;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", script], { cwd: root, encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}

describe("a bench finds what it expects of each method that it names:", () => {
  it("orderings beyond Cho et al., on campus, which has URLs and few links", () => {
    // 8 methods with links, 3 with URLs, 3 that solve, and breadth-first (bench/orderings-beyond.mjs)
    expect(rowsOf("orderings-beyond.mjs", 'bench.orderingsBeyond(["campus"])')).toHaveLength(15);
  });

  it("fetching again, with its four policies", () => {
    expect(rowsOf("freshness.mjs", "bench.freshness()")).toHaveLength(4);
  });

  it.skipIf(!realData("graphs/web-NotreDame"))("orderings, on web-NotreDame", () => {
    expect(rowsOf("orderings.mjs", 'bench.orderings(["web-NotreDame"])')).toHaveLength(7);
  });

  it.skipIf(!realData("webs/uci-ics-2019"))("timed replays, of uci-ics-2019 with 8 copies", () => {
    expect(rowsOf("timed-replay.mjs", "bench.timedReplayBench(bench.RUNS.slice(-1))")).toHaveLength(1);
  });
});
