import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { ProgressEvent } from "../../../src/base/progress-event.js";
import { Random } from "../../../src/base/random.js";
import { open, openFiles, webDigest } from "../../../src/web/dataset/open.js";
import { digest, head, openSource } from "../../../src/web/dataset/source.js";
import { graphFrom } from "../../../src/web/graph/builder.js";
import { proving } from "../../depth.js";
import { pairsOf } from "../../fixture/pairs.js";
import { coded } from "../../fixture/problems.js";
import { writeBVGraph } from "../read/bvgraph-writer.js";
import { realData } from "../read/real-data.js";
import { pairs } from "../read/text.js";

const folder = mkdtempSync(join(tmpdir(), "crawlbench-open-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, content);
  return path;
};

/** A block of a zstd frame (RFC 8878, section 3.1.1.2). @param size of what it stands for, or of what it packs */
const zstdBlock = (type: "raw" | "run" | "packed" | "last packed", size: number, content: Uint8Array): Buffer => {
  const head = Buffer.alloc(3);
  const [kind, last] = { raw: [0, 0], run: [1, 0], packed: [2, 0], "last packed": [2, 1] }[type];
  head.writeUIntLE((size << 3) | (kind << 1) | last, 0, 3);
  return Buffer.concat([head, content]);
};

/**
 * A zstd frame with a window of 128 MB: `text` (131 to 258 bytes), `runs` runs of 128 KB of line feeds, and a packed
 * block of no literals and one sequence, which repeats the text from that far back. The offset is the upper part of
 * the bits, and begins at the eighth: with 26 bits that is one more than fit into 32 bits from a byte on.
 */
const farMatch = (text: string, runs: number): Uint8Array => {
  const offset = text.length + runs * 2 ** 17 + 3; // RFC 8878, section 3.1.1.3.2.1.1: offsets are stored plus 3
  const code = 31 - Math.clz32(offset);
  let bits = (BigInt(offset) << 7n) | BigInt(text.length - 131); // code 43 of match lengths: 131, and 7 bits more
  const stream: number[] = [];
  for (; bits > 0n; bits >>= 8n) stream.push(Number(bits & 255n)); // the offset's first bit ends the stream
  const packed = Buffer.from([0, 1, 0x54, 0, code, 43, ...stream]);
  const frame = [Buffer.from("28b52ffd0088", "hex"), zstdBlock("raw", text.length, Buffer.from(text))];
  for (let i = 0; i < runs; i++) frame.push(zstdBlock("run", 2 ** 17, Buffer.from("\n")));
  return Buffer.concat([...frame, zstdBlock("last packed", packed.length, packed)]);
};

/**
 * A zstd frame of one raw block (RFC 8878, sections 3.1.1 and 3.1.1.2): magic, single segment with 4 bytes of size,
 * block.
 */
const zstd = (text: string): Uint8Array => {
  const bytes = Buffer.from(text);
  const frame = Buffer.alloc(12);
  frame.writeUInt32LE(0xfd2fb528, 0);
  frame[4] = 0xa0;
  frame.writeUInt32LE(bytes.length, 5);
  frame.writeUIntLE((bytes.length << 3) | 1, 9, 3);
  return Buffer.concat([frame, bytes]);
};

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");
const failure = (path: string): Promise<Error & { code?: string }> =>
  open(path).then(
    () => expect.fail(`opened ${path}`),
    (error) => error,
  );

const LINKS = "0 1\n0 2\n1 2\n2 0\n";
const links = pairsOf("0,1 0,2 1,2 2,0");

describe("open", () => {
  it.each<[string, string]>([
    ["a", LINKS],
    ["b.gml", "# Nodes: 3 Edges: 4\r\n0\t1\r\n0\t2\r\n1\t2\r\n2\t0\r\n"],
    ["c.txt", "a\tb\na\tc\nb\tc\nc\ta\n"],
    ["d.txt", "3\n1 2\n2\n0\n"],
    ["e.txt", "%%MatrixMarket matrix coordinate pattern general\n3 3 4\n1 2\n1 3\n2 3\n3 1\n"],
    ["f.txt", "3 3 4\n0 1 1\n0 2 1\n1 2 1\n2 0 1\n"],
    [
      "g.txt",
      "graph [ directed 1 node [ id 0 ] node [ id 1 ] node [ id 2 ]\nedge [ source 0 target 1 ] edge [ source 0 target 2 ]\nedge [ source 1 target 2 ] edge [ source 2 target 0 ] ]\n",
    ],
    ["h.txt", "n 0 http://a/\nn 1 http://b/\nn 2 http://c/\ne 0 1\ne 0 2\ne 1 2\ne 2 0\n"],
    [
      "i.txt",
      '{"nodes":[{"key":"x"},{"key":"y"},{"key":"z"}],"edges":[{"source":"x","target":"y"},{"source":"x","target":"z"},{"source":"y","target":"z"},{"source":"z","target":"x"}]}',
    ],
  ])("tells the format of %s by its content, plain, gzip and zstd, whatever the suffix", async (name, text) => {
    for (const [suffix, content] of [
      ["", text],
      [".gz", gzipSync(text)],
      [".zst", zstd(text)],
      [".dat", gzipSync(text)],
    ] as const) {
      const web = await open(file(`${name}${suffix}`, content));
      expect(pairs(web.graph)).toEqual(links);
      expect(web.start).toBe(0);
    }
  });

  it("opens a BVGraph by any of its files and by their common name, and names it so", async () => {
    const settings = {
      windowSize: 3,
      minIntervalLength: 3,
      zetaK: 2,
      codes: {
        outdegrees: "GAMMA",
        references: "UNARY",
        block_count: "GAMMA",
        blocks: "GAMMA",
        intervals: "GAMMA",
        residuals: "ZETA",
        offsets: "GAMMA",
      },
    } as const;
    const files = writeBVGraph(graphFrom(3, links as [number, number][]), settings, new Random(1));
    file("bv/web-1.graph", files.graph);
    file("bv/web-1.properties", files.properties);
    for (const path of ["bv/web-1", "bv/web-1.graph", "bv/web-1.properties"]) {
      const web = await open(join(folder, path));
      expect([web.name, pairs(web.graph)]).toEqual(["web-1", links]);
    }
    file(
      "bv/web-1.offsets",
      files.offsets.map((byte) => ~byte),
    );
    expect(await failure(join(folder, "bv/web-1"))).toMatchObject({ code: "format" });
  });

  it("opens folders of several files, and names them by the folder", async () => {
    file("cars/nodes", "1\n\n0 (0) [R]\nhttp://a\nA\n0 0\n");
    file("cars/adj_list", "0: -1\n");
    for (const path of ["cars", "cars/nodes", "cars/adj_list"]) {
      expect(await open(join(folder, path))).toMatchObject({ name: "cars", capabilities: ["links", "urls", "titles"] });
    }
    file("uni/urls.txt", "http://a/\nhttp://b/\n");
    file("uni/links.adj.txt.gz", gzipSync("1 0\n"));
    const web = await open(join(folder, "uni"));
    expect([web.name, [...(web.references ?? [])]]).toEqual(["uni", [2]]);
  });

  it("names a web by its file without suffixes, or as told", async () => {
    expect((await open(file("web-X.2.txt.gz", gzipSync(LINKS)))).name).toBe("web-X.2");
    expect((await open(file("X.edgelist", LINKS))).name).toBe("X"); // as the same web in .graphml and .gexf
    expect((await open(file("gr0.Town", LINKS))).name).toBe("gr0.Town");
    expect((await open(file("gr0.Town", LINKS), { name: "town" })).name).toBe("town");
  });

  it("has a digest of the file's bytes and the link policy, not of its name", async () => {
    const one = await open(file("one.txt", LINKS));
    expect((await open(file("two.txt", LINKS))).sha256).toBe(one.sha256);
    expect(one.sha256).toBe(sha256(`links ${sha256(LINKS)}\nduplicates drop\nselfLinks drop`));
    expect((await open(file("one.txt", LINKS), { selfLinks: "keep" })).sha256).not.toBe(one.sha256);
    expect((await open(file("one.txt", `${LINKS}\n`))).sha256).not.toBe(one.sha256);
  });

  it("applies the link policy, and starts where it is told, by the source's number", async () => {
    const path = file("gaps.txt", "5 5\n5 9\n5 9\n9 5\n");
    expect((await open(path)).graph.links).toBe(2);
    expect((await open(path, { duplicates: "keep", selfLinks: "keep" })).graph.links).toBe(4);
    expect((await open(path, { start: 9 })).start).toBe(1);
    await expect(open(path, { start: 6 })).rejects.toThrow(coded("no-page"));
  });

  it("starts from a page that reaches much when page 0 reaches less than a tenth", async () => {
    const lines = ["# Nodes: 21 Edges: 10", "0 1"];
    for (let leaf = 3; leaf < 12; leaf++) lines.push(`2 ${leaf}`); // page 2 reaches 10 pages, page 0 two of 21
    expect((await open(file("hub.txt", lines.join("\n")))).start).toBe(2);
  });

  it("says what is there when a file is missing, and how a dataset is loaded", async () => {
    file("near/thesis-web.txt", LINKS);
    const near = await failure(join(folder, "near/thesis.txt"));
    expect(near).toMatchObject({ code: "not-found" });
    expect(near.message).toMatch(/no file .*thesis\.txt\.\n {2}There are: thesis-web\.txt/);
    expect((await failure("stanford-2002")).message).toContain('load("stanford-2002")');
    expect((await failure(join(folder, "none/such"))).message).toContain("there is no folder");
  });

  it("says of an unknown format what was found and which are known", async () => {
    const prose = await failure(file("prose.txt", "No links here.\n"));
    expect(prose).toMatchObject({ code: "unknown-format" });
    expect(prose.message).toContain('line 1: "No links here."');
    expect(prose.message).toContain("Matrix Market");
    expect((await failure(file("binary", Uint8Array.of(1, 0, 2)))).message).toContain("binary data");
  });

  it("says of text in UTF-16 what it is, and how to turn it into UTF-8", async () => {
    const text = "0 1\n1 0\n";
    const [little, marked] = [text, `\ufeff${text}`].map((each) => Buffer.from(each, "utf16le"));
    for (const [bytes, name] of [
      [little, "utf-16le"],
      [Buffer.from(little).swap16(), "utf-16be"],
      [marked, "utf-16"],
      [Buffer.from(marked).swap16(), "utf-16"],
    ] as const)
      expect(await failure(file("wide.txt", bytes))).toEqual(
        expect.objectContaining({
          message: expect.stringContaining(`UTF-8. Turn it into that: iconv -f ${name} -t utf-8 `),
        }),
      );
  });

  it("says what of a table it did not read: the heading, and columns after the second", async () => {
    const web = await open(file("table.csv", "source,target,weight\n1,2,0.5\n"));
    expect(web.ignored).toEqual(['the heading "source,target,weight"', "column 3"]);
    expect(inspect(web)).toMatch(/Not read: the heading "source,target,weight"; column 3\.$/);
  });

  it("keeps URLs that an edge list names as URLs", async () => {
    const web = await open(
      file("urls.txt", "http://a.example/ http://b.example/x\nhttp://b.example/x http://c.example/\n"),
    );
    expect([...(web.urls ?? [])]).toEqual(["http://a.example/", "http://b.example/x", "http://c.example/"]);
    expect([web.titles, web.capabilities]).toEqual([undefined, ["links", "urls"]]);
  });

  it("says how it read a file, and reads it as another format where it is told so", async () => {
    const weighted = file("weighted.txt", "4 4 9\n0 1 2\n2 3 1\n");
    await expect(open(weighted)).rejects.toThrow(/SMAT, line 3: expected 9 entries(.|\n)*read it as edge-list/);
    const web = await open(weighted, { format: "edge-list", selfLinks: "keep" });
    expect([web.format, pairs(web.graph)]).toEqual(["edge-list", pairsOf("0,1 2,3 4,4")]);
    const plainly = await open(file("plain.txt", "0 1\n1 2\n"));
    const asTold = await open(file("plain.txt", "0 1\n1 2\n"), { format: "edge-list" });
    const otherwise = await open(file("plain.txt", "0 1\n1 2\n"), { format: "adjacency-list" });
    expect(asTold.sha256).toBe(plainly.sha256);
    expect(otherwise.sha256).not.toBe(plainly.sha256);
    await expect(open(weighted, { format: "edges" })).rejects.toThrow(
      /format: expected one of .*edge-list.*found "edges"/,
    );
    await expect(open(weighted, { format: "bvgraph" })).rejects.toThrow(/weighted.txt is no BVGraph/);
  });

  it("refuses a pipe, which cannot be read twice, with what to do", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    await expect(open(pipe)).rejects.toThrow(/is a pipe.*> FILE/);
  });

  it("says of a list with letters at which line they are", async () => {
    const error = await failure(file("letters.txt", "0 1\n1 2\nx y\n"));
    expect(error).toMatchObject({ code: "format", facts: { line: 3 } });
  });

  it("says which file of a BVGraph is missing", async () => {
    expect((await failure(file("lone.graph", Uint8Array.of(1, 0, 2)))).message).toMatch(/lone\.properties beside/);
    const properties = "graphclass=it.unimi.dsi.webgraph.BVGraph\n";
    expect((await failure(file("only.properties", properties))).message).toMatch(/only\.graph is not there/);
  });

  it("says of a folder what it holds", async () => {
    file("other/readme.md", "x");
    const error = await failure(join(folder, "other"));
    expect(error).toMatchObject({ code: "folder" });
    expect(error.message).toMatch(/is a folder[\s\S]*readme\.md/);
  });

  it("refuses a file that is empty, packed or plain", async () => {
    for (const content of ["", gzipSync(""), zstd("")]) {
      expect(await failure(file("empty.txt", content))).toMatchObject({ code: "empty" });
    }
  });

  it("refuses a compressed file that is cut after any byte, and other compressions with what to type", async () => {
    for (const whole of [Buffer.from(gzipSync(LINKS)), Buffer.from(zstd(LINKS))]) {
      for (let length = 4; length < whole.length; length++) {
        const error = await failure(file("cut", whole.subarray(0, length)));
        expect(error).toMatchObject({ code: "damaged" });
        expect(error.message).toMatch(/stream is damaged or cut short/);
      }
    }
    expect((await failure(file("a.bz2", "BZh91AY"))).message).toContain("bunzip2");
    expect((await failure(file("a b.bz2", "BZh91AY"))).message).toMatch(/bunzip2 '.*a b\.bz2'/);
  });

  const notreDame = realData("graphs/web-NotreDame/web-NotreDame.txt.gz");
  it.skipIf(!notreDame)("opens web-NotreDame with the counts of its heading", async () => {
    const web = await open(notreDame as string);
    expect([web.name, web.graph.size, web.found.links]).toEqual(["web-NotreDame", 325729, 1497134]); // SNAP's page
    expect(web.ids).toBeUndefined();
  });
});

describe("openFiles", () => {
  it("reads files by role and gives their digests as they lie on the disk", async () => {
    const content = gzipSync("a\tb\n");
    const names = file("names.txt", "z\na\nb\n");
    const { data, sha256: digests } = await openFiles("labelled-edge-list", { links: file("l.gz", content), names });
    expect(data.graph.size).toBe(3);
    expect(digests).toEqual({ links: sha256(content), names: sha256("z\na\nb\n") });
    expect(webDigest(digests)).toBe(webDigest({ names: digests.names, links: digests.links }));
  });

  it("refuses roles that the format lacks or misses", async () => {
    await expect(openFiles("toronto", { nodes: "x" })).rejects.toThrow(
      /expected files for nodes and adjacency, found nodes/,
    );
    await expect(openFiles("smat", { links: "x", urls: "y" })).rejects.toThrow(coded("option"));
    await expect(openFiles("nonsense", {})).rejects.toThrow(/expected one of bvgraph, toronto/);
  });
});

describe("openSource", () => {
  it("reads several gzip members as one file, and its digest counts bytes that follow them", async () => {
    const content = Buffer.concat([gzipSync("0 1\n"), gzipSync("1 0\n"), Buffer.alloc(300_000)]);
    const source = await openSource(file("members.gz", content));
    const pieces: Uint8Array[] = [];
    for await (const piece of source.bytes) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe("0 1\n1 0\n");
    expect(await source.sha256()).toBe(sha256(content));
    expect(await digest(join(folder, "members.gz"))).toBe(sha256(content));
  });

  it("reads several zstd frames, with a skippable frame before them, as one file", async () => {
    const skippable = Uint8Array.of(0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9); // RFC 8878, section 3.1.2
    const path = file("frames.zst", Buffer.concat([skippable, zstd("0 1\n"), zstd("1 0\n")]));
    expect(Buffer.from(await head(path, 100)).toString()).toBe("0 1\n1 0\n");
    expect(Buffer.from(await head(path, 5)).toString()).toBe("0 1\n1");
  });

  it.runIf(proving)("reads zstd whose matches go back by more than 96 MB", async () => {
    const path = file("long.zst", farMatch("10 20\n".repeat(22), 768));
    let [length, last] = [0, ""];
    for await (const piece of (await openSource(path)).bytes) {
      length += piece.length;
      last = Buffer.from(piece).toString("latin1");
    }
    expect(length).toBe(132 + 768 * 2 ** 17 + 132);
    expect(last).toBe("10 20\n".repeat(22));
  });

  it("tells the bytes read of all bytes", async () => {
    const events: ProgressEvent[] = [];
    const path = file("large.txt", `# ${"x".repeat(1 << 20)}\n`.repeat(4));
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const { bytes } = await openSource(path, (event) => events.push(event));
      for await (const _ of bytes) vi.setSystemTime(Date.now() + 100); // 17 pieces of 256 KiB: told after each third
    } finally {
      vi.useRealTimers();
    }
    expect(events.length).toBe(5);
    expect(events[0].total).toBe(4 * ((1 << 20) + 3));
    expect(events.every(({ done, total }) => done > 0 && done <= total)).toBe(true);
  });
});
