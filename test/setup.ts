import { afterAll, expect, vi } from "vitest";
import { endAll } from "./endings.js";
import "./equal-arrays.js";
import { openFiles } from "./open-files.js";

// Files of tests share a process and its modules, which need not start and be loaded anew for each. This runs before
// each file: what it changed in the process ends with it.

// no test asks through a proxy of this machine
for (const name of ["http_proxy", "https_proxy", "all_proxy", "no_proxy"])
  for (const each of [name, name.toUpperCase()]) delete process.env[each];

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

const folder = process.cwd();
const openBefore = openFiles();
const listeners = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal as NodeJS.Signals)]));

afterAll(async () => {
  const { mayLeaveFilesOpen } = await endAll();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  process.chdir(folder);
  process.exitCode = undefined;
  for (const [signal, before] of listeners)
    for (const listener of process.listeners(signal as NodeJS.Signals))
      if (!before.includes(listener)) process.off(signal, listener);
  if (mayLeaveFilesOpen) return;
  for (let i = 0; i < 500 && leftOpen().length > 0; i++) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(leftOpen(), "files that nobody closed").toEqual([]);
});

/** Files that were opened since the tests of this file began; a stream closes its file a moment after its end. */
const leftOpen = () =>
  [...openFiles()].filter(([descriptor, path]) => openBefore.get(descriptor) !== path).map(([, path]) => path);
