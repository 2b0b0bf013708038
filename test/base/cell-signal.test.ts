import { createRequire } from "node:module";
import { afterEach, describe, expect, it, vi } from "vitest";

vi.resetModules(); // nobody asked for a signal before, and nobody listens
const { cellSignal } = await import("../../src/base/cell-signal.js");

/** tslab's own module: in a kernel it holds the writer of the cell that runs. */
const jupyter = createRequire(import.meta.url)("tslab/dist/jupyter.js") as { lastWriteDisplayData: unknown };

afterEach(() => {
  jupyter.lastWriteDisplayData = null;
});

describe("cellSignal", () => {
  it("is none outside a notebook, and nothing listens for Ctrl-C", () => {
    const before = process.listenerCount("SIGINT");
    expect(cellSignal()).toBeUndefined();
    expect(process.listenerCount("SIGINT")).toBe(before);
  });

  it("is aborted at the interrupt of a kernel, for all that runs, and for nothing that begins later", async () => {
    jupyter.lastWriteDisplayData = () => {};
    const signals = [cellSignal(), cellSignal()];
    await undefined;
    const interrupt = process.listeners("SIGINT").at(-1);
    expect(signals.map((each) => each?.aborted)).toEqual([false, false]);
    interrupt?.("SIGINT");
    expect(signals.map((each) => each?.aborted)).toEqual([true, true]);
    expect(cellSignal()?.aborted).toBe(false);
    if (interrupt) process.off("SIGINT", interrupt);
  });
});
