import { Readable } from "node:stream";
import type { Command } from "commander";
import { vi } from "vitest";
import { isProblem } from "../../src/base/error.js";
import { flagsOf } from "../../src/cli/told.js";

export interface Said {
  readonly stdout: string;
  readonly stderr: string;
  /** Message of the error that ended the command. */
  readonly error?: string;
}

/** Runs one command within this process, as `crawlbench <args>` would. */
export async function said(command: Command, args: readonly string[], stdin?: string | Uint8Array): Promise<Said> {
  const out = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      out[name] += text;
      return true;
    }),
  );
  const input = vi.spyOn(process, "stdin", "get").mockReturnValue(Readable.from([Buffer.from(stdin ?? "")]) as never);
  try {
    await quiet(command).parseAsync([...args], { from: "user" });
    return out;
  } catch (error) {
    return { ...out, error: isProblem(error) ? error.told(flagsOf(command)) : (error as Error).message };
  } finally {
    for (const spy of [...spies, input]) spy.mockRestore();
  }
}

function quiet(command: Command): Command {
  for (const each of command.commands) quiet(each);
  return command.exitOverride().configureOutput({ writeErr: () => {} });
}
