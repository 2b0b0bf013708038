import { createHash } from "node:crypto";
import { renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mergeSnapshots } from "../../../src/archive/shards/merge-snapshots.js";
import { openSnapshotWriter } from "../../../src/archive/write-snapshot.js";
import { NEW_YEAR, page } from "../../archive/small-web.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

/** Little-endian uint32 numbers, as orders are stored. */
const numbers = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);

/** Files that command lines with mistakes name: what is wrong with some of them stands in their names. */
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  "few.txt": "5 9\n5 2\n9 2\n2 100\n100 5\n",
  "empty.txt": "",
  "letters.txt": "0 1\n1 2\n2 x\n",
  "large.txt": "0 1\n1 1099511627776\n",
  "multiline.txt": "0 1\n1 {}\n",
  "names.adjlist": "home about news\nabout home\n",
  "order.u32": numbers(5, 9),
  "other.u32": numbers(5, 9),
  "other.u32.json": JSON.stringify({
    web: { name: "many", sha256: "ab", pages: 1200 },
    start: 5,
    ordering: "backlink, ties fifo",
    order: { pages: 2, sha256: createHash("sha256").update(numbers(5, 9)).digest("hex") },
  }),
  "odd.u32": Uint8Array.of(5, 0, 0, 0, 9),
  "order.u32.gz": Uint8Array.of(31, 139, 8, 0),
  "foreign.u32": numbers(5, 7),
  "twice.u32": numbers(5, 5),
  "cut.wacz": "PK\x03\x04 datapackage.json",
  "page.html": "<a href=/x>x</a>",
  "robots.txt": "User-agent: *\nDisallow: /private/\n",
  "cases.jsonl": '{"robots":"","agent":"FooBot","url":"/"}\n{"robots":"","agent":"FooBot"}\n',
  "urls.txt": "http://a.example/\nhttp://b.example/\nhttp://a.example/\n",
  "urls.jsonl": '{"url":"http://a.example/"}\n{"url":7}\n',
  "broken.jsonl": '{"url":\n',
  "cut.u64": new Uint8Array(12),
  "one.u64": new Uint8Array(16).fill(1),
  "access.log": 'x.example 127.0.0.1 - - [01/Jan/2021:00:00:00 +0000] "GET / HTTP/1.1" 200 10 "-" "-"\n',
  "no.log": "no log\n",
  "columns.csv": "page,visits,users\n5,3,2\n9,4,2\n",
  "words.csv": "hello\nworld\n",
  "visits.csv": "page,visits\n5,3\n9,1.000,5\n",
  "sums.csv": "5,3\n9,4\n5,1\n",
  "thousands.csv": "9,1_000\n5,3\n",
  "swapped.csv": "visits,page\n3,5\n4,9\n",
  "quote.csv": '"5,3\n9,4\n',
  "elsewhere.csv": "http://a.example/,3\n",
  "columns.txt": "http://a.example/\thttp://b.example/\n",
  "latin1.txt": Buffer.from("http://a.example/caf\xe9\n", "latin1"),
  "long.xml": `<urlset>${"<url><loc>http://a.example/</loc></url>".repeat(50_001)}</urlset>`,
  "index.xml": "<sitemapindex><sitemap><loc>http://a.example/sitemap.xml</loc></sitemap></sitemapindex>",
};

/**
 * A folder with these files, and crawls of two pages: "example"; "shared" of two processes; "moved", a merge whose
 * shards are elsewhere now; "mixed", whose second run stored no bodies; "bare", that has none; "short", whose archive lost its end.
 */
export async function messageFolder(): Promise<string> {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
  for (const place of ["example", "shared/a", "shared/b", "before/a", "before/b"]) await crawl(join(folder, place));
  await mergeSnapshots(
    ["before/a", "before/b"].map((place) => join(folder, place)),
    join(folder, "moved"),
  );
  await crawl(join(folder, "mixed"), "warc", PAGES.slice(0, 1));
  await crawl(join(folder, "mixed"), "none", PAGES.slice(1));
  await crawl(join(folder, "bare"), "none");
  await crawl(join(folder, "short"));
  truncateSync(join(folder, "short", "archive", "crawl-00000.warc.gz"), 700);
  renameSync(join(folder, "before"), join(folder, "after"));
  return folder;
}

const PAGES = [
  page("http://a.example/", "<title>A</title><a href=/b>to b</a>", 0),
  page("http://a.example/b", "<title>B</title><a href=/>to a</a>", 1),
];

async function crawl(place: string, store: "warc" | "none" = "warc", pages = PAGES): Promise<void> {
  const writer = await openSnapshotWriter(place, { now: NEW_YEAR, store });
  for (const each of pages) writer.add(each);
  await writer.finish();
  await writer.close();
}
