import { describe, expect, it } from "vitest";
import { compare } from "../../../src/crawl/compare/compare.js";
import type { Importance } from "../../../src/crawl/importance/importance.js";
import {
  hotPages,
  nameIn,
  onTopic,
  onTopicAndLinked,
  onTopicAtLarge,
  topicsOf,
  twoQueues,
} from "../../../src/experiment/cho1998/topic-setting.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { datasets } from "../../../src/web/dataset/card.js";
import { pairsOf } from "../../fixture/pairs.js";
import { type Link, webOf } from "../../fixture/webs.js";

const times = (word: string, count: number) => new Array<string>(count).fill(word).join(" ");

// 0 links to 1 .. 5; these, and 6 below 5, link to page 1 from 2 on.
const links: Link[] = pairsOf("0,1 0,2 0,3 0,4 0,5 5,6 2,1 3,1 4,1 5,1 6,1");
const texts = [
  { title: "Home", body: "" },
  { title: "", body: times("computer", 10) }, // six backlinks
  { title: "", body: times("computer", 11) },
  { title: "A Computer", body: "" },
  { title: "", body: times("computers", 20) }, // another word
  { title: "", body: times("computer", 12) },
  { title: "computer", body: "computer" },
];
const web = webOf(7, links, {
  urls: texts.map((_, page) => `http://small.edu/${page}`),
  texts,
  anchor: () => "",
});

describe("topicsOf", () => {
  it("gives one's own topic, else the topics of a web's card, and the paper's where there are none", () => {
    expect(topicsOf({ name: "campus" })).toEqual(["computer", "admission"]);
    expect(topicsOf({ name: "of-no-card" })).toEqual(["computer", "admission"]);
    expect(topicsOf({ name: "campus" }, { query: "compiler" })).toEqual(["compiler", "compiler"]);
    for (const card of datasets()) {
      const [first, second] = topicsOf({ name: card.id });
      expect(first).not.toBe(second);
      if (card.suits.includes("cho1998-topic"))
        expect(card.capabilities).toEqual(expect.arrayContaining(["links", "urls", "text", "anchors"]));
    }
  });
});

describe("twoQueues", () => {
  it("has a name that fits a legend, and keeps the options that it stands for", () => {
    expect(twoQueues("computer", "figure5", "page-rank")).toMatchObject({
      label: "page-rank, Figure 5",
      name: "similarity",
      options: { rule: "figure5", inside: "page-rank", accuracy: 1e-2, atLeast: 10, distance: 2, promote: false },
    });
    expect(twoQueues("computer", "figure4", "backlink", { ties: "lifo" })).toMatchObject({
      label: nameIn("figure4", "backlink", "lifo"),
      options: { ties: "lifo", inside: "backlink" },
    });
    expect(nameIn("figure4", "backlink", "lifo")).toBe("backlink, Figure 4, ties lifo");
  });
});

describe("the importance of Graphs 7 and 8", () => {
  it("is 1 from the word in the title, or more than ten in the body", () => {
    expect([...onTopic("computer").of(web)]).toEqual([0, 0, 1, 1, 0, 1, 1]);
  });
});

describe("the importance of Graphs 9 and 10", () => {
  it("is 1 from ten in the body, with five backlinks", () => {
    expect([...onTopicAndLinked("computer").of(web)]).toEqual([0, 1, 0, 0, 0, 0, 0]);
  });

  it("differs from pages on topic at large by the backlinks only: ten in the body do for both", () => {
    expect([...onTopicAtLarge("computer").of(web)]).toEqual([0, 1, 1, 1, 0, 1, 1]);
    const [linked, atLarge] = [onTopicAndLinked("computer"), onTopicAtLarge("computer")];
    expect(linked.options).toEqual({ ...atLarge.options, backlinks: 5 });
  });
});

describe("hotPages", () => {
  it("tells the backlinks and the children of the hot pages that the first crawl could reach", async () => {
    const options = {
      orderings: [breadthFirst],
      importance: onTopic("computer") as Importance<"links" | "text">,
      cache: false,
    };
    const runs = await compare(web, options);
    const { backlinks, children, drawn } = hotPages(runs);
    expect([...backlinks]).toEqual([1, 1, 1, 1]); // pages 2, 3, 5 and 6
    // hand count: the hot pages 2, 3, 5 and 6 link to 1 and 6, one of them hot; four of seven pages are hot
    expect(children).toMatchObject({ pages: 7, hot: 4, children: 2, hotChildren: 1 });
    expect(children.ratio).toBeCloseTo(7 / 8, 12);
    expect(drawn).toBe("parents"); // one host
    const below = await compare(web, { ...options, from: 5 });
    expect([...hotPages(below).backlinks]).toEqual([0, 1]); // of 1, 5 and 6 the last two
  });

  it("draws children by host from ten hosts on, else by parent", async () => {
    const drawnOn = async (hosts: number) => {
      const star = webOf(
        12,
        Array.from({ length: 11 }, (_, i): Link => [0, i + 1]),
        {
          urls: Array.from({ length: 12 }, (_, page) => `http://h${page % hosts}.edu/${page}`),
          texts: Array.from({ length: 12 }, () => ({ title: "computer", body: "" })),
          anchor: () => "",
        },
      );
      const importance = onTopic("computer") as Importance<"links" | "text">;
      return hotPages(await compare(star, { orderings: [breadthFirst], importance, cache: false })).drawn;
    };
    expect([await drawnOn(9), await drawnOn(10)]).toEqual(["parents", "hosts"]);
  });
});
