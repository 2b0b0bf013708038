import { vi } from "vitest";
import { serveCommand } from "../../src/cli/serve.js";

/** What was written to standard output since it was caught. */
export const output = { text: "" };

/** Catches standard output, to be called before each test. */
export function catchOutput(): void {
  output.text = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    output.text += String(text);
    return true;
  });
}

/**
 * Runs `crawlbench serve` in this process until `work` is done, which is given what it said; ends it as a signal would.
 */
export async function serving(
  args: readonly string[],
  signal: "SIGINT" | "SIGTERM",
  work: (line: string) => Promise<void>,
): Promise<void> {
  const done = serveCommand()
    .exitOverride()
    .parseAsync([...args], { from: "user" });
  await Promise.race([done, vi.waitUntil(() => output.text.endsWith("\n"), { interval: 2, timeout: 240_000 })]);
  try {
    await work(output.text);
  } finally {
    process.emit(signal);
    await done;
  }
}
