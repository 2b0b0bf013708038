import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { clock } from "../../src/cache/policy/clock.js";
import { cacheSweep } from "../../src/cache/sweep/cache-sweep.js";
import { cacheCommand } from "../../src/cli/cache.js";
import { timedReplay } from "../../src/crawl/timed/timed-replay.js";
import { random } from "../../src/ordering/random.js";
import { openTrace } from "../../src/trace/open-trace.js";
import { load } from "../../src/web/dataset/load.js";
import { open } from "../../src/web/dataset/open.js";
import { siteOf } from "../../src/web/dataset/site.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { said } from "./in-process.js";

const counted = async (...args: string[]) => {
  const { stdout, stderr, error } = await said(cacheCommand(), [
    ...args,
    "--policies",
    "clock",
    "--sizes",
    "1,64,4096",
  ]);
  expect(error).toBeUndefined();
  return { rows: JSON.parse(stdout) as { size: number; misses: number }[], stderr };
};

const missesOf = async (trace: Parameters<typeof cacheSweep>[0]) => {
  const sweep = await cacheSweep(trace, { policies: [clock], sizes: [1, 64, 4096] });
  return sweep.rows().map(({ size, misses }) => ({ size, misses }));
};

describe("crawlbench cache of a stored web", () => {
  it("counts what a timed replay meets that the library runs with the same settings", async () => {
    const web = await load("campus");
    const byLibrary = [
      timedReplay(web, { threads: 20, processes: 1 }), // what the command takes where nothing is said
      timedReplay(web, { threads: 5, processes: 3, seed: 2, ordering: random }),
    ].map(({ traces }) => missesOf(traces[0]));
    const own = [
      await counted("campus", "--json"),
      await counted("campus", "--json", "--threads", "5", "--processes", "3", "--seed", "2", "--by", "random"),
    ];
    for (const [i, { rows }] of own.entries()) expect(rows).toMatchObject(await byLibrary[i]);
    expect(own[1].stderr).toContain("random");
  });

  it("takes one host of a web by its name, as other commands do, in capitals or not", async () => {
    const host = "www-db.campus.example";
    const { traces } = timedReplay(siteOf(await load("campus"), host), { threads: 20, processes: 1 });
    const expected = await missesOf(traces[0]);
    expect((await counted(`campus/${host}`, "--json")).rows).toMatchObject(expected);
    expect((await counted(`CAMPUS/${host}`, "--json")).rows).toMatchObject(expected);
  });

  it("takes a web from a file where the format says so, and a file that is called as a web for a log", async () => {
    const folder = temporaryFolder();
    const links = join(folder, "links.txt");
    writeFileSync(links, "0 1\n0 2\n1 2\n2 0\n2 3\n");
    const { traces } = timedReplay(await open(links), { threads: 20, processes: 1 });
    expect((await counted(links, "--format", "web", "--json")).rows).toMatchObject(await missesOf(traces[0]));
    writeFileSync(join(folder, "campus"), "http://a.example/\nhttp://a.example/\n");
    const before = process.cwd();
    process.chdir(folder);
    try {
      // one URL, asked for twice: the first misses
      expect((await counted("campus", "--json")).rows.map(({ misses }) => misses)).toEqual([1, 1, 1]);
    } finally {
      process.chdir(before);
    }
  });

  it("takes the first process that meets any URL: of one host all others meet none", async () => {
    const host = "campus/www-db.campus.example";
    const { rows } = await counted(host, "--json", "--processes", "7");
    expect(rows).toEqual((await counted(host, "--json")).rows);
  });

  it("stores the log, which then is counted as the web was", async () => {
    const path = join(temporaryFolder(), "campus.trace");
    const { rows } = await counted(
      "campus",
      "--json",
      "--by",
      "backlink:ties=lifo",
      "--processes",
      "4",
      "--write",
      path,
    );
    expect((await counted(path, "--json")).rows).toEqual(rows);
    expect(await openTrace(path)).toMatchObject({ processes: 4 });
  });

  it.each([
    [["urls.txt", "--by", "random"]],
    [["campus", "--column", "1"]],
    [["campus", "--separator", ";"]],
    [["campus", "--normalize"]],
    [["campus", "--by", "similarity"]],
  ])("refuses %j, before anything is read", async (args) => {
    expect(await said(cacheCommand(), args)).toEqual({ stdout: "", stderr: "", error: expect.any(String) });
  });
});
