import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { FAMILIES, familyOf } from "../../src/experiment/families.js";
import { paperPoints } from "../../src/experiment/paper-points.js";
import { dataFolder } from "../../src/web/dataset/load.js";
import { sourceFolder } from "../discover.js";

// A claim, and a point drawn in a figure, carries the paper's own words. Here they are looked up in the papers, as text in the folder `papers` beside
// the data folder; where there is none, this is skipped.

type Family = keyof typeof FAMILIES;

interface Quote {
  readonly family: Family;
  readonly place: string;
  readonly quote: string;
}

/** Texts in a property `quote`, or in a constant `QUOTES` that such a property takes them from. */
function quotesIn(family: Family, file: string): Quote[] {
  const path = join(sourceFolder, "experiment", family, file);
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const quotes: Quote[] = [];
  const visit = (node: ts.Node, inQuote: boolean): void => {
    if (inQuote && ts.isStringLiteral(node)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      quotes.push({ family, place: `${family}/${file}:${line}`, quote: node.text });
    }
    const isQuote =
      (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) && /^(quote|QUOTES)$/.test(node.name.getText());
    ts.forEachChild(node, (child) => visit(child, inQuote || isQuote));
  };
  visit(source, false);
  return quotes;
}

const ofClaims = (Object.keys(FAMILIES) as Family[]).flatMap((family) =>
  readdirSync(join(sourceFolder, "experiment", family))
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => quotesIn(family, file)),
);

/** Those of the points that figures draw. */
const ofPoints = paperPoints.map(({ figure, says, quote }) => ({
  family: familyOf(figure),
  place: `points.json: ${figure}, ${says}`,
  quote,
}));

const quotes = [...ofClaims, ...ofPoints];

const SIGNS: Readonly<Record<string, string>> = { alpha: "α", beta: "β", gamma: "γ", approx: "≈", geq: "≥", cdot: "·" };

/**
 * Letters and signs as a reader sees them, without white space: formulas without their markup, no marks of footnotes,
 * words whole that a line ends in, one kind of quote marks and dashes.
 */
const plain = (text: string): string =>
  text
    .replace(/<sup>\d+<\/sup>|[¹²³⁰⁴-⁹]+/g, "")
    .replace(/\\([a-z]+)/g, (markup, name: string) => SIGNS[name] ?? markup)
    .replace(/\^\{(\d+)\}/g, "^$1")
    .replace(/\^\{([^}]+)\}/g, "^($1)")
    .replace(/[$\\*`{}]/g, "")
    .normalize("NFKC")
    .replace(/(\p{Ll})-\n(\p{Ll})/gu, "$1$2")
    .replace(/[“”„]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, "-")
    .replace(/\s+/g, "");

const folder = join(dataFolder() ?? "", "..", "papers");
const texts = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => file.endsWith(".txt"))
      .map((file) => plain(readFileSync(join(folder, file), "utf8")))
  : [];

/** Copies of a paper. Our own experiments quote the paper that proposes what they try. */
function copiesOf(family: Family): string[] {
  const title = FAMILIES[family === "ours" ? "broder2003" : family].split(": ")[1];
  return texts.filter((text) => text.slice(0, 1000).toLowerCase().includes(plain(title).toLowerCase()));
}

/** Are these the words of the text, in their order, "..." for what is left out? */
function says(text: string, quote: string): boolean {
  let from = 0;
  return quote.split("...").every((part) => {
    const at = text.indexOf(plain(part), from);
    from = at + plain(part).length;
    return at >= 0;
  });
}

describe.skipIf(texts.length === 0)("a quote", () => {
  it.each(quotes)("stands in the paper: $place", ({ family, quote }) => {
    expect(copiesOf(family)).not.toEqual([]);
    expect(
      copiesOf(family).some((text) => says(text, quote)),
      quote,
    ).toBe(true);
  });

  it("is not found where a paper says something else, or says it in another order", () => {
    const [text] = copiesOf("cho1998");
    expect(says(text, "the IR'(P) metric outperforms the IB'(P) one")).toBe(true);
    expect(says(text, "the IB'(P) metric outperforms the IR'(P) one")).toBe(false);
    expect(says(text, "When the user reaches a page ... he jumps to a random page")).toBe(true);
    expect(says(text, "he jumps to a random page ... When the user reaches a page")).toBe(false);
  });
});

describe("quotes", () => {
  it("are found in the claims of all four papers, and of our own experiments on them", () => {
    expect(ofClaims.length).toBeGreaterThan(90);
    expect(new Set(ofClaims.map(({ family }) => family))).toEqual(new Set(Object.keys(FAMILIES)));
  });
});
