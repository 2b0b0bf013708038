// URL databases on Dorosz's load, each adding in batches that are on disk before the next; and what a crawl does with
// them.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { berkeleyDb } from "../dist/experiment/dorosz/peer/berkeley-db.js";
import { postgres, postgresBy } from "../dist/experiment/dorosz/peer/postgres.js";
import { openUrlDatabase } from "../dist/urldb/database.js";
import { dedicated } from "../dist/urldb/engine/dedicated.js";
import { inMemory } from "../dist/urldb/engine/in-memory.js";
import { lmdb } from "../dist/urldb/engine/lmdb.js";
import { DoroszLoad } from "../dist/urldb/load.js";
import { measureAdds } from "../dist/urldb/measure.js";
import { expectChecksum } from "./measure.mjs";

const START = 500_000;
const ADD = 500_000;
/** New ones among the first million URLs of seed 1: counted with a JavaScript Set. */
const NEW = 1_000_000;

const contestants = [
  ...[1_000, 10_000].flatMap((batch) => [
    { label: "dedicated", engine: dedicated, batch },
    { label: "PostgreSQL, COPY", engine: postgresBy({ insert: "copy" }), batch },
    { label: "PostgreSQL, unnest", engine: postgresBy({ insert: "unnest" }), batch },
    { label: "Berkeley DB", engine: berkeleyDb, batch },
    { label: "LMDB", engine: lmdb, batch },
    { label: "in memory", engine: inMemory, batch },
  ]),
  {
    label: "PostgreSQL, one INSERT",
    engine: postgresBy({ insert: "one by one" }),
    batch: 1,
    timed: 2_000,
    filler: postgres,
  },
  { label: "dedicated", engine: dedicated, batch: 1, timed: 2_000 },
];

export async function urldb() {
  const folder = mkdtempSync(join(tmpdir(), "crawlbench-bench-"));
  chmodSync(folder, 0o711);
  const rows = [];
  try {
    for (const contestant of contestants) {
      const missing = await contestant.engine.missing?.();
      if (missing) {
        rows.push({ engine: contestant.label, batch: contestant.batch, "us per URL": missing });
        continue;
      }
      const counts = { start: START, add: ADD, block: 50_000, durability: "sync" };
      const { rows: blocks, added, bytesPerUrl } = await measureAdds(contestant, folder, counts);
      expectChecksum(contestant.label, added, NEW);
      const delays = blocks.map(({ microseconds }) => microseconds).sort((a, b) => a - b);
      const mean = delays.reduce((sum, delay) => sum + delay, 0) / delays.length;
      rows.push({
        engine: contestant.label,
        batch: contestant.batch,
        "us per URL, mean": Number(mean.toFixed(2)),
        "median block": Number(delays[delays.length >> 1].toFixed(2)),
        "bytes on disk per URL": bytesPerUrl && Math.round(bytesPerUrl),
      });
    }
    for (const row of rows) {
      const ours = rows.find(
        ({ engine, batch }) => engine === "dedicated" && batch === (row.batch === 1 ? 10_000 : row.batch),
      );
      row["times dedicated"] = Number((row["us per URL, mean"] / ours["us per URL, mean"]).toFixed(1));
    }
    return [...rows, ...(await callers(folder)), ...(await crawl(folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * One URL a call, by several callers who each wait for theirs: those who wait together share a sync. Disks are moody:
 * seven rounds in turns, of which the median.
 */
async function callers(folder) {
  const oneInsert = postgresBy({ insert: "one by one" });
  const all = [
    { label: "dedicated", engine: dedicated, count: 1, urls: 300 },
    { label: "PostgreSQL, one INSERT", engine: oneInsert, count: 1, urls: 300 },
    { label: "dedicated", engine: dedicated, count: 16, urls: 2_000 },
    { label: "dedicated", engine: dedicated, count: 64, urls: 4_000 },
    { label: "PostgreSQL, one INSERT", engine: oneInsert, count: 64, urls: 600 },
  ];
  const here = [];
  for (const [i, { engine, ...each }] of all.entries()) {
    if (await engine.missing?.()) continue;
    const database = await openUrlDatabase(join(folder, `callers-${i}`), { engine });
    const load = new DoroszLoad(3);
    await database.add(load.next(10_000));
    here.push({ ...each, database, load, times: [] });
  }
  for (let round = 0; round < 7; round++)
    for (const { count, urls, database, load, times } of here) {
      let left = urls;
      const begun = performance.now();
      const call = async () => {
        while (left-- > 0) await database.add(load.next(1));
      };
      await Promise.all(Array.from({ length: count }, call));
      times.push(((performance.now() - begun) * 1000) / urls);
    }
  for (const { database } of here) await database.close();
  return here.map(({ label, count, times }) => ({
    engine: `${label}, callers: ${count}`,
    batch: 1,
    "us per URL, median": Number(times.sort((a, b) => a - b)[3].toFixed(1)),
  }));
}

/** Taking and confirming, 1,000 at a time, of 500,000 URLs. */
async function crawl(folder) {
  const rows = [];
  for (const [engine, name] of [
    [dedicated, "dedicated"],
    [lmdb, "LMDB"],
    [berkeleyDb, "Berkeley DB"],
    [postgres, "PostgreSQL"],
  ]) {
    if (await engine.missing?.()) continue;
    const path = join(folder, name.replace(" ", "-"));
    const database = await openUrlDatabase(path, { engine, recrawlAfter: () => 1e9 });
    const load = new DoroszLoad(2);
    for (let i = 0; i < 50; i++) await database.add(load.next(10_000));
    const spent = { take: 0, confirm: 0, known: 0 };
    const timed = async (what, call) => {
      const begun = performance.now();
      const result = await call();
      spent[what] += performance.now() - begun;
      return result;
    };
    const count = 20_000;
    for (let i = 0; i < count; i += 1_000) {
      const taken = await timed("take", () => database.take(1_000, 1e12 + i));
      await timed("confirm", () => database.confirm(taken, 1e12 + i));
    }
    const again = new DoroszLoad(2);
    for (let i = 0; i < count; i += 1_000) await timed("known", () => database.add(again.next(1_000)));
    await database.close();
    rmSync(path, { recursive: true, force: true });
    const each = (ms) => Number(((ms * 1000) / count).toFixed(2));
    rows.push({
      engine: `${name}: taking, confirming, adding what is known`,
      batch: 1_000,
      "us per URL, mean": `${each(spent.take)}, ${each(spent.confirm)}, ${each(spent.known)}`,
    });
  }
  return rows;
}
