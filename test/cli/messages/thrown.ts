import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { sourceFolder } from "../../discover.js";

/** An error that a file of src/cli makes. */
export interface Thrown {
  /** "crawl.ts" */
  readonly file: string;
  /** Source of its message. */
  readonly source: string;
  /** What stands between the parts that are known only when it is said, in order. */
  readonly parts: readonly string[];
  /** Letters of the message that stand in the source; few where the words come from elsewhere. */
  readonly letters: number;
}

/** Every message of src/cli: problem.code`message`, `new ...Error(message)`. */
export function thrown(): Thrown[] {
  const folder = join(sourceFolder, "cli");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .flatMap((file) => {
      const source = ts.createSourceFile(file, readFileSync(join(folder, file), "utf8"), ts.ScriptTarget.ES2023, true);
      const found: Thrown[] = [];
      const visit = (node: ts.Node) => {
        const message = messageOf(node);
        if (message) {
          const parts = wordsOf(message, source)
            .join("")
            .split(ANY)
            .filter((part) => part.trim() !== "");
          found.push({ file, source: message.getText().replace(/\s+/g, " "), parts, letters: parts.join("").length });
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
      return found;
    });
}

function messageOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isTaggedTemplateExpression(node)) return /^problem\./.test(node.tag.getText()) ? node.template : undefined;
  return ts.isNewExpression(node) && /Error$/.test(node.expression.getText()) ? node.arguments?.[0] : undefined;
}

/** Stands for what is known only when it is said. */
const ANY = "\0";

/** The words of a message, in order. A constant of the same file is looked up. */
function wordsOf(node: ts.Expression, source: ts.SourceFile): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [
      node.head.text,
      ...node.templateSpans.flatMap(({ expression, literal }) => [...wordsOf(expression, source), literal.text]),
    ];
  if (ts.isBinaryExpression(node)) return [...wordsOf(node.left, source), ...wordsOf(node.right, source)];
  if (ts.isIdentifier(node)) {
    const constant = constantsOf(source).get(node.text);
    if (constant) return wordsOf(constant, source);
  }
  return [ANY];
}

function constantsOf(source: ts.SourceFile): Map<string, ts.Expression> {
  const found = new Map<string, ts.Expression>();
  const visit = (node: ts.Node) => {
    const { initializer, name } = node as ts.VariableDeclaration;
    if (
      ts.isVariableDeclaration(node) &&
      initializer &&
      ts.isIdentifier(name) &&
      (ts.isStringLiteralLike(initializer) || ts.isTemplateExpression(initializer))
    )
      found.set(name.text, initializer);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
