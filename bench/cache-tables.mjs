// Compact tables of fingerprints as URL caches: lookups per second, hit or insert, on the trace of the alpha/beta/gamma
// model. Alone, with other numbers of requests and log2 of sizes: node bench/cache-tables.mjs 20000000 10 12 14
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { Random } from "../dist/base/random.js";
import { clock } from "../dist/cache/policy/clock.js";
import { simulate } from "../dist/cache/simulate.js";
import { urlCache } from "../dist/cache/table/url-cache.js";
import { alphaBetaGamma } from "../dist/trace/model/alpha-beta-gamma.js";

const CHUNKS = 8;

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** The peer: the least recently used of a Map leaves, keys made of both words; as caches from npm do it. */
function mapLru(capacity) {
  const entries = new Map();
  return {
    request(high, low) {
      const key = high * 4294967296 + low; // 11 bits are lost, which a peer may
      const hit = entries.delete(key);
      if (!hit && entries.size === capacity) entries.delete(entries.keys().next().value);
      entries.set(key, true);
      return hit;
    },
  };
}

/** One function per kind of cache, so that each is compiled for its own alone, as a crawler's would be. */
const driver = (name) =>
  new Function(
    "cache",
    "words",
    "from",
    "to",
    `let missed = 0; // ${name}
    for (let i = 2 * from; i < 2 * to; i += 2) if (!cache.request(words[i + 1], words[i])) missed++;
    return missed;`,
  );

/** Misses, and lookups per CPU second of the fastest chunk: the first quarter fills the cache and is not timed. */
function run(cache, words, requests, drive) {
  const warm = requests >> 2;
  let missed = drive(cache, words, 0, warm);
  let best = Number.POSITIVE_INFINITY;
  const step = Math.floor((requests - warm) / CHUNKS);
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    const from = warm + chunk * step;
    const to = chunk === CHUNKS - 1 ? requests : from + step;
    const begun = cpu();
    missed += drive(cache, words, from, to);
    best = Math.min(best, (cpu() - begun) / (to - from));
  }
  return { missed, speed: 1 / best };
}

export async function cacheTables(requests = 10_000_000, bits = [10, 14, 16, 18, 20]) {
  const trace = alphaBetaGamma({ requests, threads: 100 });
  const random = new Random(6);
  const ofUrl = Uint32Array.from({ length: 2 * trace.urls }, () => random.bits());
  const words = new Uint32Array(2 * requests);
  for (let i = 0; i < requests; i++) {
    words[2 * i] = ofUrl[2 * trace.requests[i]];
    words[2 * i + 1] = ofUrl[2 * trace.requests[i] + 1];
  }
  const kinds = {
    "scatter, CLOCK": (entries) => urlCache({ entries }),
    "scatter, RANDOM": (entries) => urlCache({ entries, policy: "random" }),
    "chaining, CLOCK": (entries) => urlCache({ entries, table: "chaining" }),
    "chaining, RANDOM": (entries) => urlCache({ entries, table: "chaining", policy: "random" }),
    "Map, LRU": mapLru,
  };
  const drivers = Object.fromEntries(Object.keys(kinds).map((name) => [name, driver(name)]));
  const rows = [];
  for (const r of bits) {
    const row = { entries: 2 ** r };
    const expected = simulate(trace, clock, 2 ** r);
    for (const [name, make] of Object.entries(kinds)) {
      let best = 0;
      for (let round = 0; round < 2; round++) {
        const { missed, speed } = run(make(2 ** r), words, requests, drivers[name]);
        if (name === "chaining, CLOCK") assert.equal(missed, expected, "direct circular chaining misses as CLOCK does");
        best = Math.max(best, speed);
        row[`${name.split(",")[0]} misses`] ??= `${((100 * missed) / requests).toFixed(1)} %`;
      }
      row[`${name}, M/s`] = Number((best / 1e6).toFixed(1));
    }
    rows.push(row);
  }
  return rows;
}

if (pathToFileURL(process.argv[1] ?? "").href === import.meta.url) {
  const [requests, ...bits] = process.argv.slice(2).map(Number);
  console.table(await cacheTables(requests, bits.length > 0 ? bits : undefined));
}
