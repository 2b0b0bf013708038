import { describe, expect, it } from "vitest";
import { Strings } from "../../../src/base/strings.js";
import { campus } from "../../../src/web/campus/campus.js";
import { graphFrom } from "../../../src/web/graph/builder.js";
import { linksOf } from "../../../src/web/graph/graph.js";
import { siteOf } from "../../../src/web/graph/site.js";
import { findPage, type Web } from "../../../src/web/web.js";
import { pairsOf } from "../../fixture/pairs.js";

const links: [number, number][] = pairsOf("0,1 0,2 0,4 2,0 2,3 2,4 4,2 4,1");
const words = ["zero", "one", "two", "three", "four"];
const web: Web<"links" | "urls" | "text" | "anchors"> = {
  name: "toy",
  capabilities: ["links", "urls", "text", "anchors"],
  graph: graphFrom(5, links),
  found: { links: 8, selfLinks: 0, duplicates: 0 },
  sha256: "toy",
  start: 1,
  ids: Uint32Array.of(10, 11, 12, 13, 14),
  urls: Strings.from([
    "http://A.example/long",
    "http://b.example/",
    "http://a.example/",
    "http://b.example/x",
    "http://user@a.example?q",
  ]),
  references: Uint32Array.of(5, 6, 7, 8, 9),
  text: (page) => ({ title: words[page], body: "" }),
  anchor: (link) => links[link].join(" to "),
};

describe("siteOf", () => {
  it("holds the pages of one host and the links among them", () => {
    const site = siteOf(web, "a.example");
    // Pages 0, 2, 4 become 0, 1, 2; of the eight links 0 -> 2, 0 -> 4, 2 -> 0, 2 -> 4 and 4 -> 2 stay on the host.
    expect([...site.graph.offsets]).toEqual([0, 2, 4, 5]);
    expect([...site.graph.targets]).toEqual([1, 2, 0, 2, 1]);
    expect(site.found).toEqual({ links: 5, selfLinks: 0, duplicates: 0 });
    expect(site.name).toBe("toy/a.example");
    expect(site.capabilities).toEqual(web.capabilities);
  });

  it("keeps the page numbers, words and anchors of the web it is cut from", () => {
    const site = siteOf(web, "A.EXAMPLE");
    expect([...(site.ids ?? [])]).toEqual([10, 12, 14]);
    expect(findPage(site, 14)).toBe(2);
    expect(findPage(site, "http://a.example/")).toBe(1);
    expect([...(site.references ?? [])]).toEqual([5, 7, 9]);
    expect(site.text?.(2).title).toBe("four");
    expect([0, 1, 2, 3, 4].map((link) => site.anchor?.(link))).toEqual([
      "0 to 2",
      "0 to 4",
      "2 to 0",
      "2 to 4",
      "4 to 2",
    ]);
  });

  it("starts at the page with the shortest URL", () => {
    expect(siteOf(web, "a.example").start).toBe(1);
    expect(siteOf(web, "b.example").start).toBe(0);
  });

  it("counts repeats and self-links where the web kept them", () => {
    const graph = graphFrom(5, pairsOf("0,2 0,2 2,2 0,1 0,1"), { duplicates: "keep", selfLinks: "keep" });
    expect(siteOf({ ...web, graph }, "a.example").found).toEqual({ links: 3, selfLinks: 1, duplicates: 1 });
  });

  it("has an identity that tells hosts and webs apart", () => {
    const ids = [siteOf(web, "a.example"), siteOf(web, "b.example"), siteOf({ ...web, sha256: "x" }, "a.example")];
    expect(new Set(ids.map(({ sha256 }) => sha256)).size).toBe(3);
    expect(siteOf(web, "a.example", (text) => String(text.length)).sha256).toMatch(/^\d+$/);
  });

  it("names the largest hosts when the web lacks the one asked for, and refuses a web without URLs", () => {
    expect(() => siteOf(web, "c.example")).toThrow(
      "toy has no page on c.example; its largest hosts: a.example (3 pages), b.example (2 pages)",
    );
    const bare: Web<"links"> = { ...web, capabilities: ["links"], urls: undefined };
    expect(() => siteOf(bare, "a.example")).toThrow("needs urls");
  });

  it("cuts the database group out of the campus: 1,100 pages, most with fewer than 10 backlinks, one dense cluster", () => {
    const site = siteOf(campus(), "www-db.campus.example");
    expect(site.graph.size).toBe(1100);
    expect(site.urls?.at(site.start)).toBe("http://www-db.campus.example/");
    const reached = new Set([site.start]);
    for (const page of reached) for (const target of linksOf(site.graph, page)) reached.add(target);
    expect(reached.size).toBeGreaterThan(800);
    const backlinks = new Uint32Array(site.graph.size);
    for (const target of site.graph.targets) backlinks[target]++;
    // Cho et al. 1998, Graph 6: most pages have fewer than 10 backlinks.
    expect(backlinks.filter((count) => count < 10).length).toBeGreaterThan(0.8 * 1100);
    expect(backlinks.filter((count) => count >= 5).length).toBeGreaterThan(0.08 * 1100);
    const page = 321;
    expect(site.text?.(page).title).toBe(site.titles?.at(page));
  });
});
