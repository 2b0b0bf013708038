import { symlinkSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LIVE } from "../../src/base/cell-line.js";
import { formatNotebook, type Notebook, type Output, readNotebook, sourceOf } from "../../src/notebook/notebook.js";
import { projectRoot } from "../../src/notebook/project.js";
import type { NotebookRun } from "../../src/notebook/run-notebook.js";
import { writeOutputs } from "../../src/notebook/write-outputs.js";

const fixture = (name: string) => join(projectRoot, "test/fixture/notebook", `${name}.ipynb`);

const stdout = (...text: string[]): Output => ({ output_type: "stream", name: "stdout", text });
const display = (data: Record<string, unknown>): Output => ({ output_type: "display_data", data, metadata: {} });

/** What its cells show, as run-notebook.test.ts has it. */
const SHOWN: Readonly<Record<number, Output[]>> = {
  2: [stdout("one\n", "two\n"), { output_type: "stream", name: "stderr", text: ["to stderr\n"] }, stdout("three\n")],
  3: [
    { output_type: "display_data", data: { "text/plain": ["9 of 10"] }, metadata: { [LIVE]: "a" } }, // not kept
    display({ "image/png": "iVBORw0KGgo=", "text/plain": ["a line"] }),
  ],
  4: [display({ "text/html": ["<p>2\n", "of 2</p>"] })],
  5: [],
  6: [display({ "text/html": ["<b>drawn</b>"] })],
  8: [stdout("42.5\n")],
};

let folder: string;
let path: string;
let run: NotebookRun;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "crawlbench-test-"));
  path = join(folder, "copy.ipynb");
  await cp(fixture("rich-output"), path);
  const { cells } = await readNotebook(path);
  run = {
    path,
    cells: Object.entries(SHOWN).map(([number, outputs]) => {
      return { number: Number(number), code: sourceOf(cells[Number(number) - 1]), outputs };
    }),
  };
});
afterAll(() => rm(folder, { recursive: true }));

describe("storing outputs", () => {
  test("leaves a file's bytes alone where nothing is to be stored", async () => {
    // The fixtures were written by Python's json.dumps(indent=1, sort_keys=True, ensure_ascii=False), as nbformat does.
    const text = await readFile(fixture("rich-output"), "utf8");
    expect(formatNotebook(await readNotebook(fixture("rich-output")))).toBe(text);
  });

  test("puts outputs in place of the old, strips counts and times, and gives the same bytes again", async () => {
    const old = JSON.parse(await readFile(path, "utf8")) as Notebook;
    old.cells[1].execution_count = 7;
    old.cells[1].metadata.execution = { "iopub.status.busy": "2020-01-01" };
    old.cells[1].metadata.tags = ["kept"];
    old.cells[6].outputs = [{ output_type: "stream", name: "stdout", text: ["of a cell that is blank now"] }];
    await writeFile(path, JSON.stringify(old));

    await writeOutputs(path, run);
    const first = await readFile(path, "utf8");
    const { cells } = JSON.parse(first) as Notebook;
    expect(cells[1]).toMatchObject({ execution_count: null, metadata: { tags: ["kept"] } });
    expect(cells[1].metadata).not.toHaveProperty("execution");
    expect(cells.map(({ outputs }) => outputs?.length)).toEqual([undefined, 3, 1, 1, 0, 1, 0, 1]);
    expect(first.endsWith("}\n")).toBe(true);

    await writeOutputs(path, run);
    expect(await readFile(path, "utf8")).toBe(first);
  });

  test("writes nothing when the code changed since the run, or the run failed", async () => {
    const before = await readFile(path, "utf8");
    const edited = { ...run, cells: run.cells.map((cell) => ({ ...cell, code: `${cell.code} // other` })) };
    await expect(writeOutputs(path, edited)).rejects.toThrow(/cell 2: its code is not the code that was run; run the/);
    const failure = { number: 2, firstLine: "x", ename: "E", evalue: "e", message: "copy.ipynb, cell 2 (x): E: e" };
    await expect(writeOutputs(path, { ...run, failure })).rejects.toThrow(/copy\.ipynb, cell 2 \(x\): E: e/);
    expect(await readFile(path, "utf8")).toBe(before);
  });

  test.runIf(process.platform === "linux")("leaves the notebook as it was when the disk is full", async () => {
    const before = await readFile(path, "utf8");
    symlinkSync("/dev/full", `${path}.crawlbench-${process.pid}.${threadId}.part`); // where it is written first
    await expect(writeOutputs(path, run)).rejects.toMatchObject({
      code: "disk-full",
      message: `cannot write ${path}: ENOSPC: no space left on device, write; nothing was written. The notebook is as it was: mend that, and run it again`,
    });
    expect(await readFile(path, "utf8")).toBe(before);
  });
});
