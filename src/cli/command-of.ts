import { Command } from "commander";
import { refuseOwnInput } from "./own-input.js";

/** A command whose help begins with examples, lines to type. Neither it nor those below it write over what they read. */
export const commandOf = (name: string, description: string, examples: readonly string[]): Command =>
  new Command(name)
    .description(description)
    .addHelpText("before", ["Examples:", ...examples.map((line) => `  ${line}`), ""].join("\n"))
    .hook("preAction", (_, command) => refuseOwnInput(command));
