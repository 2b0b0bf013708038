import { describe, expect, it } from "vitest";
import type { Film } from "../../src/player/film.js";
import { scenes } from "../../src/player/page/scenes.js";
import { tables } from "../../src/player/page/tables.js";
import { fakePage } from "../fixture/fake-page.js";
import { filmByHand } from "./film-by-hand.js";

function written(film: Film = filmByHand) {
  const { document, get } = fakePage();
  const selected: number[] = [];
  const made = tables(document, film, scenes(film), (cell) => selected.push(cell));
  const rows = (id: string) => get(id).children.map((row) => row.children.map((cell) => cell.textContent));
  const text = (id: string) => get(id).textContent;
  const press = (id: string, row: number) => {
    for (const cell of get(id).children[row].children) for (const each of cell.children) each.happens("click");
  };
  return { ...made, get, rows, text, press, selected };
}

describe("the tables of a player", () => {
  it("tell the state of each crawl: hot pages, P, who waits, where its last pages lie, and which was last", () => {
    const { state, rows, text } = written();
    state(0);
    expect(text("state-heading")).toBe("After 0 of 4 pages");
    expect(rows("state")).toEqual(["first", "second"].map((label) => [label, "0 of 2", "0.000", "1", "", "–"]));
    state(4);
    expect(text("state-heading")).toBe("After 4 of 4 pages");
    expect(rows("state")).toEqual([
      ["first", "1 of 2", "0.500", "0", "2 of the last 3: h/b", "http://h/3"], // it ended one page earlier
      ["second", "2 of 2", "1.000", "0", "3 of the last 4: h/b", "http://h/2"],
    ]);
    expect(["found-0", "found-of-0", "where-0"].map(text)).toEqual(["1", "of 2 hot, P 0.500", "2 of the last 3: h/b"]);
  });

  it("say it in a sentence, of one page too", () => {
    const { summary } = written();
    expect([1, 2].map(summary)).toEqual([
      "After 1 page: first 0 of 2 hot; second 0 of 2 hot.",
      "After 2 pages: first 1 of 2 hot; second 1 of 2 hot.",
    ]);
  });

  it("tell P and its model where no threshold makes pages hot", () => {
    const { state, page, summary, rows, text } = written({ ...filmByHand, hotAt: undefined, hotPages: undefined });
    state(2);
    expect(rows("state")[0].slice(0, 4)).toEqual(["first", "", "0.500", "1"]);
    expect(["found-0", "found-of-0"].map(text)).toEqual(["0.500", "P_ST, threshold"]);
    expect(summary(2)).toBe("After 2 pages: first P 0.500; second P 0.500.");
    page(2);
    expect(text("page-about")).toBe("backlinks 4");
  });

  it("tell when each crawl took a page and why, or that it never did", () => {
    const { page, rows, text } = written();
    const reasonsOf = (cell: number) => {
      page(cell);
      return [text("page-name"), text("page-about"), ...rows("reasons")];
    };
    expect(reasonsOf(0)).toEqual([
      "http://h/0",
      "not hot: backlinks 1 < 3",
      ["first", "–", "1 (25.0 %)", "start page", "0", "–"],
      ["second", "–", "1 (25.0 %)", "start page", "0", "–"],
    ]);
    expect(reasonsOf(2)).toEqual([
      "http://h/2",
      "hot: backlinks 4 ≥ 3",
      ["first", "–", "never", "never", "–", "–"],
      ["second", "–", "4 (100.0 %)", "after 3", "0", "http://h/3"],
    ]);
    expect(reasonsOf(3).slice(2)).toEqual([
      ["first", "links: 1.5; turn: 2", "3 (75.0 %)", "after 2", "0", "http://h/1"],
      ["second", "–", "3 (75.0 %)", "after 1", "1", "http://h/0"],
    ]);
  });

  it("name the titles of pages where the film has them", () => {
    const { page, text } = written({ ...filmByHand, titles: ["", "One", "Two", "Three"] });
    page(2);
    expect(text("page-about")).toBe("Two · hot: backlinks 4 ≥ 3");
    page(0);
    expect(text("page-about")).toBe("not hot: backlinks 1 < 3");
  });

  it("list the hot pages, the most important first, and when each crawl took them", () => {
    const { hotPages, rows, text } = written();
    hotPages();
    expect(rows("hot")).toEqual([
      ["http://h/2", "4", "never", "4"],
      ["http://h/1", "3", "2", "2"],
    ]);
    expect(text("hot-note")).toBe("");
  });

  it("list three hundred hot pages of more, and say of how many", () => {
    const size = 1_300;
    const all = { position: new Uint32Array(size), discovered: new Uint32Array(size), terms: [] };
    const { hotPages, rows, text } = written({
      ...filmByHand,
      length: size,
      names: Array.from({ length: size }, (_, page) => `${page}`),
      worth: Float32Array.from({ length: size }, (_, page) => page >> 1), // of two equal ones, the first on the map
      hot: new Uint8Array(size).fill(1),
      crawls: filmByHand.crawls.map((crawl) => ({ ...crawl, ...all })),
    });
    hotPages();
    expect(rows("hot").map(([name]) => name)).toEqual(Array.from({ length: 300 }, (_, i) => `${size - 1 - (i ^ 1)}`));
    expect(text("hot-note")).toBe("The 300 most important of 1,300.");
  });

  it("ask for the page that is pressed, of which there is a button in a table", () => {
    const { page, hotPages, press, selected } = written();
    page(3);
    hotPages();
    press("reasons", 0);
    press("hot", 0);
    expect(selected).toEqual([1, 2]);
  });

  it("head each row with its name, and set numbers as numbers and words as words", () => {
    const { state, page, hotPages, get } = written();
    state(1);
    page(3);
    hotPages();
    const classes = (id: string) =>
      get(id).children[0].children.map((cell) => `${cell.tagName} ${cell.getAttribute("class")}`);
    const [head, number, words] = ["TH web", "TD number", "TD web"];
    expect(classes("state")).toEqual([head, number, number, number, words, words]);
    expect(classes("reasons")).toEqual([head, words, number, number, number, words]);
    expect(classes("hot")).toEqual([head, number, number, number]);
    expect(get("state").children[0].children[0].getAttribute("scope")).toBe("row");
  });

  it("name the page that is pointed at, and else what pointing is for", () => {
    const { pointer, text } = written();
    pointer(0);
    expect(text("pointer")).toBe("http://h/0");
    pointer(-1);
    expect(text("pointer")).toBe("Point at a cell for its page; press to ask why.");
  });

  it("cut what is long, and show what cannot be seen", () => {
    const long = "x".repeat(200);
    const { pointer, state, text } = written({
      ...filmByHand,
      names: [long, `${"y".repeat(160)}`, "a\u202Eb\u0000", "d"],
      groups: [
        { name: long, first: 0 },
        { name: "b", first: 3 },
      ],
    });
    const shown = [0, 1, 2].map((cell) => {
      pointer(cell);
      return text("pointer");
    });
    expect(shown).toEqual([`${long.slice(0, 160)}…`, "y".repeat(160), "a\\u{202e}b\\u{0}"]);
    state(1);
    expect(text("where-0")).toBe(`1 of the last 1: ${long.slice(0, 60)}…`);
  });
});
