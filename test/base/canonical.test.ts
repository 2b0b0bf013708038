import { expect, it } from "vitest";
import { canonical } from "../../src/base/canonical.js";

it("one value has one text, whatever the order of its keys, at any depth", () => {
  const text = '{"a":{"c":[3,{"e":4,"f":5}],"d":2},"b":1}';
  expect(canonical({ b: 1, a: { d: 2, c: [3, { f: 5, e: 4 }] } })).toBe(text);
  expect(canonical({ a: { c: [3, { e: 4, f: 5 }], d: 2 }, b: 1 })).toBe(text);
});

it("what JSON lacks has a text of its own", () => {
  const double = (x: number) => 2 * x;
  const cases = [
    [double, JSON.stringify(`function ${double}`)],
    [[Number.NaN, -Infinity, 7, null], '["number NaN","number -Infinity",7,null]'],
    [7n, '"bigint 7"'],
    [/a+/gi, '"pattern /a+/gi"'],
    [new Map([["b", 1], ["a", 2]]), '{"map":[["b",1],["a",2]]}'], // biome-ignore format: a pair
    [new Set([2, 1]), '{"set":[2,1]}'],
  ] as const;
  expect(cases.map(([value]) => canonical(value))).toEqual(cases.map(([, text]) => text));
});
