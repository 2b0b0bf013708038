import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { problem } from "../base/error.js";

/** Where Linux keeps its control groups of memory: version 1, and 2. */
const VERSIONS = [
  { root: "/sys/fs/cgroup/memory", limit: "memory.limit_in_bytes", own: /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m },
  { root: "/sys/fs/cgroup", limit: "memory.max", own: /^0::(.*)$/m },
] as const;

/**
 * Holds this process, what it starts, and what the system caches of their files to so many bytes of memory, in a Linux
 * control group of their own.
 *
 * @returns ends it: this process goes back to where it was
 * @throws "unavailable" where there are no such groups, or they are not ours to make
 */
export function heldToMemory(bytes: number): () => void {
  const version = VERSIONS.find(({ root }) => existsSync(join(root, "cgroup.procs")));
  if (!version)
    throw problem.unavailable`memory is limited by a control group of Linux, and this system has none: leave the limit out`;
  const { root, limit, own } = version;
  const home = join(root, own.exec(readFileSync("/proc/self/cgroup", "utf8"))?.[1] ?? "");
  const group = join(root, `crawlbench-${process.pid}`);
  const move = (to: string) => writeFileSync(join(to, "cgroup.procs"), String(process.pid));
  try {
    mkdirSync(group);
    writeFileSync(join(group, limit), String(bytes));
    move(group);
  } catch (cause) {
    if (existsSync(group)) rmdirSync(group);
    throw problem.unavailable`cannot make a control group in ${root}: ${cause}. Run as root, or leave the limit out and run under: systemd-run --scope -p MemoryMax=${bytes}`;
  }
  return () => {
    move(existsSync(home) ? home : root);
    rmdirSync(group);
  };
}
