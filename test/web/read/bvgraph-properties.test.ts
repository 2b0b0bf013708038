import { describe, expect, it } from "vitest";
import { readProperties } from "../../../src/web/read/bvgraph-properties.js";

const least = "graphclass=it.unimi.dsi.webgraph.BVGraph\nnodes=3\narcs=2\nwindowsize=0\nminintervallength=4\n";

describe("the .properties of a BVGraph", () => {
  it("have the codes of WebGraph where they tell none", () => {
    expect(readProperties(least)).toEqual({
      nodes: 3,
      arcs: 2,
      windowSize: 0,
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
    });
  });

  it("tell other codes, blanks and empty ones between them", () => {
    const told = `${least}compressionflags= RESIDUALS_NIBBLE | |OFFSETS_DELTA|\nzetak=30\nversion=0\nendianness=big\n`;
    expect(readProperties(told)).toMatchObject({ zetaK: 30, codes: { residuals: "NIBBLE", offsets: "DELTA" } });
    expect(readProperties(least.replace("arcs=2", `arcs=${2 ** 32 - 1}`)).arcs).toBe(2 ** 32 - 1);
    expect(readProperties(least.replace("nodes=3", `nodes=${2 ** 28}`)).nodes).toBe(2 ** 28);
    expect(readProperties(least.replace("graphclass=", "graphclass=class ")).nodes).toBe(3);
  });

  it.each([
    [`nodes=${2 ** 28 + 1}`, /line 6: expected at most 268435456 pages, found 268435457/],
    [`arcs=${2 ** 32}`, /line 6: expected fewer than 2\^32 links, found "arcs=4294967296"/],
    ["zetak=31", /line 6: expected zetak from 1 to 30, found "zetak=31"/],
    ["zetak=0", /line 6: expected zetak as an integer from 1, found "0"/],
    ["nodes=-1", /line 6: expected nodes as an integer from 0, found "-1"/],
    ["windowsize=1.5", /line 6: expected windowsize as an integer from 0, found "1\.5"/],
    ["arcs=99999999999999999999", /line 6: expected arcs as an integer from 0, found "99999999999999999999"/],
    ["endianness=little", /line 6: .*webgraph to bvgraph --endianness big/s],
    ["compressionflags=RESIDUALS_X", /line 6: expected compressionflags like .*, found "RESIDUALS_X"/],
  ])("are refused where they say %s", (line, message) => {
    expect(() => readProperties(`${least}${line}\n`)).toThrow(message);
  });
});
