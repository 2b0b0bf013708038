import { describe, expect, it } from "vitest";
import { Strings } from "../../src/base/strings.js";
import { findPage, idOf, nameOf, requireCapabilities, urlOrId } from "../../src/web/web.js";
import { coded } from "../fixture/problems.js";
import { webOf } from "../fixture/webs.js";

const bare = webOf(3, [], { name: "bare" });
const numbered = webOf(3, [], { name: "numbered", ids: [10, 20, 40] });
const named = webOf(3, [], {
  name: "named",
  urls: ["http://a.edu/", "http://b.edu/", ""],
  titles: ["A", "B", "C"],
  start: 1,
});

describe("findPage", () => {
  it("takes a page number, as a number or in digits", () => {
    expect([0, 2, "2"].map((id) => findPage(bare, id))).toEqual([0, 2, 2]);
  });

  it("takes the number of the source where pages have one", () => {
    expect([10, 20, "40"].map((id) => findPage(numbered, id))).toEqual([0, 1, 2]);
  });

  it("takes a URL, to the letter", () => {
    expect(findPage(named, "http://b.edu/")).toBe(1);
  });

  it("says which pages there are when the number is none of them", () => {
    for (const page of [3, -1, 1.5]) {
      const message = `bare has no page ${page}: its 3 pages are numbered 0 .. 2`;
      expect(() => findPage(bare, page)).toThrow(coded("no-page", message));
    }
    for (const page of [0, 15, 41]) {
      const message = `numbered has no page ${page}: its 3 pages are numbered 10 .. 40 with gaps`;
      expect(() => findPage(numbered, page)).toThrow(coded("no-page", message));
    }
  });

  it("tells of gaps where there are some only", () => {
    expect(() => findPage({ ...numbered, ids: Uint32Array.of(1, 2, 3) }, 4)).toThrow(
      coded("no-page", "numbered has no page 4: its 3 pages are numbered 1 .. 3"),
    );
  });

  it("says where crawls start by default when no page has that URL", () => {
    const message =
      "named has no page http://b.edu: a URL must match to the letter; the default start is http://b.edu/";
    expect(() => findPage(named, "http://b.edu")).toThrow(coded("no-page", message));
  });

  it("asks for a number when the web has no URLs", () => {
    const message = 'bare has no URLs, so "http://a.edu/" names no page: give a page number, 0 .. 2';
    expect(() => findPage(bare, "http://a.edu/")).toThrow(coded("no-page", message));
    expect(() => findPage(numbered, "http://a.edu/")).toThrow("give a page number, 10 .. 40 with gaps");
  });
});

describe("findPage on a web of names", () => {
  const names = { ...bare, titles: Strings.from(["home", "2", "home"]) };

  it("takes a name, a number that is one included, and else a number", () => {
    expect([findPage(names, "2"), findPage(names, 2), findPage(names, "0")]).toEqual([1, 2, 0]);
  });

  it("refuses a name that several pages have, and one that none has", () => {
    const several = 'several pages of bare are called "home": give a page number, 0 .. 2';
    expect(() => findPage(names, "home")).toThrow(coded("no-page", several));
    const none = "bare has no page Home: a name must match to the letter; the default start is home";
    expect(() => findPage(names, "Home")).toThrow(coded("no-page", none));
  });
});

describe("how a page is called", () => {
  it("is its URL, else its title, else its number in the source", () => {
    expect([0, 1, 2].map((page) => nameOf(named, page))).toEqual(["http://a.edu/", "http://b.edu/", "C"]);
    expect(nameOf(bare, 2)).toBe("page 2");
    expect(nameOf(numbered, 2)).toBe("page 40");
  });

  it("in JSON and options is its URL, else its number in the source, whatever its title", () => {
    expect([0, 1, 2].map((page) => urlOrId(named, page))).toEqual(["http://a.edu/", "http://b.edu/", 2]);
    expect([urlOrId(bare, 2), urlOrId(numbered, 2)]).toEqual([2, 40]);
  });

  it("has the source's own number where there is one", () => {
    expect([idOf(numbered, 2), idOf(bare, 2)]).toEqual([40, 2]);
  });
});

describe("requireCapabilities", () => {
  it("is content with a web that has what is needed", () => {
    expect(() => requireCapabilities(named, ["links", "urls"], "location")).not.toThrow();
    expect(() => requireCapabilities(bare, [], "anything")).not.toThrow();
  });

  it("names what is missing, what is there, and where to find more", () => {
    const message = (where: string) =>
      `location needs urls${where === "" ? "" : " and text"}; bare has links only.\n  ${where}What the catalogue has: crawlbench datasets`;
    expect(() => requireCapabilities(bare, ["links", "urls"], "location")).toThrow(coded("lacks", message("")));
    expect(() => requireCapabilities(bare, ["links", "urls", "text"], "location")).toThrow(
      coded("lacks", message("Archives (WARC, WACZ) and folders of HTML pages have all. ")),
    );
  });
});
