import { afterEach, describe, expect, it } from "vitest";
import { depth } from "../depth.js";
import { page } from "../fetch/simulated-web.js";
import { disk, watchDisk } from "../urldb/dedicated/disk.js";
import { captured, SimulatedCluster, type SimulatedProcess } from "./simulated-cluster.js";

watchDisk();
afterEach(() => disk.reset());

/** A binary tree: a page that is lost takes those below it along. */
const PAGES = 60;
const urlOf = (id: number) => `http://h${id % 10}.share.example/${id}`;
const ALL = Array.from({ length: PAGES }, (_, id) => urlOf(id)).toSorted();

function answer(url: string) {
  const id = Number(/\/(\d+)$/.exec(url)?.[1] ?? PAGES);
  if (id >= PAGES) return { status: 404 };
  return { body: page(url, [2 * id + 1, 2 * id + 2].filter((each) => each < PAGES).map(urlOf)) };
}

/** The engine hands out again what was delivered to a process that ended. */
function redelivering(cluster: SimulatedCluster): void {
  cluster.server.redeliver();
  cluster.clock.after(1_000, () => redelivering(cluster));
}

/** The second process comes while the first is at work. */
async function joining(): Promise<{ cluster: SimulatedCluster; first: SimulatedProcess }> {
  const cluster = new SimulatedCluster(answer);
  redelivering(cluster);
  const options = { seeds: [urlOf(0)], politeness: { delay: 1_000, factor: 0 }, checkpointPages: 8 };
  const first = await cluster.start("a", options);
  await cluster.clock.run(cluster.after(4_000));
  return { cluster, first };
}

/** No room once on the disk of the second process: for a write into a file, or for making a folder. */
function refuse(what: "write" | "make", place: string, number = 0): void {
  let asked = 0;
  disk.ask = (request, path) =>
    request === what && path.endsWith(`/b/${place}`) && asked++ === number ? "ENOSPC" : undefined;
}

describe("a process that shares a crawl", () => {
  it("loses no page when its disk has no room once for what is handed over to it, and it is started again", async () => {
    const most = depth({ everyday: 8, prove: Number.POSITIVE_INFINITY });
    for (let write = 1, isWritten = true; isWritten && write < most; write++) {
      const { cluster, first } = await joining();
      refuse("write", "frontier/log", write);
      let second = await cluster.start("b", { checkpointPages: 8 });
      const error: unknown = await cluster.clock.run(second.ended.then(() => undefined).catch((error) => error));
      isWritten = error !== undefined;
      if (isWritten) expect(error, `write ${write}`).toMatchObject({ code: "disk-full" });
      else expect(write).toBeGreaterThan(20); // it came to its end: all writes were tried
      disk.reset();
      if (isWritten) second = await cluster.start("b");
      await cluster.run([first, second]);
      const stored = await Promise.all([first, second].map(({ out }) => captured(out)));
      expect(stored.flat().toSorted(), `write ${write}`).toEqual(ALL);
    }
  });

  it("says that its disk is full when it joins, and joins in the same folder once there is room", async () => {
    const { cluster, first } = await joining();
    refuse("make", "state/shared");
    await expect(cluster.start("b")).rejects.toMatchObject({ code: "disk-full" });
    disk.reset();
    await cluster.run([first, await cluster.start("b")]);
    expect(cluster.web.pages.toSorted()).toEqual(ALL);
  });
});
