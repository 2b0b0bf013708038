import { describe, expect, it } from "vitest";
import { mapOrder } from "../../src/player/map-order.js";
import { campus } from "../../src/web/campus/campus.js";
import { webOf } from "../fixture/webs.js";

const all = (size: number) => Uint32Array.from({ length: size }, (_, page) => page);
const withUrls = (...urls: string[]) => webOf(urls.length, [], { urls });

describe("mapOrder", () => {
  it("puts the hosts of a domain together, and the pages of a host by path", () => {
    const web = withUrls(
      "http://www.b.edu/2",
      "http://a.org/",
      "http://cs.b.edu/x",
      "http://www.b.edu/1",
      "https://WWW.b.edu/",
    );
    expect(mapOrder(web, all(5))).toEqual({
      pages: Uint32Array.of(2, 4, 3, 0, 1), // edu.b.cs, edu.b.www: /, /1, /2, org.a
      groups: [
        { name: "cs.b.edu", first: 0 },
        { name: "www.b.edu", first: 1 },
        { name: "a.org", first: 4 },
      ],
    });
  });

  it("parts one host by the first part of the path", () => {
    const web = withUrls(
      "http://a.org/docs/2.html",
      "http://a.org/",
      "http://a.org/list/1.html",
      "http://a.org/docs/1.html",
    );
    const { pages, groups } = mapOrder(web, all(4));
    expect([...pages]).toEqual([1, 3, 0, 2]);
    expect(groups.map(({ name }) => name)).toEqual(["a.org/", "a.org/docs", "a.org/list"]);
  });

  it("leaves pages without URLs in the order of their numbers, as one group", () => {
    expect(mapOrder(webOf(4, []), Uint32Array.of(3, 1))).toEqual({
      pages: Uint32Array.of(1, 3),
      groups: [{ name: "small", first: 0 }],
    });
  });

  it("names each group once, and holds each page once", () => {
    const web = campus({ pages: 2000 });
    const { pages, groups } = mapOrder(web, all(2000));
    expect(new Set(pages).size).toBe(2000);
    expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length);
    groups.forEach(({ name, first }, index) => {
      const end = groups[index + 1]?.first ?? pages.length;
      for (let cell = first; cell < end; cell++) expect(web.urls?.at(pages[cell])).toMatch(`http://${name}/`);
    });
  });
});
