import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { problem } from "../base/error.js";
import { copyNotebooks, installPackages, missingPackages, notInstalled } from "../notebook/installed.js";
import { startLab } from "../notebook/lab.js";
import { newNotebook, notebookName } from "../notebook/new-notebook.js";
import { isInstalled, projectRoot } from "../notebook/project.js";
import { runNotebook } from "../notebook/run-notebook.js";
import { writeOutputs } from "../notebook/write-outputs.js";
import { commandOf } from "./command-of.js";
import { print, tell } from "./output.js";

/**
 * `crawlbench notebook`: Jupyter with the project's kernel, on the project's notebooks or on a new one for a web of the
 * user's.
 */
export function notebookCommand(): Command {
  return commandOf("notebook", "open the notebooks in Jupyter, or make one for a web of your own", [
    "crawlbench notebook",
    "crawlbench notebook my-links.txt.gz",
    "crawlbench notebook -- --no-browser",
  ])
    .argument(
      "[web]",
      "name of the catalogue, or path of a file of links, an archive (WARC, ...) or a crawl: makes a notebook for it",
    )
    .argument("[jupyter...]", "arguments for Jupyter, after --")
    .option("--run", "run the notebook named instead, without Jupyter, and store its outputs")
    .option("--yes", "install what notebooks need without asking, where the package is installed")
    .action(async (first: string | undefined, rest: string[], { run, yes }: { run?: boolean; yes?: boolean }) => {
      const typed = [...(first === undefined ? [] : [first]), ...rest];
      if (run && yes)
        throw problem.choice`--yes installs what Jupyter needs, and --run does without Jupyter: leave one of them out`;
      if (run) return storeOutputs(typed);
      const web = first?.startsWith("-") ? undefined : first; // what stands behind -- is Jupyter's
      const args = web === undefined ? typed : rest;
      if (isInstalled) await prepare(yes);
      if (web === undefined) process.exitCode = await startLab({ args });
      else {
        const file = notebookName(web);
        const isThere = existsSync(file);
        if (!isThere) await newNotebook(web, file);
        tell(isThere ? `${file} is there already, and is opened as it is` : `made ${file}, a notebook for ${web}`);
        process.exitCode = await startLab({ target: file, args });
      }
    });
}

/**
 * Puts the notebooks and the kernel into the user's project.
 *
 * @throws "unavailable" that says what to type where the kernel is missing, and nobody agrees to install it
 */
async function prepare(yes = false): Promise<void> {
  const copied = copyNotebooks();
  if (copied.length > 0) tell(`${copied.length} notebooks are in ${join(projectRoot, "notebooks")}`);
  const missing = missingPackages();
  const needed = missing.join(" and ");
  const hasKernel = !missing.some((each) => each.startsWith("tslab@"));
  if (missing.length === 0 || (hasKernel && !yes)) return; // data frames are asked for by few
  if (yes || (await agreed(`Notebooks need ${needed}. Install them in ${projectRoot} now? [y/N] `)))
    return installPackages(missing);
  throw notInstalled(missing);
}

/** The answer of the person at the terminal; no where there is none. */
async function agreed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await asking.question(question)).trim());
  } finally {
    asking.close();
  }
}

async function storeOutputs(files: readonly string[]): Promise<void> {
  if (files.length === 0)
    throw problem.choice`--run takes the notebook to run: crawlbench notebook --run notebooks/getting-started.ipynb`;
  for (const file of files) {
    const run = await runNotebook(file);
    if (run.failure) throw problem.notebook`${run.failure.message}`;
    await writeOutputs(file, run);
    print(`${file}: ${run.cells.length} cells ran; outputs stored`);
  }
}
