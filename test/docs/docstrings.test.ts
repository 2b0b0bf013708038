import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sourceFolder } from "../discover.js";

/** A docstring, what it is of, and the parameters of that. */
const DOCUMENTED =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:(?:export|async|static|function|get|protected|private)\s+)*\*?\s*(#?[\w$]+)?\s*(?:<[^>]*>)?\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g;

/** Each @param of a text of source that names no parameter: "missCurve: seed". */
function stray(source: string): string[] {
  return [...source.matchAll(DOCUMENTED)].flatMap(([, text, of, parameters]) =>
    [...text.matchAll(/@param\s+([\w$]+)/g)]
      .map(([, name]) => name)
      .filter((name) => !new RegExp(`(^|[,{(\\s.])${name.replace("$", "\\$")}\\s*[?:=,})]`).test(`${parameters},`))
      .slice(parameters.match(/(^|,)\s*\{/g)?.length ?? 0) // one that is taken apart has no name of its own
      .map((name) => `${of}: ${name}`),
  );
}

it("an @param of a docstring names a parameter", () => {
  expect(stray("/** @param a one @param b two */ export async function f(a: number, c = 1) {}")).toEqual(["f: b"]);
  expect(stray("/** @param a one */ #f({ c }: A): void {}")).toEqual([]);
  const files = readdirSync(sourceFolder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const all = files.flatMap((file) =>
    stray(readFileSync(join(sourceFolder, file), "utf8")).map((each) => `${file} ${each}`),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(all).toEqual([]);
});
