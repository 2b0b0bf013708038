import { existsSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { heldToMemory } from "../../src/urldb/memory-limit.js";

afterEach(() => vi.restoreAllMocks());

/** Lines such as "5:memory:/": where the system has this process. */
const groups = () => readFileSync("/proc/self/cgroup", "utf8");

const canHold = (() => {
  try {
    heldToMemory(2 ** 40)();
    return true;
  } catch {
    return false;
  }
})();

describe("a limit of memory", () => {
  it.skipIf(!canHold)("holds this process in a group of its own, and lets it go again", () => {
    const before = groups();
    const release = heldToMemory(2 ** 40);
    expect(groups()).toContain(`crawlbench-${process.pid}`);
    release();
    expect(groups()).toBe(before);
    expect(existsSync(`/sys/fs/cgroup/memory/crawlbench-${process.pid}`)).toBe(false);
  });

  it.skipIf(canHold)("is refused with what to run instead where groups are not ours to make", () => {
    expect(() => heldToMemory(2 ** 40)).toThrow(/leave the limit out/);
  });

  it.skipIf(!canHold)("leaves no group behind where the limit is none", () => {
    expect(() => heldToMemory(Number.NaN)).toThrow(/cannot make a control group/);
    expect(groups()).not.toContain(`crawlbench-${process.pid}`);
  });
});
