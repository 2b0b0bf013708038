import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { filesOf } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { Desk, entry } from "./command.js";

/**
 * Sends the process its own Ctrl-C as soon as it listens for one, by a clock that makes each look at it cost a second:
 * after the first 4,096 pages a crawl then looks up every few pages, and not only when this machine happens to be slow.
 */
const preload = `
  let now = 0;
  performance.now = () => (now += 1000);
  process.on("newListener", (event) => event === "SIGINT" && queueMicrotask(() => process.kill(process.pid, "SIGINT")));
`;
/** The same in the middle of a crawl: at the twentieth look at the clock. */
const later = `
  let now = 0;
  let looks = 0;
  performance.now = () => {
    if (process.listenerCount("SIGINT") > 0 && ++looks === 20) process.kill(process.pid, "SIGINT");
    return (now += 1000);
  };
`;
/** Pages of a web that can be interrupted twice. */
const PAGES = depth({ everyday: "8000", prove: "16000" });
/** Pages of a web that is just large enough to be interrupted. */
const SMALL = ["--pages", "6000"];
const interrupted = (desk: Desk, how = preload) => ({
  node: ["--import", pathToFileURL(desk.path(desk.write("interrupt.mjs", how))).href],
});

describe("Ctrl-C", () => {
  it("stops a crawl that is kept, which then goes on to the order of one that was not stopped", async () => {
    const desk = new Desk();
    const args = ["replay", "campus", "--pages", PAGES, "--by", "pagerank", "--cache", "--order-out", "order.u32"];
    const pages: number[] = [];
    for (let stop = 0; stop < 2; stop++) {
      const { code, stdout, stderr } = await desk.run(args, interrupted(desk, later));
      expect([code, stdout]).toEqual([130, ""]);
      expect(stderr).toMatch(
        /^page-rank, accuracy 0\.001, ties fifo on campus-\d+k was stopped after \d+ pages\. Finished crawls are kept: run the same command to resume\.\n$/,
      );
      pages.push(Number(/after (\d+) pages/.exec(stderr)?.[1]));
      expect(filesOf(desk.cache)).toEqual([expect.stringMatching(/\.checkpoint$/)]);
      expect(filesOf(desk.folder)).toEqual(["interrupt.mjs"]);
    }
    expect(pages[0]).toBeGreaterThan(0);
    expect(pages[1]).toBeGreaterThan(pages[0]); // it did not begin anew
    await desk.good(args);
    expect(filesOf(desk.cache)).toEqual([expect.stringMatching(/\.crawl$/)]);
    await desk.good([...args.filter((each) => each !== "--cache").slice(0, -1), "uninterrupted.u32"]);
    expect(desk.order("order.u32")).toEqual(desk.order("uninterrupted.u32"));
    expect(desk.order("order.u32").length).toBeGreaterThan(pages[1]);
  });

  it("says that nothing was kept where there is no cache", async () => {
    const desk = new Desk();
    desk.write("one.u32", new Uint8Array(4));
    const commands = [
      ["replay", "campus", ...SMALL, "--by", "pagerank"],
      ["judge", "campus", ...SMALL, "--order", "one.u32", "--query", "computer"],
      ["compare", "campus", ...SMALL, "--by", "pagerank", "--hot", "100", "--no-cache"],
      ["reproduce", "cho1998/graph-1", "--web", "campus", "--no-report", "--no-cache"],
      ["replay", "campus", ...SMALL, "--by", "similarity", "--query", "computer"],
    ];
    for (const args of commands.slice(0, depth({ everyday: 2, prove: commands.length }))) {
      const { code, stdout, stderr } = await desk.run(args, interrupted(desk));
      expect([code, stdout]).toEqual([130, ""]);
      expect(stderr).toMatch(/ Nothing was kept, for want of a cache: the same command begins anew\.\n$/);
    }
    expect(filesOf(desk.cache)).toEqual([]);
  });

  it("stops a comparison, whose finished crawls are kept", async () => {
    const desk = new Desk();
    const args = ["compare", "campus", ...SMALL, "--by", "backlink,pagerank", "--hot", "100"];
    const { code, stderr } = await desk.run(args, interrupted(desk));
    expect(code).toBe(130);
    expect(stderr).toMatch(/ Finished crawls are kept: run the same command to resume\.\n$/);
    await desk.good(args);
    expect(filesOf(desk.cache)).toHaveLength(2);
  });

  it("stops experiments, and writes the report of those that were finished", async () => {
    const desk = new Desk();
    desk.write("ring.txt", Array.from({ length: 30 }, (_, page) => `${page} ${(page + 1) % 30}\n`).join(""));
    const asTold = `
      const write = process.stdout.write;
      process.stdout.write = function (text, ...rest) {
        if (String(text).startsWith("cho1998/graph-1 on ")) process.kill(process.pid, "SIGINT");
        return write.call(this, text, ...rest);
      };
    `;
    const args = ["reproduce", "cho1998", "--web", "ring.txt", "--repeats", "1", "--workers", "1", "--out", "report"];
    const { code, stderr } = await desk.run(args, interrupted(desk, asTold));
    expect(code).toBe(130);
    expect(stderr).toContain(`Report of what was finished: ${desk.path("report/index.html")}\n`);
    expect(stderr).toMatch(/ Finished crawls are kept: run the same command to resume\.\n$/);
    expect(filesOf(desk.path("report/results"))).toEqual(["cho1998-graph-1-on-ring.result", "report.pictures"]);
  });
});

describe("standard output", () => {
  it.skipIf(!existsSync("/dev/full"))("on a full disk ends a command with one line that says so", () => {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [entry, "claims"], { stdio: ["ignore", full, "pipe"] });
    closeSync(full);
    expect([status, String(stderr)]).toEqual([
      1,
      "cannot use standard output: the disk is full (ENOSPC, write). Free some space, or name another place\n",
    ]);
  });
});

describe("standard error", () => {
  it.skipIf(!existsSync("/dev/full"))("on a full disk ends no command: what is counted is told all the same", () => {
    const desk = new Desk();
    const args = [entry, "cache", desk.path(desk.write("met.txt", "http://a.example/\nno URL\n")), "--json"];
    const full = openSync("/dev/full", "w");
    const { status, stdout } = spawnSync(process.execPath, args, { stdio: ["ignore", "pipe", full] });
    closeSync(full);
    expect(status).toBe(0);
    expect(JSON.parse(String(stdout))).toContainEqual(expect.objectContaining({ requests: 1, misses: 1 }));
  });
});
