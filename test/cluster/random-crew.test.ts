import { expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { depth } from "../depth.js";
import { RandomCrew } from "./random-crew.js";
import { DELAY, RandomWeb } from "./random-web.js";
import { captured } from "./simulated-cluster.js";

/** More, or one that failed: CREW_SEEDS=1000 CREW_FIRST=17. */
const RUNS = Number(process.env.CREW_SEEDS ?? depth({ everyday: 2, prove: 8 }));
const FIRST = Number(process.env.CREW_FIRST ?? 1);

/** Requests by host, in the order of their beginnings. */
function byHost({ cluster }: RandomCrew) {
  const hosts = new Map<string, { url: string; begin: number; end: number }[]>();
  for (const request of cluster.web.log) hosts.set(request.host, [...(hosts.get(request.host) ?? []), request]);
  return hosts;
}

it.each(Array.from({ length: RUNS }, (_, run) => FIRST + run))(
  "a crew of chance %i fetches every page once, keeps every delay, and asks for each robots.txt once",
  async (seed) => {
    const random = new Random(seed);
    const web = new RandomWeb(random, 50 + random.below(depth({ everyday: 100, prove: 350 })));
    const by = random.below(2) === 0 ? ("host" as const) : ("domain" as const);
    const crew = new RandomCrew(random, web, { by, partitions: 1 + random.below(64) });
    const states = await crew.run(5 + random.below(25)).catch((error) => {
      throw new Error(`${error.message}\n${crew.standing()}`, { cause: error });
    });
    const story = crew.diary.join("\n");
    expect(new Set(states), story).toEqual(new Set(["done"]));
    expect(crew.troubles, story).toEqual([]);
    expect(crew.cluster.web.pages.sort(), story).toEqual(web.reachable);
    const shards = await Promise.all([...crew.folders.values()].map((out) => captured(out)));
    expect(shards.flat().sort(), story).toEqual(web.reachable);
    for (const [host, requests] of byHost(crew)) {
      expect(requests.filter(({ url }) => url.endsWith("/robots.txt")).length, `${host}\n${story}`).toBe(1);
      const gaps = requests.slice(1).map(({ begin }, at) => begin - requests[at].end);
      expect(Math.min(DELAY, ...gaps), `${host}\n${story}`).toBe(DELAY);
    }
  },
);
