import { describe, expect, it } from "vitest";
import { Explanation, type ExplanationFacts } from "../../../src/crawl/explain/explain-text.js";

const facts: ExplanationFacts = {
  web: "a web",
  ordering: "mine",
  repeat: 0,
  page: "http://a.example/p",
  number: 7,
  title: "P",
  crawled: 1203,
  pages: 4000,
  discovered: 200,
  path: ["http://a.example/", "http://a.example/q"],
  linksThen: 1500,
  linksInTheEnd: 2500,
  waiting: 90,
  terms: [
    { name: "links seen", value: 5 },
    { name: "number, smaller first", value: 3 },
  ],
  decision: { by: "term", at: 1, tied: 2, ahead: 0, close: false },
  rivals: [
    {
      page: "http://a.example/r",
      crawled: 1204,
      value: 0.25,
      terms: [
        { name: "links seen", value: 5 },
        { name: "number, smaller first", value: 4 },
      ],
    },
    { page: "http://a.example/s", crawled: undefined, value: 0, terms: [{ name: "links seen", value: 1 }] },
  ],
  importance: "worth of it",
  value: 0.123456,
  hotAt: 0.1,
};
const explained = (more: Partial<ExplanationFacts> = {}) => new Explanation({ ...facts, ...more });
const verdict =
  "http://a.example/p: crawled 1,203rd of 4,000, by links seen: 5, the same as 2 others and more than the rest of the 90 pages that waited; among these first by number: 3; discovered 1,002 pages earlier on http://a.example/q; hot, with worth of it 0.1235 >= 0.1.";
const story = [
  "Title     P",
  "Crawl     mine on a web",
  "Way       http://a.example/",
  "       -> http://a.example/q",
  "       -> http://a.example/p",
  "Seen      after 200 pages; waited for 1,002",
  "Links     1,500 seen to it then, 2,500 by the end",
  "Decided   by number, the smaller first",
];
const rows = [
  {
    "the queue then": "http://a.example/p",
    "links seen": 5,
    number: 3,
    "crawled as": 1203,
    "I(P), worth of it": 0.123456,
  },
  {
    "the queue then": "http://a.example/r",
    "links seen": 5,
    number: 4,
    "crawled as": 1204,
    "I(P), worth of it": 0.25,
  },
  { "the queue then": "http://a.example/s", "links seen": 1, "crawled as": "never", "I(P), worth of it": 0 },
];

describe("an explanation", () => {
  it("is told as its verdict, its story and the queue", () => {
    expect(String(explained()).split("\n")).toEqual([verdict, "", ...story, "", ...explained().table().split("\n")]);
    expect(explained().face()).toEqual({
      say: verdict,
      lines: story.join("\n"),
      tables: [{ title: "The queue then", rows }],
    });
  });

  it("has its facts and what follows from them as data", () => {
    expect(JSON.parse(JSON.stringify(explained()))).toEqual({
      ...JSON.parse(JSON.stringify(facts)),
      waited: 1002, // 1,203 - 1 - 200
      hot: true,
      verdict,
    });
  });

  it("leaves out a title that is the page's name, and what decided where no term did", () => {
    const lines = (more: Partial<ExplanationFacts>) => String(explained(more)).split("\n");
    expect(lines({ title: facts.page })[2]).toBe("Crawl     mine on a web");
    expect(lines({ title: undefined })[2]).toBe("Crawl     mine on a web");
    expect(lines({ title: "" })[2]).toBe("Crawl     mine on a web");
    expect(String(explained({ decision: { ...facts.decision, by: "alone" } }))).not.toContain("Decided");
    expect(lines({ decision: { ...facts.decision, at: 0, tied: 0 } })).toContain(
      "Decided   by links seen, the larger first",
    );
  });

  it("tells a start page, and one that was found just before, or one page before", () => {
    const seen = (more: Partial<ExplanationFacts>) => explained(more).verdict.split("; ").at(-2);
    expect(seen({ path: [] })).toBe("a start page");
    expect(String(explained({ path: [], discovered: 1 }))).toMatch(/\nWay {7}it is a seed page\nSeen {6}after 1 page;/);
    expect(seen({ discovered: 1202 })).toBe("discovered just before on http://a.example/q");
    expect(seen({ discovered: 1201 })).toBe("discovered 1 page earlier on http://a.example/q");
  });

  it("numbers pages as people do", () => {
    const ordinals = [1, 2, 3, 4, 11, 12, 13, 21, 1022].map(
      (crawled) => /crawled (\S+) of/.exec(explained({ crawled }).verdict)?.[1],
    );
    expect(ordinals).toEqual(["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "1,022nd"]);
  });

  it("is hot from the threshold on, and worth something where there is none", () => {
    const worth = (more: Partial<ExplanationFacts>) => explained(more).verdict.split("; ").at(-1);
    expect([explained({ value: 0.1 }).hot, explained({ value: 0.09 }).hot]).toEqual([true, false]);
    expect(worth({ value: 0.09 })).toBe("not hot, with worth of it 0.09 < 0.1.");
    expect([worth({ hotAt: undefined }), explained({ hotAt: undefined }).hot]).toEqual([
      "worth worth of it 0.1235.",
      undefined,
    ]);
  });
});
