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
])("names what %s reads from outside", (code, names) => {
  expect(freeNames(code)).toEqual(names);
});
