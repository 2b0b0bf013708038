import { execFile } from "node:child_process";

/** Milliseconds that it waits at most. */
const LIMIT = 60_000;

/**
 * Resolves when the system has written to its disks what was left for them: what is timed next then waits for itself
 * alone. At once where there is no `sync`.
 */
export const diskSettled = (): Promise<void> =>
  new Promise((resolve) => execFile("sync", { timeout: LIMIT }, () => resolve()));
