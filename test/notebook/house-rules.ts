import ts from "typescript";
import { type Notebook, sourceOf } from "../../src/notebook/notebook.js";

/** The names of functions that the code defines; arrows passed as arguments define nothing. */
function definedFunctions(code: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) names.push(node.name?.text ?? "function");
    if (ts.isVariableDeclaration(node) && node.initializer) {
      const { initializer } = node;
      if (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)) names.push(node.name.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("cell.ts", code, ts.ScriptTarget.ES2023, true));
  return names;
}

/**
 * What a notebook breaks of the house rules: at most 12 cells, code cells of at most 15 lines, a question first,
 * provenance last, no function definitions except where the lesson is to write one, and no execution counts.
 *
 * @param name without ".ipynb"
 * @returns one sentence for each breach
 */
export function brokenHouseRules(name: string, { cells }: Notebook): string[] {
  const broken: string[] = [];
  if (cells.length > 12) broken.push(`at most 12 cells, found ${cells.length}`);
  const [first] = cells;
  if (first?.cell_type !== "markdown" || !sourceOf(first).includes("?")) {
    broken.push("the first cell is a question in Markdown, with its question mark");
  }
  const lastCode = cells.findLast(({ cell_type }) => cell_type === "code");
  if (!lastCode || !sourceOf(lastCode).includes("provenance")) broken.push("the last code cell prints provenance");
  cells.forEach((cell, i) => {
    if (cell.cell_type !== "code") return;
    const code = sourceOf(cell);
    const lines = code.trimEnd().split("\n").length;
    if (lines > 15) broken.push(`cell ${i + 1}: at most 15 lines of code, found ${lines}`);
    if (cell.execution_count != null) broken.push(`cell ${i + 1}: no execution count, found ${cell.execution_count}`);
    if ((cell.outputs ?? []).some(({ output_type }) => output_type === "error")) {
      broken.push(`cell ${i + 1}: its stored output is an error`);
    }
    if (name.startsWith("write-your-own")) return;
    for (const defined of definedFunctions(code)) {
      broken.push(`cell ${i + 1}: no function definitions (they belong in src/), found ${defined}`);
    }
  });
  return broken;
}
