import { describe, expect, it, vi } from "vitest";
import { EXIT } from "../../src/cli/exit.js";
import { SIGNALS, stopOnSignals } from "../../src/cli/signals.js";

/** Sends a signal to what listens for it now and did not before. */
const sender = (signal: NodeJS.Signals, before: readonly unknown[]) => () =>
  process
    .listeners(signal)
    .filter((listener) => !before.includes(listener))
    .forEach((listener) => void listener(signal));

describe("signals to a crawl", () => {
  it.each(SIGNALS)(
    "drain it at the first %s, break it off at the second, and end the process at the third",
    (signal) => {
      const told: string[] = [];
      const tell = (what: string) => async () => void told.push(what);
      const exit = vi.spyOn(process, "exit").mockImplementation((code) => told.push(`exit ${code}`) as never);
      const send = sender(signal, process.listeners(signal));
      const signals = stopOnSignals({ stop: tell("stop"), abort: tell("abort") }, () => told.push("first"));
      for (let count = 1; count <= 3; count++) {
        send();
        expect(signals.count).toBe(count);
      }
      expect(told).toEqual(["first", "stop", "abort", `exit ${EXIT.stopped}`]);
      signals.off();
      send();
      expect(told).toHaveLength(4);
      exit.mockRestore();
    },
  );
});
