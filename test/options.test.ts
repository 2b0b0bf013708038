import { expect, it } from "vitest";
import { buffer } from "../src/crawl/buffer.js";
import { stop } from "../src/crawl/stop.js";
import { threshold } from "../src/crawl/threshold.js";
import { pageRankOf } from "../src/importance/page-rank-of.js";
import { checkOptions } from "../src/options.js";
import { backlink } from "../src/ordering/backlink.js";
import { ordering } from "../src/ordering/custom.js";

it("a misspelt option is refused with those that there are", () => {
  expect(() => checkOptions("x", { a: 1, c: 2 }, { a: undefined, b: undefined })).toThrow(
    'x has no option "c": it takes a, b',
  );
  expect(() => checkOptions("x", { a: 1 }, {})).toThrow('x has no option "a": it takes none');
});

it("a misspelt word is refused with those that there are, an option left undefined is not", () => {
  expect(() => checkOptions("x", { a: "ja" }, { a: ["yes", "no"] })).toThrow('x: a is "yes", "no"; found "ja"');
  expect(() => checkOptions("x", { a: undefined }, { a: ["yes", "no"] })).not.toThrow();
});

it("orderings, importances and models check theirs", () => {
  const wrong = "Lifo" as never;
  expect(() => backlink({ ties: wrong })).toThrow('backlink: ties is "fifo", "lifo", "random", "stable"; found "Lifo"');
  expect(() => ordering("mine", () => 0, { ties: wrong })).toThrow('ordering "mine": ties is');
  expect(() => pageRankOf({ dangling: wrong })).toThrow('page-rank: dangling is "everywhere", "none"; found "Lifo"');
  expect(() => threshold({ hot: wrong })).toThrow("threshold: hot is");
  expect(() => stop({ tied: wrong })).toThrow("stop: tied is");
  expect(() => buffer({ flushBy: wrong })).toThrow("buffer: flushBy is");
});
