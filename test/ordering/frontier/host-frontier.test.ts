import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { HostFrontier } from "../../../src/ordering/frontier/host-frontier.js";
import type { Ties } from "../../../src/ordering/frontier/queue-term.js";

const SIZE = 12;
const HOSTS = 4;

/** Adds page k to a host, rescores a host, or takes a page. */
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("add" as const), host: fc.nat(HOSTS - 1) }),
    fc.record({ do: fc.constant("rescore" as const), host: fc.nat(HOSTS - 1), score: fc.integer({ min: -3, max: 3 }) }),
    fc.record({ do: fc.constant("pop" as const) }),
  ),
  { maxLength: 60 },
);

describe("HostFrontier: against a list that is searched", () => {
  for (const ties of ["fifo", "lifo", "random"] as const satisfies Ties[]) {
    it(`takes a page of the host with the highest score, with ${ties} ties`, () => {
      fc.assert(
        fc.property(steps, fc.integer(), (all, seed) => {
          const scores = new Float64Array(HOSTS);
          const frontier = new HostFrontier(SIZE, ties, new Random(seed), (host) => scores[host]);
          let waiting: { page: number; host: number }[] = []; // in the order added
          let added = 0;
          for (const step of all) {
            if (step.do === "add" && added < SIZE) {
              waiting.push({ page: added, host: step.host });
              frontier.add(added++, step.host);
            } else if (step.do === "rescore") {
              scores[step.host] = step.score;
              frontier.rescore(step.host);
            } else if (step.do === "pop") {
              const page = frontier.pop();
              const most = Math.max(...waiting.map(({ host }) => scores[host]));
              const best = waiting.filter(({ host }) => scores[host] === most);
              if (ties === "fifo") expect(page).toBe(best[0]?.page ?? -1);
              else if (ties === "lifo") expect(page).toBe(best.at(-1)?.page ?? -1);
              else {
                const firsts = best.filter(({ host }, i) => best.findIndex((each) => each.host === host) === i);
                expect(firsts.length > 0 ? firsts.map((each) => each.page) : [-1]).toContain(page);
              }
              waiting = waiting.filter((each) => each.page !== page);
            }
            for (let host = 0; host < HOSTS; host++) {
              expect(frontier.waiting(host)).toBe(waiting.filter((each) => each.host === host).length);
            }
          }
        }),
        { numRuns: 200 },
      );
    });
  }

  it("draws among hosts alike with equal chances, however many pages they have (chi-square, seed 1)", () => {
    const random = new Random(1);
    const taken = new Float64Array(3);
    for (let run = 0; run < 3000; run++) {
      const frontier = new HostFrontier(SIZE, "random", random, () => 0);
      for (const [page, host] of [0, 0, 0, 1, 1, 2].entries()) frontier.add(page, host);
      taken[[0, 0, 0, 1, 1, 2][frontier.pop()]]++;
    }
    const chiSquare = taken.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(chiSquare).toBeLessThan(13.82); // 2 degrees of freedom, p = 0.001
  });
});
