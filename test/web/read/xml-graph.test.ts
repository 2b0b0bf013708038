import { describe, expect, it } from "vitest";
import { Strings } from "../../../src/base/strings.js";
import { graphFrom } from "../../../src/web/graph/builder.js";
import { gexf, graphml } from "../../../src/web/read/xml-graph.js";
import { writeGexf } from "../../../src/web/write/gexf.js";
import { pairsOf } from "../../fixture/pairs.js";
import { plain, stream } from "./text.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = async (format: typeof gexf, text: string | Uint8Array) => {
  const data = await format.read(stream(text));
  return { ...plain(data), ignored: data.ignored };
};
const ml = (graph: string, keys = "") => `<?xml version="1.0"?>\n<graphml>${keys}${graph}</graphml>\n`;

describe("weights of links", () => {
  const nodes = '<node id="0"/><node id="1"/>';
  const edge = (inside = "") => `<edge source="0" target="1">${inside}</edge>`;
  const key = (of: string, usual: string) =>
    `<key id="k" for="${of}" attr.name="weight"><default>${usual}</default></key>`;
  const attributes = (of: string, inside = "") =>
    `<attributes class="${of}"><attribute id="0" title="Weight">${inside}</attribute></attributes>`;
  const gexfOf = (declared: string, inside = "") =>
    `<gexf><graph defaultedgetype="directed">${declared}<nodes>${nodes}</nodes><edges>${edge(inside)}</edges></graph></gexf>`;
  const value = '<attvalues><attvalue for="0" value="3"/></attvalues>';
  const inMl = (keys: string) => ml(`<graph>${nodes}${edge()}</graph>`, keys);

  it.each([
    ["a default of GraphML", graphml, inMl(key("edge", " 2.5 ")), true],
    ["a default of GraphML for all", graphml, inMl(key("all", "2.5")), true],
    ["a default of GraphML that is 1", graphml, inMl(key("edge", "1")), false],
    ["a default of nodes alone", graphml, inMl(key("node", "2.5")), false],
    ["a value of GEXF", gexf, gexfOf(attributes("edge"), value), true],
    ["a default of GEXF", gexf, gexfOf(attributes("edge", "<default>2</default>")), true],
    ["a value of an edge whose key is another for nodes", gexf, gexfOf(attributes("node"), value), false],
  ])("are told of wherever they stand: %s", async (_, format, text, told) => {
    const { links, ignored } = await read(format, text);
    expect(links).toContainEqual([0, 1]);
    expect(ignored).toEqual(told ? ["weights of links"] : undefined);
  });
});

describe("graphml", () => {
  it("reads what NetworkX writes: data by keys, numbers as the pages' own", async () => {
    // nx.write_graphml of a DiGraph with labels and weights
    const text = ml(
      `<graph edgedefault="directed">
        <node id="3"><data key="d0">A &amp; B</data></node><node id="7"/>
        <edge source="7" target="3"><data key="d1">2.5</data></edge>
      </graph>`,
      '<key id="d1" for="edge" attr.name="weight" attr.type="double"/><key id="d0" for="node" attr.name="label" attr.type="string"/>',
    );
    expect(await read(graphml, text)).toMatchObject({ ids: [3, 7], titles: ["A & B", ""], links: [[1, 0]] });
  });

  it("takes ids that are no numbers for names, those that are URLs for these, and data for more", async () => {
    const keys = '<key id="u" for="node" attr.name="url"/><key id="e" for="edge" attr.name="label"/>';
    const graph = `<graph edgedefault="directed"><node id="n0"><data key="u">http://a.example/</data></node>
      <node id="http://b.example/"/><edge source="n0" target="http://b.example/"><data key="e">no title</data></edge></graph>`;
    expect(await read(graphml, ml(graph, keys))).toMatchObject({
      urls: ["http://a.example/", "http://b.example/"],
      titles: ["n0", ""],
      ids: undefined,
    });
  });

  it("takes the label that yEd draws a node with for its title", async () => {
    const label =
      '<data key="d6"><y:ShapeNode><y:Fill color="#FFF"/><y:NodeLabel x="1"> Home </y:NodeLabel></y:ShapeNode></data>';
    const graph = `<graph edgedefault="directed"><node id="n0">${label}</node><node id="n1"/></graph>`;
    expect((await read(graphml, ml(graph, '<key for="node" id="d6" yfiles.type="nodegraphics"/>'))).titles).toEqual([
      "Home",
      "n1",
    ]);
  });

  it("makes two links of an edge without a direction, whether the graph says so or the edge", async () => {
    const nodes = '<node id="0"/><node id="1"/>';
    const links = async (graph: string, edge: string) =>
      (await read(graphml, ml(`<graph ${graph}>${nodes}<edge source="0" target="1" ${edge}/></graph>`))).links;
    expect(await links('edgedefault="undirected"', "")).toEqual(pairsOf("0,1 1,0"));
    expect(await links('edgedefault="undirected"', 'directed="true"')).toEqual([[0, 1]]);
    expect(await links('edgedefault="directed"', 'directed="false"')).toEqual(pairsOf("0,1 1,0"));
    expect(await links("", "")).toEqual([[0, 1]]);
  });

  it("reads edges that stand before their nodes, nodes inside nodes, and says that hyperedges are none", async () => {
    const graph = `<graph edgedefault="directed"><edge source="a" target="b"/><node id="a"><graph><node id="b"/></graph></node>
      <hyperedge><endpoint node="a"/></hyperedge></graph>`;
    const found = await read(graphml, ml(graph));
    expect(found).toMatchObject({ size: 2, titles: ["b", "a"], links: [[1, 0]] });
    expect(found.ignored).toEqual(["hyperedges, which are no links of two pages"]);
  });

  it("reads the encoding that its declaration names", async () => {
    const head = '<?xml version="1.0" encoding="ISO-8859-1"?>';
    const text = `${head}<graphml><graph edgedefault="directed"><node id="é"/><node id="b"/></graph></graphml>`;
    expect((await read(graphml, Buffer.from(text, "latin1"))).titles).toEqual(["é", "b"]);
    await expect(read(graphml, text.replace("ISO-8859-1", "klingon"))).rejects.toThrow(
      /line 1: expected an encoding that browsers know, found "klingon"/,
    );
  });

  it.each([
    ['<graph><node id="a"/><edge source="a" target="c"/></graph>', /edge 1: expected the ids of two nodes, found "c"/],
    ['<graph><node id="a"/><node id="a"/></graph>', /node 2: expected an id that no node before has, found "a"/],
    ["<graph><node/></graph>", /node 1: expected an id, found none/],
    ['<graph><edge source="a"/></graph>', /edge 1: expected a source and a target/],
    ['<graph><node id="a"></graph>', /expected a tag that closes each element, found none of <node>/],
    ["<graph></graph><graph></graph>", /graph 2: expected one graph in the file/],
    ["<graph></graph>", /expected at least one node, found none/],
  ])("refuses %j with the place", async (graph, message) => {
    await expect(read(graphml, ml(graph))).rejects.toThrow(message);
  });

  it("refuses elements that are never closed before thousands of them are open", async () => {
    const edges = (count: number, end: string) =>
      `<graph><node id="a"/>${`<edge source="a" target="a"${end}`.repeat(count)}`;
    const message = /expected at most 1000 elements, one in another, found <edge> in so many\n.*close each/;
    await expect(read(graphml, ml(`${edges(2000, ">")}</graph>`))).rejects.toThrow(message);
    expect((await read(graphml, ml(`${edges(2000, "/>")}</graph>`))).size).toBe(1);
    const inside = `${'<graph><node id="a">'}${'<graph edgedefault="directed">'.repeat(900)}${"</graph>".repeat(900)}</node></graph>`;
    expect((await read(graphml, ml(inside))).size).toBe(1);
  });

  it("is known by its root, whatever stands above", () => {
    const doctype = '<!DOCTYPE graphml SYSTEM "x.dtd" [ <!ENTITY a "b"> ]>';
    for (const text of [ml(""), `\ufeff<!-- <gexf> -->\n${doctype}\n<graphml xmlns="x">`, "<graphml>"])
      expect([graphml, gexf].map((format) => format.sniff(bytes(text), "x"))).toEqual([true, false]);
    for (const text of ["<html><graphml>", "<graphmlx>", "graphml", "<rss>"])
      expect([graphml, gexf].map((format) => format.sniff(bytes(text), "x"))).toEqual([false, false]);
  });
});

describe("gexf", () => {
  it("reads again what crawlbench writes", async () => {
    const urls = Strings.from(["http://a.example/", "http://b.example/?x=<&>", "http://c.example/"]);
    const text = writeGexf(graphFrom(3, pairsOf("0,1 1,2 2,0 2,1")), { urls });
    expect(gexf.sniff(bytes(text), "x")).toBe(true);
    expect(await read(gexf, text)).toMatchObject({ size: 3, links: pairsOf("0,1 1,2 2,0 2,1"), urls: [...urls] });
  });

  it("takes edges for undirected unless the file says otherwise, labels for titles, and values by their titles", async () => {
    const graph = (
      type: string,
    ) => `<gexf><graph ${type}><attributes class="node"><attribute id="0" title="URL"/></attributes>
      <attributes class="edge"><attribute id="0" title="weight"/></attributes>
      <nodes><node id="a" label="A"><attvalues><attvalue for="0" value="http://a.example/"/></attvalues></node><node id="b" label=""/></nodes>
      <edges><edge id="0" source="a" target="b"/><edge source="b" target="b" type="directed"/></edges></graph></gexf>`;
    expect(await read(gexf, graph(""))).toMatchObject({
      titles: ["A", "b"],
      urls: ["http://a.example/", ""],
      links: pairsOf("0,1 1,0"),
    });
    expect((await read(gexf, graph('defaultedgetype="directed"'))).links).toEqual([[0, 1]]);
    const undirected = graph('defaultedgetype="directed"').replace('target="b"', 'target="b" type="undirected"');
    expect((await read(gexf, undirected)).links).toEqual(pairsOf("0,1 1,0"));
  });

  it("takes the key of a value from id where it has no for, as GEXF 1.1 has it", async () => {
    const node = (key: string) =>
      `<node id="a"><attvalues><attvalue ${key}="0" value="http://a.example/"/></attvalues></node>`;
    for (const key of ["id", "for"]) {
      const attributes = '<attributes class="node"><attribute id="0" title="url"/></attributes>';
      expect((await read(gexf, `<gexf><graph>${attributes}${node(key)}</graph></gexf>`)).urls, key).toEqual([
        "http://a.example/",
      ]);
    }
  });
});
