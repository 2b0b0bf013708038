import { describe, expect, it } from "vitest";
import { given } from "../../src/base/given.js";

describe("given", () => {
  it("leaves out what is undefined, and nothing else", () => {
    expect(Object.keys(given({ a: undefined, b: null, c: 0, d: false, e: "" }))).toEqual(["b", "c", "d", "e"]);
  });
});
