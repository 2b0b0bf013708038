import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { gamma } from "../../src/freshness/change/gamma.js";
import { refreshByDatabase } from "../../src/freshness/database/refresh-by-database.js";
import { poissonHistory } from "../../src/freshness/history.js";
import { refreshPolicies } from "../../src/freshness/library.js";
import type { RefreshPolicy } from "../../src/freshness/refresh-policy.js";
import { simulateRefresh } from "../../src/freshness/simulate-refresh.js";
import { inMemory } from "../../src/urldb/engine/in-memory.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";

const size = 60;
const rates = gamma.rates({ size, random: new Random(3) });
const importance = gamma.rates({ size, random: new Random(4) });
const history = poissonHistory(rates, 12, new Random(5));
const urls = Array.from({ length: size }, (_, page) => `http://h${page % 7}.example/${page}`);
const options = { budget: 25.5, rates, importance, seed: 6 };

function simulated(policy: RefreshPolicy) {
  const fetches: { page: number; slot: number; changed: boolean }[] = [];
  simulateRefresh(history, policy, {
    ...options,
    onFetch: (page, slot, changed) => fetches.push({ page, slot, changed }),
  });
  return fetches;
}

describe("a URL database that asks a policy for r(K)", async () => {
  for (const policy of await refreshPolicies())
    it(`hands out the pages of the simulation, one by one, under ${policy.name}`, async () => {
      const fetches = await refreshByDatabase(history, policy, { ...options, urls, path: "", engine: inMemory });
      expect(fetches.length).toBeGreaterThan(100);
      expect(fetches).toEqual(simulated(policy));
    });

  it("does so too when it is the dedicated structure, on disk", async () => {
    const [policy] = (await refreshPolicies()).filter(({ name }) => name === "estimated");
    const path = join(temporaryFolder(), "urls");
    const short = { ...history, duration: 4 };
    const fetches = await refreshByDatabase(short, policy, { ...options, urls, path });
    expect(fetches).toEqual(simulated(policy).filter(({ slot }) => slot <= 4 * 25.5));
  });
});
