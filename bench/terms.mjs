// Term counts of real pages, from the archive to counts on disk, one core: ours beside a plain loop over warcio,
// cheerio and a Map.
import { execFileSync } from "node:child_process";
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { load as cheerio } from "cheerio";
import { load } from "crawlbench";
import { WARCParser } from "warcio";
import { openArchive } from "../dist/archive/import/import-cache.js";
import { CountedTexts } from "../dist/page/text/counted-texts.js";
import { webOf } from "../dist/web/snapshot/snapshot-web.js";
import { expectChecksum, ms } from "./measure.mjs";

/** Every eighth page of the web of UC Irvine: 6,480 of them. */
const EVERY = 8;
/** Of these the peer reads a share: it takes some twenty times as long. */
const PEER_SHARE = 8;

export async function terms() {
  const folder = mkdtempSync(join(tmpdir(), "crawlbench-terms-"));
  try {
    const web = await load("uci-ics-2019-text");
    const records = await recordsOf();
    const files = { gz: join(folder, "uci.warc.gz") };
    writeFileSync(files.gz, Buffer.concat(records.map((record) => gzipSync(record))));
    if (hasZstd()) files.zst = packedByZstd(records, folder);
    const bytes = records.reduce((sum, { length }) => sum + length, 0);
    const rows = [];
    for (const [packing, file] of Object.entries(files)) rows.push(...(await ours(file, packing, folder, bytes)));
    rows.push(
      await peer(
        records.filter((_, i) => i % PEER_SHARE === 0),
        folder,
      ),
    );
    rows.push(await openingOf(web));
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Response records of the pages, each as it would stand in an archive of its own. */
async function recordsOf() {
  const { snapshot } = await openArchive(ARCHIVE, { name: "uci-ics-2019" });
  const records = [];
  for (let row = 0; row < snapshot.captures; row += EVERY) {
    const { url, head, body } = snapshot.exchange(row);
    const block = Buffer.concat([Buffer.from(head, "latin1"), body]);
    const fields = [
      "WARC/1.1",
      "WARC-Type: response",
      `WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-${String(row).padStart(12, "0")}>`,
      `WARC-Target-URI: ${url}`,
      "WARC-Date: 2019-01-01T00:00:00Z",
      "Content-Type: application/http; msgtype=response",
      `Content-Length: ${block.length}`,
    ];
    records.push(Buffer.concat([Buffer.from(`${fields.join("\r\n")}\r\n\r\n`), block, Buffer.from("\r\n\r\n")]));
  }
  return records;
}

/** Counted once from an index that is at hand, kept on disk; then read back. */
async function ours(file, packing, folder, bytes) {
  const { snapshot } = await openArchive(file, { name: "bench", cache: join(folder, packing) });
  const expected = wordsOf(new CountedTexts(webOf(snapshot).graph.size, webOf(snapshot).text));
  let best = Number.POSITIVE_INFINITY;
  let size = 0;
  for (let run = 0; run < 5; run++) {
    rmSync(join(snapshot.folder, "terms"), { recursive: true, force: true });
    const { terms } = webOf(snapshot);
    const begun = process.cpuUsage();
    await terms.ready();
    const { user, system } = process.cpuUsage(begun);
    expectChecksum(`terms of ${packing}`, wordsOf(terms), expected);
    best = Math.min(best, (user + system) / 1000 / terms.size);
    size = terms.size;
  }
  expectChecksum(`terms of ${packing}, read back`, wordsOf(webOf(snapshot).terms), expected);
  return [row(`.warc.${packing}, a member or frame for each record, to counts on disk`, best, bytes / size)];
}

function wordsOf(terms) {
  let words = 0;
  for (let page = 0; page < terms.size; page++) {
    const { title, body } = terms.of(page);
    for (const part of [title, body])
      for (let i = 0; i < part.size; i++) words += part.counts[i] * (1 + part.term(i).length);
  }
  return words;
}

/** What one would write: warcio, a tree, its text, words by a regular expression, a Map for each page. */
async function peer(records, folder) {
  const file = join(folder, "peer.warc.gz");
  writeFileSync(file, Buffer.concat(records.map((record) => gzipSync(record))));
  const begun = process.cpuUsage();
  const counts = [];
  for await (const record of new WARCParser(createReadStream(file))) {
    const $ = cheerio(new TextDecoder().decode(await record.readFully(true)));
    $("script, style").remove();
    const found = new Map();
    for (const [word] of $.text()
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}\p{M}]+/gu))
      found.set(word, (found.get(word) ?? 0) + 1);
    counts.push(found);
  }
  const { user, system } = process.cpuUsage(begun);
  expectChecksum("pages of warcio", counts.length, records.length);
  const bytes = records.reduce((sum, { length }) => sum + length, 0);
  return row(
    ".warc.gz, warcio, cheerio, a Map for each page",
    (user + system) / 1000 / records.length,
    bytes / records.length,
  );
}

/** The whole web, its terms counted before: from its files to the terms of a first page. */
async function openingOf(web) {
  await web.terms.ready();
  const begun = performance.now();
  const { snapshot } = await openArchive(ARCHIVE, { name: "uci-ics-2019" });
  const opened = webOf(snapshot);
  const { words } = opened.terms.of(0).body;
  const time = performance.now() - begun;
  expectChecksum("words of the first page", words, web.terms.of(0).body.words);
  return {
    what: `open ${opened.graph.size} pages with text and terms`,
    "CPU s per 1,000 pages": "",
    "pages/s": "",
    "kB a page": "",
    time: ms(time),
  };
}

const row = (what, best, bytes) => ({
  what,
  "CPU s per 1,000 pages": best.toFixed(3),
  "pages/s": Math.round(1000 / best),
  "kB a page": (bytes / 1000).toFixed(1),
});

/** The archive that it lies in, in one stream of zstd. */
const ARCHIVE = join(process.env.CRAWLBENCH_DATA ?? "../shared/data", "webs/uci-ics-2019/uci-ics-2019.warc.zst");

function hasZstd() {
  try {
    execFileSync("zstd", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A frame for each record, by the zstd command. */
function packedByZstd(records, folder) {
  const names = records.map((record, i) => {
    const name = join(folder, `${i}.record`);
    writeFileSync(name, record);
    return name;
  });
  for (let i = 0; i < names.length; i += 500) execFileSync("zstd", ["-q", "--rm", ...names.slice(i, i + 500)]);
  const packed = join(folder, "uci.warc.zst");
  writeFileSync(packed, Buffer.concat(names.map((name) => readFileSync(`${name}.zst`))));
  for (const name of names) rmSync(`${name}.zst`);
  return packed;
}
