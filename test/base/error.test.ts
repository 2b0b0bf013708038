import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import {
  type Code,
  CrawlbenchError,
  dataOf,
  either,
  errorFrom,
  fact,
  got,
  gotInstead,
  isProblem,
  option,
  PROBLEMS,
  problem,
  problemOf,
  say,
  within,
} from "../../src/base/error.js";
import { backlink } from "../../src/ordering/backlink.js";
import { pageRank } from "../../src/ordering/page-rank.js";
import { camelCase, sourceFolder } from "../discover.js";

const codes = Object.keys(PROBLEMS) as Code[];
const typed = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Codes that a file throws, as it names them: problem.diskFull`...`. */
function thrownIn(path: string): string[] {
  const found: string[] = [];
  const text = readFileSync(path, "utf8");
  if (!text.includes("problem.")) return found; // to parse all takes seconds
  const visit = (node: ts.Node) => {
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "problem")
      found.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2023));
  return found;
}

describe("the codes", () => {
  const files = readdirSync(sourceFolder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const thrown = new Set(files.flatMap((name) => thrownIn(join(sourceFolder, name))));

  it.each(codes)("%s is thrown somewhere", (code) => {
    expect(thrown).toContain(camelCase(code));
  });
});

const circular: Record<string, unknown> = {};
circular.self = circular;

describe("problem", () => {
  const error = problem.option`${option("urlCache", "graph")} is a power of two; ${got(7)}. ${either("load()", "crawlbench open")}`;

  it("words one message for programs and for the command line", () => {
    expect(error.message).toBe("graph: urlCache is a power of two; found 7. load()");
    expect(error.told(typed)).toBe("--url-cache is a power of two; found 7. crawlbench open");
    expect(error.told()).toBe("graph: urlCache is a power of two; found 7. crawlbench open");
  });

  it("keeps as facts the option, what was found, what is named and what is handed over", () => {
    expect(error.facts).toEqual({ option: "urlCache", owner: "graph", found: 7 });
    const damaged = problem.damaged({ block: 3 })`${fact("path", "a.gz")} is cut`;
    expect(damaged).toMatchObject({ message: "a.gz is cut", facts: { path: "a.gz", block: 3 } });
  });

  it.each([
    ["text", 'found "text"'],
    [Number.NaN, "found NaN"],
    [10n, "found 10"],
    [undefined, "found undefined"],
    [{ a: 1, create() {} }, 'found {"a":1}'],
    [null, "found null"],
    [[1n, Number.NaN, undefined], 'found ["1","NaN","undefined"]'],
    [circular, "found an object (Object)"],
    [backlink, "found the ordering backlink"],
    [[backlink(), pageRank({ accuracy: 0.1 })], 'found ["the ordering backlink","the ordering page-rank"]'],
    [(page: number) => page, "found a function"],
    [[() => 1], 'found ["a function"]'],
  ])("tells what was found as it would be written: %s", (value, text) => {
    expect(problem.option`${got(value)}`.message).toBe(text);
    const back = errorFrom(structuredClone(dataOf(problem.option`${got(value)}`))) as CrawlbenchError;
    expect(back.facts).toHaveProperty("found");
  });

  it.each([
    [() => 1, "a function"],
    [Promise.resolve(1), "a promise: write await before what made it"],
    [new Map(), "an object (Map)"],
    [[1], "an object (Array)"],
    [Object.create(null), "an object (undefined)"],
  ])("tells what was found instead by its kind alone where it is large: %s", (value, kind) => {
    expect(problem.option`${gotInstead(value)}`).toMatchObject({ message: `found ${kind}`, facts: { found: kind } });
  });

  it("tells what was found instead as it is where it is small", () => {
    expect([7, "a", null].map((value) => problem.option`${gotInstead(value)}`.message)).toEqual([
      "found 7",
      'found "a"',
      "found null",
    ]);
  });

  it("tells an error within its message in both forms, has its facts, and keeps it as the cause", () => {
    const outer = problem.crawl`no crawl: ${error}`;
    expect(outer.told(typed)).toBe(`no crawl: ${error.told(typed)}`);
    expect(outer).toMatchObject({ facts: error.facts, cause: error });
    expect(within("a.txt", error)).toMatchObject({ code: "option", facts: { path: "a.txt", found: 7 } });
    expect(problem.failed`cannot read: ${new Error("EIO")}`).toMatchObject({ message: "cannot read: EIO" });
  });

  it("takes pieces of messages", () => {
    expect(problem.option`${say`leave ${option("ties")} out`}, or not`.told(typed)).toBe("leave --ties out, or not");
  });

  it("is told by its code, wherever its class comes from", () => {
    expect(isProblem(error)).toBe(true);
    expect(isProblem(error, "damaged", "option")).toBe(true);
    expect(isProblem(error, "damaged")).toBe(false);
    expect(isProblem(Object.assign(new Error("x"), { code: "option" }))).toBe(false);
    expect(String(error.stack)).toMatch(/^CrawlbenchError: graph/);
  });
});

describe("an error as data", () => {
  it.each(codes)("%s comes back whole from JSON, in both forms", (code) => {
    const { parts, facts } = say`${option("hotAt")} is above 0; ${got(-1)}. ${either("stop()", "--model stop")}`;
    const error = new CrawlbenchError(code, parts, facts, { cause: problemOf(code)`first ${new RangeError("inner")}` });
    const back = errorFrom(JSON.parse(JSON.stringify(error))) as CrawlbenchError;
    expect(back).toBeInstanceOf(CrawlbenchError);
    expect(back).toMatchObject({ code, parts, facts, message: error.message, stack: error.stack });
    expect(back.told(typed)).toBe(error.told(typed));
    expect(back.cause).toMatchObject({ code, message: "first inner" });
    expect((back.cause as Error).cause).toMatchObject({ name: "RangeError", message: "inner" });
  });

  it("keeps the name, message, stack and code of an error that is not ours", () => {
    const error = Object.assign(new TypeError("no"), { code: "ENOENT" });
    const back = errorFrom(JSON.parse(JSON.stringify(dataOf(error))));
    expect(back).toMatchObject({ name: "TypeError", message: "no", code: "ENOENT", stack: error.stack });
    expect(isProblem(back)).toBe(false);
  });
});
