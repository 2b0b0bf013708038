import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { inShell } from "../../src/base/in-shell.js";

describe("a path at a command line", () => {
  it("stands as it is where a shell reads it so", () => {
    for (const path of ["a/b-c_1.warc.gz", "../Höhle", "u\u0308", "c:x", "http://a.example/"])
      expect(inShell(path)).toBe(path);
  });

  it("is quoted where it would be several words, or something else", () => {
    const paths = ["my site", "it's", "$HOME", "~", "a;b", "a*", '"', "", "a\\b", "(x)", "#1"];
    const echoed = execFileSync("sh", ["-c", `printf '%s\\n' ${paths.map(inShell).join(" ")}`], { encoding: "utf8" });
    expect(echoed).toBe(`${paths.join("\n")}\n`);
  });

  it("is never an option, and a hyphen alone stays standard input", () => {
    expect(["-x.txt", "--out me", "-", "a-b"].map(inShell)).toEqual(["./-x.txt", "'./--out me'", "-", "a-b"]);
  });
});
