import { expect, it } from "vitest";
import { inBytes } from "../../../src/base/numbers.js";
import { perThread } from "../../../src/cache/advice/advice-words.js";

it("says bytes in the largest unit that leaves a whole number before the point", () => {
  expect([1, 999, 1000, 135_168, 2e6, 3.5e9].map(inBytes)).toEqual([
    "1 byte",
    "999 bytes",
    "1 kB",
    "135 kB",
    "2 MB",
    "3.5 GB",
  ]);
});

it("says entries per thread, and never none", () => {
  const said = [1, 10, 50, 205, 2048].map((entries) => perThread(entries, 20));
  expect(said).toEqual(["less than 1", "less than 1", "2.5", "10", "102"].map((each) => `${each} per thread`));
});
