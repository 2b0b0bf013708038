import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { openSnapshot } from "../../../src/archive/open-snapshot.js";
import { replay } from "../../../src/crawl/replay.js";
import { ordering } from "../../../src/ordering/custom.js";
import { termsOf } from "../../../src/page/text/terms-of.js";
import { tokenizerIdentity } from "../../../src/page/text/tokenizer-identity.js";
import { cardOf, datasets } from "../../../src/web/dataset/card.js";
import { isAvailable, load } from "../../../src/web/dataset/load.js";
import { checkPackaged, folderDigest, packagedFolder } from "../../../src/web/dataset/packaged.js";
import { webOf } from "../../../src/web/snapshot/snapshot-web.js";
import { root } from "../../cli/command.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { coded } from "../../fixture/problems.js";

const packaged = datasets().filter((card) => card.packaged);

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

describe.each(packaged)("$id, which comes with the package,", (card) => {
  const folder = packagedFolder(card.id);

  it("is there with no data folder and nothing built, page for page and link for link what its card says", async () => {
    vi.stubEnv("CRAWLBENCH_DATA", temporaryFolder());
    vi.stubEnv("CRAWLBENCH_CACHE", temporaryFolder());
    expect(isAvailable(card)).toBe(true);
    const web = await load(card.id as "debian-docs-small");
    expect({ pages: web.graph.size, links: web.found.links }).toEqual(card.counts);
    expect((await openSnapshot(folder)).about.packages).toBe(card.builder?.packages.join(" "));
    vi.unstubAllEnvs();
  });

  it("has the digest by which stored crawls, order files and the ledger know it", async () => {
    const digests: Readonly<Record<string, string>> = {
      "debian-docs-small": "22f6f78c5455fdf8a75dc401dbe2d5869c544462715fd6ae8697d10db95fab1b", // as notebooks show it
    };
    expect((await load(card.id as "debian-docs-small")).sha256).toBe(digests[card.id]);
  });

  it("is every byte what its card says", () => {
    expect(folderDigest(folder)).toBe(card.packaged?.sha256);
  });

  it("takes less than 4 MB packed", () => {
    const bytes = filesOf(folder).map((file) => readFileSync(file));
    expect(gzipSync(Buffer.concat(bytes), { level: 9 }).length).toBeLessThan(4e6);
  });

  it("is in what npm packs", () => {
    const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { files: string[] };
    expect(files).toContain("datasets");
    expect(filesOf(join(root, "datasets")).map((file) => relative(root, file))).toContain(
      `datasets/${card.id}/index/link.target.u32`,
    );
  });

  it("carries the copyright file of each package, and each licence that one points to", () => {
    const names = (card.builder?.packages ?? []).map((each) => each.split("=", 1)[0]);
    const copyright = readdirSync(join(folder, "copyright")).sort();
    expect(copyright).toEqual(names.filter((name) => name !== "base-files").sort());
    const texts = copyright.map((name) => readFileSync(join(folder, "copyright", name), "utf8"));
    for (const text of texts) expect(text).toMatch(/licen[cs]e|copyright/i);
    const named = texts.flatMap((text) => [...text.matchAll(/common-licenses\/([\w.+-]*\w)/g)].map(([, name]) => name));
    expect(readdirSync(join(folder, "licences")).sort()).toEqual([...new Set(named)].sort());
    for (const name of named) expect(existsSync(join(folder, "licences", name))).toBe(true);
    expect(texts.join("")).not.toMatch(/GFDL|invariant sections/i);
  });

  it("had its words told apart by the rules of now, so that its recipe makes the same bytes", () => {
    const stored = JSON.parse(readFileSync(join(folder, "terms/terms.json"), "utf8"));
    const identity = createHash("sha256").update(tokenizerIdentity()).digest("hex");
    expect(identity.startsWith(stored.tokenizer)).toBe(true);
    expect(stored.tokenizer).toHaveLength(16);
  });

  it("knows how often each word stands on a page, and not its text", async () => {
    const web = await load(card.id as "debian-docs-small");
    expect(web.text).toBeUndefined();
    const page = web.urls?.indexOf("https://docs.python.org/3/library/os.html") ?? -1;
    const { title, body } = termsOf(web).of(page);
    const count = (row: typeof body, word: string) =>
      Array.from({ length: row.size }, (_, i) => i).reduce(
        (sum, i) => sum + (row.term(i) === word ? row.counts[i] : 0),
        0,
      );
    expect(web.titles?.at(page)).toContain("operating system interfaces");
    expect(count(title, "operating")).toBe(1);
    expect(count(body, "availability")).toBeGreaterThan(100); // of each function of the module
    const reading = ordering("reads", ({ seen }) => ({ score: () => 0, onFetch: (at) => void seen.text(at) }), {
      needs: ["text"],
    });
    expect(() => replay(web, reading)).toThrow(coded("lacks"));
  });
});

describe("a packaged web", () => {
  it("has the words of its pages where their counts were stored without a checksum: there is no text to count anew", async () => {
    const copy = join(temporaryFolder(), "copy");
    cpSync(packagedFolder(packaged[0].id), copy, { recursive: true });
    const wordsOf = async (folder: string) => {
      const { graph, terms } = webOf(await openSnapshot(folder));
      return Array.from({ length: graph.size }, (_, page) => terms?.of(page).body.words);
    };
    const file = join(copy, "terms/terms.json");
    const stored = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...stored, version: 2, checksum: undefined }));
    const words = await wordsOf(copy);
    expect(words).toEqual(await wordsOf(packagedFolder(packaged[0].id)));
    expect(Math.max(...words.map(Number))).toBeGreaterThan(1000);
  });

  it("is refused when a byte of it is another, or a file is gone or too many", () => {
    const [card] = packaged;
    const copy = join(temporaryFolder(), "copy");
    cpSync(packagedFolder(card.id), copy, { recursive: true });
    expect(folderDigest(copy)).toBe(card.packaged?.sha256);
    const [file] = filesOf(copy);
    const bytes = readFileSync(file);
    bytes[bytes.length - 1] ^= 1;
    writeFileSync(file, bytes);
    expect(folderDigest(copy)).not.toBe(card.packaged?.sha256);
    cpSync(join(packagedFolder(card.id), relative(copy, file)), file);
    writeFileSync(join(copy, "more"), "");
    expect(folderDigest(copy)).not.toBe(card.packaged?.sha256);
    expect(() => checkPackaged({ ...card, packaged: { sha256: "0".repeat(64) } })).toThrow(coded("differs"));
    expect(() => checkPackaged({ ...card, id: "no-such-web" })).toThrow(coded("differs"));
    expect(() => checkPackaged(cardOf("campus"))).not.toThrow();
  });
});
