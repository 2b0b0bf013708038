import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { NewCapture } from "../../src/archive/capture.js";
import { codingsCode, codingsOf, NO_CODINGS } from "../../src/archive/codings.js";
import { openSnapshot } from "../../src/archive/open-snapshot.js";
import { openSnapshotWriter } from "../../src/archive/write-snapshot.js";
import { crawlKey } from "../../src/crawl/pool/crawl-key.js";
import { similarity } from "../../src/ordering/similarity.js";
import { webOf } from "../../src/web/snapshot/snapshot-web.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { answer, NEW_YEAR, page } from "./small-web.js";

async function write(folder: string, captures: readonly NewCapture[]): Promise<string> {
  const writer = await openSnapshotWriter(folder, { now: NEW_YEAR });
  for (const capture of captures) writer.add(capture);
  await writer.commit();
  await writer.close();
  return folder;
}

const digest = async (folder: string) => (await openSnapshot(folder)).sha256;
const [a, b] = ["a", "b"].map((name) => page(`http://a.example/${name}`, `<title>${name}</title><a href=/b>go</a>`));

/** A capture with other headers and the same body. */
const saying = (headers: string, of = b): NewCapture => ({
  ...of,
  exchange: { ...of.exchange, head: `HTTP/1.1 200 OK\r\n${headers}\r\n` },
});

describe("the digest of a snapshot", () => {
  it("is that of its media types, and of each column that makes a web what it is, in this order", async () => {
    const folder = await write(temporaryFolder(), [a, b]);
    const { types, columns, sha256 } = { ...(await openSnapshot(folder)).manifest, sha256: await digest(folder) };
    const lengths = columns.index as Readonly<Record<string, number>>;
    const files = [
      ...["url.bytes", "url.end.u32", "capture.url.u32", "capture.status.u16", "capture.type.u16"],
      ...["capture.bytes.u32", "capture.digest.sha1", "capture.redirect.u32", "page.capture.u32", "page.links.u32"],
      ...["title.bytes", "title.end.u32", "link.target.u32", "link.source.u8", "link.flags.u8", "link.anchor.u16"],
      ...["anchor.bytes", "capture.codings.u32"],
    ];
    const hash = createHash("sha256");
    hash.update(JSON.stringify({ types, lengths: files.map((file) => [file, lengths[file]]) }));
    for (const file of files) hash.update(readFileSync(join(folder, "index", file)).subarray(0, lengths[file]));
    expect(sha256).toBe(hash.digest("hex"));
  });

  it("is another where the same bytes of a page are to be read otherwise, and so is the key of a crawl for a topic", async () => {
    const folders = [
      "Content-Type: text/html; charset=koi8-r\r\n",
      "Content-Type: text/html; charset=windows-1251\r\n",
      "Content-Type: text/html\r\n",
      "Content-Type: text/html\r\nContent-Encoding: br\r\n",
      "Content-Type: text/html\r\nContent-Encoding: br\r\nContent-Encoding: gzip\r\n",
    ].map((headers) => write(temporaryFolder(), [a, saying(headers)]));
    const keys = await Promise.all(
      folders.map(async (folder) => {
        const web = { ...webOf(await openSnapshot(await folder)), name: "web" };
        return crawlKey(web, { method: similarity("computer", { rule: "figure5" }), from: [0], seed: 1 }).hash;
      }),
    );
    expect(new Set(keys).size).toBe(5);
  });

  it("does not depend on other headers, on capitals, or on how what is no page is to be read", async () => {
    const image = answer("http://a.example/i", 200);
    const folders = [
      [saying("Content-Type: text/html; charset=koi8-r\r\nServer: x\r\n"), image],
      [saying('content-type: text/html;charset="KOI8-R"\r\n'), image],
      [saying("Content-Type: text/html; charset=koi8-r\r\n"), saying("Content-Encoding: gzip\r\n", image)],
    ].map(async (captures) => digest(await write(temporaryFolder(), captures)));
    expect(new Set(await Promise.all(folders)).size).toBe(1);
  });

  it("of a snapshot that was written before codings were kept is what it was, and more can be added to it", async () => {
    const folder = await write(temporaryFolder(), [a, b]);
    const file = join(folder, "snapshot.json");
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    delete manifest.columns.index["capture.codings.u32"];
    writeFileSync(file, JSON.stringify(manifest));
    rmSync(join(folder, "index/capture.codings.u32"));
    // what the software gave for these two pages before it kept codings
    expect(await digest(folder)).toBe("3e50eff20f58a7e7710ad28a5252fb891f5ca002458a6527479d0d3a3f76702b");
    await write(folder, [saying("Content-Type: text/html; charset=koi8-r\r\n")]);
    const codings = (await openSnapshot(folder)).columns.u32("capture.codings");
    expect(Array.from(codings)).toEqual([NO_CODINGS, NO_CODINGS, codingsCode("koi8-r\n")]);
  });
});

describe("codings of a head", () => {
  it("are its charset and all its content codings, in order; a head that says nothing has none", () => {
    const codings = (headers: string) => codingsOf({ head: `HTTP/1.1 200 OK\r\n${headers}\r\n` });
    expect(
      codings("Content-Type: text/html; charset=UTF-8\r\nContent-Encoding: gzip\r\nContent-Encoding: br\r\n"),
    ).toBe("utf-8\ngzip,br");
    expect(codingsCode(codings("Content-Type: text/html\r\n"))).toBe(NO_CODINGS);
    // printf 'utf-8\n' | sha1sum: e4bcfd85..., the low byte first
    expect(codingsCode("utf-8\n")).toBe(0x85fdbce4);
  });
});
