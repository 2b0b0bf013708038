import { existsSync } from "node:fs";
import type { Command } from "commander";
import { problem } from "../base/error.js";
import { startLab } from "../notebook/lab.js";
import { newNotebook, notebookName } from "../notebook/new-notebook.js";
import { runNotebook } from "../notebook/run-notebook.js";
import { writeOutputs } from "../notebook/write-outputs.js";
import { commandOf } from "./command-of.js";
import { print } from "./output.js";

/**
 * `crawlbench notebook`: Jupyter with the project's kernel, on the project's notebooks or on a new one for a web of the
 * user's.
 */
export function notebookCommand(): Command {
  return commandOf("notebook", "open the notebooks in Jupyter, or make one for a web of your own", [
    "crawlbench notebook",
    "crawlbench notebook my-links.txt.gz",
  ])
    .argument("[web]", "name of the catalogue, or path of a file of links: makes a notebook for it in this folder")
    .argument("[jupyter...]", "arguments for Jupyter, after --")
    .option("--run", "run the notebook named instead, without Jupyter, and store its outputs")
    .action(async (web: string | undefined, jupyter: string[], { run }: { run?: boolean }) => {
      if (run) return storeOutputs([...(web === undefined ? [] : [web]), ...jupyter]);
      if (web === undefined) process.exitCode = await startLab({ args: jupyter });
      else {
        const file = notebookName(web);
        if (!existsSync(file)) await newNotebook(web, file);
        process.exitCode = await startLab({ target: file, args: jupyter });
      }
    });
}

async function storeOutputs(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const run = await runNotebook(file);
    if (run.failure) throw problem.notebook`${run.failure.message}`;
    await writeOutputs(file, run);
    print(`${file}: ${run.cells.length} cells ran; outputs stored`);
  }
}
