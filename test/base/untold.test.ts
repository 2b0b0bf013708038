import { expect, it } from "vitest";
import { untold } from "../../src/base/untold.js";

class Model {
  readonly #weight: number;
  constructor(weight: number) {
    this.#weight = weight;
  }
  score = (page: number) => this.#weight * page;
}

it("plain data is told in full, at any depth", () => {
  const plain = { a: [1, 2n, null, undefined, "x"], b: new Map([[{ c: 1 }, new Set([/a/, new Date(0)])]]) };
  const bare = Object.assign(Object.create(null), { k: Float64Array.of(1) });
  for (const value of [7, plain, bare, (page: number) => page, { f: (page: number) => page }])
    expect(untold("value", value)).toEqual([]);
  const twice = { once: plain, again: plain };
  expect(untold("value", twice)).toEqual([]);
});

it("what functions in it read from outside is not told", () => {
  const weight = 2;
  const score = (page: number) => weight * page;
  expect(untold("value", score)).toEqual(["weight"]);
  expect(untold("value", { deep: [new Map([["f", score]])] })).toEqual(["weight"]);
});

it("an instance of a class, bytes that are no list, a symbol, and what stands in itself hide something", () => {
  const round: Record<string, unknown> = {};
  round.round = [round];
  for (const value of [new Model(1), { m: [new Model(1)] }, new ArrayBuffer(1), Symbol("s"), round, new Number(1)])
    expect(untold("model", value)).toEqual(["hidden fields of model"]);
});
