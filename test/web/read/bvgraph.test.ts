import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CrawlbenchError } from "../../../src/base/error.js";
import { Random } from "../../../src/base/random.js";
import { graphFrom } from "../../../src/web/graph/builder.js";
import type { Graph } from "../../../src/web/graph/graph.js";
import { asciiGraph } from "../../../src/web/read/ascii-graph.js";
import type { Code } from "../../../src/web/read/bit-reader.js";
import { decodeBVGraph, readBVGraph } from "../../../src/web/read/bvgraph.js";
import { pairsOf } from "../../fixture/pairs.js";
import { caught, coded } from "../../fixture/problems.js";
import { BitWriter, type BVGraphSettings, propertiesOf, writeBVGraph } from "./bvgraph-writer.js";
import { realData } from "./real-data.js";
import { KEEP, pairs, stream } from "./text.js";

const DEFAULTS: BVGraphSettings = {
  windowSize: 7,
  minIntervalLength: 4,
  zetaK: 3,
  codes: {
    outdegrees: "GAMMA",
    references: "UNARY",
    block_count: "GAMMA",
    blocks: "GAMMA",
    intervals: "GAMMA",
    residuals: "ZETA",
    offsets: "GAMMA",
  },
};

/** Pages with runs of links, lists alike their neighbours', and pages without links. */
function randomGraph(size: number, random: Random): Graph {
  const rows: Set<number>[] = [];
  for (let page = 0; page < size; page++) {
    const row = new Set<number>(
      page > 0 && random.below(3) > 0 ? rows[page - 1 - random.below(Math.min(page, 4))] : [],
    );
    for (const target of row) if (random.below(5) === 0) row.delete(target);
    for (let run = random.below(4); run > 0; run--) {
      const left = random.below(size);
      const length = 1 + random.below(9);
      for (let target = left; target < Math.min(size, left + length); target++) row.add(target);
    }
    if (random.below(6) === 0) row.clear();
    rows.push(row);
  }
  return graphFrom(
    size,
    rows.flatMap((row, page) => [...row].sort((a, b) => a - b).map((to) => [page, to] as [number, number])),
    KEEP,
  );
}

const anyCode = fc.constantFrom<Code>("UNARY", "GAMMA", "DELTA", "ZETA", "NIBBLE", "GOLOMB");

const anySettings: fc.Arbitrary<BVGraphSettings> = fc.record({
  windowSize: fc.integer({ min: 0, max: 7 }),
  minIntervalLength: fc.constantFrom(0, 1, 2, 3, 4),
  zetaK: fc.integer({ min: 1, max: 7 }),
  codes: fc.record({
    outdegrees: anyCode,
    references: anyCode,
    block_count: anyCode,
    blocks: anyCode,
    intervals: anyCode,
    residuals: anyCode,
    offsets: anyCode,
  }),
});

describe("decodeBVGraph", () => {
  it("decodes what is encoded, for every code of every part, window and shortest interval", () => {
    fc.assert(
      fc.property(anySettings, fc.integer(), fc.integer({ min: 0, max: 60 }), (settings, seed, size) => {
        const random = new Random(seed);
        const graph = randomGraph(size, random);
        const files = writeBVGraph(graph, settings, random);
        const decoded = decodeBVGraph(files);
        expect(pairs(decoded.graph)).toEqual(pairs(graph));
        expect(decodeBVGraph({ ...files, offsets: undefined })).toEqual(decoded);
        const { copied, intervalised, residual } = decoded.counts;
        expect(copied + intervalised + residual).toBe(graph.links);
      }),
      { numRuns: 300 },
    );
  });

  it("reads records laid out by hand", () => {
    // hand trace of Boldi and Vigna 2004, section 4: page 0 links to 0 1 2 3 5 7 8 9; page 1 copies 0 1 2 and adds 7 8
    // 10
    const hand = new BitWriter();
    hand.raw("0001001"); // page 0: outdegree 8
    hand.raw("1"); // no reference
    hand.raw("010" + "1" + "1"); // 1 interval, from page 0 + 0, of length 4 + 0
    hand.raw("01" + "00011"); // residual 5: 5 - 0 stands as 10, 10 + 1 = 8 + 3
    hand.raw("1010"); // gap 7 - 5 - 1 = 1
    hand.raw("100"); // gap 0: 8
    hand.raw("100"); // gap 0: 9
    hand.raw("00111"); // page 1: outdegree 6
    hand.raw("01"); // reference 1
    hand.raw("010"); // 1 block
    hand.raw("00100"); // of 3: copies 0 1 2, the rest is skipped
    hand.raw("1"); // no interval
    hand.raw("01" + "00101"); // residual 7: 7 - 1 stands as 12, 12 + 1 = 8 + 5
    hand.raw("100" + "1010"); // 8, then gap 1: 10
    const properties = propertiesOf({ ...graphFrom(11, []), links: 14 }, DEFAULTS);
    for (let page = 2; page < 11; page++) hand.raw("1"); // no links
    const { graph: decoded, counts } = decodeBVGraph({ properties, graph: hand.bytes() });
    expect(pairs(decoded)).toEqual([
      ...[0, 1, 2, 3, 5, 7, 8, 9].map((to) => [0, to]),
      ...[0, 1, 2, 7, 8, 10].map((to) => [1, to]),
    ]);
    expect(counts).toEqual({ copied: 3, intervalised: 4, residual: 7 });
  });

  it("decodes pages of more links than there is room for at first, in each part of a record", () => {
    // every ten pages, five in a row and one alone: 6,000 links in intervals and 1,200 residual ones of page 0, of which
    // page 1 copies about three in four
    const row = Array.from({ length: 1200 }, (_, block) => [0, 1, 2, 3, 4, 7].map((at) => 10 * block + at)).flat();
    const graph = graphFrom(
      12_000,
      [0, 1].flatMap((page) => row.map((to): [number, number] => [page, to])),
      KEEP,
    );
    const { graph: decoded, counts } = decodeBVGraph(writeBVGraph(graph, DEFAULTS, new Random(4)));
    expect(pairs(decoded)).toEqual(pairs(graph));
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(1024);
  });

  it("tells how far it is every 65,536 pages", () => {
    const graph = graphFrom(2 * 65_536 + 5, []);
    const told: unknown[] = [];
    decodeBVGraph(writeBVGraph(graph, DEFAULTS, new Random(1)), (event) => told.push([event.done, event.total]));
    expect(told).toEqual([
      [65_536, graph.size],
      [131_072, graph.size],
    ]);
  });

  it("refuses a file that is cut after any byte", () => {
    const random = new Random(5);
    const graph = randomGraph(40, random);
    const files = writeBVGraph(graph, DEFAULTS, random);
    for (let length = 0; length < files.graph.length; length++) {
      const cut = { ...files, graph: files.graph.subarray(0, length) };
      expect(() => decodeBVGraph(cut)).toThrow(coded("format"));
      expect(() => decodeBVGraph({ ...cut, offsets: undefined })).toThrow(/node \d+, bit \d+|bit \d+/);
    }
    for (let length = 0; length < files.offsets.length; length++) {
      expect(() => decodeBVGraph({ ...files, offsets: files.offsets.subarray(0, length) })).toThrow(coded("format"));
    }
  });

  it("reads a file with a flipped bit as another whole graph, or refuses it with the bit", () => {
    const random = new Random(6);
    const graph = randomGraph(30, random);
    const files = writeBVGraph(graph, DEFAULTS, random);
    let refused = 0;
    for (let bit = 0; bit < files.graph.length * 8; bit++) {
      const damaged = files.graph.slice();
      damaged[bit >> 3] ^= 128 >> (bit & 7);
      try {
        const { graph: other } = decodeBVGraph({ properties: files.properties, graph: damaged });
        expect(other.offsets[other.size]).toBe(graph.links);
        for (const [from, to] of pairs(other)) expect(Math.max(from, to)).toBeLessThan(graph.size);
      } catch (error) {
        expect(error).toMatchObject({ code: "format" });
        expect((error as CrawlbenchError).facts.bit).toBeGreaterThanOrEqual(0);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(0);
  });

  it("refuses counts in .properties that are not those of .graph", () => {
    const random = new Random(7);
    const graph = randomGraph(30, random);
    const files = writeBVGraph(graph, DEFAULTS, random);
    const change = (from: RegExp, to: string) =>
      decodeBVGraph({ graph: files.graph, properties: files.properties.replace(from, to) });
    expect(() => change(/arcs=\d+/, `arcs=${graph.links + 1}`)).toThrow(/expected \d+ links in all/);
    expect(() => change(/arcs=\d+/, `arcs=${graph.links - 1}`)).toThrow(/expected \d+ links in all/);
    expect(() => change(/nodes=\d+/, `nodes=${graph.size + 20}`)).toThrow(coded("format"));
    expect(() => change(/nodes=\d+/, `nodes=${graph.size - 1}`)).toThrow(coded("format"));
  });

  it("takes zeros up to 16 bytes behind the last record, and nothing else", () => {
    const random = new Random(8);
    const files = writeBVGraph(randomGraph(20, random), DEFAULTS, random);
    const tail = (...bytes: number[]) =>
      decodeBVGraph({ properties: files.properties, graph: Uint8Array.of(...files.graph, ...bytes) });
    expect(pairs(tail(0, 0).graph)).toEqual(pairs(decodeBVGraph(files).graph));
    expect(() => tail(1)).toThrow(/zeros/);
    expect(() => tail(...new Array(16).fill(0))).toThrow(/zeros/);
  });

  it("refuses .offsets of another graph, naming the page", () => {
    const random = new Random(9);
    const files = writeBVGraph(randomGraph(20, random), DEFAULTS, random);
    const other = writeBVGraph(randomGraph(20, random), DEFAULTS, random);
    expect(() => decodeBVGraph({ ...files, offsets: other.offsets })).toThrow(
      /\.offsets, node \d+.*where the record begins/,
    );
    const later = other.offsets.map((byte, at) => (at === 0 ? byte ^ 0x80 : byte)); // the first gap, 0, is another
    expect(() => decodeBVGraph({ ...files, offsets: later })).toThrow(/\.offsets, node 0, /);
  });

  it("names the page where a file ends too early, and none where all were read: by hand", () => {
    // no page of nine has links: a bit of .graph each, and gaps of 0, 1, 1, ..., the last up to the end of the last
    const gaps = `1${"010".repeat(9)}`;
    const read = (graph: number[], offsets: string, links = 0) => {
      const hand = new BitWriter();
      hand.raw(offsets);
      const properties = propertiesOf({ ...graphFrom(9, []), links }, DEFAULTS);
      return decodeBVGraph({ properties, graph: Uint8Array.from(graph), offsets: hand.bytes() });
    };
    expect(read([0xff, 0x80], gaps).graph.size).toBe(9);
    const factsOf = (...given: Parameters<typeof read>) => caught(() => read(...given)).facts;
    expect(factsOf([0xff], gaps)).toMatchObject({ node: 8 }); // a bit a page: the ninth has none
    expect(factsOf([0xff, 0x80], `1010${"0".repeat(500)}`)).toMatchObject({ node: 2 }); // the third gap has no one
    expect(factsOf([0xff, 0x80], `1${"010".repeat(8)}1`)).not.toHaveProperty("node"); // the last gap is of the end
    expect(factsOf([0xff, 0x80], gaps, 1)).not.toHaveProperty("node"); // a link that no page has
    expect(factsOf([0xff, 0x81], gaps)).not.toHaveProperty("node"); // a one behind the last record
    // a one in .offsets behind the gap that leads to the end, the 29th bit
    expect(factsOf([0xff, 0x80], `${gaps}1`)).toMatchObject({ format: "BVGraph .offsets", found: "more bits" });
  });

  it("drops self-links only when the policy says so", () => {
    const graph = graphFrom(2, pairsOf("0,0 0,1"), KEEP);
    const files = writeBVGraph(graph, DEFAULTS, new Random(1));
    expect(readBVGraph(files).found).toEqual({ links: 2, selfLinks: 1, duplicates: 0 });
    expect(readBVGraph(files).graph.links).toBe(1);
    expect(readBVGraph(files, KEEP).graph.links).toBe(2);
  });

  it.each([
    [
      "graphclass=it.unimi.dsi.webgraph.EFGraph",
      /line 1: expected graphclass=.*BVGraph, found it.*EFGraph\n.*Transform/,
    ],
    ["nodes=3", /expected graphclass/],
    ["graphclass=BVGraph\nversion=1", /line 2: expected version 0/],
    ["graphclass=BVGraph\nnodes=x", /line 2: expected nodes as an integer from 0, found "x"/],
    ["graphclass=BVGraph\nnodes=3", /expected arcs as an integer from 0, found none/],
    ["graphclass=BVGraph\nendianness=little", /line 2: expected bits in big-endian order/],
    ["graphclass=BVGraph\nnodes=3\narcs=1\nwindowsize=0\nminintervallength=0\ncompressionflags=RESIDUALS_X", /line 6/],
  ])("refuses .properties that say %j", (properties, message) => {
    expect(() => decodeBVGraph({ properties, graph: new Uint8Array(1) })).toThrow(message);
  });

  const cnr = realData("graphs/law/cnr-2000.graph");
  it.skipIf(!cnr)(
    "decodes cnr-2000 to the very counts of its .properties, and to the degrees of its ASCIIGraph",
    async () => {
      const base = (cnr as string).replace(/\.graph$/, "");
      const properties = readFileSync(`${base}.properties`, "utf8");
      const published = (key: string) => Number(new RegExp(`^${key}=(\\d+)$`, "m").exec(properties)?.[1]);
      const files = { properties, graph: readFileSync(`${base}.graph`), offsets: readFileSync(`${base}.offsets`) };
      const { graph, counts } = decodeBVGraph(files);
      expect([graph.size, graph.links]).toEqual([325557, 3216152]); // LAW's page of cnr-2000
      expect(counts).toEqual({
        copied: published("copiedarcs"),
        intervalised: published("intervalisedarcs"),
        residual: published("residualarcs"),
      });
      const text = gunzipSync(readFileSync(`${base}.graph-txt.gz`));
      const other = (await asciiGraph.read(stream(text), KEEP)).graph;
      expect(degrees(graph)).toEqual(degrees(other));
    },
  );
});

/** Outdegrees and indegrees, each ascending: the two files number pages differently. */
function degrees({ size, offsets, targets }: Graph) {
  const incoming = new Uint32Array(size);
  for (const target of targets) incoming[target]++;
  const outgoing = Uint32Array.from({ length: size }, (_, page) => offsets[page + 1] - offsets[page]);
  return { outgoing: outgoing.sort(), incoming: incoming.sort() };
}
