// Writes commands.json beside the compiled command line: what `--help` says of each command, so that help need not load
// them; the last step of a build.
import { writeFileSync } from "node:fs";

const { COMMANDS } = await import("../../dist/cli/main.js");
const { inShort } = await import("../../dist/cli/in-short.js");
const summaries = await Promise.all(Object.values(COMMANDS).map(async (load) => inShort(await load())));
writeFileSync(new URL("../../dist/cli/commands.json", import.meta.url), `${JSON.stringify(summaries, null, 1)}\n`);
