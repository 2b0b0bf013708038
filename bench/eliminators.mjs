// Duplicate-URL eliminators on a stream in which three of ten requests are for a URL not seen before, and on one that
// is all new. Alone, with sizes and methods: node bench/eliminators.mjs 100000000 mercator-memory mercator-disk
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { urlCache } from "../dist/cache/table/url-cache.js";
import { fingerprint } from "../dist/url/fingerprint.js";
import { openEliminator } from "../dist/urldb/eliminator.js";
import { behind } from "../dist/urldb/seen/behind.js";
import { UrlBatch } from "../dist/urldb/url-batch.js";
import { expectChecksum } from "./measure.mjs";

const BATCH = 10_000;
const NEW_OF_TEN = 3;

const mixed = (number) => {
  let z = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
  return (z ^ (z >>> 16)) >>> 0;
};

/** About 50 bytes, the mean of Suel's. */
const urlOf = (id) => {
  const hash = mixed(id);
  return `http://www.host${hash % 10_007}.example${hash % 13}.org/${(hash >>> 8).toString(36)}/${id}.html`;
};

/** Batches of a stream, made as they are asked for; how many URLs are distinct, and the sum of their checksums. */
class Stream {
  distinct = 0;
  sum = 0;
  #words = new Uint32Array(4);

  constructor(newOfTen) {
    this.newOfTen = newOfTen;
  }

  batch(from, size) {
    let text = "";
    const ends = new Uint32Array(size);
    const isNew = new Uint8Array(size);
    for (let i = 0; i < size; i++) {
      const draw = mixed(from + i);
      isNew[i] = this.distinct === 0 || draw % 10 < this.newOfTen ? 1 : 0;
      text += urlOf(isNew[i] ? this.distinct++ : Math.floor((mixed(draw) / 2 ** 32) * this.distinct));
      ends[i] = text.length;
    }
    const batch = new UrlBatch(Buffer.from(text, "latin1"), ends);
    this.sum = added(this.sum, batch, isNew, this.#words);
    return batch;
  }
}

function added(sum, batch, wanted, words) {
  let total = sum;
  for (let i = 0; i < batch.size; i++) {
    if (wanted && wanted[i] === 0) continue;
    fingerprint(batch.bytes, batch.startOf(i), batch.ends[i], words);
    total = (total + words[1]) >>> 0;
  }
  return total;
}

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
async function run(label, open, requests, newOfTen) {
  const stream = new Stream(newOfTen);
  const words = new Uint32Array(4);
  const eliminator = await open();
  let [wall, busy, count, sum] = [0, 0, 0, 0];
  const timed = async (work) => {
    const begun = [performance.now(), cpu()];
    const batch = await work();
    wall += performance.now() - begun[0];
    busy += cpu() - begun[1];
    count += batch.size;
    sum = added(sum, batch, undefined, words);
  };
  for (let from = 0; from < requests; from += BATCH) {
    const batch = stream.batch(from, Math.min(BATCH, requests - from));
    await timed(() => eliminator.offer(batch));
  }
  await timed(() => eliminator.flush());
  const { stats } = eliminator;
  await eliminator.close();
  expectChecksum(label, `${count} URLs, sum ${sum}`, `${stream.distinct} URLs, sum ${stream.sum}`);
  return {
    eliminator: label,
    requests,
    "share new": newOfTen / 10,
    "us per request, CPU": Number(((busy * 1000) / requests).toFixed(3)),
    "us per request, wall": Number(((wall * 1000) / requests).toFixed(3)),
    "bytes in memory per URL": Number((stats.memoryBytes / stats.urls).toFixed(2)),
    "bytes on disk per URL": Number((stats.diskBytes / stats.urls).toFixed(2)),
    merges: stats.merges,
    "saved by the cache": stats.saved,
  };
}

/** The plainest eliminator there is. */
function plainSet() {
  const seen = new Set();
  return {
    async offer(batch) {
      const fresh = [];
      for (let i = 0; i < batch.size; i++) {
        const url = batch.bytes.latin1Slice(batch.startOf(i), batch.ends[i]);
        if (!seen.has(url)) fresh.push(url);
        seen.add(url);
      }
      return UrlBatch.of(fresh);
    },
    flush: async () => UrlBatch.of([]),
    close: async () => {},
    get stats() {
      return { urls: seen.size, memoryBytes: Number.NaN, diskBytes: 0, merges: 0 };
    },
  };
}

export async function eliminators(sizes = [1_000_000, 10_000_000], names = undefined) {
  const folder = mkdtempSync(join(tmpdir(), "crawlbench-bench-"));
  const rows = [];
  let opened = 0;
  try {
    const files = readdirSync(new URL("../dist/urldb/eliminator/", import.meta.url)).filter((file) =>
      file.endsWith(".js"),
    );
    for (const requests of sizes) {
      for (const file of files) {
        if (names && !names.includes(basename(file, ".js"))) continue;
        const [method] = Object.values(await import(new URL(`../dist/urldb/eliminator/${file}`, import.meta.url).href));
        const bufferUrls = requests > 20_000_000 ? 2 ** 22 : 2 ** 21;
        const path = () => join(folder, String(opened++));
        for (const newOfTen of [10, NEW_OF_TEN]) {
          rows.push(await run(method.name, () => openEliminator(path(), { method, bufferUrls }), requests, newOfTen));
        }
        if (method.durable === "nothing") continue;
        for (const cached of [false, true]) {
          const small = { method, bufferUrls: 2 ** 17 };
          const open = async () => {
            const eliminator = await openEliminator(path(), small);
            return cached ? behind(urlCache(), eliminator) : eliminator;
          };
          const label = `${method.name}, buffer of 2^17${cached ? ", behind a cache of 2^16" : ""}`;
          if (requests <= 1_000_000) rows.push(await run(label, open, requests, NEW_OF_TEN));
        }
      }
      if (requests <= 10_000_000 && !names)
        rows.push(await run("JavaScript Set", async () => plainSet(), requests, NEW_OF_TEN));
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (pathToFileURL(process.argv[1] ?? "").href === import.meta.url) {
  const sizes = process.argv
    .slice(2)
    .map(Number)
    .filter((size) => size > 0);
  const names = process.argv.slice(2).filter((argument) => !(Number(argument) > 0));
  console.table(await eliminators(sizes.length ? sizes : undefined, names.length ? names : undefined));
}
