import { createReadStream } from "node:fs";
import { describe, expect, it } from "vitest";
import { readToronto } from "../../../src/web/read/toronto.js";
import { realData } from "./real-data.js";
import { plain, stream } from "./text.js";

const NODES = "2\n\n0 (0) [R]\nhttp://a\nTwo\n  lines \n1 0\n\n1 (7) [O]\nhttp://b\nEmpty title field\n0 1\n";
const read = (nodes: string | Uint8Array, adjacency: string) =>
  readToronto({ nodes: stream(nodes), adjacency: stream(adjacency) }).then(plain);

describe("readToronto", () => {
  it("reads URLs, titles over several lines and absent titles, and links", async () => {
    expect(await read(NODES, "0: 1 -1\n1: -1\n")).toMatchObject({
      size: 2,
      urls: ["http://a", "http://b"],
      titles: ["Two lines", ""],
      links: [[0, 1]],
    });
  });

  it("reads bytes that are no UTF-8 as Windows-1252", async () => {
    const nodes = Buffer.from(NODES.replace("Two", "T\u0099o \u00e9"), "latin1"); // 0x99 is ™ in Windows-1252
    expect((await read(nodes, "0: -1\n1: -1\n")).titles?.[0]).toBe("T™o é lines");
    expect((await read(NODES.replace("Two", "é"), "0: -1\n1: -1\n")).titles?.[0]).toBe("é lines");
  });

  it.each([
    ["0: 1 -1\n", /adj_list, line 1: expected 2 pages, as in nodes, found 1/],
    ["0: 1 -1\n1: -1\n2: -1\n", /line 3: expected the end of the file/],
    ["0: 2 -1\n1: -1\n", /line 1: expected targets from 0 to 1/],
    ["0: 1\n1: -1\n", /line 1: expected "0: TARGETS -1"/],
    ["1: -1\n0: -1\n", /line 1: expected "0: TARGETS -1", found "1: -1"/],
  ])("refuses the links %j", async (adjacency, message) => {
    await expect(read(NODES, adjacency)).rejects.toThrow(message);
  });

  it("refuses nodes that are cut after any byte, but for the last newline", async () => {
    for (let length = 0; length < NODES.length - 1; length++) {
      await expect(read(NODES.slice(0, length), "0: 1 -1\n1: -1\n")).rejects.toThrow(/Toronto nodes, line \d+/);
    }
  });

  it("passes over lines of adj_list without text", async () => {
    expect((await read(NODES, "\n0: 1 -1\n \n1: -1\n\n")).links).toEqual([[0, 1]]);
  });

  it.each([
    ["a number that is not the next page's", NODES.replace("1 (7)", "2 (7)"), /line 12: expected a record of page 1:/],
    ["no number", NODES.replace("0 (0) [R]", "first"), /line 7: expected a record of page 0:/],
    ["more records than pages", NODES.replace("2\n", "1\n"), /line 9: expected the end of the file after 1 page/],
  ])("refuses nodes with %s", async (_, nodes, message) => {
    await expect(read(nodes, "0: -1\n1: -1\n")).rejects.toThrow(message);
  });

  const cars = realData("graphs/toronto/Cars/nodes");
  const cheese = realData("graphs/toronto/cheese/nodes");
  it.skipIf(!cars || !cheese)(
    "reads Cars and cheese with the counts of their first lines and of their targets",
    async () => {
      const open = (nodes: string) =>
        readToronto({
          nodes: createReadStream(nodes),
          adjacency: createReadStream(nodes.replace("nodes", "adj_list")),
        });
      const first = await open(cars as string);
      expect([first.graph.size, first.found.links]).toEqual([3460, 12796]); // targets counted by awk
      expect(first.urls?.at(3459)).toBe("http://www.roadsters.com/sports");
      const second = await open(cheese as string);
      expect([second.graph.size, second.found.links]).toEqual([3266, 11660]);
      expect(second.titles?.at(1281)).toBe(
        "Vermont Butter &amp; Cheese Company: Specialty Creamery Products in the European Style",
      );
    },
  );
});
