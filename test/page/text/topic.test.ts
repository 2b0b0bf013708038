import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TermCounter } from "../../../src/page/text/term-counter.js";
import { Topic, type TopicOptions } from "../../../src/page/text/topic.js";

function holds(query: string, options: TopicOptions, title: string, body: string): boolean {
  return new Topic(query, options).holds(new TermCounter().count({ title, body }));
}

const times = (word: string, count: number) => Array(count).fill(word).join(" ");

describe("a topic", () => {
  it("is that of a page with the word once in its title, whatever the body says", () => {
    expect(holds("computer", {}, "The Computer’s past", "")).toBe(true);
    expect(holds("computer", {}, "computers", times("computer", 9))).toBe(false);
  });

  it("is that of a page with the word in its body ten times, or as often as asked for, and not once less", () => {
    // Cho et al. 1998, section 7: "10 or more"; Graph 7: "more than 10"
    expect([9, 10, 11].map((count) => holds("computer", {}, "", times("computer", count)))).toEqual([
      false,
      true,
      true,
    ]);
    expect([10, 11].map((count) => holds("computer", { atLeast: 11 }, "", times("computer", count)))).toEqual([
      false,
      true,
    ]);
    expect(holds("computer", { atLeast: 1 }, "", "a computer")).toBe(true);
  });

  it("does not add up title and body, nor of several words some in one and some in the other", () => {
    const both = "computer science";
    expect(holds(both, { atLeast: 2 }, "computer", "science science")).toBe(false);
    expect(holds(both, { atLeast: 2 }, "computer", "science science computer")).toBe(false);
    expect(holds(both, { atLeast: 2 }, "", "science computer science computer")).toBe(true);
    expect(holds(both, {}, "Science of Computer", "")).toBe(true);
    expect(holds(both, { match: "any" }, "computer", "")).toBe(true);
    expect(holds(both, { match: "any", atLeast: 2 }, "", "science computer")).toBe(false); // each once
    expect(holds(both, { match: "any", atLeast: 2 }, "", "science science")).toBe(true);
  });

  it("counts stems and parts together where it is told to", () => {
    const body = "computers computing minicomputer computer";
    expect([1, 2, 3, 4].map((atLeast) => holds("computer", { atLeast }, "", body))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([3, 4].map((atLeast) => holds("computer", { atLeast, words: "stem" }, "", body))).toEqual([true, false]);
    expect([3, 4].map((atLeast) => holds("computer", { atLeast, words: "part" }, "", body))).toEqual([true, false]);
  });

  it("holds as the rule of the paper says, for any counts", () => {
    const count = fc.nat(15);
    fc.assert(
      fc.property(count, count, count, fc.integer({ min: 1, max: 15 }), (title, body, other, atLeast) => {
        const words = `${times("law", other)} ${times("computer", body)}`;
        expect(holds("computer", { atLeast }, times("computer", title), words)).toBe(title >= 1 || body >= atLeast);
      }),
    );
  });

  it("judges many pages of one counter one after another", () => {
    const topic = new Topic("computer", { atLeast: 2 });
    const counter = new TermCounter();
    const bodies = ["law", "computer", "law computer computer", "computer law", "x computer y computer"];
    expect(bodies.map((body) => topic.holds(counter.count({ title: "", body })))).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
  });

  it("refuses what is no number of occurrences", () => {
    for (const atLeast of [0, -1, 1.5, Number.NaN, "3" as never])
      expect(() => new Topic("computer", { atLeast })).toThrow(
        "atLeast is a number of occurrences in the body, 1 or more",
      );
    expect(() => new Topic("...")).toThrow("holds no word");
  });
});
