import { closeSync, mkdirSync, openSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { archiveAt, recordsAt } from "../../../src/archive/import/archive-kind.js";
import { openArchive } from "../../../src/archive/import/import-cache.js";
import { folderWith, temporaryFolder } from "../../crawl/pool/temporary.js";
import { html, record } from "../warc/bytes.js";

const warc = (title: string) => gzipSync(record("response", `http://${title}/`, html(`<title>${title}`)));
/** A zip with nothing in it but a name, which is all that is looked at. */
const zipOf = (name: string) => `PK\x03\x04${name}`;

/** The files with captures, from the folder. */
const files = async (folder: string, below = "") => {
  const archive = await archiveAt(join(folder, below));
  if (archive?.kind !== "captures") return archive;
  return archive.files.map(({ path, kind }) => `${kind} ${path.slice(folder.length + 1)}`);
};
const titles = async (path: string) => {
  const { snapshot } = await openArchive(path, { name: "x", cache: temporaryFolder() });
  return Array.from({ length: snapshot.pages }, (_, page) => snapshot.title(page));
};

describe("archiveAt", () => {
  it("takes a WARC file behind a byte order mark for one", async () => {
    const marked = `\ufeff${record("response", "http://one/", html("<title>one"))}`;
    const folder = folderWith({ "a.warc": marked, "b.warc.gz": gzipSync(marked) });
    for (const name of ["a.warc", "b.warc.gz"]) {
      expect(await files(folder, name), name).toEqual([`records ${name}`]);
      expect(await titles(join(folder, name)), name).toEqual(["one"]);
    }
    expect(await recordsAt(join(folder, "a.warc"), 0)).toBe("other");
  });

  const pywb = {
    "config.yaml": "x",
    "templates/index.html": "<p>a template",
    "static/x.html": "<p>a template",
    "collections/one/archive/2.warc.gz": warc("two"),
    "collections/one/archive/1.warc.gz": warc("one"),
    "collections/one/indexes/index.cdxj": "a)/ 2020 {}",
    "collections/one/templates/banner.html": "<p>a template",
  };

  it("takes the archives of a pywb collection, by the folder of the collection or that of pywb, and no template", async () => {
    const folder = folderWith(pywb);
    const found = ["records collections/one/archive/1.warc.gz", "records collections/one/archive/2.warc.gz"];
    for (const below of ["", "collections", "collections/one", "collections/one/archive"]) {
      expect(await files(folder, below), below).toEqual(found);
    }
    expect(await titles(join(folder, "collections/one"))).toEqual(["one", "two"]);
  });

  it("follows links to collections and archives, and passes by those that lead nowhere or in a circle", async () => {
    const folder = folderWith({ "one/archive/1.warc.gz": warc("one"), "pywb/collections/config.yaml": "x" });
    const link = (from: string, to: string) => symlinkSync(join(folder, to), join(folder, "pywb/collections", from));
    link("linked", "one");
    link("nowhere", "none");
    link("circle", "pywb/collections/circle");
    expect(await files(folder, "pywb")).toEqual(["records pywb/collections/linked/archive/1.warc.gz"]);
  });

  it("asks which of several collections is meant", async () => {
    const folder = folderWith({ ...pywb, "collections/two/archive/1.warc.gz": warc("x") });
    await expect(archiveAt(folder)).rejects.toMatchObject({
      code: "unsupported",
      message: expect.stringMatching(
        /holds 2 collections.*: collections\/one, collections\/two. Open .*collections\/one$/,
      ),
    });
    expect(await files(folder, "collections/two")).toHaveLength(1);
  });

  it("takes the archives of a browsertrix collection once, not again out of what was made of them", async () => {
    const folder = folderWith({
      "crawls/collections/c/archive/rec-1.warc.gz": warc("one"),
      "crawls/collections/c/c_0.warc.gz": warc("one"),
      "crawls/collections/c/c.wacz": zipOf("datapackage.json"),
      "crawls/collections/c/pages/pages.jsonl": "{}",
      "crawls/collections/c/logs/crawl.log": "{}",
      "crawls/collections/c/screenshots/x.html": "<p>",
    });
    const found = ["records crawls/collections/c/archive/rec-1.warc.gz"];
    for (const below of ["", "crawls", "crawls/collections", "crawls/collections/c"]) {
      expect(await files(folder, below), below).toEqual(found);
    }
  });

  it("takes the archives of a launch of Heritrix, by its folder or by that of the job with a link to it", async () => {
    const folder = folderWith({
      "job/20200203/warcs/1.warc.gz": warc("one"),
      "job/20200203/reports/index.html": "<p>",
      "job/crawler-beans.cxml": "<x/>",
    });
    symlinkSync("20200203", join(folder, "job/latest"));
    for (const below of ["job", "job/20200203"]) {
      expect(await files(folder, below), below).toEqual(["records job/20200203/warcs/1.warc.gz"]);
    }
  });

  it("takes all that ArchiveWeb.page exported into a folder, WARC and WACZ, and an unpacked WACZ", async () => {
    const exports = folderWith({
      "b.wacz": zipOf("datapackage.json"),
      "a.warc": record("response", "http://a/", html("x")),
    });
    expect(await files(exports)).toEqual(["records a.warc", "wacz b.wacz"]);
    const unpacked = folderWith({
      "datapackage.json": "{}",
      "archive/data.warc.gz": warc("one"),
      "pages/pages.jsonl": "{}",
    });
    expect(await files(unpacked)).toEqual(["records archive/data.warc.gz"]);
    expect(await titles(unpacked)).toEqual(["one"]);
  });

  it("takes the archives of folders in folders where the folder holds none itself, and not what is hidden", async () => {
    const folder = folderWith({
      "2020/02/b.warc.gz": warc("two"),
      "2020/01/a.warc.gz": warc("one"),
      "2020/01/report.html": "<p>",
      "2020/01/notes.warc.txt": "WARC files of January",
      ".cache/c.warc.gz": warc("hidden"),
    });
    expect(await files(folder)).toEqual(["records 2020/01/a.warc.gz", "records 2020/02/b.warc.gz"]);
    expect(await titles(folder)).toEqual(["one", "two"]);
  });

  it("takes the archives of folders below beside those that stand in the folder, however much else there is", async () => {
    const folder = folderWith({
      "b.warc.gz": warc("two"),
      "a/deep/x.warc.gz": warc("one"),
      "c/y.warc.gz": warc("three"),
      "c/index.html": "<p>",
    });
    mkdirSync(join(folder, "images"));
    for (let i = 0; i <= 20_000; i++) closeSync(openSync(join(folder, "images", String(i)), "w"));
    expect(await files(folder)).toEqual(["records a/deep/x.warc.gz", "records b.warc.gz", "records c/y.warc.gz"]);
    expect(await titles(folder)).toEqual(["one", "two", "three"]);
    unlinkSync(join(folder, "b.warc.gz"));
    expect(await files(folder)).toEqual(["records a/deep/x.warc.gz", "records c/y.warc.gz"]);
  });

  it("indexes a collection anew when its archives change, not when its logs do", async () => {
    const folder = folderWith({ "archive/1.warc.gz": warc("one"), "logs/x": "x" });
    const cache = temporaryFolder();
    const opened = async () => (await openArchive(folder, { name: "x", cache })).snapshot;
    const first = await opened();
    writeFileSync(join(folder, "logs/x"), "xy");
    expect((await opened()).folder).toBe(first.folder);
    writeFileSync(join(folder, "archive/2.warc.gz"), warc("two"));
    const later = await opened();
    expect([later.folder === first.folder, later.pages]).toEqual([false, 2]);
  });
});

describe("recordsAt", () => {
  it("tells records by their first bytes, at any place of a file", async () => {
    const plain = record("response", "http://a/", html("x"));
    const arc = "filedesc://x.arc 0.0.0.0 20080430204825 text/plain 0\n";
    const folder = folderWith({
      a: `xx${plain}`,
      b: `xx${arc}`,
      c: Buffer.concat([Buffer.from("xx"), gzipSync(plain)]),
    });
    writeFileSync(join(folder, "d"), Buffer.concat([Buffer.from("xx"), gzipSync(arc)]));
    const found = await Promise.all(["a", "b", "c", "d"].map((name) => recordsAt(join(folder, name), 2)));
    expect(found).toEqual(["warc", "other", "warc.gz", "other"]);
    const draft = join(folderWith({ e: plain.replace("WARC/1.0", "WARC/0.18") }), "e");
    expect(await recordsAt(draft, 0)).toBe("other"); // of before the standard
    expect(await recordsAt(join(folder, "a"), 0)).toBeUndefined();
  });
});
