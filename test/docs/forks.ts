import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../cli/command.js";

/** Every snippet in backticks of a line of a table, by cell. */
export const snippets = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code);

/** A place where the literature parts. */
export interface Fork {
  /** Code of the default, and of the other branches. */
  readonly usual: readonly string[];
  readonly others: readonly string[];
  readonly text: string;
}

/** The rows of docs/forks.md. */
export const forks: readonly Fork[] = readFileSync(join(root, "docs/forks.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| (\d+|-) \|/.test(line))
  .map((text) => {
    const cells = text.split(" | ");
    return { usual: snippets(cells[2]), others: snippets(cells[3]), text };
  });

const calls = forks.flatMap(({ usual, others }) => [...usual, ...others]).filter((code) => code.includes("("));

/** What stands for a word of a snippet that is not code: `name`, `...`, and options without a value. */
const completed = (call: string): string =>
  call
    .replace(/^load\(name/, 'load("campus-1k"')
    .replace(/^judge\(\.\.\./, "judge(web, order, importance")
    .replace(/^compare\(\.\.\., \{/, "compare(web, { orderings: methods, importance,");

/** All that the page shows, as one module. */
export const forksCode = [
  `import { ${[...new Set(calls.map((call) => call.slice(0, call.search(/[.(]/))))].join(", ")} } from "crawlbench";`,
  'import type { Importance, OrderingMethod, Web } from "crawlbench";',
  'declare const web: Web<"links">, order: Uint32Array, importance: Importance<"links">, methods: OrderingMethod<"links">[];',
  'declare const dangling: "none" | "everywhere", size: number;',
  ...calls.map((call) => `${completed(call)};`),
].join("\n");
