import { describe, expect, it } from "vitest";
import { pajek } from "../../../src/web/read/pajek.js";
import { pairsOf } from "../../fixture/pairs.js";
import { plain, stream } from "./text.js";

const read = async (text: string) => {
  const data = await pajek.read(stream(text));
  return { ...plain(data), ignored: data.ignored };
};

describe("pajek", () => {
  it("reads arcs one way, edges both ways, and lists of each", async () => {
    const text = `*Network home
      % made by hand
      *Vertices 5
      1 "the start page" 0.1 0.2 0.5
      2 two ic Red
      *Arcs :1 "links"
      1 2
      2 1 3.5
      *Edges
      2 3
      *Arcslist
      3 4 5
      *EDGESLIST
      4 5 1
      `.replaceAll(/^ +/gm, "");
    expect(await read(text)).toMatchObject({
      ids: [1, 2, 3, 4, 5],
      titles: ["the start page", "two", "", "", ""],
      links: pairsOf("0,1 0,3 1,0 1,2 2,1 2,3 2,4 3,4 3,0 4,3"),
      ignored: ["weights of links", "that links have no direction, 3 of them: each is two, there and back"],
    });
  });

  it("takes labels that are URLs for these, and needs no labels", async () => {
    const labelled = '*vertices 2\r\n1 "http://a.example/"\r\n2 "http://b.example/"\r\n*arcs\r\n1 2\r\n';
    expect((await read(labelled)).urls).toEqual(["http://a.example/", "http://b.example/"]);
    expect(await read("*Vertices 3\n*Arcs\n3 1\n")).toMatchObject({ size: 3, urls: undefined, titles: undefined });
  });

  it("takes a label with quotes in it, as NetworkX writes it, to the quote before a blank", async () => {
    const labels = '1 "say "hi"" 0.0 0.0 ellipse\n2 "b" ic "Red"\n3 "c"0.1\n';
    expect((await read(`*Vertices 3\n${labels}*Arcs\n1 2\n`)).titles).toEqual(['say "hi"', "b", "c"]);
  });

  it("leaves partitions and vectors of a project out, and says so", async () => {
    const project =
      "*Network x\n*Vertices 2\n*Arcs\n1 2\n*Partition p\n*Vertices 2\n7\n8\n*Vector v\n*Vertices 2\n0.5\n1\n";
    expect(await read(project)).toMatchObject({ size: 2, links: [[0, 1]], ignored: ["*partition", "*vector"] });
  });

  it("is recognised by its vertices, whatever comments and name stand above", () => {
    const sniffs = (text: string) => pajek.sniff(new TextEncoder().encode(text), "file");
    for (const text of ["*Vertices 3\n", "% by x\r\n*Network a b\r\n\r\n*vertices  3 ", "\ufeff*VERTICES 9\n"])
      expect(sniffs(text), text).toBe(true);
    for (const text of ["*Arcs\n1 2\n", "Vertices 3\n", "*Verticesx 3\n", "x *Vertices 3\n"])
      expect(sniffs(text), text).toBe(false);
  });

  it.each([
    ["*Vertices 2\n*Arcs\n1 3\n", /line 3: expected a page from 1 to 2, found "1 3"/],
    ["*Vertices 2\n*Arcs\n0 1\n", /line 3: expected a page from 1 to 2/],
    ["*Vertices 2\n*Arcs\n1\n", /line 3: expected a page from 1 to 2, found "1"/],
    ["*Vertices 2\n1 a\n2 b\n", /expected at least one link, found none/],
    ["*Vertices 5 2\n*Edges\n1 3\n", /line 1: expected a network of one mode/],
    ["*Vertices 2\n*Matrix\n0 1\n1 0\n", /line 2: expected \*Arcs or \*Edges/],
    ["*Arcs\n1 2\n", /line 1: expected \*Vertices and their number first/],
    ["*Vertices 0\n*Arcs\n1 2\n", /line 3: expected a page from 1 to 0/],
    ["*Vertices x\n*Arcs\n1 2\n", /line 1: expected \*Vertices and their number, found/],
    ["1 2\n", /line 1: expected \*Vertices and their number, found "1 2"/],
    ["*Vertices 2\n*Arcs\n1 2\n*Network b\n*Vertices 1\n", /line 4: expected one network in the file/],
    ["*Vertices 2\n*Arcs\n1 2\n*Vertices 2\n1 c\n*Arcs\n2 1\n", /line 6: expected one network in the file/],
    ["*Vertices 2\n1 a\n2 b\n1 c\n*Arcs\n1 2\n", /line 4: expected one label for page 1, found "1 c"/],
    ["*Vertices 20\n*Arcs\n1 2", /line 3: .*without it the last number may be cut short/],
  ])("refuses %j with the line", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});
