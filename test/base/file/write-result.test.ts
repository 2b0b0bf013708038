import { execFile, execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { threadId } from "node:worker_threads";
import { describe, expect, it, vi } from "vitest";
import { writeResult, writeResultBy } from "../../../src/base/file/write-result.js";
import { renderFigure } from "../../../src/figure/figure.js";
import { report } from "../../../src/figure/report/save-report.js";
import { filesOf, temporaryFolder } from "../../crawl/pool/temporary.js";

/** Leads what is written beside a file to /dev/full, which has room for nothing: ENOSPC without a mount. */
const fill = (path: string) => symlinkSync("/dev/full", `${path}.crawlbench-${process.pid}.${threadId}.part`);

const rows = [{ x: 1 }];
const spec = { data: { values: rows }, mark: "bar", encoding: { x: { field: "x", type: "quantitative" } } };

describe.runIf(process.platform === "linux")("a file that was there stays when the disk is full", () => {
  it.each<[string, (path: string) => unknown]>([
    ["result.txt", (path) => writeResult(path, "new")],
    ["thesis.html", (path) => report(path, ["# New"])],
    ["chart.csv", async (path) => (await renderFigure(spec, rows, { title: "New" })).save(path)],
  ])("%s", async (name, write) => {
    const folder = temporaryFolder();
    const path = join(folder, name);
    writeFileSync(path, "old");
    fill(path);
    await expect((async () => write(path))()).rejects.toMatchObject({
      code: "disk-full",
      facts: { system: "ENOSPC" },
      message: `cannot write ${path}: ENOSPC: no space left on device, write; nothing was written. Name another file`,
    });
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(filesOf(folder)).toEqual([name]);
  });
});

describe("writeResult", () => {
  it("says of a folder that it is one, before anything is written elsewhere", async () => {
    const folder = temporaryFolder();
    const message = `cannot write ${folder}: it is a folder; nothing was written. Name another file`;
    expect(() => writeResult(folder, "new")).toThrow(message);
    const write = vi.fn();
    await expect(writeResultBy(folder, write)).rejects.toThrow("it is a folder");
    expect(write).not.toHaveBeenCalled();
  });

  it("makes the file that a link leads to where there is none yet", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "real"));
    symlinkSync("real", join(folder, "way"));
    symlinkSync("../new.txt", join(folder, "real", "link.txt"));
    writeResult(join(folder, "way", "link.txt"), "new");
    expect(readFileSync(join(folder, "new.txt"), "utf8")).toBe("new");
    expect(lstatSync(join(folder, "real", "link.txt")).isSymbolicLink()).toBe(true);
  });

  it("replaces the file that a link leads to, and keeps the link", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "real.txt"), "old");
    symlinkSync("real.txt", join(folder, "link.txt"));
    writeResult(join(folder, "link.txt"), "new");
    expect(readFileSync(join(folder, "real.txt"), "utf8")).toBe("new");
    expect(lstatSync(join(folder, "link.txt")).isSymbolicLink()).toBe(true);
  });

  it.runIf(process.platform === "linux")("writes into a pipe as it comes", async () => {
    const pipe = join(temporaryFolder(), "pipe");
    execFileSync("mkfifo", [pipe]);
    const reader = promisify(execFile)("cat", [pipe]);
    writeResult(pipe, "through");
    expect((await reader).stdout).toBe("through");
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  it.runIf(process.platform === "linux")("names the path when its folder cannot be made", () => {
    expect(() => writeResult("/proc/none/a/result.txt", "new")).toThrow(
      "cannot write /proc/none/a/result.txt: ENOENT: no such file or directory, mkdir '/proc/none'; nothing was written. Name another file",
    );
  });
});

describe("writeResultBy", () => {
  it("removes what a process that was killed had written for the same path, and nothing of a living one", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "a+b.txt");
    const gone = spawnSync("true").pid;
    const others = [
      `a+b.txt.${gone}.0.part`, // by another program
      `a+b.txt.crawlbench-${process.pid}.7.part`,
      `aab.txt.crawlbench-${gone}.0.part`,
    ];
    for (const left of [...others, `a+b.txt.crawlbench-${gone}.0.part`]) writeFileSync(join(folder, left), "half");
    await writeResultBy(path, (to) => writeFileSync(to, "whole"));
    expect(filesOf(folder)).toEqual(["a+b.txt", ...others].toSorted());
  });

  const inPieces = (to: string) => {
    rmSync(to, { force: true });
    for (const piece of ["thro", "ugh"]) appendFileSync(to, piece);
    return 7;
  };

  it("replaces the file that a link leads to when all is written, and keeps the link", async () => {
    const folder = temporaryFolder();
    const [real, link] = [join(folder, "real.txt"), join(folder, "link.txt")];
    writeFileSync(real, "old");
    symlinkSync("real.txt", link);
    const stopped = writeResultBy(link, (to) => {
      inPieces(to);
      throw new Error("stop");
    });
    await expect(stopped).rejects.toThrow("stop");
    expect(readFileSync(real, "utf8")).toBe("old");
    expect(await writeResultBy(link, inPieces)).toBe(7);
    expect(readFileSync(real, "utf8")).toBe("through");
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(filesOf(folder)).toEqual(["link.txt", "real.txt"]);
  });

  it.runIf(process.platform === "linux").each([true, false])("writes into a pipe, in order %s", async (inOrder) => {
    const pipe = join(temporaryFolder(), "pipe");
    execFileSync("mkfifo", [pipe]);
    const reader = promisify(execFile)("cat", [pipe]);
    const write = inOrder ? (to: string) => writeFileSync(to, "through") : inPieces;
    await writeResultBy(pipe, write as (to: string) => unknown, { inOrder });
    expect((await reader).stdout).toBe("through");
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });
});
