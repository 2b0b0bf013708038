import { expect, test } from "vitest";
import { LIVE } from "../../src/base/cell-line.js";
import type { Cell, Output } from "../../src/notebook/notebook.js";
import { storedAgainstShown } from "./stored-outputs.js";

const printing = (text: string): Output[] => [{ output_type: "stream", name: "stdout", text: [text] }];
const cell = (outputs: Output[]): Cell => ({ cell_type: "code", metadata: {}, source: "", outputs });
const text: Cell = { cell_type: "markdown", metadata: {}, source: "campus" };

const cells = [text, cell(printing("campus: 0.5\n")), cell([]), cell(printing("a\nb\n"))];
const run = [
  { number: 2, outputs: [] },
  { number: 3, outputs: printing("new") },
  { number: 4, outputs: printing("a\nc\n") },
];

test("a cell shows the words that it stores: the first line that differs is named, of each", () => {
  const { differences, excused } = storedAgainstShown(cells, run, ["cnr-2000"]);
  expect(differences).toEqual([
    { cell: 2, stored: "campus: 0.5", shows: "" },
    { cell: 3, stored: "", shows: "new" },
    { cell: 4, stored: "b", shows: "c" },
  ]);
  expect(excused.size).toBe(0);
});

test("where times are shown, a cell that stores something has to show something, and the other way round", () => {
  expect(storedAgainstShown(cells, run, [], true).differences.map((each) => each.cell)).toEqual([2, 3]);
});

test("what is beside a picture counts, a picture alone is not nothing, and a line of progress is", () => {
  const display = (data: Record<string, string | string[]>, metadata = {}): Output[] => [
    { output_type: "display_data", data, metadata },
  ];
  const stored = [
    cell(display({ "image/png": "AA==", "text/plain": ["Graph 1\n", "agrees"] })),
    cell(display({ "image/png": "AA==" })),
  ];
  const shows = (first: string[], second: Output[]) =>
    storedAgainstShown(
      stored,
      [
        { number: 1, outputs: display({ "image/png": "BB==", "text/plain": first }) },
        { number: 2, outputs: second },
      ],
      [],
    ).differences;
  const line = display({ "text/plain": "1 of 5" }, { [LIVE]: true });
  expect(shows(["Graph 1\nagrees"], [...line, ...display({ "image/png": "CC==" })])).toEqual([]);
  expect(shows(["Graph 1\nmixed"], line).map((each) => [each.cell, each.stored, each.shows])).toEqual([
    [1, "agrees", "mixed"],
    [2, "", ""],
  ]);
});

test("a cell whose stored outputs come from a web that is missing here is not compared, and only that cell", () => {
  const cells = [cell(printing("cnr-2000 is left out: too few hot pages\n")), cell(printing("campus\n"))];
  const run = [
    { number: 1, outputs: [] },
    { number: 2, outputs: [] },
  ];
  const { differences, excused } = storedAgainstShown(cells, run, ["cnr-2000"]);
  expect(differences).toEqual([{ cell: 2, stored: "campus", shows: "" }]);
  expect([...excused]).toEqual([[1, ["cnr-2000"]]]);
});

test("a web whose name is part of another's is not taken for it", () => {
  const cells = [cell(printing("campus, uci-ics-2019-text\n"))];
  const run = [{ number: 1, outputs: printing("campus\n") }];
  expect(storedAgainstShown(cells, run, ["uci-ics-2019"]).excused.size).toBe(0);
});
