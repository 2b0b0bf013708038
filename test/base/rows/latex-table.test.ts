import { expect, it } from "vitest";
import { latexTable } from "../../../src/base/rows/latex-table.js";

it("rows become a tabular: names above, the first column to the left, what LaTeX reads as a command escaped", () => {
  const rows = [
    { "K_90 (%)": "a_b & c", pages: 10, $: "#1" },
    { "K_90 (%)": "d", pages: 2, $: "" },
  ];
  // by hand
  expect(latexTable(rows)).toBe(
    [
      "\\begin{tabular}{lrr}",
      "K\\_90 (\\%) & pages & \\$ \\\\",
      "\\hline",
      "a\\_b \\& c & 10 & \\#1 \\\\",
      "d & 2 &  \\\\",
      "\\end{tabular}",
    ].join("\n"),
  );
});

it("what a backslash does not escape is written by its name", () => {
  const [, header, , row] = latexTable([{ "a^b": "~x\\y{z}" }]).split("\n");
  expect(header).toBe("a\\textasciicircum{}b \\\\");
  expect(row).toBe("\\textasciitilde{}x\\textbackslash{}y\\{z\\} \\\\");
});
