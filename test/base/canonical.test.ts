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
    [[0, -0, null, undefined], '[0,"number -0",null,"undefined"]'],
    [7n, '"bigint 7"'],
    [/a+/gi, '"pattern /a+/gi"'],
    [
      new Map([
        ["b", 1],
        ["a", 2],
      ]),
      '{"map":[["b",1],["a",2]]}',
    ],
    [new Set([2, 1]), '{"set":[2,1]}'],
  ] as const;
  expect(cases.map(([value]) => canonical(value))).toEqual(cases.map(([, text]) => text));
});

it("a set, a map and a large integer have the same text where a package gave them a form in JSON", () => {
  const texts = () => [new Set([1]), new Map([[1, 2]]), 3n, { a: new Set([1]) }].map(canonical);
  const before = texts();
  const forms = [Set, Map, BigInt].map(({ prototype }) => ({
    prototype,
    own: Object.getOwnPropertyDescriptor(prototype, "toJSON"),
  }));
  try {
    for (const { prototype } of forms)
      Object.defineProperty(prototype, "toJSON", { value: () => "another", configurable: true, writable: true });
    expect(texts()).toEqual(before);
  } finally {
    for (const { prototype, own } of forms) {
      if (own) Object.defineProperty(prototype, "toJSON", own);
      else Reflect.deleteProperty(prototype, "toJSON");
    }
  }
  expect(before).toEqual(['{"set":[1]}', '{"map":[[1,2]]}', '"bigint 3"', '{"a":{"set":[1]}}']);
});

it("a time is as JSON has it", () => {
  expect(canonical({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
});
