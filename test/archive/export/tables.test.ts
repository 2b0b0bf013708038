import { readFileSync } from "node:fs";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { beforeAll, describe, expect, it } from "vitest";
import { type Table, tableOf } from "../../../src/archive/export/tables.js";
import { writeCsv, writeParquet } from "../../../src/archive/export/write-table.js";
import { openSnapshot, type Snapshot } from "../../../src/archive/open-snapshot.js";
import { openSnapshotWriter } from "../../../src/archive/write-snapshot.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { answer, NEW_YEAR, page } from "../small-web.js";

// Two pages on two hosts, an answer that leads from one to the other, and a host that is only linked to.

const A = "http://a.example/";
const B = "http://b.example/b";
let snapshot: Snapshot;
beforeAll(async () => {
  const folder = temporaryFolder();
  const writer = await openSnapshotWriter(folder, { now: NEW_YEAR });
  const links = `<a href="${B}" rel=nofollow>to b</a><a href="/gone">gone</a><a href="http://c.example/">c</a>`;
  writer.add(page(A, `<title>A</title>${links}`, 1, { depth: 0 }));
  writer.add(page(B, "<title>B</title>", 2, { via: A }));
  writer.add(answer(`${A}gone`, 301, 3, { redirect: B, via: A }));
  await writer.finish();
  await writer.close();
  snapshot = await openSnapshot(folder);
});

const rowsOf = (name: "pages" | "links" | "hosts") => [...tableOf(snapshot, name).rows()];

// all expected values by hand, from the pages above
describe("the tables of a snapshot", () => {
  it("have a row for each exchange, in the order of visits", () => {
    const rows = rowsOf("pages");
    expect(rows.map(({ url, host, status, depth, title, links }) => [url, host, status, depth, title, links])).toEqual([
      [A, "a.example", 200, 0, "A", 3],
      [B, "b.example", 200, 1, "B", 0],
      [`${A}gone`, "a.example", 301, 1, undefined, undefined],
    ]);
    expect(rows.map(({ time }) => (time as Date).getTime() - NEW_YEAR)).toEqual([60_000, 120_000, 180_000]);
    expect(rows[2].redirect).toBe(B);
  });

  it("have a row for each link, numbered within its page", () => {
    expect(
      rowsOf("links").map(({ from, to, position, nofollow, anchor }) => [from, to, position, nofollow, anchor]),
    ).toEqual([
      [A, B, 0, true, "to b"],
      [A, `${A}gone`, 1, false, "gone"],
      [A, "http://c.example/", 2, false, "c"],
    ]);
  });

  it("have a row for each host, also one that is only linked to", () => {
    const [a, b, c] = rowsOf("hosts");
    const pages = rowsOf("pages").map(({ bytes }) => bytes as number);
    expect(a).toEqual({
      host: "a.example",
      urls: 2,
      captures: 2,
      pages: 1,
      bytes: pages[0] + pages[2],
      linksFrom: 3,
      linksTo: 1,
    });
    expect(b).toEqual({ host: "b.example", urls: 1, captures: 1, pages: 1, bytes: pages[1], linksFrom: 0, linksTo: 1 });
    expect(c).toEqual({ host: "c.example", urls: 1, captures: 0, pages: 0, bytes: 0, linksFrom: 0, linksTo: 1 });
  });

  it("say of what type each column is", () => {
    const typesOf = (name: "pages" | "links" | "hosts") =>
      tableOf(snapshot, name)
        .columns.map((column) => `${column.name} ${column.type}`)
        .join(", ");
    expect(typesOf("pages")).toBe(
      "url STRING, host STRING, time TIMESTAMP, status INT32, type STRING, bytes DOUBLE, digest STRING, depth INT32, redirect STRING, truncated BOOLEAN, revisit BOOLEAN, title STRING, links INT32",
    );
    expect(typesOf("links")).toBe(
      "from STRING, to STRING, position INT32, source STRING, nofollow BOOLEAN, anchor STRING",
    );
    expect(typesOf("hosts")).toBe(
      "host STRING, urls INT32, captures INT32, pages INT32, bytes DOUBLE, linksFrom INT32, linksTo INT32",
    );
  });

  it("have the names of their columns in every row, and no other", () => {
    for (const name of ["pages", "links", "hosts"] as const) {
      const { columns, rows } = tableOf(snapshot, name);
      for (const row of rows()) expect(Object.keys(row)).toEqual(columns.map((column) => column.name));
    }
  });
});

/** More rows than are held at once, 20,000, of which each tenth has no name. */
const large: Table = {
  columns: [
    { name: "number", type: "INT32" },
    { name: "name", type: "STRING" },
    { name: "time", type: "TIMESTAMP" },
  ],
  *rows() {
    for (let number = 0; number < 20_001; number++)
      yield { number, name: number % 10 === 0 ? undefined : `n, ${number}`, time: new Date(1000 * number) };
  },
};

describe("a table that is written a piece at a time", () => {
  it("has each row once, in order, as CSV: names of columns once, times in ISO 8601", async () => {
    const path = join(temporaryFolder(), "x.csv");
    await writeCsv(path, large);
    const [header, ...lines] = readFileSync(path, "utf8").split("\n");
    expect(header).toBe("number,name,time");
    expect(lines.pop()).toBe("");
    expect(lines).toHaveLength(20_001);
    expect(lines.findIndex((line, number) => !line.startsWith(`${number},`))).toBe(-1);
    expect(lines[11]).toBe('11,"n, 11",1970-01-01T00:00:11.000Z');
    expect(lines[20]).toBe("20,,1970-01-01T00:00:20.000Z");
  });

  it("is a header alone, as CSV, where there are no rows", async () => {
    const path = join(temporaryFolder(), "x.csv");
    await writeCsv(path, { ...large, rows: () => [] });
    expect(readFileSync(path, "utf8")).toBe("number,name,time\n");
  });

  it("is read back as it was, as Parquet", async () => {
    const path = join(temporaryFolder(), "x.parquet");
    await writeParquet(path, large);
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path) });
    expect(rows).toHaveLength(20_001);
    expect(rows[20_000]).toMatchObject({ number: 20_000, time: new Date(20_000_000) });
    expect(rows[19_999]).toEqual({ number: 19_999, name: "n, 19999", time: new Date(19_999_000) });
    expect(rows[10].name ?? undefined).toBeUndefined();
  });
});
