import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { NewCapture } from "../../../src/archive/capture.js";
import { openArchive } from "../../../src/archive/import/import-cache.js";
import { openSnapshot, type Snapshot } from "../../../src/archive/open-snapshot.js";
import { readExchangeAt } from "../../../src/archive/warc/read-exchange.js";
import { openSnapshotWriter } from "../../../src/archive/write-snapshot.js";
import type { ProgressEvent } from "../../../src/base/progress-event.js";
import { type ExportOptions, exportSnapshot } from "../../../src/web/snapshot/export-snapshot.js";
import { unzip } from "../../archive/export/wacz-faults.js";
import { answer, NEW_YEAR, page } from "../../archive/small-web.js";
import { html, record } from "../../archive/warc/bytes.js";
import { inCell, pressStop } from "../../base/in-cell.js";
import { filesOf, temporaryFolder } from "../../crawl/pool/temporary.js";
import { coded } from "../../fixture/problems.js";

const A = "http://a.example/";
const captures: readonly NewCapture[] = [
  page(A, `<title>"A", so\nto say</title><a href="http://b.example/x" rel=nofollow>to, x</a><a href="/gone">g</a>`, 1, {
    depth: 0,
  }),
  page("http://b.example/x", "<title>X</title><a href='http://a.example/'>&lt;a&gt;</a>", 2),
  answer("http://a.example/gone", 301, 3, { redirect: A }),
  answer("http://a.example/none", 404, 4),
];

async function small(options: object = {}): Promise<Snapshot> {
  const folder = temporaryFolder();
  const writer = await openSnapshotWriter(folder, {
    now: NEW_YEAR,
    segmentBytes: 1500,
    about: { name: "small" },
    ...options,
  });
  for (const capture of captures) writer.add(capture);
  await writer.finish();
  await writer.close();
  return openSnapshot(folder);
}

/** A snapshot whose records must be written anew for a WACZ: they stand in one stream of gzip. */
async function foreign(): Promise<Snapshot> {
  const path = join(temporaryFolder(), "x.warc.gz");
  writeFileSync(path, gzipSync(record("response", A, html("<title>A</title>"))));
  return (await openArchive(path, { name: "x", cache: temporaryFolder() })).snapshot;
}

/** As `foreign`, with three captures. */
async function several(): Promise<Snapshot> {
  const path = join(temporaryFolder(), "x.warc.gz");
  const records = [1, 2, 3].map((each) => record("response", `${A}${each}`, html("<title>A</title>")));
  writeFileSync(path, gzipSync(records.join("")));
  return (await openArchive(path, { name: "x", cache: temporaryFolder() })).snapshot;
}

const kept = new Map<() => Promise<Snapshot>, Promise<Snapshot>>();

/** A snapshot that several tests read: made once, since each takes a while. */
function once(make: () => Promise<Snapshot>): Promise<Snapshot> {
  const snapshot = kept.get(make) ?? make();
  kept.set(make, snapshot);
  return snapshot;
}

const parquet = async (path: string) => parquetReadObjects({ file: await asyncBufferFromFile(path) });

describe("an export", () => {
  it("leaves files and folders beside it as they are, however they are called", async () => {
    const folder = temporaryFolder();
    const snapshot = await once(small);
    for (const name of ["pk.part", "x.wacz.part", "x.wacz.records", "x.wacz.part.records", "x.csv.part"]) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, "mine"), "mine");
    }
    const before = filesOf(folder);
    await exportSnapshot(snapshot, join(folder, "pk"), { kind: "snapshot" });
    await exportSnapshot(await once(foreign), join(folder, "x.wacz"));
    await exportSnapshot(snapshot, join(folder, "x.csv"));
    const after = filesOf(folder).filter((path) => !path.startsWith("pk/"));
    expect(after).toEqual([...before, "x.csv", "x.wacz"].sort());
    mkdirSync(join(folder, "plain"));
    expect(statSync(join(folder, "pk")).mode).toBe(statSync(join(folder, "plain")).mode); // others may read it, too
  });
});

describe("a snapshot whose records are damaged", () => {
  it("is not packed, and told that a WACZ leaves out what cannot be read, as that does", async () => {
    const snapshot = await small();
    const path = join(snapshot.folder, snapshot.manifest.files[0].path);
    const bytes = readFileSync(path);
    bytes.fill(0, snapshot.columns.f64("capture.offset")[0] + 20, snapshot.columns.f64("capture.offset")[0] + 40);
    writeFileSync(path, bytes);
    const packed = exportSnapshot(snapshot, join(temporaryFolder(), "packed"), { kind: "snapshot" });
    await expect(packed).rejects.toThrow(coded("damaged"));
    await expect(packed).rejects.toThrow(
      'or write a WACZ, which leaves out what cannot be read: exportSnapshot(snapshot, "x.wacz")',
    );
    const [{ unreadable }] = await exportSnapshot(snapshot, join(temporaryFolder(), "x.wacz"));
    expect(unreadable).toBe(1);
  });
});

describe("an export that ■ stops", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each([
    ["read", "x.wacz", small],
    ["digest", "x.wacz", small],
    ["pack", "x.wacz", small],
    ["read", "rewritten.wacz", several],
    ["pack", "x", small],
    ["write", "x.csv", small],
    ["write", "x.parquet", small],
  ] as const)("ends while it is to %s for %s, and leaves what was there and nothing else", async (step, name, made) => {
    let now = 0;
    vi.spyOn(Date, "now").mockImplementation(() => (now += 1000)); // each capture, row and piece is told
    const folder = temporaryFolder();
    const path = join(folder, name);
    const kind = name === "x" ? ({ kind: "snapshot" } as const) : {};
    if (name !== "x") writeFileSync(path, "mine");
    await inCell(async () => {
      const onProgress = ({ task }: ProgressEvent) => {
        if (task.startsWith(`${step} `)) pressStop();
      };
      const stopped = exportSnapshot(await once(made), path, { ...kind, onProgress });
      await expect(stopped).rejects.toMatchObject({ code: "stopped" });
    });
    expect(filesOf(folder)).toEqual(name === "x" ? [] : [name]);
    if (name !== "x") expect(readFileSync(path, "utf8")).toBe("mine");
    expect((await exportSnapshot(await once(made), path, kind)).length).toBeGreaterThan(0);
  });
});

describe("what is to be exported", () => {
  const isSource = /is what is to be exported: name another place/;
  const openAt = async (path: string) => (await openArchive(path, { name: "x", cache: temporaryFolder() })).snapshot;

  it("is not replaced by its export, by whatever name it is opened and wherever its files stand", async () => {
    const folder = temporaryFolder();
    const [a, b, link] = ["in/a.wacz", "in/b.wacz", "link.wacz"].map((name) => join(folder, name));
    mkdirSync(join(folder, "in"));
    for (const path of [a, b]) await exportSnapshot(await once(small), path);
    symlinkSync(a, link);
    const bytes = readFileSync(a);
    for (const source of [a, link, join(folder, "in")]) {
      for (const target of [a, link]) {
        await expect(exportSnapshot(await openAt(source), target), `${source} ${target}`).rejects.toThrow(isSource);
        const csv = exportSnapshot(await openAt(source), target, { kind: "csv", table: "links" });
        await expect(csv).rejects.toThrow(isSource);
      }
    }
    expect(readFileSync(a).equals(bytes)).toBe(true);
    await exportSnapshot(await openAt(a), b); // another file of that folder is none of it
  });

  it("keeps the files of its folder; exports that stand there are replaced", async () => {
    const snapshot = await small();
    const before = filesOf(snapshot.folder);
    for (const name of before) {
      const path = join(snapshot.folder, name);
      await expect(exportSnapshot(snapshot, path, { kind: "csv" }), name).rejects.toThrow(isSource);
    }
    await exportSnapshot(snapshot, join(snapshot.folder, "x.csv"));
    await exportSnapshot(snapshot, join(snapshot.folder, "x.csv"));
    expect(filesOf(snapshot.folder)).toEqual([...before, "x.csv"].sort());
  });
});

describe("an export to a place that has something else", () => {
  it("is refused, and leaves that as it is", async () => {
    const folder = temporaryFolder();
    const [file, place] = [join(folder, "file"), join(folder, "x.csv")];
    writeFileSync(file, "mine");
    mkdirSync(place);
    const snapshot = await once(small);
    for (const kind of ["parquet", "csv"] as const) // all tables make a folder
      await expect(exportSnapshot(snapshot, file, { kind }), kind).rejects.toThrow(coded("exists"));
    for (const kind of ["csv", "gexf", "wacz"] as const) {
      const refused = exportSnapshot(snapshot, place, { kind, ...(kind === "csv" && { table: "links" }) });
      await expect(refused, kind).rejects.toThrow(coded("exists"));
    }
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect(filesOf(folder)).toEqual(["file"]);
    await expect(exportSnapshot(snapshot, 7 as never)).rejects.toThrow(coded("option"));
  });

  it("cannot be written where a file stands in the way of its folder, and that is told with the path", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "mine");
    const snapshot = await once(small);
    for (const path of [join(file, "x.csv"), join(file, "x.wacz"), join(file, "x")]) // "x" is a folder of tables
      await expect(exportSnapshot(snapshot, path), path).rejects.toMatchObject({
        code: "failed",
        facts: { path: expect.stringContaining(path) }, // Node 24 finds nothing below a file: the first table is told
      });
    expect(readFileSync(file, "utf8")).toBe("mine");
  });
});

describe("a snapshot exported as WACZ", () => {
  it("has the files that the specification names, each as its description says", async () => {
    const snapshot = await once(small);
    const path = join(temporaryFolder(), "small.wacz");
    expect(await exportSnapshot(snapshot, path)).toEqual([{ path, bytes: readFileSync(path).length }]);
    const entries = await unzip(path);
    const archives = snapshot.manifest.files.map((file) => `archive/${basename(file.path)}`);
    expect(archives.length).toBeGreaterThan(1);
    const names = [
      ...archives,
      "indexes/index.cdx",
      "pages/pages.jsonl",
      "datapackage.json",
      "datapackage-digest.json",
    ];
    expect([...entries.keys()].sort()).toEqual([...names].sort());
    const described = JSON.parse(String(entries.get("datapackage.json")?.bytes));
    expect(described).toMatchObject({ profile: "data-package", wacz_version: "1.1.1", title: "small" });
    expect(described.created).toBe("2021-01-01T00:04:00.000Z"); // the last capture
    const sha256 = (bytes: Buffer | undefined) =>
      `sha256:${createHash("sha256")
        .update(bytes as Buffer)
        .digest("hex")}`;
    expect(described.resources).toEqual(
      names.slice(0, -2).map((name) => {
        const bytes = entries.get(name)?.bytes as Buffer;
        return { name: basename(name), path: name, hash: sha256(bytes), bytes: bytes.length };
      }),
    );
    const digest = JSON.parse(String(entries.get("datapackage-digest.json")?.bytes));
    expect(digest).toEqual({ path: "datapackage.json", hash: sha256(entries.get("datapackage.json")?.bytes) });
    for (const name of archives) expect(entries.get(name)?.stored, name).toBe(true); // not deflated twice
  });

  it("lists its pages, and its index leads to each record", async () => {
    const snapshot = await once(small);
    const path = join(temporaryFolder(), "small.wacz");
    await exportSnapshot(snapshot, path);
    const entries = await unzip(path);
    const lines = (name: string) => String(entries.get(name)?.bytes).trim().split("\n");
    const [header, ...pages] = lines("pages/pages.jsonl").map((line) => JSON.parse(line));
    expect(header).toMatchObject({ format: "json-pages-1.0" });
    expect(pages.map(({ url, ts, title }) => [url, ts, title])).toEqual([
      [A, "2021-01-01T00:01:00.000Z", '"A", so to say'],
      ["http://b.example/x", "2021-01-01T00:02:00.000Z", "X"],
    ]);
    const index = lines("indexes/index.cdx");
    expect(index).toHaveLength(4);
    expect(index).toEqual([...index].sort()); // all of ASCII: order of units is that of bytes
    for (const line of index) {
      const { filename, offset, length, url, status } = JSON.parse(line.slice(line.indexOf("{")));
      const file = join(temporaryFolder(), filename);
      writeFileSync(file, entries.get(`archive/${filename}`)?.bytes as Buffer);
      expect(readExchangeAt(file, { offset: Number(offset), length: Number(length) })).toMatchObject({
        url,
        status: Number(status),
      });
    }
  });

  it("is the same byte for byte when it is written again, and is refused without bodies", async () => {
    const snapshot = await once(small);
    const [one, two] = ["1.wacz", "2.wacz"].map((name) => join(temporaryFolder(), name));
    await exportSnapshot(snapshot, one);
    await exportSnapshot(snapshot, two);
    expect(readFileSync(one).equals(readFileSync(two))).toBe(true);
    const folder = temporaryFolder();
    const refused = exportSnapshot(await small({ store: "none" }), join(folder, "x.wacz"));
    await expect(refused).rejects.toMatchObject({ code: "not-a-snapshot" });
    expect(filesOf(folder)).toEqual([]);
  });
});

describe("a snapshot exported as tables", () => {
  it("gives another reader of Parquet the same rows", async () => {
    const snapshot = await once(small);
    const folder = join(temporaryFolder(), "tables");
    await exportSnapshot(snapshot, folder);
    expect(filesOf(folder)).toEqual(["hosts.parquet", "links.parquet", "pages.parquet"]);
    const pages = await parquet(join(folder, "pages.parquet"));
    expect(
      pages.map(({ url, host, status, depth, links, title, redirect }) => [
        url,
        host,
        status,
        depth,
        links,
        title,
        redirect,
      ]),
    ).toEqual([
      [A, "a.example", 200, 0, 2, '"A", so to say', null],
      ["http://b.example/x", "b.example", 200, 1, 1, "X", null],
      ["http://a.example/gone", "a.example", 301, 1, null, null, A],
      ["http://a.example/none", "a.example", 404, 1, null, null, null],
    ]);
    expect(pages[0].time).toEqual(new Date(NEW_YEAR + 60_000));
    expect(pages[0].digest).toBe(snapshot.capture(0).digest);
    expect(await parquet(join(folder, "links.parquet"))).toEqual([
      { from: A, to: "http://b.example/x", position: 0, source: "a[href]", nofollow: true, anchor: "to, x" },
      { from: A, to: "http://a.example/gone", position: 1, source: "a[href]", nofollow: false, anchor: "g" },
      { from: "http://b.example/x", to: A, position: 0, source: "a[href]", nofollow: false, anchor: "<a>" },
    ]);
    const bytes = captures.map(({ exchange }) => exchange.body.length);
    expect(await parquet(join(folder, "hosts.parquet"))).toEqual([
      { host: "a.example", urls: 3, captures: 3, pages: 1, bytes: bytes[0], linksFrom: 2, linksTo: 2 },
      { host: "b.example", urls: 1, captures: 1, pages: 1, bytes: bytes[1], linksFrom: 1, linksTo: 1 },
    ]);
  });

  it("quotes what CSV must quote, and takes the table from the name of the file or the option", async () => {
    const snapshot = await once(small);
    const text = async (name: string, options: ExportOptions = {}) => {
      const path = join(temporaryFolder(), name);
      await exportSnapshot(snapshot, path, options);
      return readFileSync(path, "utf8").split("\n");
    };
    expect((await text("links.csv"))[1]).toBe(`${A},http://b.example/x,0,a[href],true,"to, x"`);
    expect((await text("hosts.csv", { table: "links" }))[0]).toBe("from,to,position,source,nofollow,anchor");
    const [header, first] = await text("all.csv");
    expect(header).toBe("url,host,time,status,type,bytes,digest,depth,redirect,truncated,revisit,title,links");
    expect(first).toBe(
      `${A},a.example,2021-01-01T00:01:00.000Z,200,text/html,${captures[0].exchange.body.length},${snapshot.capture(0).digest},0,,false,false,"""A"", so to say",2`,
    );
  });

  it("writes more rows than are held at once", async () => {
    const folder = temporaryFolder();
    const writer = await openSnapshotWriter(folder, { now: 0, store: "none" });
    const html = Array.from({ length: 45_000 }, (_, i) => `<a href="/${i % 9}">`).join("");
    writer.add(page(A, html));
    await writer.commit();
    await writer.close();
    const snapshot = await openSnapshot(folder);
    const [csv, table] = ["links.csv", "links.parquet"].map((name) => join(temporaryFolder(), name));
    await exportSnapshot(snapshot, csv);
    await exportSnapshot(snapshot, table);
    const lines = readFileSync(csv, "utf8").trim().split("\n");
    expect([lines.length, lines[45_000]]).toEqual([45_001, `${A},${A}${44_999 % 9},44999,a[href],false,`]);
    const rows = await parquet(table);
    expect([rows.length, rows[44_999].position]).toEqual([45_000, 44_999]);
  });

  it("draws the web as GEXF, and refuses suffixes that it does not know", async () => {
    const snapshot = await once(small);
    const path = join(temporaryFolder(), "small.gexf");
    await exportSnapshot(snapshot, path);
    const text = readFileSync(path, "utf8");
    // a -> x, x -> a; a -> gone -> a is a self-link
    expect([text.match(/<node /g)?.length, text.match(/<edge /g)?.length]).toEqual([2, 2]);
    await expect(exportSnapshot(snapshot, "small.xlsx")).rejects.toThrow(".wacz, .parquet, .csv, .gexf");
    await expect(exportSnapshot(snapshot, path, { limit: 1 })).rejects.toThrow(coded("option"));
    expect(readFileSync(path, "utf8")).toBe(text); // what was there stands
  });
});
