import { describe, expect, test } from "vitest";
import type { Output } from "../../src/notebook/notebook.js";
import { Outputs } from "../../src/notebook/outputs.js";

describe("gathering outputs", () => {
  test("joins neighbouring prints of one stream into whole lines", () => {
    const cell: Output[] = [];
    const outputs = new Outputs();
    for (const text of ["a", "b\nc", "\n", "", "d"]) outputs.print(cell, "stdout", text);
    outputs.print(cell, "stderr", "e");
    outputs.print(cell, "stdout", "f");
    expect(cell).toEqual([
      { output_type: "stream", name: "stdout", text: ["ab\n", "c\n", "d"] },
      { output_type: "stream", name: "stderr", text: ["e"] },
      { output_type: "stream", name: "stdout", text: ["f"] },
    ]);
  });

  test("replaces a display in the cell that shows it, and shows nothing for an unknown id", () => {
    const first: Output[] = [];
    const outputs = new Outputs();
    outputs.display(first, { "text/plain": "1 of 2" }, {}, "live");
    outputs.update({ "text/plain": "2 of 2" }, { note: 1 }, "live");
    outputs.update({ "text/plain": "lost" }, {}, "unknown");
    expect(first).toEqual([{ output_type: "display_data", data: { "text/plain": ["2 of 2"] }, metadata: { note: 1 } }]);
  });

  // nbformat 5, v4/rwbase.py: text/*, application/javascript and image/svg+xml are held line by line, the rest as given
  test("holds text line by line, and images and JSON as they are", () => {
    const cell: Output[] = [];
    const data = { "image/svg+xml": "<svg>\n</svg>", "image/png": "aGk=\n", "application/json": { a: "x\ny" } };
    new Outputs().display(cell, data, {});
    expect(cell[0]).toHaveProperty("data", { ...data, "image/svg+xml": ["<svg>\n", "</svg>"] });
  });
});
