import { Command } from "commander";

/** A command whose help begins with examples, lines to type. */
export const commandOf = (name: string, description: string, examples: readonly string[]): Command =>
  new Command(name)
    .description(description)
    .addHelpText("before", ["Examples:", ...examples.map((line) => `  ${line}`), ""].join("\n"));
