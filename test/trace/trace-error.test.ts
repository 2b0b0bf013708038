import { describe, expect, it } from "vitest";
import { problem } from "../../src/base/error.js";
import { fileError } from "../../src/trace/trace-error.js";
import { coded } from "../fixture/problems.js";

describe("a disk that fails", () => {
  const readable = "Check that it may be read";
  const whole = "What was written before is whole: free some space and resume with the same file";
  it.each([
    ["ENOENT", "open", "there is no such file. Check the path; - is standard input"],
    ["EISDIR", "read", "it is a folder. Name a file"],
    ["ENOSPC", "write", `no room. ${whole}`],
    ["EDQUOT", "write", `no room. ${whole}`],
    ["EIO", "write", `its words. ${whole}`],
    ["EACCES", "open", `its words. ${readable}`],
    [undefined, "read", `its words. ${readable}`],
  ] as const)("means to the user, of %s on %s: %s", (code, doing, message) => {
    const cause = Object.assign(new Error("its words"), { code });
    const error = fileError(cause, "a.trace", doing);
    expect(error).toEqual(coded("failed", `cannot ${doing} a.trace: ${message}`));
    expect(error.cause).toBe(cause);
  });

  it("says what was said already", () => {
    const said = problem.damaged`a.trace is damaged`;
    expect(fileError(said, "b.trace", "read")).toBe(said);
  });
});
