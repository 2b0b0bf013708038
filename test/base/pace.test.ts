import { afterEach, describe, expect, it, vi } from "vitest";
import { Pace } from "../../src/base/pace.js";

afterEach(() => {
  vi.useRealTimers();
});

describe("the pace of what is told of long work", () => {
  it("is four times a second, counted from what was told last", () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const pace = new Pace();
    const after = (milliseconds: number) => {
      vi.advanceTimersByTime(milliseconds);
      return pace.isDue();
    };
    expect([0, 249, 1].map(after)).toEqual([false, false, true]);
    expect([0, 249, 400, 100].map(after)).toEqual([false, false, true, false]);
  });
});
