import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSnapshot } from "../../../src/archive/open-snapshot.js";
import { Crawl } from "../../../src/fetch/crawl.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { depth } from "../../depth.js";
import { FakeClock } from "../fake-clock.js";
import { type Answer, type LoggedRequest, page, SimulatedWeb } from "../simulated-web.js";

const HOSTS = 12;
const EVERY = 5_000;
const KILLS = depth({ everyday: 8, prove: 20 });
/** The delay by default, milliseconds. */
const DELAY = 30_000;
const urlOf = (id: number) => `http://h${id % HOSTS}.often.example/p${id}`;
const hostOf = (url: string) => new URL(url).hostname;
const answer = (url: string) => {
  const id = Number(/p(\d+)$/.exec(url)?.[1] ?? Number.NaN);
  const links = Array.from({ length: 30 }, (_, i) => urlOf(30 * id + i + 1));
  return Number.isNaN(id) ? { status: 404 } : { body: page(url, links), latency: 40 };
};

/**
 * Runs a crawl of which after five seconds a copy is made, as a kill would leave it, and goes on with the copy.
 *
 * @param lives milliseconds until each kill
 */
async function killedOften(
  options: object,
  lives: readonly number[] = Array(KILLS).fill(EVERY),
  told: Answer = answer,
) {
  const folder = temporaryFolder();
  let now = Date.UTC(2001, 4, 28);
  const log: LoggedRequest[] = [];
  const stored: number[] = [];
  for (const [kill, life] of lives.entries()) {
    const [out, next] = [join(folder, `${kill}`), join(folder, `${kill + 1}`)];
    const clock = new FakeClock(now);
    const server = new SimulatedWeb(clock, told);
    const all = { seeds: [urlOf(0)], contact: "crawl@often.example", clock, transport: server, ...options, out };
    const crawl = await Crawl.open(all);
    clock.after(life, () => {
      log.push(...server.log);
      cpSync(out, next, { recursive: true });
      for (const folder of [next, join(next, "frontier")]) rmSync(join(folder, "lock"), { force: true });
      void crawl.abort();
    });
    await clock.run(crawl.run());
    now += life;
    const snapshot = await openSnapshot(next);
    stored.push(snapshot.captures);
    snapshot.close();
  }
  return { log, stored };
}

describe("a crawl that is killed every five seconds, again and again, with delays of thirty", () => {
  it.each([
    ["breadth-first", {}],
    ["backlink", { ordering: backlink }],
  ])("makes progress, and asks no host twice within the delay: %s", async (_, options) => {
    const { log, stored } = await killedOften(options);
    // hosts are asked at 0, 35 and 70 s, whenever 30 s have gone by since the kill after the last request: the first for
    // its robots.txt, then for a page, which names the 11 others; these for robots.txt; at 70 s all for pages
    expect(stored.at(-1)).toBeGreaterThanOrEqual(KILLS < 20 ? 2 + 11 : 2 + 11 + 12);
    expect([...stored].sort((a, b) => a - b)).toEqual(stored);
    const last = new Map<string, number>();
    for (const { url, host, begin } of log) {
      expect(begin - (last.get(host) ?? Number.NEGATIVE_INFINITY), url).toBeGreaterThanOrEqual(DELAY);
      last.set(host, begin);
    }
  });

  it("leaves hosts alone for longer that ask for it, or that are to be", async () => {
    const [slow, own] = [urlOf(2), urlOf(1)];
    const robots = { body: "User-agent: *\nCrawl-delay: 50\n" };
    const asks = (url: string) => url === `http://${hostOf(slow)}/robots.txt`;
    const options = { seeds: [slow, own], politeness: { hosts: { [hostOf(own)]: { delay: 50_000 } } } };
    // asked for robots.txt at 0 s and for a page at 50, which no checkpoint tells of before the kill at 51
    const { log } = await killedOften(options, [10_000, 41_000, 60_000], (url) => (asks(url) ? robots : answer(url)));
    for (const host of [slow, own].map(hostOf)) {
      const times = log.filter((each) => each.host === host).map(({ begin }) => begin - log[0].begin);
      expect(times.length, host).toBeGreaterThanOrEqual(3);
      for (let i = 1; i < times.length; i++) expect(times[i] - times[i - 1], host).toBeGreaterThanOrEqual(50_000);
    }
  });
});
