import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { ENGINE } from "../../../src/base/version.js";
import { openCrew } from "../../../src/cluster/jobs/open-crew.js";
import { compare } from "../../../src/crawl/compare/compare.js";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { pageRank } from "../../../src/ordering/page-rank.js";
import { random } from "../../../src/ordering/random.js";
import type { Web } from "../../../src/web/web.js";
import { Desk, root } from "../../cli/command.js";
import { fixture, temporaryFolder } from "../../crawl/pool/temporary.js";
import { depth } from "../../depth.js";
import { describeWithNats, startNats } from "../nats-server.js";
import { jobsOf, startWorker } from "./worker-process.js";

let web: Web;
beforeAll(async () => {
  const { grownWeb } = (await import(/* @vite-ignore */ pathToFileURL(fixture("grown-web.mjs")).href)) as {
    grownWeb(size: number, perPage: number, seed: number): Web;
  };
  web = grownWeb(depth({ everyday: 3_000, prove: 10_000 }), 3, 5);
});

/** Nothing is kept on disk, so that everything is crawled. */
const choices = () => ({
  orderings: [pageRank({ accuracy: 0.01 }), random, backlink({ ties: "random" })],
  importance: backlinks({ hotAt: 10 }),
  repeats: 8,
  cache: false,
});

/** A list of links, as text: page i links to two earlier ones, and is linked by the one before. */
const links = Array.from(
  { length: depth({ everyday: 2_000, prove: 8_000 }) },
  (_, i) => `${i} ${i + 1}\n${i + 1} ${i >> 1}\n${i + 1} ${(i * 7) % (i + 1)}`,
).join("\n");

/** A log of URLs with many repeats. */
const log = Array.from({ length: 60_000 }, (_, i) => `http://h${i % 7}.example/${(i * i) % 997}\n`).join("");

describeWithNats("a sweep over several processes", () => {
  it("prints and saves the bytes of a serial run, for a web that its workers have no file of", async () => {
    const { address } = await startNats();
    const workers = [await startWorker(address, ["--threads", "1"]), await startWorker(address, ["--threads", "1"])];
    const desk = new Desk({ apart: true });
    desk.write("links.txt", links);
    const args = [
      "compare",
      "links.txt",
      "--by",
      "random,pagerank,backlink",
      "--repeats",
      "6",
      "--hot",
      "3",
      "--no-cache",
      "--workers",
      "1",
    ];
    const serial = await desk.good([...args, "--save", "serial.csv"], { apart: false });
    const told = /^2 workers at nats:\/\/127\.0\.0\.1:\d+, 2 jobs at a time: \S+\.\n$/;
    const joined = await desk.good([...args, "--save", "joined.csv", "--join", address], { told });
    expect(joined).toBe(serial);
    expect(desk.text("joined.csv")).toBe(desk.text("serial.csv"));
    expect(Math.min(...workers.map((worker) => jobsOf(worker).length))).toBeGreaterThan(0);
    for (const worker of workers) {
      expect(worker.lines[0]).toMatch(/^\S+ listens at nats:\/\/127\.0\.0\.1:\d+, 1 job at a time$/);
      expect(worker.lines).toContainEqual(expect.stringMatching(/^links: 0\.\d MB from \S+$/));
      expect(await worker.end("SIGINT")).toBe(0);
      expect(worker.stderr()).toBe("");
    }
  });

  it("counts what caches miss, and advises, as a serial run does", async () => {
    const { address } = await startNats();
    const workers = [await startWorker(address), await startWorker(address, ["--json"])];
    const desk = new Desk({ apart: true });
    desk.write("urls.txt", log);
    const args = ["cache", "urls.txt", "--policies", "clock,sieve,lirs,lfu,random,min,infinite", "--workers", "1"];
    const told = /^2 workers at /;
    expect(await desk.good([...args, "--join", address], { told })).toBe(await desk.good(args, { apart: false }));
    expect(await desk.good([...args, "--json", "--join", address], { told })).toBe(
      await desk.good([...args, "--json"], { apart: false }),
    );
    const [text, json] = workers;
    expect(jobsOf(text).length).toBeGreaterThan(0);
    const news = json.lines.map((line) => JSON.parse(line) as { kind: string; ms?: number });
    expect(news[0].kind).toBe("listens");
    expect(news.filter(({ kind, ms }) => kind === "done" && typeof ms === "number").length).toBeGreaterThan(0);
  });

  it("gives the orders of a serial run when a worker is killed in the middle", async () => {
    const { address } = await startNats();
    const [killed, other] = [
      await startWorker(address, ["--threads", "2"]),
      await startWorker(address, ["--threads", "1"]),
    ];
    const news: string[] = [];
    const crew = await openCrew(address, { patience: 4000, onNews: (text) => news.push(text) });
    let killing: Promise<unknown> | undefined;
    const onProgress = () => {
      if (jobsOf(killed).length > 0) killing ??= killed.end("SIGKILL");
    };
    const joined = await compare(web, { ...choices(), crew, workers: 1, onProgress });
    await crew.close();
    await killing;
    const serial = await compare(web, { ...choices(), workers: 1 });
    expect(joined.rows()).toEqual(serial.rows());
    expect(joined.crawls.map(({ order }) => order)).toEqual(serial.crawls.map(({ order }) => order));
    expect(jobsOf(killed).length).toBeGreaterThan(0);
    expect(jobsOf(other).length).toBeGreaterThan(0);
    expect(news.every((text) => /^worker \S+ is not heard of: /.test(text))).toBe(true);
  });

  it("gives the orders of a serial run when the engine is killed in the middle, and started again", async () => {
    const server = await startNats();
    const worker = await startWorker(server.address, ["--threads", "1"]);
    const crew = await openCrew(server.address);
    let restarted: Promise<void> | undefined;
    let before = 0;
    const onProgress = () => {
      if (jobsOf(worker).length < 2 || restarted) return;
      before = jobsOf(worker).length;
      restarted = server.kill().then(() => server.restart());
    };
    const joined = await compare(web, { ...choices(), repeats: 16, crew, workers: 1, onProgress });
    await restarted;
    await crew.close();
    const serial = await compare(web, { ...choices(), repeats: 16, workers: 1 });
    expect(joined.crawls.map(({ order }) => order)).toEqual(serial.crawls.map(({ order }) => order));
    expect(before).toBeGreaterThan(1);
    expect(jobsOf(worker).length).toBeGreaterThan(before);
  });

  it("does without a worker of other software, and tells it and the client why", async () => {
    const { address } = await startNats();
    const other = temporaryFolder();
    for (const part of ["dist", "src/cli", "datasets", "package.json"])
      cpSync(join(root, part), join(other, part), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(other, "node_modules"));
    const path = join(other, "dist/base/version.js");
    const text = readFileSync(path, "utf8").replace(`ENGINE = ${ENGINE}`, `ENGINE = ${ENGINE + 1}`);
    writeFileSync(path, text);
    const worker = await startWorker(address, [], join(other, "src/cli/crawlbench.cjs"));
    const desk = new Desk({ apart: true });
    desk.write("links.txt", links);
    const args = ["compare", "links.txt", "--by", "pagerank,backlink", "--repeats", "3", "--hot", "3", "--no-cache"];
    const told =
      /^No worker listens at \S+: this machine works alone until one does\. 1 worker with other software cannot help: install the same crawlbench there\. On every other machine: crawlbench work --join nats:\/\/127\.0\.0\.1:\d+, there with the address of this machine\n/;
    expect(await desk.good([...args, "--join", address], { told })).toBe(await desk.good(args, { apart: false }));
    await expect
      .poll(() => worker.lines.slice(1))
      .toEqual([
        expect.stringMatching(
          new RegExp(
            `^links: cannot help: the sweep needs crawlbench \\S+ \\(engine ${ENGINE}, code \\w+\\), the worker has crawlbench \\S+ \\(engine ${ENGINE + 1}, code \\w+\\): .* Install the same crawlbench`,
          ),
        ),
      ]);
    expect(jobsOf(worker)).toEqual([]);
  });

  it("ends a worker that came for one sweep, and one that is asked to end, with code 0", async () => {
    const { address } = await startNats();
    const [once, usual] = [
      await startWorker(address, ["--once", "--threads", "1"]),
      await startWorker(address, ["--threads", "1"]),
    ];
    const crew = await openCrew(address);
    await compare(web, { ...choices(), crew, workers: 1 });
    await crew.close();
    await expect.poll(() => once.lines.at(-1)).toMatch(/^grown-\d+: over, \d+ jobs? done here$/);
    expect(await once.end("SIGCONT")).toBe(0); // it ends by itself: this signal does nothing
    expect(await usual.end("SIGTERM")).toBe(0);
    expect([once.stderr(), usual.stderr()]).toEqual(["", ""]);
  });
});
