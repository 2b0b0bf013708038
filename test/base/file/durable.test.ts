import { mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder } from "../../../src/base/file/durable.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

describe("makeFolder", () => {
  it("goes through a link to a folder", () => {
    const top = temporaryFolder();
    mkdirSync(join(top, "real"));
    symlinkSync(join(top, "real"), join(top, "link"));
    makeFolder(join(top, "link", "a"));
    expect(statSync(join(top, "real", "a")).isDirectory()).toBe(true);
  });

  it("refuses a place below a file, or that of a file", () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    expect(() => makeFolder(join(file, "a"))).toThrow("ENOTDIR");
    expect(() => makeFolder(file)).toThrow("EEXIST");
  });

  it.runIf(process.platform === "linux")("ends when asked for a folder of /proc", () => {
    expect(() => makeFolder("/proc/none/a")).toThrow("ENOENT: no such file or directory, mkdir '/proc/none'");
  });
});
