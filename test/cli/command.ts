import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect } from "vitest";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { whole } from "./whole-program.js";

/** The checkout. */
export const root = resolve(import.meta.dirname, "../..");

/** What `npx crawlbench` starts. */
export const entry = join(root, "src/cli/crawlbench.cjs");

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** In a process of its own, as a user starts it, and as built; the options below say so by themselves. */
  readonly apart?: boolean;
  /** Arguments of Node, before the script. */
  readonly node?: readonly string[];
  /** Script to run instead of the checkout's. */
  readonly script?: string;
  /** The command line of another copy of the package, run in this process instead of the checkout's. */
  readonly main?: (argv: readonly string[]) => Promise<void>;
  /** Blocks of 512 or 1,024 bytes that the process may write to one file. */
  readonly fileBlocks?: number;
  /** Called with each piece of stderr of a command that runs apart. */
  readonly onError?: (text: string) => void;
  /** What `good` and `json` expect on stderr; default nothing. */
  readonly told?: RegExp;
}

/** What judges say of small webs. */
export const FEW_HOT =
  /^\d+ of [\d,]+ pages (is|are) hot: too few to tell anything about an ordering; 20 or more would\. .*\n$/;

/** Variables of the machine that would change what a command says. */
const NOT_INHERITED = { CRAWLBENCH_DEBUG: undefined, NODE_OPTIONS: undefined, FORCE_COLOR: undefined };

/** A folder to work in, with its own cache of crawls beside it. */
export class Desk {
  readonly folder = temporaryFolder();
  readonly cache = temporaryFolder();
  readonly #alwaysApart: boolean;

  /** @param apart whether every command is to run in a process of its own, as when several are to run at a time */
  constructor({ apart = false } = {}) {
    this.#alwaysApart = apart;
  }

  /** Writes a file of the folder; its name, to be given to a command. */
  write(name: string, content: string | Uint8Array): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return name;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  text(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  /** The page numbers of an order file: little-endian, whatever this machine is. */
  order(name: string): number[] {
    const bytes = readFileSync(this.path(name));
    expect(bytes.length % 4).toBe(0);
    return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32LE(4 * index));
  }

  /**
   * Runs the command in the folder; no terminal is attached. From source and in this process, unless it has to be
   * apart.
   */
  run(args: readonly string[], options: RunOptions = {}): Promise<Run> {
    const { env = {}, apart = this.#alwaysApart, node, script, main, fileBlocks } = options;
    const own = { ...NOT_INHERITED, CRAWLBENCH_CACHE: this.cache, ...env };
    if (apart || node || script || fileBlocks !== undefined) return this.#apart(args, own, options);
    return whole(args, this.folder, "", own, main);
  }

  #apart(args: readonly string[], env: NodeJS.ProcessEnv, options: RunOptions) {
    const { node = [], script = entry, fileBlocks, onError } = options;
    const command = [process.execPath, ...node, script, ...args];
    const limited =
      fileBlocks === undefined ? command : ["sh", "-c", `ulimit -f ${fileBlocks}; exec "$0" "$@"`, ...command];
    const child = spawn(limited[0], limited.slice(1), {
      cwd: this.folder,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      onError?.(text);
    });
    return new Promise<Run>((settle, reject) => {
      child.once("error", reject);
      child.once("close", (code) => settle({ code, stdout, stderr }));
    });
  }

  /** Standard output of a command that ends well and says nothing on stderr, or what it should. */
  async good(args: readonly string[], options?: RunOptions): Promise<string> {
    const { code, stdout, stderr } = await this.run(args, options);
    const told = options?.told ? expect.stringMatching(options.told) : "";
    expect({ code, stderr }, args.join(" ")).toEqual({ code: 0, stderr: told });
    return stdout;
  }

  async json<T = Record<string, unknown>>(args: readonly string[], options?: RunOptions): Promise<T> {
    return JSON.parse(await this.good([...args, "--json"], options)) as T;
  }

  /** What a command that fails says, and nothing else: exit code 1, an empty standard output, no stack. */
  async refusal(args: readonly string[], options?: RunOptions): Promise<string> {
    const { code, stdout, stderr } = await this.run(args, options);
    expect({ code, stdout }, `${args.join(" ")}\n${stderr}`).toEqual({ code: 1, stdout: "" });
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stderr.endsWith("\n")).toBe(true);
    return stderr.trimEnd();
  }
}
