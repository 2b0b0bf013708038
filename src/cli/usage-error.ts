import type { Command, CommanderError } from "commander";
import { meant } from "../base/nearest.js";

const CANNOT = "the command cannot do without it.";

/** What we say for an error of the parser: what was found, and what is allowed. */
const SAID: Readonly<Record<string, (command: Command) => string>> = {
  "commander.missingArgument": ({ registeredArguments, args }) =>
    `<${registeredArguments.find(({ required }, index) => required && args[index] === undefined)?.name()}> is missing: ${CANNOT}`,
  "commander.missingMandatoryOptionValue": (command) => `${missing(command)?.flags} is missing: ${CANNOT}`,
  "commander.unknownCommand": ({ args, commands }) => {
    const names = commands.map((each) => each.name());
    return `no command ${args[0]}.${meant(args[0], names)}`;
  },
  "commander.excessArguments": tooMany,
};

/** Errors of the parser whose sentence, which is commander's, alone tells the option and the value. */
const REWORDED: Readonly<Record<string, readonly [RegExp, (...parts: string[]) => string]>> = {
  "commander.invalidArgument": [
    /(?:option '(\S+)[^']*' argument|value) '([\s\S]*)' is invalid(?: for argument '(.*)')?\. ([\s\S]*)$/,
    (flag, value, argument, reason) =>
      `${flag ?? `<${argument}>`}: ${reason} Found "${value}".${ofChoices(value, reason)}`,
  ],
  "commander.optionMissingArgument": [
    /option '(.*)' argument missing$/,
    (flag) => `${flag}: Expected a value. Found none.`,
  ],
  "commander.conflictingOption": [
    /option '(.*)' cannot be used with option '(.*)'$/,
    (one, other) => `${one} cannot be used with ${other}: leave one out.`,
  ],
  "commander.unknownOption": [
    /unknown option '(.*)'(?:\n\((.*)\))?$/,
    (flag, hint) => `no option ${flag}.${hint ? ` ${hint}` : ""}`,
  ],
};

/**
 * What the parser says of a command line that it does not take, with what to type in its place: an example that has the
 * flag, or the first one, and where all options stand.
 */
export function usageError(command: Command, { code, message }: CommanderError): string {
  const [words, ours] = REWORDED[code] ?? [];
  const [, ...found] = words?.exec(message) ?? [];
  const text = SAID[code]?.(command) ?? ours?.(...found) ?? message;
  const flag = found[0]?.split(/[ ,]/)[0] ?? missing(command)?.long;
  const examples = examplesOf(command);
  const example =
    examples.find((line) => flag !== undefined && line.includes(`${flag} `)) ??
    (words === undefined ? examples[0] : undefined);
  return [text, ...(example === undefined ? [] : [`  For example: ${example}`]), `  ${helpOf(command)}\n`].join("\n");
}

/** The first option that a command cannot do without, and was not given. */
const missing = (command: Command) =>
  command.options.find((each) => each.mandatory && command.getOptionValue(each.attributeName()) === undefined);

/** Lines under "Examples:" in the help of a command, without remarks. */
function examplesOf(command: Command): string[] {
  const shown = command.configureOutput();
  let help = "";
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  command.configureOutput(shown);
  const lines = help.slice(0, help.indexOf("Usage:")).split("\n");
  return lines.filter((line) => line.startsWith("  ")).map((line) => line.replace(/\s+# .*$/, "").trim());
}

/** Words that belong together and were not quoted are taken for arguments of their own. */
function tooMany(command: Command): string {
  const expected = command.registeredArguments.length;
  const given = command.args.map((word) => `"${word}"`).join(", ");
  const { query } = command.opts<{ query?: string }>();
  const words = [query, ...command.args.slice(expected)].join(" ");
  const quotes =
    query === undefined
      ? "Words that belong together stand in quotes."
      : `A topic of several words stands in quotes: --query "${words}"`;
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
