import { describe, expect, test } from "vitest";
import type { Cell, Notebook } from "../../src/notebook/notebook.js";
import { brokenHouseRules } from "./house-rules.js";

const question: Cell = { cell_type: "markdown", metadata: {}, source: "Which order?" };
const code = (source: string, more: Partial<Cell> = {}): Cell => ({
  cell_type: "code",
  metadata: {},
  source,
  execution_count: null,
  outputs: [],
  ...more,
});
const provenance = code("runs.provenance");
const notebook = (...cells: Cell[]): Notebook => ({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });
const broken = (cells: Cell[], name = "cho1998-graph-1") => brokenHouseRules(name, notebook(...cells));

describe("the house rules of a notebook", () => {
  test("allow a question, code with arrows as arguments, and provenance", () => {
    expect(broken([question, code("rows.map((row) => row.seed)"), provenance])).toEqual([]);
  });

  test("count cells to 12 and lines to 15", () => {
    const ten = Array.from({ length: 10 }, () => code("1"));
    expect(broken([question, ...ten, provenance])).toEqual([]);
    expect(broken([question, ...ten, code("1"), provenance])).toEqual(["at most 12 cells, found 13"]);
    const lines = (count: number) => code(Array.from({ length: count }, (_, i) => `${i}`).join("\n"));
    expect(broken([question, lines(15), provenance])).toEqual([]);
    expect(broken([question, lines(16), provenance])).toEqual(["cell 2: at most 15 lines of code, found 16"]);
  });

  test("want a question first and provenance in the last code cell", () => {
    const statement = { ...question, source: "An answer." };
    expect(broken([statement, provenance])).toEqual([expect.stringContaining("first cell is a question")]);
    expect(broken([provenance])).toEqual([expect.stringContaining("first cell is a question")]);
    expect(broken([question, provenance, code("1")])).toEqual(["the last code cell shows provenance"]);
  });

  test.each(["function f() {}", "const f = () => 1", "const f = async function () {}", "class f {}"])(
    "refuse %s, except where the lesson is to write one",
    (source) => {
      const cells = [question, code(source), provenance];
      expect(broken(cells)).toEqual(["cell 2: no function definitions (they belong in src/), found f"]);
      expect(broken(cells, "write-your-own-ordering")).toEqual([]);
    },
  );

  test("want counts stripped and no stored error", () => {
    const error = { output_type: "error", ename: "E", evalue: "e", traceback: [] } as const;
    const cell = code("1", { execution_count: 3, outputs: [error] });
    expect(broken([question, cell, provenance])).toEqual([
      "cell 2: its stored output is an error",
      "cell 2: no execution count, found 3",
    ]);
  });

  test("measure code to 100 columns, and let results show themselves", () => {
    const wide = (columns: number) => code(`"${"x".repeat(columns - 2)}"`);
    expect(broken([question, wide(100), provenance])).toEqual([]);
    expect(broken([question, wide(101), provenance])).toEqual(["cell 2: at most 100 columns of code, found 101"]);
    const loop = code("for (const { claim } of result.verdicts) console.log(claim)");
    expect(broken([question, loop, provenance])).toEqual([expect.stringContaining("cell 2: no loops over a result")]);
    expect(broken([question, code("for (const topic of topics) go(topic)"), provenance])).toEqual([]);
    const table = code("console.table(rows)");
    expect(broken([question, table, provenance])).toEqual([expect.stringContaining("cell 2: no console.table")]);
  });

  test("want a variable of another cell written out, as tslab's own kernel needs it", () => {
    const first = code("const web = await load('campus')\nconst options = { repeats: 2 }");
    expect(broken([question, first, code("go({ web: web, ...options })"), provenance])).toEqual([]);
    const own = code("const [web, scale] = [1, 2]\n;[web].map((each) => ({ web, scale, each }))");
    expect(broken([question, own, provenance])).toEqual([]);
    expect(broken([question, first, code("[1].map((each) => go({ each, web }))"), provenance])).toEqual([
      "cell 3: { web } of another cell: tslab's own kernel needs { web: web }",
    ]);
  });

  test("measure what was printed to 110 columns, and the file to 600 kB", () => {
    const printed = (text: string) => code("1", { outputs: [{ output_type: "stream", name: "stdout", text: [text] }] });
    expect(broken([question, printed("x".repeat(110)), provenance])).toEqual([]);
    const tooWide = broken([question, printed("x".repeat(111)), provenance]);
    expect(tooWide).toEqual(["cell 2: at most 110 columns of text, found 111"]);
    const tooLarge = broken([question, printed("x\n".repeat(300_000)), provenance]);
    expect(tooLarge).toEqual([expect.stringMatching(/^at most 600 kB, found \d+$/)]);
  });
});
