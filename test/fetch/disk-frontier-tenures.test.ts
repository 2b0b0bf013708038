import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { UrlTable } from "../../src/archive/capture.js";
import { storageIn } from "../../src/fetch/crawl-storage.js";
import { DiskFrontier } from "../../src/fetch/frontier/disk-frontier.js";
import type { Waiting } from "../../src/fetch/frontier/frontier.js";
import type { SentUrl } from "../../src/fetch/neighbours.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { leavesFilesOpen } from "../endings.js";

leavesFilesOpen("frontiers are dropped, as a kill drops them");

/** URLs by id, in memory. */
function tableOf(): UrlTable {
  const urls: string[] = [];
  const idOf = (url: string) => urls.indexOf(url);
  return {
    get size() {
      return urls.length;
    },
    idOf,
    intern: (url) => (idOf(url) < 0 ? urls.push(url) - 1 : idOf(url)),
    at: (id) => urls[id],
  };
}

/** A process whose parts are letters: "http://a/1" is of part "a". */
class Process {
  readonly tenures = new Map<string, number>();
  readonly urls = tableOf();
  readonly folder = join(temporaryFolder(), "frontier");
  readonly captured = new Set<string>();
  /** Parts that are another process's. */
  readonly foreign = new Set<string>();
  /** What others were told of. */
  readonly told: SentUrl[] = [];
  frontier!: DiskFrontier;

  async open(): Promise<DiskFrontier> {
    this.frontier = await DiskFrontier.open(await storageIn(this.folder).database(), {
      urls: this.urls,
      captured: (url) => this.captured.has(url),
      clock: () => 1_000,
      onForeign: (found) => this.told.push(found),
      tenancy: {
        isOwn: (url) => !this.foreign.has(new URL(url).hostname),
        tenureOf: (url) => this.tenures.get(new URL(url).hostname) ?? 0,
      },
    });
    return this.frontier;
  }

  find(...urls: string[]): void {
    this.frontier.discover(urls.map((url): Waiting => ({ id: this.urls.intern(url), url, depth: 2, hops: 1 })));
  }

  /** All that is handed out until nothing is left. */
  async drain(): Promise<string[]> {
    const out: string[] = [];
    for (;;) {
      const next = this.frontier.next();
      if (next !== undefined) out.push(next.url);
      else if (this.frontier.more) await this.frontier.load();
      else return out;
    }
  }

  /** The next run; what was handed out and not committed is handed out again. */
  async reopen(): Promise<void> {
    await this.frontier.close();
    await this.open();
  }
}

async function processOf(): Promise<Process> {
  const process = new Process();
  await process.open();
  return process;
}

const sent = (...urls: string[]): SentUrl[] => urls.map((url) => ({ url, depth: 5, hops: 3 }));
const [A1, A2, A3, B1, B2] = ["http://a/1", "http://a/2", "http://a/3", "http://b/1", "http://b/2"];

describe("a frontier whose parts change hands", () => {
  it("hands out no URL that was given away, at hand or on disk, now or after it is opened again", async () => {
    const process = await processOf();
    process.find(A1, B1, A2);
    await process.frontier.load(); // these are at hand
    process.find(A3);
    await process.frontier.flush(); // this one is on disk
    await process.frontier.forget([A1, A2, A3]);
    expect(process.frontier.size).toBe(1);
    expect(await process.drain()).toEqual([B1]);
    await process.reopen();
    expect(await process.drain()).toEqual([B1]); // was not committed
  });

  it("hands out what stays at hand, from the first on, when URLs of a part are taken back", async () => {
    const process = await processOf();
    process.find(A1, A2, B1, A3, B2);
    await process.frontier.load();
    expect(process.frontier.next()?.url).toBe(A1);
    process.frontier.withdraw((url) => new URL(url).hostname === "a");
    expect(process.frontier.size).toBe(2);
    expect(await process.drain()).toEqual([B1, B2]);
  });

  it("takes over URLs that wait, in their order and with what is known of them, and hands out none that are done", async () => {
    const process = await processOf();
    process.tenures.set("a", 1);
    await process.frontier.adopt(sent(A2, A1), false);
    await process.frontier.adopt(sent(A3), true);
    expect(process.frontier.size).toBe(2);
    expect(await process.frontier.record(A1)).toEqual({ depth: 5, hops: 3, isDone: false });
    expect(await process.frontier.record(A3)).toMatchObject({ isDone: true });
    expect(await process.drain()).toEqual([A2, A1]);
    await process.reopen();
    expect((await process.drain()).sort()).toEqual([A1, A2]);
    await process.frontier.commit([A1, A2]);
    await process.reopen();
    expect(await process.drain()).toEqual([]);
    expect(await process.frontier.record(A1)).toMatchObject({ isDone: true });
  });

  it("takes over again, and hands out, a URL that it had given away or had fetched in a tenure that is over", async () => {
    const process = await processOf();
    process.find(A1, A2);
    await process.drain();
    await process.frontier.commit([A1]);
    await process.frontier.forget([A2]);
    process.tenures.set("a", 2);
    expect(await process.frontier.record(A1)).toBeUndefined();
    await process.frontier.adopt(sent(A2), false);
    await process.frontier.adopt(sent(A1), true);
    expect(await process.drain()).toEqual([A2]);
    process.find(A1, A2); // whoever finds them once more
    await process.frontier.flush();
    expect([process.frontier.size, await process.drain()]).toEqual([0, []]);
    await process.frontier.commit([A2]);
    await process.reopen();
    expect(await process.drain()).toEqual([]);
  });

  it("never hands out URLs of a tenure that is over, though they still lie there as ones that wait", async () => {
    const process = await processOf();
    process.find(A1, A2, B1);
    await process.frontier.flush();
    process.tenures.set("a", 3); // a kill came before it could forget them, or another gave it up as lost
    expect(await process.drain()).toEqual([B1]);
    expect(process.frontier.size).toBe(0);
    expect(process.told).toEqual([A1, A2].map((url) => ({ url, depth: 2, hops: 1 })));
    await process.frontier.flush(); // as a checkpoint does, before what was told is durable
    await process.frontier.commit([B1]); // and those that are over, with it
    process.tenures.set("a", 0);
    await process.reopen();
    expect(await process.drain()).toEqual([]);
  });

  it("tells the owner of what waits here and is another process's, again until a checkpoint came after it", async () => {
    const process = await processOf();
    process.find(A1, B1);
    await process.frontier.flush();
    // a kill came after it was received here, and before it was known when its part was given away
    process.foreign.add("a");
    expect(await process.drain()).toEqual([B1]);
    await process.frontier.commit([B1]);
    expect(process.told.map(({ url }) => url)).toEqual([A1]);
    await process.reopen();
    expect(process.told.map(({ url }) => url)).toEqual([A1, A1]);
    await process.frontier.flush();
    await process.frontier.commit([]);
    await process.reopen();
    expect(process.told).toHaveLength(2);
  });

  it("never hands out on opening what was under way in a tenure that is over", async () => {
    const process = await processOf();
    process.find(A1, B1);
    expect(await process.drain()).toEqual([A1, B1]);
    process.tenures.set("a", 1);
    await process.reopen();
    expect(await process.drain()).toEqual([B1]);
  });

  it("counts as done what was stored in an earlier run, in whatever tenure", async () => {
    const process = await processOf();
    process.tenures.set("a", 4);
    await process.frontier.adopt(sent(A1, A2), false);
    expect(await process.drain()).toEqual([A1, A2]);
    process.captured.add(A1); // a kill came between the two commits
    await process.reopen();
    expect(await process.drain()).toEqual([A2]);
    expect(await process.frontier.record(A1)).toMatchObject({ isDone: true });
  });

  it("hands out all that is found while it takes over and forgets", async () => {
    const process = await processOf();
    process.find(A1);
    await process.frontier.flush();
    let isOver = false;
    const change = async () => {
      await process.frontier.adopt(sent(A2, A3), false);
      await process.frontier.forget([A1]);
      isOver = true;
    };
    const changes = change();
    const found: string[] = [];
    for (let step = 0; !isOver; step++) {
      found.push(`http://b/${step}`);
      process.find(found[step]);
      void process.frontier.flush();
      await (step % 50 === 49 ? new Promise(setImmediate) : Promise.resolve());
    }
    await Promise.all([changes, process.frontier.flush()]);
    expect(process.frontier.size).toBe(found.length + 2);
    expect((await process.drain()).sort()).toEqual([A2, A3, ...found].sort());
  });

  it("hands out what is found at the moment at which it counts what waits, whichever that is", async () => {
    for (let steps = 0; steps < 20; steps++) {
      const process = await processOf();
      const { frontier } = process;
      process.find(A1);
      await process.drain();
      process.find(A2);
      await frontier.flush();
      process.find(A3);
      const busy = frontier.flush(); // what is done while the disk is busy is known to be there at the same time
      const forgetting = frontier.forget([A2]);
      await frontier.commit([A1]);
      for (let step = 0; step < steps; step++) await Promise.resolve();
      process.find(B1);
      await Promise.all([busy, forgetting, frontier.flush()]);
      expect(frontier.size, `${steps} steps later`).toBe(2);
      expect(await process.drain()).toEqual([A3, B1]);
      await frontier.close();
    }
  });

  it("counts what waits as it is when URLs are found again while it takes others over", async () => {
    const process = await processOf();
    process.find(A1, A2, A3);
    await process.frontier.flush();
    const adopting = process.frontier.adopt(sent(B1), false);
    process.find(A1, A2, A3); // known, as after a kill
    await Promise.all([adopting, process.frontier.flush()]);
    expect(process.frontier.size).toBe(4);
    expect(await process.drain()).toEqual([A1, A2, A3, B1]);
  });
});
