import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatNotebook, readNotebook } from "../../src/notebook/notebook.js";
import { projectRoot } from "../../src/notebook/project.js";
import { type CellRun, type NotebookRun, runNotebook } from "../../src/notebook/run-notebook.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { coded } from "../fixture/problems.js";

// What each fixture cell shows is written in the cell itself; the shapes are those of nbformat 4.
const fixture = (name: string) => join(projectRoot, "test/fixture/notebook", `${name}.ipynb`);
const runs = new Map<string, Promise<NotebookRun>>();
/** The longest that a fixture took, its kernel included: as long as this machine is busy. */
let slowest = 3000;

/** Runs a fixture, once for all tests. */
function run(name: string): Promise<NotebookRun> {
  const begun = performance.now();
  const running =
    runs.get(name) ??
    runNotebook(fixture(name)).finally(() => {
      slowest = Math.max(slowest, performance.now() - begun);
    });
  runs.set(name, running);
  return running;
}

/** The cells of "rich-output", of "library" and of "process-exit", in one notebook: it is run once for all. */
const heard: number[] = [];
let combined: ReturnType<typeof runTogether> | undefined;
const together = () => (combined ??= runTogether());
async function runTogether() {
  const names = ["rich-output", "library", "process-exit"];
  const [rich, library, exit] = await Promise.all(names.map((name) => readNotebook(fixture(name))));
  const path = join(temporaryFolder(), "together.ipynb");
  await writeFile(path, formatNotebook({ ...rich, cells: [...rich.cells, ...library.cells, ...exit.cells] }));
  const { cells, failure } = await runNotebook(path, { onCell: ({ number }) => heard.push(number) });
  const isRich = ({ number }: CellRun) => number <= rich.cells.length;
  return { failure, rich: cells.filter(isRich), library: cells.filter((cell) => !isRich(cell)).slice(0, -1) };
}

/** The first line of a failure, from the notebook's name on. */
const told = async (name: string) =>
  (await run(name)).failure?.message.split("\n")[0].replace(`${dirname(fixture(name))}/`, "");

const stdout = (...text: string[]) => ({ output_type: "stream", name: "stdout", text });
const display = (data: Record<string, unknown>) => ({ output_type: "display_data", data, metadata: {} });

describe("a notebook that runs", () => {
  test("keeps prints, bundles of several forms, and the last state of an updated display", async () => {
    const { rich } = await together();
    const shown = Object.fromEntries(rich.map(({ number, outputs }) => [number, outputs]));
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
    const { rich } = await together();
    expect(rich.find(({ number }) => number === 6)?.outputs).toEqual([display({ "text/html": ["<b>drawn</b>"] })]);
  });

  test("awaits at the top level of a cell, and passes over markdown and blank cells", async () => {
    const { rich } = await together();
    expect(rich.map(({ number }) => number)).toEqual([2, 3, 4, 5, 6, 8]);
    expect(rich.at(-1)?.outputs).toEqual([stdout("42.5\n")]); // 42 awaited, + 0.5
  });

  test("imports this package, a package's sub-path, and the arrays of ECMAScript 2023", async () => {
    const { library } = await together();
    expect(heard).toEqual([2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]); // told of each cell as it ends
    // sorted 1 2 3, then the first replaced by 9
    expect(library.slice(0, 3).map(({ outputs }) => outputs)).toEqual([
      [stdout("object\n")],
      [stdout("function\n")],
      [stdout("[ 9, 2, 3 ]\n")],
    ]);
  });
});

describe("a package.json that changes while a cell runs", () => {
  test("leaves the next cell as it is, though the compiler then looks again at what imports mean", async () => {
    const { library } = await together(); // of tslab as it comes: "Unexpected pending rebuildTimer"
    expect(library[4].outputs).toEqual([stdout("1\n")]);
  });
});

describe("a shorthand property", () => {
  test("finds a variable of an earlier cell, as stock tslab does not", async () => {
    const { library } = await together();
    expect(library[6].outputs).toEqual([stdout("{ name: 5, p: 3 }\n")]);
  });
});

describe("a TypeScript file of the project", () => {
  test("is imported by a cell", async () => {
    const { library } = await together();
    expect(library[9].outputs).toEqual([stdout("base\n")]); // the first of test/rooms.ts
  });
});

describe("the top level of a cell", () => {
  test("takes `for await`, and an await of what awaits, as stock tslab does not", async () => {
    const { library } = await together();
    expect(library.slice(7, 9).map(({ outputs }) => outputs)).toEqual([[stdout("1\n")], [stdout("saved\n")]]);
  });
});

describe("a notebook that fails", () => {
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

  test("fails for an end of its process, too, and keeps all cells before it", async () => {
    const { failure } = await together();
    expect(failure).toMatchObject({ number: 19, firstLine: "process.exit(7)", ename: "ProcessEnded" });
    expect(failure?.message).toContain(
      "): ProcessEnded: the process of the notebook ended inside this cell (exit code 7)",
    );
  });
});

describe("a notebook that does not end", () => {
  test("is ended in its own process at the time given, even in a loop that never yields", async () => {
    let seconds = Math.ceil(slowest / 500); // twice as long, and more until the first cell is over
    let ended = await runNotebook(fixture("endless"), { timeoutMs: 1000 * seconds });
    while (ended.failure?.number === 1)
      ended = await runNotebook(fixture("endless"), { timeoutMs: 1000 * (seconds *= 2) });
    const { cells, failure } = ended;
    expect(failure?.ename).toBe("TimeoutError");
    expect(failure?.message).toContain(`the notebook was still running after ${seconds} s, and was ended in this cell`);
    expect(failure?.number).toBe(2);
    expect(cells[0].outputs).toEqual([stdout("started\n")]); // what ran before is kept
  });
});

describe("a file that is no notebook", () => {
  test.each([
    ["missing.ipynb", /missing\.ipynb cannot be read \(ENOENT\): give the path of an \.ipynb file/],
    ["LICENSE", /LICENSE is not a notebook: expected JSON/],
    ["package.json", /package\.json: expected nbformat 4 with cells, found nbformat undefined/],
  ])("is refused: %s", async (name, message) => {
    const refused = runNotebook(join(projectRoot, name));
    await expect(refused).rejects.toThrow(coded("notebook"));
    await expect(refused).rejects.toThrow(message);
  });
});
