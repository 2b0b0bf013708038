import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WaitingPages } from "../../src/freshness/waiting-pages.js";

describe("pages that wait", () => {
  it("are taken by their numbers, each once, as from a sorted list", () => {
    // up to 40,000 pages: three levels of words
    const anySteps = (size: number) => fc.array(fc.option(fc.nat(size - 1)), { maxLength: 200 });
    const anyCase = fc.integer({ min: 1, max: 40_000 }).chain((size) => fc.tuple(fc.constant(size), anySteps(size)));
    fc.assert(
      fc.property(anyCase, ([size, steps]) => {
        const waiting = new WaitingPages(size);
        const listed = new Set<number>();
        for (const page of [...steps, ...steps.map(() => null), null]) {
          if (page === null) {
            const first = listed.size > 0 ? Math.min(...listed) : -1;
            listed.delete(first);
            expect(waiting.take()).toBe(first);
          } else {
            waiting.add(page);
            listed.add(page);
          }
        }
      }),
    );
  });

  it("are told apart at the ends of words and of the web", () => {
    const waiting = new WaitingPages(1025);
    for (const page of [1024, 1023, 32, 31, 0]) waiting.add(page);
    expect(Array.from({ length: 6 }, () => waiting.take())).toEqual([0, 31, 32, 1023, 1024, -1]);
  });
});
