import { cpSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { openSnapshot } from "../../../src/archive/open-snapshot.js";
import { mergeSnapshots } from "../../../src/archive/shards/merge-snapshots.js";
import { filesOf, temporaryFolder } from "../../crawl/pool/temporary.js";
import { answer, contentsOf, page } from "../small-web.js";
import { crawled, folderOf, pathsOf } from "./shard-folders.js";

const link = (url: string) => `<a href="${url}">to ${url}</a>`;
const url = (host: string, path: number) => `http://${host}.example/${path}`;
const visits = (host: string) => [
  page(url(host, 0), `<title>one</title>${link(url(host, 1))}${link(url("x", 2))}`, 0),
  answer(url(host, 1), 301, 1, { redirect: url(host, 2) }),
  page(url(host, 2), `<title>two</title>${link(url("a", 0))}`, 2, { via: url(host, 0) }),
  page(url(host, 3), `<title>two</title>${link(url("a", 0))}`, 3), // a revisit of the body before
];

let sound = "";
let folder = "";
let before = {};
beforeAll(async () => {
  sound = await folderOf([visits("a"), visits("b").slice(0, 2)]);
  await mergeSnapshots(pathsOf(sound, 2), join(sound, "whole"));
  await crawled(join(sound, "p1"), visits("b").slice(2)); // the merge is one of what was before
  folder = join(temporaryFolder(), "copy");
  cpSync(sound, folder, { recursive: true });
  before = contentsOf(join(folder, "whole"));
});

/** Puts a part of the copy back as it was. */
function restore(name: string): void {
  rmSync(join(folder, name), { recursive: true, force: true });
  cpSync(join(sound, name), join(folder, name), { recursive: true });
}

/** What a merge says of the folder when p1 was damaged, the folder called "." */
async function said(damage: (shard: string) => void): Promise<string> {
  restore("p1");
  damage(join(folder, "p1"));
  try {
    const { captures } = await mergeSnapshots(pathsOf(folder, 2), join(folder, "whole"));
    restore("whole");
    return `merged ${captures}`;
  } catch (error) {
    expect(error).toMatchObject({ name: "CrawlbenchError" });
    expect(contentsOf(join(folder, "whole"))).toEqual(before);
    expect(filesOf(folder).filter((path) => /\.(?:part|former|lock)/.test(path))).toEqual([]);
    return (error as Error).message.replaceAll(folder, ".");
  }
}

/** Puts a number in the place of another in a column of the shard. */
const put = (file: string, index: number, value: number) =>
  said((shard) => {
    const path = join(shard, file.startsWith("run.") ? "trace" : "index", file);
    const bytes = readFileSync(path);
    if (file.endsWith("u16")) bytes.writeUInt16LE(value, 2 * index);
    else bytes.writeUInt32LE(value, 4 * index);
    writeFileSync(path, bytes);
  });

describe("a merge with a shard that is damaged", () => {
  it("is made where nothing is", async () => {
    expect(await said(() => {})).toBe("merged 8");
  });

  it("says which file is cut, and leaves what was merged before", async () => {
    const { manifest } = await openSnapshot(join(sound, "p1"));
    const unread = ["host.bytes", "host.end.u32", "url.host.u32"]; // made anew from the URLs
    for (const [set, lengths] of Object.entries(manifest.columns)) {
      for (const [file, length] of Object.entries(lengths)) {
        if (length === 0) continue;
        const cut = await said((shard) => truncateSync(join(shard, set, file), length - 1));
        if (unread.includes(file)) expect(cut, file).toBe("merged 8");
        else
          expect(cut, file).toBe(
            `./p1/${set}/${file}: expected ${length} bytes at least, found ${length - 1}; take the folder from a copy`,
          );
      }
    }
  });

  it("says what a shard speaks of and does not hold", async () => {
    const next = "take the folder from a copy, or leave it out: crawlbench merge <the others> --out <folder>";
    const { urls, types } = (await openSnapshot(join(sound, "p1"))).manifest;
    const rows = [
      ["capture.url.u32", 1, urls, `it speaks of URL ${urls}, and holds ${urls}`],
      ["capture.via.u32", 2, 999, `it speaks of URL 999, and holds ${urls}`],
      ["capture.redirect.u32", 1, 999, `it speaks of URL 999, and holds ${urls}`],
      ["link.target.u32", 3, 999, `it speaks of URL 999, and holds ${urls}`],
      ["capture.type.u16", 0, 9, `it speaks of media type 9, and holds ${types.length}`],
      ["capture.file.u16", 0, 1, "it speaks of file 1, and holds 1"],
      ["capture.original.u32", 3, 3, "it speaks of an earlier capture 3, and holds 3"],
      ["url.end.u32", 1, 1, "URL 1 ends before it begins"],
      ["title.end.u32", 1, 1, "title 1 ends before it begins"],
      ["page.capture.u32", 2, 2, "the last 1 numbers of page.capture.u32 belong to no page"],
      ["page.links.u32", 0, 1, "the last 1 numbers of link.target.u32 belong to no page"],
      // "to http://b.example/1" has 21,
      ["link.anchor.u16", 0, 1, "the last 20 numbers of anchor.bytes belong to no page"],
      ["title.end.u32", 2, 8, "the last 1 numbers of title.bytes belong to no page"],
      ["url.end.u32", urls - 1, 100, /^\d+ bytes of its URLs belong to none/],
      ["run.count.u32", 3, 0, "1 of its requests belong to no page"],
    ] as const;
    for (const [file, index, value, what] of rows) {
      const found = await put(file, index, value);
      expect(found, file).toMatch(/^\.\/p1(?:\/trace)?: /);
      expect(found.replace(/^\S+ /, ""), file).toEqual(
        typeof what === "string" ? `${what}; ${next}` : expect.stringMatching(what),
      );
    }
    const more = "5 more numbers at its end, found 1; take the folder from a copy";
    expect(await put("page.links.u32", 2, 5)).toBe(`./p1/index/link.target.u32: expected ${more}`);
    expect(await put("run.count.u32", 3, 5)).toMatch(
      /^\.\/p1\/trace\/fingerprint\.u64: expected 10 more numbers at its end, found 2; /,
    );
  });

  it("names a manifest that is none, or speaks of other lengths", async () => {
    const manifest = (change: (text: string) => string) =>
      said((shard) =>
        writeFileSync(join(shard, "snapshot.json"), change(readFileSync(join(shard, "snapshot.json"), "utf8"))),
      );
    expect(await manifest((text) => text.slice(0, 50))).toMatch(/^\.\/p1\/snapshot\.json: no JSON /);
    expect(await manifest((text) => text.replace('"captures": 4', '"captures": 5'))).toMatch(
      /^\.\/p1\/snapshot\.json: expected 20 bytes of capture\.url\.u32, found 16; take the folder from a copy, or leave it out/,
    );
  });

  it("is refused with the shard's name or made, whatever byte is another", async () => {
    const paths = filesOf(join(sound, "p1")).filter(
      (path) => /^(?:index|trace)/.test(path) && statSync(join(sound, "p1", path)).size > 0,
    );
    const place = fc.tuple(
      fc.constantFrom(...paths),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.integer({ min: 1, max: 255 }),
    );
    await fc.assert(
      fc.asyncProperty(place, async ([path, where, change]) => {
        const found = await said((shard) => {
          const bytes = readFileSync(join(shard, path));
          bytes[Math.floor(where * bytes.length)] ^= change;
          writeFileSync(join(shard, path), bytes);
        });
        expect(found).toMatch(/^merged 8$|^\.\/p1[/:]/);
      }),
      { numRuns: 50 },
    );
  });
});
