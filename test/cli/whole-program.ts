import type { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import { vi } from "vitest";
import { main as ours } from "../../src/cli/main.js";
import type { Run } from "./command.js";

/** Words of a line as a shell reads them: quotes hold blanks together; a remark behind # ends it. */
export function wordsOf(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  const remark = words.findIndex((word) => word.startsWith("#"));
  return (remark === -1 ? words : words.slice(0, remark)).map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));
}

/** What a command listens to, and a process that ends need not forget. */
const NAMES = ["error", "SIGINT", "SIGTERM", "SIGHUP"];

/** Ends when the command that runs has ended. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs `crawlbench <words>` within this process, in a folder. One at a time: working folder, environment
 * and outputs are the process's.
 *
 * @param stdin what comes through a pipe
 * @param env variables that the command finds beside those of this process; undefined takes one away
 * @param main the command line of another copy of the package
 */
export function whole(
  words: readonly string[],
  folder: string,
  stdin: string | Uint8Array = "",
  env: Readonly<Record<string, string | undefined>> = {},
  main = ours,
): Promise<Run> {
  const run = turn.then(() => inTurn(words, folder, stdin, env, main));
  turn = run.catch(() => undefined);
  return run;
}

async function inTurn(
  words: readonly string[],
  folder: string,
  stdin: string | Uint8Array,
  env: Readonly<Record<string, string | undefined>>,
  main: typeof ours,
): Promise<Run> {
  const out = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      out[name] += typeof text === "string" ? text : Buffer.from(text).toString();
      return true;
    }),
  );
  const input = vi.spyOn(process, "stdin", "get").mockReturnValue(Readable.from([Buffer.from(stdin)]) as never);
  const emitters: readonly EventEmitter[] = [process.stdout, process.stderr, process];
  const listened = emitters.map((emitter) => new Map(NAMES.map((name) => [name, emitter.listeners(name)])));
  const before = process.cwd();
  process.chdir(folder);
  const variables = { ...process.env };
  setAll(env);
  try {
    await main(["node", "crawlbench", ...words]);
    return { code: Number(process.exitCode ?? 0), ...out };
  } finally {
    process.exitCode = undefined;
    process.chdir(before);
    setAll(Object.fromEntries(Object.keys(env).map((name) => [name, variables[name]])));
    for (const [index, emitter] of emitters.entries())
      for (const [name, before] of listened[index])
        for (const listener of emitter.listeners(name))
          if (!before.includes(listener)) emitter.off(name, listener as () => void);
    for (const spy of [...spies, input]) spy.mockRestore();
  }
}

function setAll(env: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
