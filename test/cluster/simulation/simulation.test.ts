import { describe, expect, it } from "vitest";
import { depth } from "../../depth.js";
import { SAFEGUARDS } from "./safeguards.js";
import { simulate } from "./simulate.js";

/** More, or one that failed: SIMULATION_SEEDS=1000 SIMULATION_FIRST=17. */
const RUNS = Number(process.env.SIMULATION_SEEDS ?? depth({ everyday: 200, prove: 400 }));
const FIRST = Number(process.env.SIMULATION_FIRST ?? 1);
const AT_ONCE = 20;

async function keepsAllRules(seed: number): Promise<void> {
  const { broken, story } = await simulate(seed);
  expect(broken, [`SIMULATION_FIRST=${seed} SIMULATION_SEEDS=1`, ...story].join("\n")).toEqual([]);
}

describe("a simulated crawl of several processes whose parts fail as chance has it", () => {
  it.each(Array.from({ length: Math.ceil(RUNS / AT_ONCE) }, (_, at) => FIRST + at * AT_ONCE))(
    "stores every page that can be reached, once, and asks no host too soon (from seed %i)",
    async (first) => {
      for (let seed = first; seed < Math.min(first + AT_ONCE, FIRST + RUNS); seed++) await keepsAllRules(seed);
    },
    600_000,
  );

  it.runIf(process.env.SIMULATION_SEEDS === undefined)(
    "does so, too, from every seed that is known to notice when a safeguard is missing",
    async () => {
      const seeds = new Set(SAFEGUARDS.map(({ seed }) => seed).filter((seed) => seed < FIRST || seed >= FIRST + RUNS));
      for (const seed of seeds) await keepsAllRules(seed);
    },
    600_000,
  );
});
