import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, CommanderError } from "commander";
import { describe, expect, it } from "vitest";
import { experiments } from "../../src/experiment/found.js";
import { INVENTORY } from "../../src/experiment/inventory.js";
import { root } from "../cli/command.js";
import { wordsOf } from "../cli/whole-program.js";
import { exportsOf } from "../discover.js";

// docs/papers: each part of a paper, where it is, what shows it, and what holds it, or why nothing does. What is named
// there exists, and can be typed.

const PAPERS = ["cho1998", "broder2003", "shkapenyuk2001", "dorosz"] as const;
const HEAD = ["part", "where", "shown by", "held by, or why not"];
const read = (path: string) => readFileSync(join(root, path), "utf8");

const CLAIM_TESTS = readdirSync(join(root, "test/experiment"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => ({ path: `test/experiment/${name}`, text: read(`test/experiment/${name}`) }));

interface Row {
  readonly line: string;
  readonly cells: readonly string[];
}

/** Rows of all tables of a page, without heads. A bar in code has a backslash before it. */
const rowsOf = (text: string): Row[] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| part "))
    .map((line) => ({ line, cells: line.slice(2, -2).split(/ (?<!\\)\| /) }));

/** Tests that import the claims of a file: "src/experiment/ours/regret.ts". */
const triersOf = (file: string): string[] =>
  CLAIM_TESTS.filter(({ text }) =>
    new RegExp(`import \\{[^}]*\\bclaims\\b[^}]*\\} from "[./]*/${file.replace(/\.ts$/, "\\.js")}"`).test(text),
  ).map(({ path }) => path);

const codes = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
/** What a cell says besides code and commas. */
const wordsBeside = (cell: string) => cell.replace(/`[^`]+`/g, "").replace(/[,;\s-]/g, "");

const ids = (await experiments()).map(({ id }) => id);

const makers = new Map(
  (await exportsOf("cli"))
    .filter(({ export: name }) => name.endsWith("Command"))
    .map(({ value }) => {
      const make = value as () => Command;
      return [make().name(), make] as const;
    }),
);

/** Why a command cannot be typed so; undefined where it can. It is parsed, and not run. */
async function refusalOf(line: string): Promise<string | undefined> {
  const [, name, ...words] = wordsOf(line);
  const command = makers.get(name)?.();
  if (command === undefined) return `no command ${name}`;
  const below = (each: Command): Command[] => [each, ...each.commands.flatMap(below)];
  for (const each of below(command)) {
    each.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} });
    each.action(() => {});
    Object.assign(each, { _lifeCycleHooks: {} }); // they would load webs
  }
  try {
    await command.parseAsync(words, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? undefined : error.message;
    throw error;
  }
}

describe("a command in docs/papers", () => {
  it("is refused where it cannot be typed, and is not run where it can", async () => {
    expect(await refusalOf("crawlbench judge 'no such web' --hot 3")).toBeUndefined();
    expect(await refusalOf("crawlbench judge campus --hott 3")).toMatch(/unknown option/);
    expect(await refusalOf("crawlbench judges campus")).toBe("no command judges");
    expect(await refusalOf("crawlbench url fingerprint campus")).toMatch(/unknown command|too many arguments/);
    expect(await refusalOf("crawlbench cache")).toMatch(/missing required argument/);
  });
});

describe.each(PAPERS)("docs/papers/%s.md", (paper) => {
  const path = `docs/papers/${paper}.md`;
  const text = read(path);
  const rows = rowsOf(text);

  it("has tables of four columns, each part once", () => {
    const heads = text.split("\n").filter((line) => line.startsWith("| part "));
    expect(new Set(heads)).toEqual(new Set([`| ${HEAD.join(" | ")} |`]));
    expect(rows.filter(({ cells }) => cells.length !== 4 || cells.includes(""))).toEqual([]);
    expect(rows.length).toBeGreaterThan(30);
    const parts = rows.map(({ cells: [part] }) => part);
    expect(parts.filter((part, at) => parts.indexOf(part) !== at)).toEqual([]);
  });

  it("names files that there are: code in the second column, tests in the last", () => {
    for (const { line, cells } of rows) {
      const files = [...codes(cells[1]), ...codes(cells[3])].filter((code) =>
        /^(src|test|docs|bench|datasets)\//.test(code),
      );
      for (const file of files) expect(existsSync(join(root, file)), `${file} in ${line}`).toBe(true);
      if (cells[1] !== "-") expect(codes(cells[1]).length, line).toBeGreaterThan(0);
    }
  });

  it("says of each part which test holds it, or why none does, and why nothing shows it", () => {
    for (const { line, cells } of rows) {
      const tests = codes(cells[3]).filter((code) => /^test\/.*\.(test|prove)\.ts$/.test(code));
      const [, where, shown, held] = cells;
      const needsReason = tests.length === 0 || where === "-" || shown === "-";
      if (needsReason) expect(wordsBeside(held).length, line).toBeGreaterThan(10);
    }
  });

  it("says of no claim that only what every experiment owes holds it, where a test that it does not name tries it", () => {
    const owed = rows.filter(({ cells: [, , , held] }) => held.includes("only what every experiment owes"));
    const unnamed = owed.flatMap(({ cells: [, where, , held] }) =>
      codes(where).flatMap((file) => triersOf(file).filter((test) => !codes(held).includes(test))),
    );
    expect(unnamed).toEqual([]);
  });

  it("shows commands that can be typed, of experiments that there are", async () => {
    for (const { line, cells } of rows) {
      for (const code of codes(cells[2])) {
        expect(code, line).toMatch(/^crawlbench /);
        expect(await refusalOf(code), code).toBeUndefined();
        const which = /^crawlbench reproduce (\S+)/.exec(code)?.[1];
        if (which !== undefined)
          expect(
            ids.some((id) => id === which || id.startsWith(`${which}/`)),
            code,
          ).toBe(true);
      }
    }
  });

  it("names every experiment on the paper, and every graph, figure and table", () => {
    const shown = rows.flatMap(({ cells }) => codes(cells[2])).join("\n");
    const own = INVENTORY.filter((each) => each.paper === paper);
    const named = new Set(own.flatMap((each) => each.experiments).filter((id) => id.startsWith(paper)));
    expect([...named].filter((id) => !shown.includes(id))).toEqual([]);
    const items = own.flatMap(({ item }) => /\b(?:Graph|Figure|Table) [\d.]+/.exec(item) ?? []);
    expect(items.filter((item) => !rows.some(({ cells: [part] }) => new RegExp(`${item}(?!\\d)`).test(part)))).toEqual(
      [],
    );
  });

  it("is linked from the page on reproducing", () => {
    expect(read("docs/reproduce.md")).toContain(`(papers/${paper}.md)`);
  });
});
