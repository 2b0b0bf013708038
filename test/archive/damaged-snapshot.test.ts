import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppendFile } from "../../src/archive/column/append-file.js";
import { ColumnSet } from "../../src/archive/column/column-set.js";
import { openSnapshot, type Snapshot } from "../../src/archive/open-snapshot.js";
import { openSnapshotWriter } from "../../src/archive/write-snapshot.js";
import { open } from "../../src/web/dataset/open.js";
import { webOf } from "../../src/web/snapshot/snapshot-web.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { coded } from "../fixture/problems.js";
import { NEW_YEAR, page } from "./small-web.js";

const A = "http://a.example/";
const copy = "take the folder from a copy";

let folder: string;
let snapshot: Snapshot | undefined;
const manifest = () => join(folder, "snapshot.json");
const index = (file: string) => join(folder, "index", file);

beforeEach(async () => {
  folder = temporaryFolder();
  const writer = await openSnapshotWriter(folder, { now: NEW_YEAR });
  writer.add(page(A, `<title>A</title><a href="/b">b</a>`, 1));
  writer.add(page(`${A}b`, "<title>B</title>", 2, { via: A }));
  await writer.finish();
  await writer.close();
});
afterEach(() => {
  snapshot?.close();
  snapshot = undefined;
});
const opened = async () => (snapshot = await openSnapshot(folder));

describe("the list of a snapshot's parts", () => {
  const changed = (change: object) =>
    writeFileSync(manifest(), JSON.stringify({ ...JSON.parse(readFileSync(manifest(), "utf8")), ...change }));

  it("is refused of another format or version, naming both", async () => {
    changed({ format: "other" });
    await expect(openSnapshot(folder)).rejects.toThrow(
      coded("not-a-snapshot", `${manifest()}: expected format "crawlbench-snapshot", found "other"`),
    );
    changed({ format: "crawlbench-snapshot", version: 2 });
    await expect(openSnapshot(folder)).rejects.toThrow(
      coded("not-a-snapshot", `${manifest()}: expected version 1, found 2; open it with the software that wrote it`),
    );
  });

  it("is damaged where it is no JSON, or a field is missing", async () => {
    for (const field of [
      "about",
      "options",
      "columns",
      "types",
      "files",
      "captures",
      "pages",
      "urls",
      "hosts",
      "links",
    ]) {
      const whole = readFileSync(manifest());
      changed({ [field]: null });
      await expect(openSnapshot(folder), field).rejects.toThrow(/some of its fields are missing/);
      await expect(openSnapshot(folder)).rejects.toMatchObject({ code: "damaged" });
      writeFileSync(manifest(), whole);
    }
    for (const changes of [{ files: [{}] }, { types: [1] }]) {
      const whole = readFileSync(manifest());
      changed(changes);
      await expect(openSnapshot(folder)).rejects.toThrow(/some of its fields are missing/);
      writeFileSync(manifest(), whole);
    }
    truncateSync(manifest(), 10);
    await expect(openSnapshot(folder)).rejects.toMatchObject({
      code: "damaged",
      message: expect.stringContaining("no JSON ("),
    });
    await expect(openSnapshot(folder)).rejects.toThrow(copy);
  });

  it("is not read where it is a folder", async () => {
    rmSync(manifest());
    await expect(openSnapshot(join(manifest(), "x"))).rejects.toMatchObject({ code: "not-a-snapshot" });
    expect(existsSync(manifest())).toBe(false);
  });
});

describe("columns of a snapshot", () => {
  it("are damaged where strings end elsewhere than their file", async () => {
    const found = await opened();
    writeFileSync(index("title.end.u32"), Uint32Array.of(1, 3));
    expect(() => found.columns.strings("title")).toThrow(
      coded("damaged", `${index("title.bytes")}: its strings end at byte 3, the file at 2; ${copy}`),
    );
  });

  it("are damaged where strings end before they begin", async () => {
    const found = await opened();
    writeFileSync(index("title.end.u32"), Uint32Array.of(9, 2));
    expect(() => found.columns.strings("title")).toThrow(
      coded("damaged", `${index("title.end.u32")}: string 1 ends at byte 2, before it begins; ${copy}`),
    );
  });

  it("are damaged where a number names what there is not, in place of a web of undefined pages", async () => {
    const ids = {
      "link.target.u32": Uint32Array.of(2),
      "page.capture.u32": Uint32Array.of(0, 7),
      "capture.url.u32": Uint32Array.of(0, 2),
      "capture.file.u16": Uint16Array.of(0, 1),
      "capture.offset.f64": Float64Array.of(0, Number.NaN),
      "capture.time.f64": Float64Array.of(NEW_YEAR, Number.NaN),
    };
    for (const [file, numbers] of Object.entries(ids)) {
      const whole = readFileSync(index(file));
      writeFileSync(index(file), numbers);
      const wrong = numbers.length - 1;
      const message = new RegExp(`number ${wrong} is ${numbers[wrong]}, where all are below [0-9]+; ${copy}$`);
      const act = async () => {
        const found = await opened();
        webOf(found);
        found.capture(1);
        found.exchange(1);
      };
      await expect(act(), file).rejects.toThrow(message);
      await expect(act(), file).rejects.toMatchObject({ code: "damaged" });
      writeFileSync(index(file), whole);
    }
  });

  it("are damaged where pages have other links than the folder, in place of a loop over four thousand million", async () => {
    writeFileSync(index("page.links.u32"), Uint32Array.of(2 ** 32 - 1, 1));
    const found = await opened();
    expect(() => webOf(found)).toThrow(
      coded("damaged", `${index("page.links.u32")}: its pages have 4294967296 links, the folder 1; ${copy}`),
    );
  });

  it("are damaged where the list says other lengths than its counts", async () => {
    const lengths = JSON.parse(readFileSync(manifest(), "utf8"));
    lengths.columns.index["link.source.u8"] = 0;
    writeFileSync(manifest(), JSON.stringify(lengths));
    const found = await opened();
    expect(() => webOf(found)).toThrow(
      coded("damaged", `${index("link.source.u8")}: expected 1 numbers, found 0; ${copy}`),
    );
  });

  it("of an index that is made of an archive say that it is made anew", async () => {
    const kept = JSON.parse(readFileSync(manifest(), "utf8"));
    writeFileSync(manifest(), JSON.stringify({ ...kept, about: { source: "/a.warc" } }));
    const next = `; remove ${folder}: it is made anew from the archive`;
    const counts = readFileSync(index("page.links.u32"));
    writeFileSync(index("page.links.u32"), Uint32Array.of(7, 1));
    const other = await opened();
    expect(() => other.firstLinks).toThrow(`its pages have 8 links, the folder 1${next}`);
    other.close();
    writeFileSync(index("page.links.u32"), counts);
    writeFileSync(index("link.target.u32"), Uint32Array.of(2));
    const found = await opened();
    expect(() => webOf(found)).toThrow(next);
  });

  it("that were committed are not begun anew where their file is gone", () => {
    const path = join(folder, "other", "a.u32");
    expect(() => new ColumnSet(join(folder, "other"), { "a.u32": 4 }).numbers("a.u32")).toThrow(
      coded("damaged", `${path}: expected 4 bytes, found no such file; ${copy}`),
    );
  });

  it("cannot be read when their file is gone, or cut", async () => {
    const found = await opened();
    rmSync(index("capture.time.f64"));
    expect(() => found.capture(0)).toThrow(/expected 16 bytes, found no such file/);
    found.close();
    const again = await opened();
    truncateSync(index("capture.status.u16"), 1);
    expect(() => again.columns.u16("capture.status")).toThrow(/expected 4 bytes at least, found 1/);
  });
});

describe("what a snapshot says of itself", () => {
  it("is what it holds, in words and as a table", async () => {
    const found = await opened();
    expect(String(found)).toBe(`${folder}: 2 captures, 2 pages, 1 link, 2 URLs on 1 host`);
    expect([found.hasTerms, found.captures]).toEqual([false, 2]);
  });

  it("names the archive that is not as the crawl wrote it", async () => {
    const found = await opened();
    const [{ path }] = found.manifest.files;
    const file = join(folder, path);
    const bytes = readFileSync(file);
    writeFileSync(file, Buffer.alloc(bytes.length));
    expect(() => found.exchange(0)).toThrow(/The file is not as the crawl wrote it: put it back as it was$/);
    expect(() => found.exchange(0)).toThrow(expect.objectContaining({ code: "damaged" }));
    rmSync(file);
    expect(() => found.exchange(0)).toThrow(expect.objectContaining({ code: "failed" }));
  });
});

describe("a snapshot with a URL that is none", () => {
  it("is damaged, and the URL is told", async () => {
    const bytes = readFileSync(index("url.bytes"));
    bytes[0] = 0x7f;
    writeFileSync(index("url.bytes"), bytes);
    await expect(open(folder)).rejects.toThrow(
      coded("damaged", `${folder}: it holds a page of "\u007fttp://a.example/", which is no URL; ${copy}`),
    );
  });
});

describe("a writer", () => {
  it("refuses a folder that is a file, and segments of no size", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    await expect(openSnapshotWriter(file, { now: NEW_YEAR })).rejects.toThrow(
      coded("not-a-snapshot", `${file} is a file: name an empty folder, or one that holds a snapshot`),
    );
    for (const segmentBytes of [0, -1, Number.NaN])
      await expect(openSnapshotWriter(join(folder, "new"), { now: NEW_YEAR, segmentBytes })).rejects.toThrow(
        `openSnapshotWriter: segmentBytes is above 0; found ${segmentBytes}`,
      );
  });
});

describe("a file that grows", () => {
  it("is cut to what was committed, and damaged where less is there", async () => {
    const path = join(folder, "grows");
    writeFileSync(path, "abc");
    const file = new AppendFile(path, 2);
    file.append(Buffer.from("XY"));
    await file.sync();
    expect([file.length, readFileSync(path, "utf8")]).toEqual([4, "abXY"]);
    const into = Buffer.alloc(2);
    file.read(into, 1);
    expect(into.toString()).toBe("bX");
    expect(() => file.read(Buffer.alloc(4), 2)).toThrow(`${path}: expected 6 bytes at least, found 4`);
    file.close();
    appendFileSync(path, "");
    expect(() => new AppendFile(path, 5)).toThrow(coded("damaged", `${path}: expected 5 bytes, found 4; ${copy}`));
    new AppendFile(path, 0).close();
    expect(readFileSync(path, "utf8")).toBe("");
  });
});
