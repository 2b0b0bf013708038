import { afterAll, vi } from "vitest";

// Files of tests share a process, which need not start and load the packages anew for each. This runs before each file:
// it has modules of its own, and what it changed in the process ends with it.

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

vi.resetModules();
const folder = process.cwd();
const listeners = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal as NodeJS.Signals)]));

afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  process.chdir(folder);
  process.exitCode = undefined;
  for (const [signal, before] of listeners)
    for (const listener of process.listeners(signal as NodeJS.Signals))
      if (!before.includes(listener)) process.off(signal, listener);
});
