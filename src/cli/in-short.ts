import type { EventEmitter } from "node:events";
import { Argument, Command, Option } from "commander";

// What help tells of a command, as data: the build keeps it, so that help need not load what the commands stand on.

interface OptionInShort extends Pick<Option, "flags" | "description" | "defaultValue" | "defaultValueDescription"> {
  readonly choices?: readonly string[];
  /** What it stands below. */
  readonly heading?: string;
}

interface ArgumentInShort extends Pick<Argument, "description" | "defaultValue" | "defaultValueDescription"> {
  /** "<web>" */
  readonly name: string;
  readonly choices?: readonly string[];
}

export interface CommandInShort {
  readonly name: string;
  readonly description: string;
  /** Lines before and behind its help. */
  readonly before: string;
  readonly after: string;
  readonly arguments: readonly ArgumentInShort[];
  readonly options: readonly OptionInShort[];
  readonly commands: readonly CommandInShort[];
  /** Whether help lists a command "help" among those below. */
  readonly listsHelp: boolean;
}

/** What help tells of a command. */
export function inShort(command: Command): CommandInShort {
  return {
    name: command.name(),
    description: command.description(),
    before: around(command, "beforeHelp"),
    after: around(command, "afterHelp"),
    arguments: command.registeredArguments.map((each) => {
      const { description, defaultValue, defaultValueDescription, argChoices: choices } = each;
      const name = each.variadic ? `${each.name()}...` : each.name();
      return {
        name: each.required ? `<${name}>` : `[${name}]`,
        description,
        defaultValue,
        defaultValueDescription,
        choices,
      };
    }),
    options: command.options
      .filter(({ hidden }) => !hidden)
      .map(({ flags, description, defaultValue, defaultValueDescription, argChoices: choices, helpGroupHeading }) => {
        return { flags, description, defaultValue, defaultValueDescription, choices, heading: helpGroupHeading };
      }),
    commands: command.commands.map(inShort),
    listsHelp: command
      .createHelp()
      .visibleCommands(command)
      .some((each) => each.name() === "help"),
  };
}

function around(command: Command, event: "beforeHelp" | "afterHelp"): string {
  let text = "";
  const write = (more: string) => {
    text += more;
  };
  (command as Command & EventEmitter).emit(event, { error: false, command, write });
  return text.replace(/\n$/, ""); // help ends each text by itself
}

/** A command that tells of itself as the one did that was put in short, and does nothing. */
export function fromShort(short: CommandInShort): Command {
  const command = new Command(short.name).description(short.description).helpCommand(short.listsHelp);
  if (short.before !== "") command.addHelpText("before", short.before);
  if (short.after !== "") command.addHelpText("after", short.after);
  for (const { name, description, defaultValue, defaultValueDescription, choices } of short.arguments) {
    const argument = new Argument(name, description).default(defaultValue, defaultValueDescription);
    command.addArgument(choices ? argument.choices(choices) : argument);
  }
  for (const { flags, description, defaultValue, defaultValueDescription, choices, heading } of short.options) {
    const option = new Option(flags, description).default(defaultValue, defaultValueDescription);
    if (heading !== undefined) option.helpGroup(heading);
    command.addOption(choices ? option.choices(choices) : option);
  }
  for (const below of short.commands) command.addCommand(fromShort(below));
  return command;
}
