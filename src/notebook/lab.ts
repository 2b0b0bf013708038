import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { accessSync, constants, mkdirSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { packageRoot, projectRoot } from "./project.js";

/** A Jupyter that can show notebooks in a browser. */
export interface Jupyter {
  /** The `jupyter` executable. */
  readonly path: string;
  readonly program: "lab" | "notebook";
}

/** What to start, and how. */
export interface LabCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** How to open Jupyter. */
export interface LabOptions {
  /** Notebook or folder to open; the project's notebooks/ unless told. */
  readonly target?: string;
  /** Passed on to Jupyter: "--no-browser", "--port=8899". */
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Receives lines for a person; standard error unless told. */
  readonly print?: (line: string) => void;
}

const missing = [
  "Jupyter is not installed. It is needed to edit notebooks in a browser, not to run them: npm test runs them without it.",
  "Get it: pip install jupyterlab (or, on Debian and Ubuntu, sudo apt-get install jupyter-notebook), then type: npx crawlbench notebook",
];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const answers = ({ status }: SpawnSyncReturns<Buffer>): boolean => status === 0;

/**
 * Finds JupyterLab, else the classic Notebook, on the PATH of `env`. A `jupyter` that cannot start either, as Debian's
 * jupyter-nbconvert brings, or a version manager's stand-in, is passed over.
 *
 * @returns undefined when there is none
 */
export function findJupyter(env: NodeJS.ProcessEnv = process.env): Jupyter | undefined {
  const names = process.platform === "win32" ? ["jupyter.exe"] : ["jupyter"];
  const paths = (env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .filter(isExecutable);
  for (const program of ["lab", "notebook"] as const) {
    for (const path of new Set(paths)) {
      const options = { env, stdio: "ignore", timeout: 60_000 } as const;
      if (answers(spawnSync(path, [program, "--version"], options))) return { path, program };
    }
  }
}

/**
 * The environment in which Jupyter knows this project's kernel, and writes nothing outside the project's .jupyter/
 * (whose runtime/, data/ and config/ git ignores). The kernel runs under the Node that runs this.
 *
 * @param root the project, whose .jupyter/ Jupyter writes to
 * @param home folder whose .jupyter/ holds the kernel
 */
export function jupyterEnvironment(
  root: string,
  env: NodeJS.ProcessEnv = process.env,
  home: string = root,
): NodeJS.ProcessEnv {
  const own = join(root, ".jupyter");
  const joined = (...paths: (string | undefined)[]) => paths.filter(Boolean).join(delimiter);
  return {
    ...env,
    PATH: joined(dirname(process.execPath), env.PATH),
    JUPYTER_PATH: joined(join(home, ".jupyter"), env.JUPYTER_PATH),
    JUPYTER_RUNTIME_DIR: join(own, "runtime"),
    JUPYTER_DATA_DIR: join(own, "data"),
    JUPYTER_CONFIG_DIR: join(own, "config"),
    IPYTHONDIR: join(own, "data", "ipython"),
  };
}

/** The command line that opens `target` in `jupyter`. */
export function labCommand(
  jupyter: Jupyter,
  target: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = process.env,
): LabCommand {
  return {
    command: jupyter.path,
    args: [jupyter.program, resolve(target), ...args],
    env: jupyterEnvironment(projectRoot, env, packageRoot),
  };
}

/**
 * Opens Jupyter on the project's notebooks and stays until it ends: what `npm run lab` does. Where there is no Jupyter
 * it says in two lines how to get it. Ctrl-C goes to Jupyter, which asks before it stops.
 *
 * @returns Jupyter's exit code; 1 when there is no Jupyter
 */
export async function startLab(options: LabOptions = {}): Promise<number> {
  const { target = join(projectRoot, "notebooks"), args, env = process.env } = options;
  const print = options.print ?? ((line: string) => void process.stderr.write(`${line}\n`));
  const jupyter = findJupyter(env);
  if (!jupyter) {
    for (const line of missing) print(line);
    return 1;
  }
  const command = labCommand(jupyter, target, args, env);
  mkdirSync(join(projectRoot, ".jupyter/data"), { recursive: true }); // IPython warns of a folder that is not there
  print(`Opening ${jupyter.program === "lab" ? "JupyterLab" : "Jupyter Notebook"}; stop it with Ctrl-C.`);
  const leaveToJupyter = () => {};
  process.on("SIGINT", leaveToJupyter);
  try {
    return await new Promise<number>((done, failed) => {
      const child = spawn(command.command, command.args, { env: command.env, stdio: "inherit" });
      child.once("error", failed);
      child.once("exit", (code) => done(code ?? 1));
    });
  } finally {
    process.off("SIGINT", leaveToJupyter);
  }
}
