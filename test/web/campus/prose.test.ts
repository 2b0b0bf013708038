import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { campus } from "../../../src/web/campus/campus.js";
import { topicNamed, topics } from "../../../src/web/campus/topics.js";
import { vocabulary } from "../../../src/web/campus/vocabulary.js";

const web = campus();
const { graph } = web;
const topicOf = new Map(topics.flatMap((words, topic) => words.map((word) => [word, topic])));
const titles = [...(web.titles ?? [])];
/** Every title but that of the university's home page begins with a word of its topic. */
const pageTopic = titles.map((title) => topicOf.get(title.toLowerCase().split(" ")[0]) ?? -1);
const text = (page: number) => web.text?.(page) ?? { title: "", body: "" };
const anchor = (link: number) => web.anchor?.(link) ?? "";

describe("the words of a campus", () => {
  it("have no topic word twice and none among the words without topic", () => {
    expect(topicOf.size).toBe(topics.flat().length);
    expect(vocabulary().words.filter((word) => topicOf.has(word))).toEqual([]);
    expect(new Set(vocabulary().words).size).toBe(4096);
    expect(topicNamed("computer")).toBe(0);
  });

  it("make bodies of 50 to 500 words under the title that the column of titles has", () => {
    for (let page = 0; page < graph.size; page += 97) {
      const { title, body } = text(page);
      expect(title).toBe(titles[page]);
      const words = body.split(" ").length;
      expect(words).toBeGreaterThanOrEqual(50);
      expect(words).toBeLessThanOrEqual(500);
    }
  });

  it("follow Zipf's law: the most frequent word is one in twenty, the hundredth 38 times rarer", () => {
    // Closed form: weights 1 / (r + 2.7), r = 0 .. 4095; 101.7 / 2.7 = 37.7.
    const { zipf } = vocabulary();
    const share = (rank: number) => zipf.filter((each) => each === rank).length / zipf.length;
    let sum = 0;
    for (let rank = 0; rank < 4096; rank++) sum += 1 / (rank + 2.7);
    expect(share(0)).toBeCloseTo(1 / 2.7 / sum, 4);
    expect(share(99)).toBeCloseTo(1 / 101.7 / sum, 4);
  });

  it("share the topic along links far more often than between pages drawn at random", () => {
    let alongLinks = 0;
    for (let page = 0; page < graph.size; page++) {
      for (let i = graph.offsets[page]; i < graph.offsets[page + 1]; i++) {
        if (pageTopic[graph.targets[i]] === pageTopic[page]) alongLinks++;
      }
    }
    const random = new Random(1);
    let atRandom = 0;
    for (let i = 0; i < graph.links; i++) {
      const [page, other] = [random.below(graph.size), random.below(graph.size)];
      if (pageTopic[page] === pageTopic[other]) atRandom++;
    }
    expect(atRandom / graph.links).toBeLessThan(0.15);
    expect(alongLinks / graph.links).toBeGreaterThan(3 * (atRandom / graph.links));
  });

  it("repeat the head word on pages of its topic, and hardly elsewhere", () => {
    for (const word of ["computer", "admission"]) {
      const topic = topicNamed(word);
      const counts = { on: [] as number[], off: [] as number[] };
      for (let page = 0; page < graph.size; page += 3) {
        const found = text(page)
          .body.split(/[. ]+/)
          .filter((each) => each === word).length;
        counts[pageTopic[page] === topic ? "on" : "off"].push(found);
      }
      const often = (list: number[]) => list.filter((count) => count >= 10).length / list.length;
      expect(often(counts.on)).toBeGreaterThan(0.1);
      expect(often(counts.off)).toBeLessThan(0.005);
    }
  });

  it("make anchors of the target's title, seldom of a pointer such as 'home' or 'here'", () => {
    let named = 0;
    let computers = 0;
    let told = 0;
    let falselyTold = 0;
    let empty = 0;
    for (let link = 0; link < graph.links; link++) {
      const words = anchor(link);
      if (words === "") empty++;
      const title = titles[graph.targets[link]].toLowerCase();
      if (title.startsWith(words)) named++;
      const says = words.includes("computer");
      if (title.includes("computer")) {
        computers++;
        if (says) told++;
      } else if (says) falselyTold++;
    }
    expect(named / graph.links).toBeGreaterThan(0.75);
    expect(named / graph.links).toBeLessThan(0.95);
    expect(told / computers).toBeGreaterThan(0.7);
    expect([falselyTold, empty]).toEqual([0, 0]);
    expect(anchor(graph.links)).toBe("");
  });

  it("make pages that are hot by topic yet have a single backlink, more than a fifth of them", () => {
    // Cho et al. 1998, section 7, found "more than a third"; not a target of the generator.
    const backlinks = new Uint32Array(graph.size);
    for (const target of graph.targets) backlinks[target]++;
    const hot = titles.map((title, page) => (title.startsWith("Computer") ? page : -1)).filter((page) => page >= 0);
    expect(hot.length).toBeGreaterThan(200);
    expect(hot.filter((page) => backlinks[page] === 1).length / hot.length).toBeGreaterThan(0.2);
    expect(hot.filter((page) => backlinks[page] >= 5).length).toBeGreaterThan(50);
  });
});
