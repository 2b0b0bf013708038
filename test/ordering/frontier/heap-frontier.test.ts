import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { HeapFrontier } from "../../../src/ordering/frontier/heap-frontier.js";
import type { Ties } from "../../../src/ordering/frontier/queue-term.js";
import type { PageId } from "../../../src/web/graph/graph.js";

const SIZE = 60;
const operations = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ page: fc.nat(SIZE - 1), score: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.constant("pop" as const) },
  ),
  { maxLength: 400, size: "max" },
);

/** Plays steps, and then takes all; beside it a table that is sorted each time. */
function play(frontier: HeapFrontier, steps: readonly ("pop" | { page: PageId; score: number })[], lend?: Uint32Array) {
  const random = new Random(1);
  const table = new Map<PageId, { score: number; key: number }>();
  const gone = new Set<PageId>();
  let discovered = 0;
  const keyOf: Record<Ties, () => number> = {
    fifo: () => discovered,
    lifo: () => -discovered,
    random: () => random.next(),
  };
  return (ties: Ties) => {
    for (const step of [...steps, ...Array(SIZE + 1).fill("pop")] as typeof steps) {
      if (step === "pop") {
        const sorted = [...table].sort(([, a], [, b]) => b.score - a.score || a.key - b.key);
        const [first] = sorted[0] ?? [-1];
        const popped = frontier.pop();
        if (popped !== first) expect.fail(`took ${popped}, not ${first}`);
        table.delete(first);
        gone.add(first);
        continue;
      }
      const { page, score } = step;
      if (lend && !gone.has(page)) lend[page] = score;
      frontier.file(page, score);
      if (gone.has(page)) continue;
      if (!table.has(page)) discovered++;
      table.set(page, { score, key: table.get(page)?.key ?? keyOf[ties]() });
      if (!frontier.has(page)) expect.fail(`${page} was filed, and is not there`);
    }
  };
}

describe("a frontier of which only the first pages stand in a heap", () => {
  for (const ties of ["fifo", "lifo", "random"] as const) {
    it.each([1, 2, 7])("takes pages as a sorted table does, with %i of them in the heap at the least", (fewest) => {
      fc.assert(
        fc.property(operations, (steps) => {
          play(new HeapFrontier({ size: SIZE, ties, random: new Random(1), fewest }), steps)(ties);
          const values = new Uint32Array(SIZE);
          const scores = { values, stride: 1 };
          play(new HeapFrontier({ size: SIZE, ties, random: new Random(1), fewest, scores }), steps, values)(ties);
        }),
        { numRuns: 60 },
      );
    });
  }

  it("goes on after a restore where it stood, among pages of an infinite score, too", () => {
    const frontierOf = () => new HeapFrontier({ size: 3, ties: "fifo", random: new Random(1) });
    const [before, after] = [frontierOf(), frontierOf()];
    for (const frontier of [before, after]) frontier.file(0, Number.POSITIVE_INFINITY);
    after.ties.restore(before.ties.save());
    after.file(1, Number.POSITIVE_INFINITY);
    expect([after.pop(), after.pop(), after.pop()]).toEqual([0, 1, -1]);
  });

  it("takes 50,000 pages of scores from 1 to 9 in order, fewer than a fifth of which ever stood in the heap at once", () => {
    const size = 50_000;
    const random = new Random(3);
    const frontier = new HeapFrontier({ size, ties: "fifo", random, fewest: 100 });
    const scores = Uint32Array.from({ length: size }, () => 1 + random.below(9));
    for (let page = 0; page < size; page++) frontier.file(page, scores[page]);
    // the order as sorted by the language: stable, so equal scores stay in order of discovery
    const expected = [...scores.keys()].sort((a, b) => scores[b] - scores[a]);
    expect(frontier.leading).toBeLessThan(size / 5);
    expect(Array.from({ length: size }, () => frontier.pop())).toEqual(expected);
    expect(frontier.pop()).toBe(-1);
  });

  it.each([1, 4096])(
    "takes a page whose lent score changed without being filed again, with %i in the heap at the least",
    (fewest) => {
      const values = new Uint32Array(3);
      const random = new Random(1);
      const frontier = new HeapFrontier({ size: 3, ties: "fifo", random, fewest, scores: { values, stride: 1 } });
      for (const page of [0, 1, 2]) frontier.file(page, 5 - page);
      values[0] = 7; // as PageRank's does, once `exploring` took the page past the queue
      const taken = [frontier.pop(), frontier.pop(), frontier.pop(), frontier.pop()];
      expect(taken.sort()).toEqual([-1, 0, 1, 2]);
    },
  );
});
