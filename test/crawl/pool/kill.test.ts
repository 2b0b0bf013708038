import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, watch } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { type CrawlJob, crawlKey } from "../../../src/crawl/pool/crawl-key.js";
import { CrawlStore } from "../../../src/crawl/pool/crawl-store.js";
import { replay } from "../../../src/crawl/replay.js";
import type { Web } from "../../../src/web/web.js";
import { depth } from "../../depth.js";
import { fixture, temporaryFolder } from "./temporary.js";

const PAGES = depth({ everyday: 7_000, prove: 40_000 });
const KILLS = depth({ everyday: 3, prove: 6 });

type Moment = { readonly afterMs: number } | "while it writes" | "once it has written";

/** Starts the crawl of fixture/crawl.mjs, kills it at that moment, and tells its exit code; null when it was killed. */
function crawlUntil(moment: Moment | "done", store: string, folder: string): Promise<number | null> {
  const child = spawn(process.execPath, [fixture("crawl.mjs"), store, String(PAGES)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const kill = () => child.exitCode === null && child.pid !== undefined && process.kill(child.pid, "SIGKILL");
  const writes = watch(folder, (_event, name) => {
    if (moment === "while it writes" && name?.endsWith(".part")) kill();
    if (moment === "once it has written" && name?.endsWith(".checkpoint")) kill();
  });
  let timer: NodeJS.Timeout | undefined;
  child.stdout.once("data", () => {
    if (typeof moment === "object") timer = setTimeout(kill, moment.afterMs);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      clearTimeout(timer);
      writes.close();
      resolve(code);
    });
  });
}

describe("a crawl that is killed", () => {
  it("goes on from its last checkpoint, wherever it was killed, and ends with the order of a crawl that was not", async () => {
    const script = (await import(/* @vite-ignore */ pathToFileURL(fixture("crawl.mjs")).href)) as {
      web(pages: number): Web;
      job: CrawlJob;
    };
    const web = script.web(PAGES);
    const key = crawlKey(web, script.job);
    const begun = performance.now();
    const uninterrupted = replay(web, script.job.method, { from: script.job.from, seed: script.job.seed });
    const ms = performance.now() - begun;
    const where = temporaryFolder();
    const folder = join(where, key.hash.slice(0, 2));
    mkdirSync(folder);
    const store = new CrawlStore(where);

    const random = new Random(2024);
    const moments = Array.from({ length: KILLS }, (_, i): Moment => {
      if (i % 3 === 0) return "while it writes";
      return i % 3 === 1 ? "once it has written" : { afterMs: (random.next() * ms) / 4 };
    });
    let kills = 0;
    let sofar = 0;
    let most = 0;
    for (const moment of moments) {
      const code = await crawlUntil(moment, where, folder);
      if (code === 0 || store.order(key) !== undefined) {
        // it was done before the kill: this machine became faster after `ms` was taken
        for (const name of readdirSync(folder)) rmSync(join(folder, name));
        sofar = 0;
        continue;
      }
      kills++;
      const names = readdirSync(folder).filter((name) => !name.endsWith(".part"));
      expect(names.filter((name) => name !== `${key.hash}.checkpoint`)).toEqual([]);
      const checkpoint = store.checkpoint(key);
      expect(checkpoint !== undefined).toBe(names.length === 1); // what has its name is whole
      const pages = checkpoint?.order.length ?? 0;
      expect(pages).toBeGreaterThanOrEqual(sofar);
      expect(checkpoint?.order ?? uninterrupted.slice(0, 0)).toEqual(uninterrupted.slice(0, pages));
      sofar = pages;
      most = Math.max(most, pages);
    }
    expect(kills).toBeGreaterThanOrEqual(KILLS / 2);
    expect(most).toBeGreaterThan(0);

    expect(await crawlUntil("done", where, folder)).toBe(0);
    expect(store.order(key)).toEqual(uninterrupted);
    expect(readdirSync(folder).filter((name) => !name.endsWith(".part"))).toEqual([`${key.hash}.crawl`]);
  });
});
