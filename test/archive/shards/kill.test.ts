import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { openSnapshot } from "../../../src/archive/open-snapshot.js";
import { mergeSnapshots } from "../../../src/archive/shards/merge-snapshots.js";
import { Random } from "../../../src/base/random.js";
import { depth } from "../../depth.js";
import { contentsOf, page } from "../small-web.js";
import { crawled, folderOf, pathsOf } from "./shard-folders.js";

const KILLS = depth({ everyday: 2, prove: 12 });
const SHARDS = 2;
const visits = (shard: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => {
    const url = (path: number) => `http://h${shard}.example/${path}`;
    return page(url(from + i), `<title>${i}</title><a href="${url(i * 3)}">to ${i}</a>`, from + i);
  });

/** Merges in a process of its own, killed `afterMs` after it began, unless it ended before. @returns what it said */
async function merging(folder: string, afterMs?: number): Promise<{ said: string; killed: boolean }> {
  const dist = resolve(import.meta.dirname, "../../../dist");
  const options = JSON.stringify({ dist, shards: pathsOf(folder, SHARDS), out: join(folder, "whole") });
  const child = spawn(process.execPath, [join(import.meta.dirname, "merge-child.mjs"), options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (said === "" && afterMs !== undefined) setTimeout(() => child.kill("SIGKILL"), afterMs);
    said += text;
  });
  await new Promise((gone) => child.once("close", gone));
  return { said: said.trim().split("\n").at(-1) ?? "", killed: child.signalCode === "SIGKILL" };
}

describe("a process that merges and is killed", () => {
  it("leaves the old merge or the new one, whole, and the next one goes on", async () => {
    const folder = await folderOf(Array.from({ length: SHARDS }, (_, shard) => visits(shard, 0, 200)));
    const whole = join(folder, "whole");
    await mergeSnapshots(pathsOf(folder, SHARDS), whole);
    const random = new Random(5);
    let kills = 0;
    for (let size = 200; kills < KILLS; size += 200) {
      const old = contentsOf(whole);
      await crawled(join(folder, "p1"), visits(1, size, size + 200));
      const { killed, said } = await merging(folder, random.below(120));
      if (killed) {
        kills++;
        const place = existsSync(whole) ? whole : `${whole}.former`; // killed while one was put in the other's place
        const found = contentsOf(place);
        if ((await openSnapshot(place)).captures === 200 + size) expect(found).toEqual(old);
        else expect((await mergeSnapshots(pathsOf(folder, SHARDS), place)).isNew).toBe(false);
      } else expect(said).toBe(String(400 + size));
      expect((await mergeSnapshots(pathsOf(folder, SHARDS), whole)).captures).toBe(400 + size);
    }
    await crawled(join(folder, "p0"), visits(0, 200, 201));
    await mergeSnapshots(pathsOf(folder, SHARDS), whole); // removes what those that were killed left
    const left = readdirSync(folder).filter((name) => !/^whole\.lock\./.test(name)); // a mark that was just being made
    expect(left.sort()).toEqual(["p0", "p1", "whole"]);
    const anew = join(folder, "anew");
    await mergeSnapshots(pathsOf(folder, SHARDS), anew);
    expect((await openSnapshot(whole)).sha256).toBe((await openSnapshot(anew)).sha256);
  });
});
