import { expect, it } from "vitest";
import { asciiGraph } from "../../../src/web/read/ascii-graph.js";
import { edgeList } from "../../../src/web/read/edge-list.js";
import { matrixMarket } from "../../../src/web/read/matrix-market.js";
import { metis } from "../../../src/web/read/metis.js";
import { pajek } from "../../../src/web/read/pajek.js";
import { smat } from "../../../src/web/read/smat.js";
import { stream } from "./text.js";

const N = 2 ** 28 + 1;
const refused = `expected at most ${2 ** 28} pages, found ${N}`;

it.each([
  ["metis", metis, `${N} 1\n2\n1\n`],
  ["Matrix Market", matrixMarket, `%%MatrixMarket matrix coordinate pattern general\n${N} ${N} 1\n1 2\n`],
  ["SMAT", smat, `${N} ${N} 1\n0 1 1\n`],
  ["Pajek", pajek, `*Vertices ${N}\n*Arcs\n1 2\n`],
  ["ASCIIGraph", asciiGraph, `${N}\n1\n\n`],
  ["a list of links with a heading", edgeList, `# Nodes: ${N} Edges: 1\n0 1\n`],
] as const)(
  "a file that announces more pages than 2^28 is refused before room is made for them: %s",
  async (_, format, text) => {
    await expect(format.read(stream(text))).rejects.toThrow(refused);
  },
);
