// Cache policies on a trace of the alpha/beta/gamma model, 100 threads: 26 sizes in one pass, and one size at a time.
// CPU seconds of one core. Alone, with requests and policies: node --max-old-space-size=8000 bench/cache.mjs 200000000
// lru clock
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { checkLaws } from "../dist/cache/laws.js";
import { missCurve, powersOf2 } from "../dist/cache/miss-curve.js";
import { simulate } from "../dist/cache/simulate.js";
import { alphaBetaGamma } from "../dist/trace/model/alpha-beta-gamma.js";

const SIZES = powersOf2(0, 25);
/** Sizes that are counted alone too: before, in and behind the region where misses fall. */
const ALONE = [2 ** 6, 2 ** 10, 2 ** 14, 2 ** 17, 2 ** 20];

async function policies() {
  const folder = new URL("../dist/cache/policy/", import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith(".js"));
  const modules = await Promise.all(files.map((file) => import(new URL(file, folder))));
  return modules.flatMap((module) => Object.values(module)).filter((value) => value?.kind === "cache");
}

/** CPU seconds, least of several runs, and what the last one returned. */
function cpuSeconds(work, runs) {
  let best = Number.POSITIVE_INFINITY;
  let result;
  for (let run = 0; run < runs; run++) {
    const begun = process.cpuUsage();
    result = work();
    const { user, system } = process.cpuUsage(begun);
    best = Math.min(best, (user + system) / 1e6);
  }
  return { best, result };
}

export async function caches(requests = 20_000_000, names) {
  const runs = requests > 50_000_000 ? 1 : 3;
  const trace = alphaBetaGamma({ requests, threads: 100 });
  const curves = [];
  const rows = [];
  const found = (await policies()).filter(({ name }) => !names || names.includes(name));
  const variants = found.flatMap((method) =>
    method.name === "min" ? [method, method({ bypass: "never" })] : [method],
  );
  for (const method of variants) {
    const row = { policy: method.label };
    const counted = new Map();
    for (const size of ALONE) {
      const { best, result } = cpuSeconds(() => simulate(trace, method, size), runs);
      counted.set(size, result);
      row[`2^${Math.log2(size)}`] = `${(requests / best / 1e6).toFixed(0)} M/s`;
    }
    if (method.curve) {
      const { best, result } = cpuSeconds(() => missCurve(trace, method, SIZES), runs);
      for (const [size, misses] of counted) {
        const inPass = result[SIZES.indexOf(size)];
        assert.equal(
          inPass,
          misses,
          `${method.label} at ${size}: one pass and one simulation differ; look at why first`,
        );
      }
      curves.push({ method, sizes: SIZES, misses: result });
      row["26 sizes"] = `${best.toFixed(2)} s`;
    } else curves.push({ method, sizes: ALONE, misses: Float64Array.from(counted.values()) });
    rows.push(row);
  }
  checkLaws(curves, trace.urls);
  return rows;
}

if (pathToFileURL(process.argv[1] ?? "").href === import.meta.url) {
  const requests = process.argv
    .slice(2)
    .map(Number)
    .find((size) => size > 0);
  const names = process.argv.slice(2).filter((argument) => !(Number(argument) > 0));
  console.table(await caches(requests, names.length ? names : undefined));
}
