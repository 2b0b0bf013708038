import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { archiveAt } from "../../../src/archive/import/archive-kind.js";
import { importArchive } from "../../../src/archive/import/import-archive.js";
import { openArchive } from "../../../src/archive/import/import-cache.js";
import { readExchangeAt } from "../../../src/archive/warc/read-exchange.js";
import { folderWith, temporaryFolder } from "../../crawl/pool/temporary.js";
import { realData } from "../../web/read/real-data.js";
import { html, record, text } from "../warc/bytes.js";
import { MemoryWriter } from "./memory-writer.js";

const folder = temporaryFolder();

/** A zip of named contents, stored or deflated. */
async function zip(
  name: string,
  entries: Readonly<Record<string, readonly [content: Uint8Array | string, compress: boolean]>>,
) {
  const made = new ZipFile();
  for (const [path, [content, compress]] of Object.entries(entries))
    if (path.endsWith("/")) made.addEmptyDirectory(path);
    else made.addBuffer(Buffer.from(content as string), path, { compress });
  made.end();
  const parts: Uint8Array[] = [];
  for await (const part of made.outputStream) parts.push(part as Uint8Array);
  writeFileSync(join(folder, name), Buffer.concat(parts));
  return join(folder, name);
}
const take = async (path: string) => {
  const writer = new MemoryWriter();
  return { writer, summary: await importArchive(path, writer) };
};
const warc = Buffer.concat(
  [record("warcinfo", "", "x: y"), record("response", "http://a/", html("<p>one"))].map((each) => gzipSync(each)),
);
const described = (hash: string) =>
  JSON.stringify({ profile: "data-package", resources: [{ path: "archive/a.warc.gz", hash: `sha256:${hash}` }] });
const sha256 = createHash("sha256").update(warc).digest("hex");

describe("a WACZ", () => {
  it("is indexed where its archives lie when they are stored, and copied when they are deflated", async () => {
    for (const compress of [false, true]) {
      const path = await zip("a.wacz", {
        "indexes/x": ["x", true],
        "archive/a.warc.gz": [warc, compress],
        "datapackage.json": [described(sha256), true],
      });
      expect(await archiveAt(path)).toEqual({ kind: "captures", files: [{ path, kind: "wacz" }] });
      const { writer, summary } = await take(path);
      expect(summary).toMatchObject({ records: 2, captures: 1, pages: 1, skipped: { "warcinfo-record": 1 } });
      const [{ place }] = writer.added;
      if (compress) expect(place).toBeUndefined();
      else expect(text(readExchangeAt(path, place ?? expect.fail("no place")).body)).toBe("<p>one");
    }
  });

  it("may hold an empty archive, as an interrupted crawl leaves it, or another file beside its archives", async () => {
    const path = await zip("odd.wacz", {
      "archive/a.warc.gz": ["", false],
      "archive/b.warc.gz": [warc, false],
      "archive/notes.txt": ["notes", true],
    });
    const { summary } = await take(path);
    expect(summary).toMatchObject({ captures: 1, skipped: { "no-archive": 2, "warcinfo-record": 1 } });
  });

  it("says when an archive is not the one that datapackage.json names", async () => {
    const path = await zip("b.wacz", {
      "archive/a.warc.gz": [warc, false],
      "datapackage.json": [described("0".repeat(64)), false],
    });
    expect((await take(path)).summary.skipped).toMatchObject({ "differs-from-datapackage-digest": 1 });
    for (const json of ["{", "null", '{"resources": {}}', '{"resources": [null]}']) {
      const other = await zip("c.wacz", { "archive/a.warc.gz": [warc, false], "datapackage.json": [json, false] });
      expect((await take(other)).summary.captures).toBe(1);
    }
  });

  it("of WACZ files, as Browsertrix downloads several crawls, is indexed where their archives lie", async () => {
    const inner = await zip("inner.wacz", {
      "archive/a.warc.gz": [warc, false],
      "datapackage.json": [described(sha256), true],
    });
    const path = await zip("multi.wacz", {
      "one.wacz": [readFileSync(inner), false],
      "two.wacz": [readFileSync(inner), false],
      "datapackage.json": ['{"profile": "multi-wacz-package"}', true],
    });
    expect(await archiveAt(path)).toEqual({ kind: "captures", files: [{ path, kind: "wacz" }] });
    const { writer, summary } = await take(path);
    expect(summary).toMatchObject({ captures: 2, skipped: { "warcinfo-record": 2 } });
    for (const { place } of writer.added)
      expect(text(readExchangeAt(path, place ?? expect.fail("no place")).body)).toBe("<p>one");
    expect(new Set(writer.added.map(({ place }) => place?.offset)).size).toBe(2);
  });

  it("may hold archives in folders of archive/, and WACZ files beside and among them", async () => {
    const at = (host: string) => gzipSync(record("response", `http://${host}/`, html("<p>x")));
    const inner = async (host: string) =>
      readFileSync(await zip("in.wacz", { "archive/a.warc.gz": [at(host), false] }));
    const path = await zip("mixed.wacz", {
      "archive/": ["", false],
      "archive/a.warc.gz": [at("one"), false],
      "archive/sub/": ["", false],
      "archive/sub/b.warc.gz": [at("two"), true],
      "archive/c.wacz": [await inner("three"), false],
      "d.wacz": [await inner("four"), false],
      "datapackage.json": ["{}", true],
    });
    const { writer } = await take(path);
    expect(writer.added.map(({ exchange }) => exchange.url).sort()).toEqual(
      ["four", "one", "three", "two"].map((host) => `http://${host}/`),
    );
    const none = await zip("top.wacz", { "a.warc.gz": [at("one"), false], "datapackage.json": ["{}", false] });
    await expect(take(none)).rejects.toMatchObject({
      code: "damaged",
      message: expect.stringMatching(/unzip .*top\.wacz -d FOLDER; then open FOLDER$/),
    });
  });

  it("of WACZ files that are packed or lie deeper, and one that is cut, are refused with what to type", async () => {
    const one = await zip("one.wacz", { "archive/a.warc.gz": [warc, false], "datapackage.json": ["{}", false] });
    const two = await zip("two.wacz", { "one.wacz": [readFileSync(one), false], "datapackage.json": ["{}", false] });
    for (const [content, compress] of [
      [readFileSync(one), true],
      [readFileSync(two), false],
    ] as const) {
      const nested = await zip("d.wacz", { "one.wacz": [content, compress], "datapackage.json": ["{}", false] });
      await expect(take(nested)).rejects.toMatchObject({
        code: "unsupported",
        message: expect.stringContaining("unzip"),
      });
    }
    const path = await zip("e.wacz", { "archive/a.warc.gz": [warc, false], "datapackage.json": ["{}", false] });
    writeFileSync(path, readFileSync(path).subarray(0, -30));
    await expect(take(path)).rejects.toMatchObject({
      code: "damaged",
      message: expect.stringContaining("Fetch it again"),
    });
  });

  it("is told where it is cut, whatever is left of it and whatever it is called", async () => {
    const whole = readFileSync(
      await zip("g.wacz", { "archive/a.warc.gz": [warc, false], "datapackage.json": ["{}", false] }),
    );
    for (const name of ["g.wacz", "g.zip"])
      for (const length of [60, whole.length >> 1, whole.length - 1]) {
        const cut = join(folderWith({ [name]: whole.subarray(0, length) }), name);
        await expect(openArchive(cut, { name: "x", cache: temporaryFolder() })).rejects.toMatchObject({
          code: "damaged",
          message: expect.stringMatching(/is a WACZ \(a zip\) that is cut or damaged: .*[^.]\. Fetch it again/),
        });
      }
  });

  it("is no other zip", async () => {
    expect(await archiveAt(await zip("f.zip", { "a.txt": ["x", false] }))).toBeUndefined();
  });

  const real = realData("warc/pywb/valid_example_1.wacz");
  it.skipIf(!real)("as py-wacz makes it is read in place, and its digests agree", async () => {
    const { writer, summary } = await take(real as string);
    expect(summary).toMatchObject({ captures: 1, pages: 1, skipped: { "request-record": 1, "warcinfo-record": 2 } });
    const [{ exchange, place }] = writer.added;
    expect(text(readExchangeAt(real as string, place ?? expect.fail("no place")).body)).toBe(text(exchange.body));
  });
});
