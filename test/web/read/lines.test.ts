import { expect, it } from "vitest";
import { gml } from "../../../src/web/read/gml.js";
import { graphologyJson } from "../../../src/web/read/graphology.js";
import { headLines } from "../../../src/web/read/lines.js";
import { nodeLink } from "../../../src/web/read/node-link.js";
import { gexf, graphml } from "../../../src/web/read/xml-graph.js";

const bytes = (text: string) => new TextEncoder().encode(text);

it("the whole lines of a head come without their ends, a byte order mark, and a last line that may be cut", () => {
  expect(headLines(bytes("\ufeffa b\r\nc d\ne"), false)).toEqual(["a b", "c d"]);
  expect(headLines(bytes("\ufeffa b\r\nc d\ne"), true)).toEqual(["a b", "c d", "e"]);
  expect(headLines(bytes("a b\n"), true)).toEqual(["a b"]);
  expect(headLines(bytes(""), true)).toEqual([]);
});

it.each([gexf, gml, graphml, graphologyJson, nodeLink])(
  "a file of more bytes than one text holds is refused before it is read to its end: $name",
  async (format) => {
    let pieces = 0;
    async function* endless() {
      for (const piece = new Uint8Array(2 ** 24); pieces < 64; pieces++) yield piece;
    }
    await expect(format.read(endless())).rejects.toThrow(/: expected at most \d+ bytes, .*, found more\n.*edge list/);
    expect(pieces).toBe(31); // of 16 MiB: 2^29 bytes are more than the longest text, 2^29 - 24
  },
);
