import { pathToFileURL } from "node:url";

/**
 * Adds captures from where the snapshot stands to `total`, committing after every `every`; prints how many are
 * committed.
 */
const { dist, folder, total, every } = JSON.parse(process.argv[2]);
const load = (path) => import(pathToFileURL(`${dist}/${path}`).href);
const { openSnapshotWriter } = await load("archive/write-snapshot.js");
const { TraceWriter } = await load("trace/write-trace.js");
const writer = await openSnapshotWriter(folder, { now: 0, segmentBytes: 50_000 });
const trace = new TraceWriter(writer.columns("trace"));
let commit = Promise.resolve();
for (let row = writer.captures; row < total; row++) {
  const url = (i) => `http://h${i % 13}.example/${i}`;
  const links = Array.from({ length: row % 9 }, (_, i) => url((row * 17 + i * i) % (2 * total)));
  const head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
  trace.page(url(row), links, row % 4, row);
  writer.add({
    exchange: { url: url(row), time: row, request: "", status: 200, head, body: Buffer.from(`body ${row % 50}`) },
    type: "text/html",
    depth: row % 5,
    via: url(row >> 1),
    page: {
      title: `title ${row}`,
      base: url(row),
      skipped: 0,
      robots: { noindex: false, nofollow: false },
      links: links.map((link) => ({ url: link, source: "a[href]", anchor: `to ${link}`, nofollow: false })),
    },
  });
  if ((row + 1) % every !== 0) continue;
  await commit; // this one goes on while the next captures are added
  commit = writer.commit({ rows: row + 1 }).then(() => process.stdout.write(`${row + 1}\n`));
}
await commit;
await writer.finish();
await writer.close();
