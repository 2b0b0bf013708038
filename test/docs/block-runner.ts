import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import ts from "typescript";
import { root } from "../cli/command.js";

const RUNNER = `
import { format, inspect } from "node:util";
let printed = "";
console.log = (...words) => { printed += format(...words) + "\\n"; };
process.on("message", async ({ folder, file }) => {
  process.chdir(folder);
  process.env.CRAWLBENCH_CACHE = folder + "/.crawlbench";
  printed = "";
  const failure = await import(file).then(() => undefined, inspect);
  process.send({ failure, printed });
});`;

/** What a block came to. */
export interface BlockRun {
  readonly failure?: string;
  readonly printed: string;
}

/**
 * Runs blocks of TypeScript as modules of a user's, one after the other, each in a folder, in one process: most of a
 * block's time is to load the package.
 */
export class BlockRunner {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  #said = "";
  #blocks = 0;

  constructor() {
    this.#child = spawn(process.execPath, ["--input-type=module", "--eval", RUNNER], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#child.stderr?.on("data", (text) => {
      this.#said += text;
    });
    this.#ended = once(this.#child, "exit").then(([status]) => status);
  }

  /** Makes a folder one of a user's, where "crawlbench" is this package. @returns the folder */
  static install(folder: string): string {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(root, join(folder, "node_modules/crawlbench"));
    return folder;
  }

  /** Runs a block in a folder of `install`, where the cache is `.crawlbench`. */
  async run(code: string, folder: string): Promise<BlockRun> {
    const { outputText } = ts.transpileModule(code, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
    });
    const file = join(folder, `block-${this.#blocks++}.mjs`);
    writeFileSync(file, outputText);
    const answered = once(this.#child, "message").then(([run]): BlockRun => run);
    this.#child.send({ folder, file });
    const early = this.#ended.then((status) => ({ failure: `ended with ${status}: ${this.#said}`, printed: "" }));
    return Promise.race([answered, early]);
  }

  /** Lets the process end by itself. @returns its status, and what it complained of */
  async end(): Promise<[status: number | null, said: string]> {
    const silent = once(this.#child.stderr as Readable, "close");
    this.#child.disconnect();
    const [status] = await Promise.all([this.#ended, silent]);
    return [status, this.#said];
  }

  kill(): void {
    this.#child.kill();
  }
}
