import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { NotebookError } from "../../src/notebook/notebook.js";
import { projectRoot } from "../../src/notebook/project.js";
import { type NotebookRun, runNotebook } from "../../src/notebook/run-notebook.js";

// What each fixture cell shows is written in the cell itself; the shapes are those of nbformat 4.
const fixture = (name: string) => join(projectRoot, "test/fixture/notebook", `${name}.ipynb`);
const runs = new Map<string, Promise<NotebookRun>>();

/** Runs a fixture, once for all tests. */
function run(name: string, timeoutMs = 60_000): Promise<NotebookRun> {
  const running = runs.get(name) ?? runNotebook(fixture(name), { timeoutMs });
  runs.set(name, running);
  return running;
}

/** The first line of a failure, from the notebook's name on. */
const told = async (name: string, timeoutMs?: number) =>
  (await run(name, timeoutMs)).failure?.message.split("\n")[0].replace(`${dirname(fixture(name))}/`, "");

const stdout = (...text: string[]) => ({ output_type: "stream", name: "stdout", text });
const display = (data: Record<string, unknown>) => ({ output_type: "display_data", data, metadata: {} });

describe("a notebook that runs", { timeout: 90_000 }, () => {
  test("keeps prints, bundles of several forms, and the last state of an updated display", async () => {
    const { cells, failure } = await run("rich-output");
    expect(failure).toBeUndefined();
    const shown = Object.fromEntries(cells.map(({ number, outputs }) => [number, outputs]));
    expect(shown[2]).toEqual([
      stdout("one\n", "two\n"),
      { output_type: "stream", name: "stderr", text: ["to stderr\n"] },
      stdout("three\n"),
    ]);
    expect(shown[3]).toEqual([
      display({
        "image/png": "iVBORw0KGgo=",
        "application/vnd.vegalite.v5+json": { mark: "line" },
        "text/plain": ["a line"],
      }),
    ]);
    expect(shown[4]).toEqual([display({ "text/html": ["<p>2\n", "of 2</p>"] })]); // updated by cell 5
    expect(shown[5]).toEqual([]);
  });

  test("shows a result that displays itself once, without a blank line below", async () => {
    const { cells } = await run("rich-output");
    expect(cells.find(({ number }) => number === 6)?.outputs).toEqual([display({ "text/html": ["<b>drawn</b>"] })]);
  });

  test("awaits at the top level of a cell, and passes over markdown and blank cells", async () => {
    const { cells } = await run("rich-output");
    expect(cells.map(({ number }) => number)).toEqual([2, 3, 4, 5, 6, 8]);
    expect(cells.at(-1)?.outputs).toEqual([stdout("42.5\n")]); // 42 awaited, + 0.5
  });

  test("imports this package, a package's sub-path, and the arrays of ECMAScript 2023", async () => {
    const { cells, failure } = await run("library");
    expect(failure).toBeUndefined();
    // sorted 1 2 3, then the first replaced by 9
    expect(cells.map(({ outputs }) => outputs)).toEqual([
      [stdout("object\n")],
      [stdout("function\n")],
      [stdout("[ 9, 2, 3 ]\n")],
    ]);
  });

  test("tells of each cell as it ends", async () => {
    const heard: number[] = [];
    await runNotebook(fixture("library"), { onCell: ({ number }) => heard.push(number) });
    expect(heard).toEqual([1, 2, 3]);
  });
});

describe("a shorthand property", { timeout: 90_000 }, () => {
  test("finds a variable of an earlier cell, as stock tslab does not", async () => {
    const { cells, failure } = await run("shorthand");
    expect(failure).toBeUndefined();
    expect(cells[1].outputs).toEqual([stdout("{ name: 5, p: 3 }\n")]);
  });
});

describe("a notebook that fails", { timeout: 90_000 }, () => {
  test("stops there, and names notebook, cell, first line and error on line 1", async () => {
    const { cells, failure } = await run("thrown-error");
    expect(failure).toMatchObject({
      number: 3,
      firstLine: "// a comment stands first",
      ename: "RangeError",
      evalue: "hotAt must be at least 1, found -1",
    });
    expect(await told("thrown-error")).toBe(
      "thrown-error.ipynb, cell 3 (// a comment stands first): RangeError: hotAt must be at least 1, found -1",
    );
    expect(cells.map(({ number }) => number)).toEqual([2, 3]);
    expect(cells.at(-1)?.outputs.map(({ output_type }) => output_type)).toEqual(["error"]);
  });

  test("tells no frame of tslab or Node", async () => {
    const { failure } = await run("cause");
    expect(failure?.message).toMatch(/: TypeError: outer\ncaused by Error: inner/);
    expect(failure?.message).not.toMatch(/evalmachine|node:|tslab\/dist/);
  });

  test("is refused for a misspelt option before anything runs, the option named on line 1", async () => {
    expect(await told("type-error")).toBe(
      "type-error.ipynb, cell 2 (const g = 3): TypeScript: 2:19 - Object literal may only specify known properties, " +
        "and 'sead' does not exist in type '{ hotAt: number; seed?: number | undefined; }'.",
    );
    expect((await run("type-error")).failure?.message).toContain(
      "    crawl({ hotAt: g, sead: 1 })\n                      ^",
    );
  });

  test("is refused for a misspelt import", async () => {
    expect(await told("misspelt-import")).toContain(`1:17 - Module '"node:path"' has no exported member 'joyn'.`);
    expect(await told("missing-export")).toContain(`Module '"crawlbench"' has no exported member 'noSuchOrdering'.`);
  });

  test("is refused for what only strict checks see", async () => {
    expect(await told("strict-only")).toContain("2:1 - 'found' is possibly 'undefined'.");
  });

  test.each([
    ["thrown-text", "Thrown: no error object"],
    ["forgotten-await", "Error: nobody waited for this"],
    ["process-exit", "ProcessEnded: the process of the notebook ended inside this cell (exit code 7)"],
    ["for-await", "SyntaxError: Unexpected reserved word"],
  ])("fails for %s too", async (name, expected) => {
    expect(await told(name)).toContain(`): ${expected}`);
  });

  test("says what to do instead of a top-level for await", async () => {
    expect((await run("for-await")).failure?.message).toContain("put it in an async function");
  });
});

describe("a notebook that does not end", { timeout: 90_000 }, () => {
  test("is ended in its own process at the time given, even in a loop that never yields", async () => {
    const { cells, failure } = await run("endless", 12_000);
    expect(failure?.ename).toBe("TimeoutError");
    expect(failure?.message).toContain("the notebook was still running after 12 s, and was ended in this cell");
    expect(failure?.number).toBe(2);
    expect(cells[0].outputs).toEqual([stdout("started\n")]); // what ran before is kept
  });

  test("is ended while it waits", async () => {
    expect(await told("never-settles", 4_000)).toContain("cell 1 (await new Promise(() => {})): TimeoutError");
  });
});

describe("a file that is no notebook", () => {
  test.each([
    ["missing.ipynb", /missing\.ipynb cannot be read \(ENOENT\): give the path of an \.ipynb file/],
    ["LICENSE", /LICENSE is not a notebook: expected JSON/],
    ["package.json", /package\.json: expected nbformat 4 with cells, found nbformat undefined/],
  ])("is refused: %s", async (name, message) => {
    const refused = runNotebook(join(projectRoot, name));
    await expect(refused).rejects.toThrow(NotebookError);
    await expect(refused).rejects.toThrow(message);
  });
});
