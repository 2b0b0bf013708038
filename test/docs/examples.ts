import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { root } from "../cli/command.js";
import { whole } from "../cli/whole-program.js";
import { exportsOf } from "../discover.js";

/** What the project shows people to type or to paste, from one place. */
export interface Example {
  /** "docs/crawler.md", or "crawlbench replay --help". */
  readonly from: string;
  /** A line of shell, without the remark behind it. */
  readonly line: string;
}

/** Markdown that a reader of the project is led to. */
export const documents: readonly string[] = [
  "README.md",
  "CONTRIBUTING.md",
  ...markdownIn("docs"),
  "bench/README.md",
  "notebooks/README.md",
];

function markdownIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? markdownIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
    .filter((path) => path.endsWith(".md"))
    .sort();
}

/** Texts between ```<language> and ``` of a document, in order; language "": blocks that name none. */
export function blocksOf(document: string, language: string): string[] {
  const text = readFileSync(join(root, document), "utf8");
  return [...text.matchAll(/^ *```([\w-]*)\n([\s\S]*?)^ *```$/gm)]
    .filter(([, found]) => found === language)
    .map(([, , block]) => block);
}

/** Every line of every `sh` block of the documents. A line that ends in \ goes on with the next. */
export const documentExamples = (): Example[] =>
  documents.flatMap((from) =>
    blocksOf(from, "sh").flatMap((block) => linesOf(block.replace(/\\\n\s*/g, "")).map((line) => ({ from, line }))),
  );

/** Every line below "Examples:" of every `--help`. */
export async function helpExamples(): Promise<Example[]> {
  const commands = (await exportsOf("cli")).filter(({ export: name }) => name.endsWith("Command"));
  const below = (command: Command, path: string): string[][] => [
    [...path.split(" ").slice(1)],
    ...command.commands.flatMap((each) => below(each, `${path} ${each.name()}`)),
  ];
  const paths = commands.flatMap(({ value }) => {
    const command = (value as () => Command)();
    return below(command, `crawlbench ${command.name()}`);
  });
  const found: Example[] = [];
  for (const path of [[], ...paths]) {
    const { stdout } = await whole([...path, "--help"], root);
    if (!stdout.includes(`Usage: ${["crawlbench", ...path].join(" ")} `)) continue; // not a command of the program
    const shown = stdout
      .slice(0, stdout.indexOf("Usage:"))
      .split("\n")
      .filter((line) => line.startsWith("  "))
      .join("\n");
    for (const line of linesOf(shown)) found.push({ from: ["crawlbench", ...path, "--help"].join(" "), line });
  }
  return found;
}

const linesOf = (block: string): string[] =>
  block
    .split("\n")
    .map((line) => line.replace(/(^|\s)#\s.*$/, "").trim())
    .filter((line) => line !== "");
