import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { told } from "../../src/cli/told.js";

const errorOf = (path: string): Error => {
  try {
    readFileSync(path);
  } catch (error) {
    return error as Error;
  }
  throw new Error(`${path} is there`);
};

describe("told", () => {
  it("says of a file that is listed and cannot be opened that its name is not UTF-8", () => {
    expect(told(errorOf("none/a.html"), undefined)).toMatch(
      /^cannot use none\/a\.html: there is no such file or folder /,
    );
    expect(told(errorOf("none/caf\ufffd.html"), undefined)).toBe(
      "cannot use none/caf\ufffd.html: its name is not UTF-8, and Node opens no other (ENOENT, open). Rename it",
    );
  });
});
