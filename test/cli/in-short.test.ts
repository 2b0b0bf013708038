import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { type CommandInShort, fromShort, inShort } from "../../src/cli/in-short.js";
import { COMMANDS } from "../../src/cli/main.js";

/** All that a command prints when it is asked for help. */
function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({
    writeOut: (more) => {
      text += more;
    },
    getOutHelpWidth: () => 120,
  });
  command.outputHelp();
  return text;
}

describe("a command in short", () => {
  it.each(Object.keys(COMMANDS))(
    "tells of %s and what is below it word for word what the command tells",
    async (name) => {
      const command = await COMMANDS[name]();
      const kept: CommandInShort = JSON.parse(JSON.stringify(inShort(command)));
      const again = fromShort(kept);
      expect(helpOf(again)).toBe(helpOf(command));
      expect(again.commands.map(helpOf)).toEqual(command.commands.map(helpOf));
    },
  );
});
