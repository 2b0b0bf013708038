// Writes commands.json beside the compiled command line: what `crawlbench --help` says of each command, so that help need
// not load them all; the last step of a build.
import { writeFileSync } from "node:fs";

const { COMMANDS } = await import("../../dist/cli/main.js");
const summaries = await Promise.all(
  Object.values(COMMANDS).map(async (load) => {
    const command = await load();
    const operands = command.registeredArguments.map((each) => {
      const name = each.variadic ? `${each.name()}...` : each.name();
      return each.required ? `<${name}>` : `[${name}]`;
    });
    return {
      name: command.name(),
      operands: operands.join(" "),
      hasOptions: command.options.length > 0,
      summary: command.description(),
    };
  }),
);
writeFileSync(new URL("../../dist/cli/commands.json", import.meta.url), `${JSON.stringify(summaries, null, 1)}\n`);
