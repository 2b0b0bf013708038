import { expect, test } from "vitest";
import type { Cell, Output } from "../../src/notebook/notebook.js";
import { storedAgainstShown } from "./stored-outputs.js";

const printing = (text: string): Output[] => [{ output_type: "stream", name: "stdout", text: [text] }];
const cell = (outputs: Output[]): Cell => ({ cell_type: "code", metadata: {}, source: "", outputs });
const text: Cell = { cell_type: "markdown", metadata: {}, source: "campus" };

test("a cell that stores something has to show something, and the other way round", () => {
  const cells = [text, cell(printing("campus: 0.5\n")), cell([]), cell(printing("campus\n"))];
  const run = [
    { number: 2, outputs: [] },
    { number: 3, outputs: printing("new") },
    { number: 4, outputs: printing("other words") },
  ];
  const { differences, excused } = storedAgainstShown(cells, run, ["cnr-2000"]);
  expect(differences).toEqual([
    { cell: 2, stored: true, shows: false },
    { cell: 3, stored: false, shows: true },
  ]);
  expect(excused.size).toBe(0);
});

test("a cell whose stored outputs come from a web that is missing here is not compared, and only that cell", () => {
  const cells = [cell(printing("cnr-2000 is left out: too few hot pages\n")), cell(printing("campus\n"))];
  const run = [
    { number: 1, outputs: [] },
    { number: 2, outputs: [] },
  ];
  const { differences, excused } = storedAgainstShown(cells, run, ["cnr-2000"]);
  expect(differences).toEqual([{ cell: 2, stored: true, shows: false }]);
  expect([...excused]).toEqual([[1, ["cnr-2000"]]]);
});

test("a web whose name is part of another's is not taken for it", () => {
  const cells = [cell(printing("campus, uci-ics-2019-text\n"))];
  const run = [{ number: 1, outputs: printing("campus\n") }];
  expect(storedAgainstShown(cells, run, ["uci-ics-2019"]).excused.size).toBe(0);
});
