import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { openSnapshot, type Snapshot } from "../../../src/archive/open-snapshot.js";
import { Random } from "../../../src/base/random.js";
import { openCrawlTrace } from "../../../src/trace/crawl-trace.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { depth } from "../../depth.js";
import { contentsOf } from "../small-web.js";

const KILLS = depth({ everyday: 2, prove: 12 });
const TOTAL = depth({ everyday: 1_000, prove: 6_000 });
const EVERY = 100;

/**
 * Runs the child on a folder, and kills it `afterMs` after it said the first thing, unless it ended before. @returns
 * the last it said
 */
async function live(folder: string, afterMs?: number): Promise<{ committed: number; killed: boolean }> {
  const dist = resolve(import.meta.dirname, "../../../dist");
  const options = JSON.stringify({ dist, folder, total: TOTAL, every: EVERY });
  const child = spawn(process.execPath, [join(import.meta.dirname, "child.mjs"), options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (said === "" && afterMs !== undefined) setTimeout(() => child.kill("SIGKILL"), afterMs);
    said += text;
  });
  await new Promise((gone) => child.once("close", gone));
  return { committed: Number(said.trim().split("\n").at(-1) ?? 0), killed: child.signalCode === "SIGKILL" };
}

/** All that the index says of the rows from .. to - 1. */
const rowsOf = (snapshot: Snapshot, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({
    ...snapshot.capture(from + i),
    links: snapshot.linksOf(snapshot.pageOf(from + i)),
  }));

describe("a process that writes a snapshot and is killed", () => {
  it("leaves all that it committed, nothing half, and goes on to what an uninterrupted one writes", async () => {
    const whole = temporaryFolder();
    expect(await live(whole)).toEqual({ committed: TOTAL, killed: false });
    const expected = await openSnapshot(whole);
    const random = new Random(11);
    let folder = temporaryFolder();
    let before = 0;
    for (let kills = 0; kills < KILLS; kills++) {
      const { committed, killed } = await live(folder, random.below(40));
      if (!killed) {
        expect(contentsOf(folder)).toEqual(contentsOf(whole));
        folder = temporaryFolder(); // the kill came too late, and is tried again on a new one
        before = 0;
        kills--;
        continue;
      }
      const snapshot = await openSnapshot(folder);
      const { captures } = snapshot;
      expect(captures).toBeGreaterThanOrEqual(Math.max(committed, before));
      expect(captures % EVERY).toBe(0); // commits come every 100 rows: what it holds is one of them, whole
      expect(snapshot.manifest.state).toEqual({ rows: captures });
      const from = Math.max(0, captures - 300);
      expect(rowsOf(snapshot, from, captures)).toEqual(rowsOf(expected, from, captures));
      for (const row of [0, captures >> 1, captures - 1])
        expect(snapshot.exchange(row)).toEqual(expected.exchange(row));
      expect((await openCrawlTrace(folder)).counts).toHaveLength(captures);
      before = captures;
    }
    await live(folder);
    expect(contentsOf(folder)).toEqual(contentsOf(whole));
  });
});
