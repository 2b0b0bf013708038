import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/**
 * A small change of a source file that a test should notice.
 *
 * @typedef {object} Mutant
 * @property {string} file from the checkout's root
 * @property {number} line from 1
 * @property {number} start where the replaced text begins
 * @property {number} end where it ends
 * @property {string} text what stands there instead
 * @property {string} was what stood there
 * @property {string} code the line as it is, trimmed
 */

/** What stands in for an operator. */
const OPERATORS = new Map(
  [
    "+ -",
    "- +",
    "* /",
    "/ *",
    "% *",
    "<< >>",
    ">> <<",
    ">>> <<",
    "& |",
    "| &",
    "^ &",
    "< <=",
    "<= <",
    "> >=",
    ">= >",
    "=== !==",
    "!== ===",
    "&& ||",
    "|| &&",
    "?? &&",
    "+= -=",
    "-= +=",
    "*= /=",
    "/= *=",
    "|= &=",
    "&= |=",
    "^= |=",
    "<<= >>=",
    ">>= <<=",
    ">>>= <<=",
  ].map((pair) => pair.split(" ")),
);

/** Statements that may be left out. */
const DROPPED = [
  ts.SyntaxKind.ExpressionStatement,
  ts.SyntaxKind.BreakStatement,
  ts.SyntaxKind.ContinueStatement,
  ts.SyntaxKind.ThrowStatement,
];

/** Every mutant of a file, in the order of the text. @returns {Mutant[]} */
export function mutantsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const lines = text.split("\n");
  const found = [];
  const put = (from, end, replacement) => {
    const { line } = source.getLineAndCharacterOfPosition(from);
    found.push({
      file,
      line: line + 1,
      start: from,
      end,
      text: replacement,
      was: text.slice(from, end),
      code: lines[line].trim(),
    });
  };
  const replace = (node, replacement) => put(node.getStart(source), node.end, replacement);
  const visit = (node) => {
    if (isNoCode(node)) return;
    mutate(node, source, replace);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

const isNoCode = (node) =>
  ts.isTypeNode(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isTypeParameterDeclaration(node);

function mutate(node, source, replace) {
  const textOf = (each) => each.getText(source);
  if (ts.isBinaryExpression(node)) {
    const other = OPERATORS.get(textOf(node.operatorToken));
    if (other) replace(node.operatorToken, other);
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    replace(node, textOf(node.operand));
  } else if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const step = textOf(node).match(/\+\+|--/)?.[0];
    if (step) replace(node, textOf(node).replace(step, step === "++" ? "--" : "++"));
  } else if (isValue(node)) mutateValue(node, replace, textOf);
  const condition = ts.isConditionalExpression(node)
    ? node.condition
    : (ts.isIfStatement(node) || ts.isWhileStatement(node)) && node.expression;
  if (condition) replace(condition, `!(${textOf(condition)})`);
  if (DROPPED.includes(node.kind) && !/^super\b/.test(textOf(node))) replace(node, ";");
}

/** A literal that is a value: no name, no path of a module. */
const isValue = (node) =>
  (ts.isLiteralExpression(node) || [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword].includes(node.kind)) &&
  !(ts.isPropertyAssignment(node.parent) && node.parent.name === node) &&
  !(ts.isCallExpression(node.parent) && node.parent.expression.kind === ts.SyntaxKind.ImportKeyword);

function mutateValue(node, replace, textOf) {
  if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, "false");
  else if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, "true");
  else if (ts.isNumericLiteral(node)) replace(node, node.text === "1" ? "0" : `(${textOf(node)} + 1)`);
  else if (ts.isBigIntLiteral(node)) replace(node, `(${textOf(node)} + 1n)`);
  // prose is for people
  else if (ts.isStringLiteral(node) && /^\S*$/.test(node.text)) replace(node, node.text === "" ? '"mutant"' : '""');
}

/** Files of the library, by their paths from the checkout's root. */
const sources = (root) =>
  readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join("src", name))
    .sort();

/**
 * Draws mutants: lines of code, each with the same chance, then one change of the line. No line is drawn twice.
 *
 * @param {{ below(limit: number): number }} random
 * @param {(mutant: Mutant) => boolean} isWanted
 * @returns {Mutant[]}
 */
export function draw(root, count, random, isWanted) {
  const byLine = new Map();
  for (const file of sources(root)) {
    for (const mutant of mutantsOf(file, readFileSync(join(root, file), "utf8"))) {
      const place = `${file}:${mutant.line}`;
      byLine.set(place, [...(byLine.get(place) ?? []), mutant]);
    }
  }
  const lines = [...byLine.values()].map((each) => each.filter(isWanted)).filter((each) => each.length > 0);
  const drawn = [];
  while (drawn.length < count && lines.length > 0) {
    const [mutants] = lines.splice(random.below(lines.length), 1);
    drawn.push(mutants[random.below(mutants.length)]);
  }
  return drawn;
}
