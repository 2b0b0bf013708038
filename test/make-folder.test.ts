import { mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder } from "../src/make-folder.js";
import { temporaryFolder } from "./run/temporary.js";

describe("makeFolder", () => {
  it("makes a folder and those above it, and tells the folder above each, from the top", () => {
    const top = temporaryFolder();
    const told: string[] = [];
    makeFolder(join(top, "a", "b"), (parent) => told.push(parent));
    makeFolder(join(top, "a", "b"), (parent) => told.push(parent));
    expect(statSync(join(top, "a", "b")).isDirectory()).toBe(true);
    expect(told).toEqual([top, join(top, "a")]);
  });

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
