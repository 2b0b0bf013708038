import type { Command } from "commander";
import { meant } from "../nearest.js";

/** Words of the parser, and ours: what was found, and what is allowed. */
const REWORDED: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [
    /^option '(\S+)[^']*' argument '([\s\S]*)' is invalid\. ([\s\S]*)$/,
    (flag, value, reason) => `${flag}: ${reason} Found "${value}".${ofChoices(value, reason)}`,
  ],
  [/^required option '(.*)' not specified$/, (flag) => `${flag} is missing: the command cannot do without it.`],
  [/^missing required argument '(.*)'$/, (name) => `<${name}> is missing: the command cannot do without it.`],
  [/^option '(.*)' argument missing$/, (flag) => `${flag}: Expected a value. Found none.`],
  [/^option '(.*)' cannot be used with option '(.*)'$/, (one, other) => `${one} cannot be used with ${other}: leave one out.`], // biome-ignore format: one line
  [/^unknown option '(.*)'(?:\n\((.*)\))?$/, (flag, hint) => `no option ${flag}.${hint ? ` ${hint}` : ""}`],
  [/^unknown command '(.*)'(?:\n\((.*)\))?$/, (name, hint) => `no command ${name}.${hint ? ` ${hint}` : ""}`],
];

/**
 * What the parser says of a command line that it does not take, with what to type in its place: an example that has the flag, or the first
 * one, and where all options stand.
 */
export function usageError(command: Command, said: string): string {
  const message = said.trimEnd().replace(/^error: /, "");
  const [text] = [...REWORDED.flatMap(([words, ours]) => applied(words, ours, message)), tooMany(command, message)];
  const flag = /^(?:no option )?(--[a-z-]+)/.exec(text)?.[1];
  const examples = examplesOf(command);
  const example = examples.find((line) => flag !== undefined && line.includes(`${flag} `)) ?? (/^--|^no option/.test(text) && !/missing/.test(text) ? undefined : examples[0]); // biome-ignore format: one line
  return [text, ...(example === undefined ? [] : [`  For example: ${example}`]), `  ${helpOf(command)}\n`].join("\n");
}

/** Lines under "Examples:" in the help of a command, without remarks. */
export function examplesOf(command: Command): string[] {
  const shown = command.configureOutput();
  let help = "";
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  command.configureOutput(shown);
  const lines = help.slice(0, help.indexOf("Usage:")).split("\n");
  return lines.filter((line) => line.startsWith("  ")).map((line) => line.replace(/\s+# .*$/, "").trim());
}

const applied = (words: RegExp, ours: (...parts: string[]) => string, message: string): string[] => {
  const found = words.exec(message);
  return found ? [ours(...found.slice(1))] : [];
};

/** Words that belong together and were not quoted are taken for arguments of their own. */
function tooMany(command: Command, message: string): string {
  const [, expected] = /^too many arguments.* Expected (\d+)/.exec(message) ?? [];
  if (expected === undefined) return message;
  const given = command.args.map((word) => `"${word}"`).join(", ");
  const { query } = command.opts<{ query?: string }>();
  const words = [query, ...command.args.slice(Number(expected))].join(" ");
  const quotes = query === undefined ? "Words that belong together stand in quotes." : `A topic of several words stands in quotes: --query "${words}"`; // biome-ignore format: one line
  return `too many arguments: expected ${expected}, found ${command.args.length}: ${given}. ${quotes}`;
}

function ofChoices(value: string, reason: string): string {
  const [, choices] = /^Allowed choices are (.*)\.$/.exec(reason) ?? [];
  return choices === undefined ? "" : meant(value, choices.split(", "));
}

/** Where all that a command takes is told. */
export const helpOf = (command: Command): string => `All that it takes: ${pathOf(command)} --help`;

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
