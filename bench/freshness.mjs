// Fetching pages again in virtual time, CPU seconds. Peer: a URL database in memory that is asked for each fetch, which
// makes the same ones.
import assert from "node:assert/strict";
import { changes, freshness as library, Random, refreshers, urldb } from "crawlbench";
import { checksum, expectChecksum } from "./measure.mjs";

/** Checksums of the fetches per page, of this engine (regression). */
const EXPECTED = {
  uniform: "ac93ecb547e428fd",
  proportional: "ea85cb3e50609c86",
  optimal: "a1dd07a4c1aedfe9",
  estimated: "fa5252a3d21c8726",
};

const ROUNDS = 10;

/** Pages whose rates and changes are drawn, one fetch per page and unit of time, ten rounds. */
function webOf(size) {
  const rates = changes.gamma.rates({ size, random: new Random(1) });
  return { rates, history: library.poissonHistory(rates, ROUNDS, new Random(2)), options: { budget: size, rates } };
}

/** Least CPU seconds of two runs, and what the last one returned. */
async function cpuSeconds(work) {
  let best = Number.POSITIVE_INFINITY;
  let result;
  for (let run = 0; run < 2; run++) {
    const begun = process.cpuUsage();
    result = await work();
    const { user, system } = process.cpuUsage(begun);
    best = Math.min(best, (user + system) / 1e6);
  }
  return { best, result };
}

/** The simulator beside the database, fetch by fetch. @returns microseconds per fetch of the database */
async function databaseTime(policy) {
  const size = 2000;
  const { history, options } = webOf(size);
  const simulated = [];
  library.simulateRefresh(history, policy, {
    ...options,
    onFetch: (page, slot, changed) => simulated.push({ page, slot, changed }),
  });
  const urls = Array.from({ length: size }, (_, page) => `http://h${page % 50}.example/${page}`);
  const { best, result } = await cpuSeconds(() =>
    library.refreshByDatabase(history, policy, { ...options, urls, path: "", engine: urldb.inMemory }),
  );
  assert.deepEqual(result, simulated, `${policy.name}: simulator and database make different fetches`);
  return (1e6 * best) / result.length;
}

export async function freshness(size = 100_000) {
  const { history, options } = webOf(size);
  const rows = [];
  for (const policy of [refreshers.uniform, refreshers.proportional, refreshers.optimal, refreshers.estimated]) {
    const { best, result } = await cpuSeconds(() => library.simulateRefresh(history, policy, options));
    const found = checksum(result.perPage);
    if (size === 100_000) expectChecksum(policy.name, found, EXPECTED[policy.name]);
    const own = (1e6 * best) / result.fetches;
    const database = await databaseTime(policy);
    rows.push({
      policy: policy.name,
      pages: size,
      fetches: result.fetches,
      changes: history.times.length,
      "CPU s": best.toFixed(2),
      "µs per fetch": own.toFixed(2),
      "µs per fetch, database": database.toFixed(1),
      "database / simulator": (database / own).toFixed(0),
      checksum: found,
    });
  }
  return rows;
}
