import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { entry } from "../../cli/command.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { atEnd } from "../../endings.js";

/** `crawlbench work` in a process and an empty folder of its own. */
export interface WorkerProcess {
  /** What it printed. */
  readonly lines: readonly string[];
  readonly stderr: () => string;
  /** Ends it; resolves with its exit code, null when it was killed. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts a worker; resolves when it listens, or is at its end. @param script another than that of the checkout */
export async function startWorker(
  engine: string,
  flags: readonly string[] = [],
  script = entry,
): Promise<WorkerProcess> {
  const { NODE_OPTIONS: _options, CRAWLBENCH_DATA: _data, ...env } = process.env;
  const words = [script, "work", "--join", engine, ...flags];
  const child = spawn(process.execPath, words, { cwd: temporaryFolder(), env, stdio: ["ignore", "pipe", "pipe"] });
  atEnd(() => end(child, "SIGKILL"));
  const lines: string[] = [];
  let rest = "";
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const listens = new Promise<void>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const found = (rest + text).split("\n");
      rest = found.pop() as string;
      lines.push(...found);
      resolve();
    });
    child.once("close", () => resolve());
  });
  await listens;
  return { lines, stderr: () => stderr, end: (signal) => end(child, signal) };
}

/** Lines of jobs that a worker did. */
export const jobsOf = ({ lines }: WorkerProcess): string[] => lines.filter((line) => /, \d+\.\d s$/.test(line));

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = once(child, "close");
  child.kill(signal);
  await gone;
  return child.exitCode;
}
