import { expect, it } from "vitest";
import { freeNames } from "../../src/base/free-names.js";

it.each([
  ["(page, seen) => -seen.url(page).length", []],
  ["(page) => -page", []],
  ["page => Math.max(page, 3)", []],
  ["(page, seen) => weight * seen.depth(page)", ["weight"]],
  ['(p) => names["inside a string"][p]', ["names"]],
  ["(p) => exports.weight + p", ["weight"]], // how a notebook's cell reads a variable of an earlier cell
  [
    "({ pages }) => { const cash = new Float64Array(pages).fill(1); return { score: (page) => cash[page], onFetch(page, links) { for (const to of links) cash[to] += cash[page] / links.length; cash[page] = 0 } } }",
    [],
  ],
  ["function (page, seen) { let best = 0; for (const each of list) best += each; return best /* outer */ }", ["list"]],
  // what a default reads is outside, though the parameter is not
  ["(page, seen, weight = k) => weight * page", ["k"]],
  ["({ pages, random = chance }) => ({ score: (page) => page })", ["chance"]],
  // a name that is bound somewhere within, and read where that binding does not reach
  ['(p, seen) => seen.url(p).split("/").filter((word) => word !== "").includes(word)', ["word"]],
  ["(p) => { try { return p } catch (e) { return 0 } finally { log(e) } }", ["log", "e"]],
  ["(p) => { { let q = 1; p += q } return p + q }", ["q"]],
  ["(p) => { const g = (q) => q; return g(p) * q }", ["q"]],
  ["function score(page) { return page > 3 ? score(3) : page }", []],
  ["score(page) { return page * weight }", ["weight"]], // a method, as its text has it
  ["(p) => ({ weight: p, [key]: 1 }).weight", ["key"]],
  ["(p) => `page $" + "{p} of $" + "{site}`", ["site"]],
  ["(page, seen) => this.weight * page", ["fields of this"]],
  ["(page) => [page].map((each) => each * this.weight)[0]", ["fields of this"]],
  ["({ pages }) => ({ cash: pages, score(page) { return this.cash * page } })", []],
  ["() => new (class { k = 1; score() { return this.k } })()", []],
  // what may be another in the next run
  ["(p) => globalThis.weight * p", ["globalThis"]],
  ["() => Math.random()", ["random of Math"]],
  ["() => Date.now()", ["Date"]],
  [String(Math.max), [String(Math.max)]], // nobody can tell
])("names what %s reads from outside", (code, names) => {
  expect(freeNames(code)).toEqual(names);
});
