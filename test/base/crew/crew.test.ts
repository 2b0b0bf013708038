import { expect, it } from "vitest";
import { isPlain } from "../../../src/base/crew/crew.js";

it("a task is plain data when JSON keeps all of it", () => {
  expect([{ a: 1 }, { a: [] }, { a: undefined }].map(isPlain)).toEqual([true, true, true]);
  expect([{ a: Number.NaN }, { a: /b/ }, { a: new Map([[1, 2]]) }, { a: () => 1 }].map(isPlain)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
