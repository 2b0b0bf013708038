import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { problem } from "../base/error.js";
import { type Notebook, type Output, readNotebook, sourceOf } from "./notebook.js";
import { Outputs } from "./outputs.js";
import { kernelFolder, projectRoot } from "./project.js";

/** How to run a notebook. */
export interface RunOptions {
  /** The notebook is ended when it runs longer; milliseconds, 600,000 unless told. */
  readonly timeoutMs?: number;
  /** Folder that cells run in; the project's root unless told, as under Jupyter. */
  readonly cwd?: string;
  /** Called after each cell, the failing one included. */
  readonly onCell?: (cell: CellRun) => void;
}

/** One executed code cell. */
export interface CellRun {
  /** Position among all cells of the notebook, from 1. */
  readonly number: number;
  readonly code: string;
  readonly outputs: Output[];
}

/** Why a notebook stopped before its end. */
export interface CellFailure {
  /** Position of the cell among all cells of the notebook, from 1. */
  readonly number: number;
  /** The first line of its code that is not blank. */
  readonly firstLine: string;
  readonly ename: string;
  readonly evalue: string;
  /** For a person: notebook, cell, first line and error on line 1, then where it came from. */
  readonly message: string;
}

/** What running a notebook gave. */
export interface NotebookRun {
  readonly path: string;
  /** Executed cells in order, up to and with the failing one; blank cells are not executed. */
  readonly cells: readonly CellRun[];
  readonly failure?: CellFailure;
}

/** What run-cells.cjs tells, in order. */
type Message =
  | { kind: "start" | "end" | "done" }
  | { kind: "stream"; name: "stdout" | "stderr"; text: string }
  | { kind: "display"; data: Record<string, unknown>; metadata: Record<string, unknown>; id?: string }
  | { kind: "update"; data: Record<string, unknown>; metadata: Record<string, unknown>; id: string }
  | { kind: "failure"; ename: string; evalue: string; traceback: string[] }
  | { kind: "hint"; text: string }
  | { kind: "unusable"; message: string };

const codeCells = (notebook: Notebook): CellRun[] =>
  notebook.cells.flatMap((cell, i) => {
    const code = sourceOf(cell);
    return cell.cell_type === "code" && code.trim() !== "" ? [{ number: i + 1, code, outputs: [] }] : [];
  });

const firstLineOf = (code: string): string => {
  const line = code.trim().split("\n", 1)[0].trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
};

/** The environment of the cells: ours, without what makes Node colour its text. */
function cellEnvironment(): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _colour, ...environment } = process.env;
  return { ...environment, NO_COLOR: "1" };
}

/** Follows one child process from its first message to its end. */
class Follower {
  readonly run: CellRun[] = [];
  failure?: CellFailure;
  unusable?: string;
  #outputs = new Outputs();
  #hint?: string;
  #crash = "";
  #done = false;

  constructor(
    readonly path: string,
    readonly cells: readonly CellRun[],
    readonly onCell?: (cell: CellRun) => void,
  ) {}

  hear(message: Message): void {
    if (this.failure) return;
    const cell = this.run.at(-1);
    if (message.kind === "start") this.run.push(this.cells[this.run.length]);
    else if (message.kind === "stream" && cell) this.#outputs.print(cell.outputs, message.name, message.text);
    else if (message.kind === "display" && cell) {
      this.#outputs.display(cell.outputs, message.data, message.metadata, message.id);
    } else if (message.kind === "update") this.#outputs.update(message.data, message.metadata, message.id);
    else if (message.kind === "end" && cell) this.onCell?.(cell);
    else if (message.kind === "failure") this.fail(message.ename, message.evalue, message.traceback);
    else if (message.kind === "hint") this.#hint = message.text;
    else if (message.kind === "unusable") this.unusable = message.message;
    else if (message.kind === "done") this.#done = true;
  }

  /** What the process wrote past the cells' own streams: the last words of a crash. */
  overhear(text: string): void {
    this.#crash = (this.#crash + text).slice(-2000);
  }

  fail(ename: string, evalue: string, traceback: readonly string[]): void {
    if (this.run.length === 0) this.run.push(this.cells[0]);
    const cell = this.run.at(-1) as CellRun;
    cell.outputs.push({ output_type: "error", ename, evalue, traceback });
    const firstLine = firstLineOf(cell.code);
    const [head, ...rest] = traceback;
    const message = [`${this.path}, cell ${cell.number} (${firstLine}): ${head}`, ...rest];
    if (this.#hint) message.push(this.#hint);
    this.failure = { number: cell.number, firstLine, ename, evalue, message: message.join("\n") };
    this.onCell?.(cell);
  }

  ended(code: number | null, signal: string | null): void {
    if (this.#done || this.failure || this.unusable) return;
    const how = signal ? `signal ${signal}` : `exit code ${code}`;
    const evalue = `the process of the notebook ended inside this cell (${how})`;
    this.fail("ProcessEnded", evalue, [`ProcessEnded: ${evalue}`, this.#crash.trim()].filter(Boolean));
  }
}

/** Settles when the child has ended and everything that it said was heard. */
function end(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  const exit = new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once("exit", (code, signal) => resolve([code, signal]));
    child.once("error", reject);
  });
  const silence = new Promise<void>((resolve) => child.once("disconnect", resolve));
  return exit.then((result) => silence.then(() => result));
}

/**
 * Executes the code cells of a notebook in order through tslab, without Jupyter, under the compiler options of the
 * project's kernel, in a process of its own. Stops at the first failing cell: a type error, a thrown error, a rejected
 * promise that nobody awaited, the end of the process, or the end of the time.
 *
 * @param path an .ipynb file, nbformat 4; it is read, not written
 * @returns outputs of the executed cells, and the failure if there was one; a failing cell does not reject
 * @throws "notebook" when the file is no notebook, or tslab 1.0.22 is not installed, with the command that installs
 *   it
 */
export async function runNotebook(path: string, options: RunOptions = {}): Promise<NotebookRun> {
  const { timeoutMs = 600_000, cwd = projectRoot, onCell } = options;
  const cells = codeCells(await readNotebook(path));
  if (cells.length === 0) return { path, cells };
  const follower = new Follower(path, cells, onCell);
  const child = fork(join(kernelFolder, "run-cells.cjs"), {
    cwd,
    env: cellEnvironment(),
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  child.on("message", (message: Message) => follower.hear(message));
  child.stdout?.on("data", (text) => follower.overhear(String(text)));
  child.stderr?.on("data", (text) => follower.overhear(String(text)));
  const timer = setTimeout(() => {
    const evalue = `the notebook was still running after ${timeoutMs / 1000} s, and was ended in this cell`;
    follower.fail("TimeoutError", evalue, [`TimeoutError: ${evalue}`]);
    child.kill("SIGKILL");
  }, timeoutMs);
  const ended = end(child);
  child.send({ cells: cells.map((cell) => cell.code) });
  try {
    follower.ended(...(await ended));
  } finally {
    clearTimeout(timer);
  }
  if (follower.unusable) throw problem.notebook`${follower.unusable}`;
  return { path, cells: follower.run, failure: follower.failure };
}
