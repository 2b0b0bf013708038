import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type QueueMetric, queueMetric } from "../../../src/ordering/frontier/queue-metric.js";
import { linksOf, type PageId } from "../../../src/web/graph/graph.js";
import { anyWeb } from "../../fixture/webs.js";
import { exactRanks } from "../revealed.js";

const options = { damping: 0.9, accuracy: 1e-6 };

const changedIn = (metric: QueueMetric): PageId[] => {
  const pages: PageId[] = [];
  metric.changed((page) => pages.push(page));
  return pages;
};

/** Crawls a web breadth-first, and asks `check` before every page. */
function crawled(
  web: Parameters<typeof exactRanks>[0],
  metric: QueueMetric,
  check: (order: readonly PageId[], waiting: readonly PageId[]) => void,
): void {
  const queue = [web.start];
  const order: PageId[] = [];
  const discovered = new Set(queue);
  metric.discover(Uint32Array.from(queue), 1);
  for (let page = queue.shift(); page !== undefined; page = queue.shift()) {
    check(order, [page, ...queue]);
    const links = linksOf(web.graph, page);
    const fresh = [...new Set(links)].filter((to) => !discovered.has(to));
    for (const to of fresh) discovered.add(to);
    metric.discover(Uint32Array.from(fresh), fresh.length);
    metric.reveal(page, links, links.length);
    order.push(page);
    queue.push(...fresh);
  }
}

describe("queueMetric", () => {
  it("counts links seen, inside backlink: IB' by counting pairs", () => {
    fc.assert(
      fc.property(anyWeb(), (web) => {
        const metric = queueMetric("backlink", web.graph.size, options);
        crawled(web, metric, (order, waiting) => {
          const ends = order.flatMap((page) => [...linksOf(web.graph, page)]);
          for (const page of waiting) expect(metric.of(page)).toBe(ends.filter((to) => to === page).length);
        });
      }),
    );
  });

  it("has the PageRank of what was revealed, inside page-rank: IR' solved to 1e-13, within a relative 1e-5", () => {
    fc.assert(
      fc.property(anyWeb(), (web) => {
        const metric = queueMetric("page-rank", web.graph.size, options);
        crawled(web, metric, (order, waiting) => {
          const ranks = exactRanks(web, order);
          for (const page of waiting) expect(Math.abs(metric.of(page) / ranks[page] - 1)).toBeLessThan(1e-5);
        });
      }),
      { numRuns: 50 },
    );
  });

  it("tells every waiting page whose score is another since the last call", () => {
    for (const name of ["backlink", "page-rank"] as const) {
      fc.assert(
        fc.property(anyWeb(), (web) => {
          const metric = queueMetric(name, web.graph.size, options);
          const scores = new Map<PageId, number>();
          crawled(web, metric, (_, waiting) => {
            const told = new Set(changedIn(metric));
            for (const page of waiting) {
              const known = scores.get(page);
              if (known !== undefined && known !== metric.of(page)) expect(told, `page ${page}`).toContain(page);
              scores.set(page, metric.of(page));
            }
            expect(changedIn(metric), "a second call has nothing new").toEqual([]);
          });
        }),
      );
    }
  });

  it("scores all pages alike, inside breadth-first", () => {
    const metric = queueMetric("breadth-first", 3, options);
    metric.discover(Uint32Array.of(0, 1, 2), 3);
    metric.reveal(0, Uint32Array.of(1, 1, 2), 3);
    expect([0, 1, 2].map((page) => metric.of(page))).toEqual([0, 0, 0]);
    expect(changedIn(metric)).toEqual([]);
  });
});
