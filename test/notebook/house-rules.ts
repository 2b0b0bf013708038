import ts from "typescript";
import { formatNotebook, type Notebook, type Output, sourceOf } from "../../src/notebook/notebook.js";

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

/** The names of shorthand properties, `{ name }`, whose variables the code does not declare itself. */
function foreignShorthands(code: string): string[] {
  const file = ts.createSourceFile("cell.ts", code, ts.ScriptTarget.ES2023, true);
  const options = { noLib: true, noResolve: true, types: [], target: ts.ScriptTarget.ES2023 };
  const host = { ...ts.createCompilerHost(options), getSourceFile: () => file };
  const checker = ts.createProgram(["cell.ts"], options, host).getTypeChecker();
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const isShorthand = ts.isShorthandPropertyAssignment(node);
    if (isShorthand && !checker.getShorthandAssignmentValueSymbol(node)?.declarations) names.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

/** Columns of a line of code, and of a line that was printed. */
const WIDEST_CODE = 100;
const WIDEST_PRINT = 110;

/** Bytes of a notebook with its outputs. */
const LARGEST = 600_000;

/** Loops over what results show themselves: claims, verdicts, notes, quirks. */
const LOOP_OVER_RESULT = /\bfor\b.*\bof\b.*\.(verdicts|claims|notes|quirks|rows|summary)\b/;

const widest = (text: string): number => text.split("\n").reduce((most, line) => Math.max(most, line.length), 0);

/** What a cell of code breaks. */
function brokenByCode(code: string): string[] {
  const broken: string[] = [];
  const lines = code.trimEnd().split("\n").length;
  if (lines > 15) broken.push(`at most 15 lines of code, found ${lines}`);
  if (widest(code) > WIDEST_CODE) broken.push(`at most ${WIDEST_CODE} columns of code, found ${widest(code)}`);
  if (LOOP_OVER_RESULT.test(code)) broken.push("no loops over a result: as the last line it shows itself");
  if (/\bconsole\.(table|dir)\b/.test(code)) broken.push("no console.table or console.dir: rows show themselves");
  for (const name of foreignShorthands(code)) {
    broken.push(`{ ${name} } of another cell: tslab's own kernel needs { ${name}: ${name} }`);
  }
  return broken;
}

/** Text that code hosts show of an output, and that terminals print. */
function textOf(output: Output): string {
  if (output.output_type === "stream") return output.text.join("");
  if (!("data" in output)) return "";
  const text = (output.data as Record<string, unknown>)["text/plain"];
  return Array.isArray(text) ? text.join("") : "";
}

/** What a cell's stored outputs break. */
function brokenByOutputs(outputs: readonly Output[]): string[] {
  const broken: string[] = [];
  if (outputs.some(({ output_type }) => output_type === "error")) broken.push("its stored output is an error");
  for (const output of outputs) {
    const columns = widest(textOf(output).replace(/^CrawlbenchError:.*$/gm, "")); // errors are sentences
    if (columns > WIDEST_PRINT) broken.push(`at most ${WIDEST_PRINT} columns of text, found ${columns}`);
  }
  return broken;
}

/**
 * What a notebook breaks of the house rules: at most 12 cells, code cells of at most 15 lines of 100 columns, a question
 * first, provenance last, no function definitions except where the lesson is to write one, no loops over results, no
 * shorthand property for a variable of another cell, no execution counts, nothing printed wider than 110 columns, at most
 * 600 kB.
 *
 * @param name without ".ipynb"
 * @returns one sentence for each breach
 */
export function brokenHouseRules(name: string, notebook: Notebook): string[] {
  const { cells } = notebook;
  const broken: string[] = [];
  const bytes = Buffer.byteLength(formatNotebook(notebook));
  if (bytes > LARGEST) broken.push(`at most ${LARGEST / 1000} kB, found ${Math.ceil(bytes / 1000)}`);
  if (cells.length > 12) broken.push(`at most 12 cells, found ${cells.length}`);
  const [first] = cells;
  if (first?.cell_type !== "markdown" || !sourceOf(first).includes("?")) {
    broken.push("the first cell is a question in Markdown, with its question mark");
  }
  const lastCode = cells.findLast(({ cell_type }) => cell_type === "code");
  if (!lastCode || !sourceOf(lastCode).includes("provenance")) broken.push("the last code cell shows provenance");
  cells.forEach((cell, i) => {
    if (cell.cell_type !== "code") return;
    const code = sourceOf(cell);
    for (const breach of [...brokenByCode(code), ...brokenByOutputs(cell.outputs ?? [])])
      broken.push(`cell ${i + 1}: ${breach}`);
    if (cell.execution_count != null) broken.push(`cell ${i + 1}: no execution count, found ${cell.execution_count}`);
    if (name.startsWith("write-your-own")) return;
    for (const defined of definedFunctions(code)) {
      broken.push(`cell ${i + 1}: no function definitions (they belong in src/), found ${defined}`);
    }
  });
  return broken;
}
