import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { sourceFolder } from "../discover.js";

// A claim is judged by the numbers that its tolerance states: those of `within(value, well, nearly)` stand in the text
// beside it, as they are, in percent or points, as the difference from 1, or as a word.

const WORDS = { two: 2, four: 4, half: 0.5, "nine tenths": 0.9, "a tenth": 0.1, "one in a thousand": 0.001 };

interface Bound {
  readonly place: string;
  readonly tolerance: string;
  readonly number: number;
}

/** A number that is written out, with or without a sign. */
function numberOf(node: ts.Expression): number | undefined {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isPrefixUnaryExpression(node)) {
    const size = numberOf(node.operand);
    return size && -size;
  }
  return undefined;
}

/** The text of the property `tolerance` of the claim that a node stands in. */
function toleranceAround(node: ts.Node): string | undefined {
  for (let each = node.parent; each; each = each.parent) {
    if (!ts.isObjectLiteralExpression(each)) continue;
    const found = each.properties.find((property) => property.name?.getText() === "tolerance");
    if (found && ts.isPropertyAssignment(found)) return found.initializer.getText();
  }
  return undefined;
}

function boundsIn(file: string): Bound[] {
  const source = ts.createSourceFile(file, readFileSync(join(folder, file), "utf8"), ts.ScriptTarget.Latest, true);
  const bounds: Bound[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === "within" && node.arguments.length === 3) {
      const tolerance = toleranceAround(node);
      const place = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      for (const argument of node.arguments.slice(1)) {
        const number = numberOf(argument);
        if (tolerance !== undefined && number) bounds.push({ place, tolerance, number: Math.abs(number) });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return bounds;
}

const folder = join(sourceFolder, "experiment");
const bounds = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap(boundsIn);

describe("the tolerance of a claim", () => {
  it.each(bounds)("states $number, by which $place judges", ({ number, tolerance }) => {
    const numbers = (tolerance.match(/\d+(?:[.,]\d+)*/g) ?? []).map((text) => Number(text.replaceAll(",", "")));
    const words = Object.entries(WORDS).filter(([word]) => new RegExp(`\\b${word}\\b`).test(tolerance));
    const stated = new Set([...numbers, ...words.map(([, value]) => value)]);
    const forms = [number, 100 * number, 100 * (1 - number), 100 * (number - 1), 1 - number, number - 1];
    expect(
      forms.some((form) => stated.has(Number(form.toFixed(9)))),
      tolerance,
    ).toBe(true);
  });

  it("is found beside some fifty judgements", () => expect(bounds.length).toBeGreaterThan(50));
});
