import Graphology from "graphology";
import { parse } from "graphology-gexf";
import { describe, expect, it } from "vitest";
import { Strings } from "../../../src/base/strings.js";
import { graphFrom } from "../../../src/web/graph/builder.js";
import { fromGraphology } from "../../../src/web/read/graphology.js";
import { gexf } from "../../../src/web/read/xml-graph.js";
import { writeGexf } from "../../../src/web/write/gexf.js";
import { pairsOf } from "../../fixture/pairs.js";
import { plain, stream } from "../read/text.js";

describe("writeGexf", () => {
  const graph = graphFrom(3, pairsOf("0,1 1,0 2,1"));

  it("is read back by graphology's parser as the same graph", () => {
    const urls = Strings.from(['http://a/?x="1"&y=<2>', "http://b/é", "http://c/"]);
    const titles = Strings.from(["A & B", "", "line\nbreak"]);
    const read = plain(fromGraphology(parse(Graphology, writeGexf(graph, { urls, titles }))));
    expect(read).toMatchObject({
      links: pairsOf("0,1 1,0 2,1"),
      urls: [...urls],
      titles: [...titles],
    });
  });

  it("is opened again with the pages' own numbers, and without titles that nobody gave", async () => {
    const text = writeGexf(graph, { ids: Uint32Array.of(7, 30, 100) });
    const read = await gexf.read(stream(text));
    expect(plain(read)).toMatchObject({ ids: [7, 30, 100], links: pairsOf("0,1 1,0 2,1") });
    expect(read.titles).toBeUndefined();
    expect((await gexf.read(stream(writeGexf(graph)))).titles).toBeUndefined();
  });

  it("writes what XML cannot hold as U+FFFD", () => {
    const text = writeGexf(graph, { titles: Strings.from(["a\u001bb\u0000", "\ufffe", "\t"]) });
    expect(text).toContain("a\ufffdb\ufffd");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  });

  it("refuses a web of more links than the limit", () => {
    expect(() => writeGexf(graph, { limit: 1 })).toThrow(/at most 1 link, found 3/);
  });
});
