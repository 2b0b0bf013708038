import { describe, expect, it } from "vitest";
import { leaving, lost } from "../../src/cluster/table.js";
import { depth } from "../depth.js";
import { leavesFilesOpen } from "../endings.js";
import { page } from "../fetch/simulated-web.js";
import { coded } from "../fixture/problems.js";
import { captured, SimulatedCluster } from "./simulated-cluster.js";

leavesFilesOpen("processes are lost, as if they were killed");

const [HOSTS, PAGES] = depth({ everyday: [10, 200], prove: [20, 400] });

const urlOf = (id: number) => `http://h${id % HOSTS}.lost.example/${id}`;
const ALL = Array.from({ length: PAGES }, (_, id) => urlOf(id)).sort();

/** Page p links to 2p + 1 and 2p + 2, so that all are reached. */
const answer = (url: string) => {
  const id = Number(new URL(url).pathname.slice(1));
  if (!Number.isInteger(id) || id >= PAGES || url.endsWith("/robots.txt")) return { status: 404 };
  return { body: page(`page ${id}`, [2 * id + 1, 2 * id + 2].filter((each) => each < PAGES).map(urlOf)) };
};

const options = { seeds: [urlOf(0)], politeness: { delay: 1_000, factor: 0 } };

/** A cluster whose engine hands out again what nobody said to be done, as a server does. */
function clusterOf(): SimulatedCluster {
  const cluster = new SimulatedCluster(answer);
  const redeliver = () => {
    cluster.server.redeliver();
    cluster.clock.after(1_000, redeliver);
  };
  redeliver();
  return cluster;
}

describe("a process that is lost with its disk", () => {
  it("is made good by the one that had given its hosts to it, which fetches none of its own pages again", async () => {
    const cluster = clusterOf();
    const first = await cluster.start("a", options);
    await cluster.clock.run(cluster.after(6_000));
    const second = await cluster.start("b");
    await cluster.clock.run(cluster.after(6_000));
    expect(second.joined.member.partitions).toBe(32);
    second.engine.disconnect();
    const own = await cluster.clock.run(first.joined.crawl.checkpoint()).then(() => captured(first.out));
    await first.joined.table.change((table) => lost(table, "b"));
    await cluster.run([first]);
    const kept = await captured(first.out);
    expect([...new Set(kept)].sort()).toEqual(ALL);
    expect(kept.length, "pages that it had, fetched again").toBe(ALL.length);
    expect(own.length).toBeGreaterThan(20);
  });

  it("is made good by others, though one that had its hosts before has left", async () => {
    const cluster = clusterOf();
    const first = await cluster.start("a", options);
    await cluster.clock.run(cluster.after(6_000));
    const [second, third] = [await cluster.start("b"), await cluster.start("c")];
    await cluster.clock.run(cluster.after(5_000));
    await first.joined.table.change((table) => leaving(table, "a"));
    await cluster.run([first]);
    second.engine.disconnect();
    await third.joined.table.change((table) => lost(table, "b"));
    const again = await cluster.start("a"); // its pages hold links to what was lost
    await cluster.run([again, third]);
    const kept = [...(await captured(first.out)), ...(await captured(third.out))];
    expect([...new Set(kept)].sort()).toEqual(ALL);
  });
});

describe("an engine that loses all that is sent to a process", () => {
  it("for half a minute, as one whose queues are made anew, costs nothing", async () => {
    const cluster = clusterOf();
    const first = await cluster.start("a", options);
    await cluster.clock.run(cluster.after(6_000));
    const second = await cluster.start("b");
    await cluster.clock.run(cluster.after(6_000));
    const { table } = first.joined;
    let losses = 0;
    cluster.mishap = (queue) => {
      if (table.value.parts[Number(queue.slice(6))]?.owner !== "b") return undefined;
      losses++;
      return "lost";
    };
    await cluster.clock.run(cluster.after(30_000));
    cluster.mishap = () => undefined;
    await cluster.run([first, second]);
    const kept = [...(await captured(first.out)), ...(await captured(second.out))];
    expect(kept.sort()).toEqual(ALL);
    expect(losses).toBeGreaterThanOrEqual(PAGES / 20); // some links, and the same again
  });

  it("ends the crawl with an error that names who lacks it and what to type, and then all pages are stored", async () => {
    const cluster = clusterOf();
    const first = await cluster.start("a", options);
    await cluster.clock.run(cluster.after(6_000));
    const second = await cluster.start("b");
    await cluster.clock.run(cluster.after(6_000));
    const { table } = first.joined;
    const sent = new Map<string, number[]>();
    cluster.mishap = (queue) => {
      if (table.value.parts[Number(queue.slice(6))]?.owner !== "b") return undefined;
      sent.set(queue, [...(sent.get(queue) ?? []), cluster.clock.now()]);
      return "lost";
    };
    const error = await cluster.clock.run(first.ended.catch((found) => found));
    expect(error).toEqual(coded("unreconciled"));
    expect(error.message).toMatch(/^b has not got URLs that a sent to it 5 times over.*--crawl crawl --lost b$/);
    for (const times of sent.values()) {
      // what was found came in some letters, and all was then sent again five times, ten seconds apart at least
      const waits = times.slice(1).map((time, at) => time - times[at]);
      expect(waits.map((wait) => wait >= 10_000)).toEqual(waits.map((_, at) => at >= waits.length - 4));
    }
    cluster.mishap = () => undefined;
    second.engine.die();
    const again = await cluster.start("a");
    await again.joined.table.change((each) => lost(each, "b"));
    await cluster.run([again]);
    expect([...new Set(await captured(again.out))].sort()).toEqual(ALL);
  });
});
