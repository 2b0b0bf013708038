import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type WebFormat, webFormats } from "../../../src/web/dataset/web-formats.js";
import type { GraphFormat } from "../../../src/web/read/format.js";
import { camelCase, methodsOf } from "../../discover.js";
import { pairsOf } from "../../fixture/pairs.js";
import { coded } from "../../fixture/problems.js";
import { plain, stream } from "./text.js";

const all = await methodsOf<WebFormat>("web/read");

/** Every format of one file that a file of the folder exports. */
const formats = all.flatMap(({ export: name, value }): [string, GraphFormat][] =>
  "sniff" in value ? [[name, value]] : [],
);

/** The links 0 -> 1, 0 -> 2, 1 -> 2, 2 -> 0 in each format; without directions, three edges. */
const samples: Record<string, string> = {
  edgeList: "# Nodes: 3 Edges: 4\n0\t1\n0\t2\n1\t2\n2\t0\n",
  labelledEdgeList: "# FROM TO\na\tb\na\tc\nb\tc\nc\ta\n",
  csv: "source,target,anchor\na,b,x\na,c,y\nb,c,\nc,a,z\n",
  asciiGraph: "3\n1 2 \n2 \n0 \n",
  matrixMarket: "%%MatrixMarket matrix coordinate pattern general\n% a web\n3 3 4\n1 2\n1 3\n2 3\n3 1\n",
  smat: "3 3 4\n0 1 1\n0 2 1\n1 2 0.5\n2 0 1\n",
  gml: 'Creator "x"\ngraph [\n  directed 1\n  node [ id 0 ]\n  node [ id 1 ]\n  node [ id 2 ]\n  edge [ source 0 target 1 ]\n  edge [ source 0 target 2 ]\n  edge [ source 1 target 2 ]\n  edge [ source 2 target 0 ]\n]\n',
  kleinberg: "n 0 http://a/\nn 1 http://b/\nn 2 http://c/\ne 0 1\ne 0 2\ne 1 2\ne 2 0\n",
  metis: "% a web\n3 3 001\n2 1 3 4\n1 1 3 2\n1 4 2 2\n",
  pajek: '*Vertices 3\n1 "a"\n2 "b"\n3 "c"\n*Arcs\n1 2\n1 3\n2 3 0.5\n3 1\n',
  graphml:
    '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n<graph edgedefault="directed">\n<node id="0"/>\n<node id="1"/>\n<node id="2"/>\n<edge source="0" target="1"/>\n<edge source="0" target="2"/>\n<edge source="1" target="2"/>\n<edge source="2" target="0"/>\n</graph>\n</graphml>\n',
  gexf: '<gexf version="1.2">\n<graph defaultedgetype="directed">\n<nodes>\n<node id="0"/>\n<node id="1"/>\n<node id="2"/>\n</nodes>\n<edges>\n<edge source="0" target="1"/>\n<edge source="0" target="2"/>\n<edge source="1" target="2"/>\n<edge source="2" target="0"/>\n</edges>\n</graph>\n</gexf>\n',
  adjacencyList: "# a web\n0 1 2\n1 2\n2 0\n",
  nodeLink: JSON.stringify({
    directed: true,
    multigraph: false,
    graph: {},
    nodes: [{ id: 0 }, { id: 1 }, { id: 2 }],
    links: [
      { source: 0, target: 1 },
      { source: 0, target: 2 },
      { source: 1, target: 2 },
      { source: 2, target: 0 },
    ],
  }),
  graphologyJson: JSON.stringify({
    attributes: {},
    nodes: [{ key: "0" }, { key: "1" }, { key: "2" }],
    edges: [
      { source: "0", target: "1" },
      { source: "0", target: "2" },
      { source: "1", target: "2" },
      { source: "2", target: "0" },
    ],
    options: { type: "directed", multi: false, allowSelfLoops: true },
  }),
};

/** Formats that state no count of links: a file that is cut between two links is a whole file. */
const UNCOUNTED = new Set(["labelledEdgeList", "kleinberg", "adjacencyList", "csv", "pajek"]);

const links = pairsOf("0,1 0,2 1,2 2,0");
/** Formats whose links have no direction hold each both ways. */
const bothWays: Record<string, typeof links> = { metis: pairsOf("0,1 0,2 1,0 1,2 2,0 2,1") };

describe("every format", () => {
  it("has a sample here, and the samples are of formats", () => {
    const without = formats.map(([name]) => name).filter((name) => !(name in samples));
    expect(without, "formats without a sample in this file").toEqual([]);
    expect(formats.map(([name]) => name).sort()).toEqual(Object.keys(samples).sort());
  });

  it("has the name of its export, a title and a source; one of several files says where these lie", () => {
    for (const { export: name, value } of all) {
      expect(name).toBe(camelCase(value.name));
      expect([value.title, value.source]).not.toContain("");
      if ("roles" in value)
        expect(Object.keys(value.endings ?? value.inFolder ?? {})).toEqual(expect.arrayContaining([...value.roles]));
    }
  });

  it("is found by open: those of several files first, the edge lists last", async () => {
    const names = (await webFormats()).map(({ name }) => name);
    expect([...names].sort()).toEqual(all.map(({ value }) => value.name).sort());
    expect(names.slice(0, 3)).toEqual(["bvgraph", "toronto", "url-adjacency"]);
    expect(names.slice(-4)).toEqual(["adjacency-list", "csv", "edge-list", "labelled-edge-list"]);
  });

  describe.each(formats.filter(([name]) => name in samples))("%s", (name, format) => {
    const sample = samples[name];

    it("reads its sample, in pieces of any size, with either line end and a byte order mark", async () => {
      const whole = plain(await format.read(stream(sample)));
      expect(whole.links).toEqual(bothWays[name] ?? links);
      expect(whole.size).toBe(3);
      for (const size of [1, 2, 3, 7]) expect(plain(await format.read(stream(sample, size)))).toEqual(whole);
      const windows = `\ufeff${sample.replaceAll("\n", "\r\n")}`;
      for (const size of [1, 5, 1000]) expect(plain(await format.read(stream(windows, size)))).toEqual(whole);
    });

    it("recognises its sample, and none of the others does but the edge list, which is asked after them", () => {
      const head = new TextEncoder().encode(sample);
      const recognised = formats.filter(([, other]) => other.sniff(head, "file")).map(([other]) => other);
      expect(recognised).toContain(name);
      expect(recognised.filter((other) => other !== "edgeList" && other !== name)).toEqual([]);
    });

    it("refuses an empty file", async () => {
      await expect(format.read(stream(""))).rejects.toThrow(coded("format"));
      await expect(format.read(stream("\n\n"))).rejects.toThrow(coded("format"));
    });

    it("never returns part of a graph when the file is cut after any byte", async () => {
      const whole = plain(await format.read(stream(sample)));
      for (let length = 0; length < sample.length; length++) {
        const outcome = await format.read(stream(sample.slice(0, length))).then(plain, (error) => error);
        if (outcome instanceof Error) expect(outcome).toMatchObject({ code: "format" });
        else if (!UNCOUNTED.has(name)) expect(outcome).toEqual(whole);
      }
    });

    it("answers any change of a byte with a graph or an error of its format, never with another error", async () => {
      const bytes = new TextEncoder().encode(sample);
      await fc.assert(
        fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 }), async (at, value) => {
          const damaged = bytes.slice();
          damaged[at] = value;
          const outcome = await format.read(stream(damaged)).then(plain, (error) => error);
          if (outcome instanceof Error) expect(outcome).toMatchObject({ code: "format" });
          else for (const [from, to] of outcome.links) expect(Math.max(from, to)).toBeLessThan(outcome.size);
        }),
        { numRuns: 300 },
      );
    });
  });
});

describe("a file whose links have weights is read without them, and says so unless all are 1:", () => {
  const key = '<key id="w" for="edge" attr.name="weight"/>';
  const nodes = '<node id="0"/><node id="1"/>';
  const json = (nodes: object[], edge: object) => JSON.stringify({ nodes, edges: [{ source: 0, target: 1, ...edge }] });
  const files: Record<string, (weight: number) => string> = {
    gml: (weight) => `graph [ directed 1 node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 value ${weight} ] ]`,
    graphml: (weight) =>
      `<graphml>${key}<graph>${nodes}<edge source="0" target="1"><data key="w">${weight}</data></edge></graph></graphml>`,
    gexf: (weight) =>
      `<gexf><graph defaultedgetype="directed"><nodes>${nodes}</nodes><edges><edge source="0" target="1" weight="${weight}"/></edges></graph></gexf>`,
    nodeLink: (weight) => json([{ id: 0 }, { id: 1 }], { weight }),
    graphologyJson: (weight) => json([{ key: 0 }, { key: 1 }], { attributes: { weight } }),
    matrixMarket: (weight) => `%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 ${weight}\n`,
    smat: (weight) => `2 2 1\n0 1 ${weight}\n`,
    pajek: (weight) => `*Vertices 2\n*Arcs\n1 2 ${weight}\n`,
    metis: (weight) => `2 1 001\n2 ${weight}\n1 ${weight}\n`,
  };

  it.each(Object.entries(files))("%s", async (name, file) => {
    const format = new Map(formats).get(name) as GraphFormat;
    const [weighted, all1] = await Promise.all([2, 1].map((weight) => format.read(stream(file(weight)))));
    expect(plain(weighted)).toEqual(plain(all1));
    expect(weighted.ignored).toEqual(["weights of links"]);
    expect(all1.ignored).toBeUndefined();
  });
});

describe("a file whose links have no direction has each as two, and says how many these are:", () => {
  const json = (nodes: object[], rest: object) =>
    JSON.stringify({ nodes, edges: [0, 1].map((target) => ({ source: 0, target })), ...rest });
  const edges = '<edge source="0" target="0"/><edge source="0" target="1"/>';
  const nodes = '<node id="0"/><node id="1"/>';
  const files: Record<string, string> = {
    gml: "graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 0 ] edge [ source 0 target 1 ] ]",
    graphml: `<graphml><graph edgedefault="undirected">${nodes}${edges}</graph></graphml>`,
    gexf: `<gexf><graph><nodes>${nodes}</nodes><edges>${edges}</edges></graph></gexf>`,
    nodeLink: json([{ id: 0 }, { id: 1 }], { directed: false }),
    graphologyJson: json([{ key: 0 }, { key: 1 }], { options: { type: "undirected" } }),
    matrixMarket: "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 1\n2 1\n",
    pajek: "*Vertices 2\n*Edges\n1 1\n1 2\n",
  };

  it.each(Object.entries(files))("%s", async (name, file) => {
    const { ignored, found, ...data } = await (new Map(formats).get(name) as GraphFormat).read(stream(file));
    expect(plain({ ...data, found }).links).toEqual(pairsOf("0,1 1,0"));
    expect(found).toEqual({ links: 3, selfLinks: 1, duplicates: 0 });
    expect(ignored).toEqual(["that links have no direction, 1 of them: each is two, there and back"]);
  });
});
