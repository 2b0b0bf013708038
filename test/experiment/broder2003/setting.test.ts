import { describe, expect, it } from "vitest";
import { crawlPlan, crawlsOf, sizesFor, threadsAt } from "../../../src/experiment/broder2003/setting.js";
import type { UrlTrace } from "../../../src/trace/url-trace.js";
import { type Link, webOf } from "../../fixture/webs.js";

/** A ring of pages, so many of each host. */
function ringOf(...pagesOfHosts: readonly number[]) {
  const urls = pagesOfHosts.flatMap((pages, host) =>
    Array.from({ length: pages }, (_, page) => `http://h${host}.example/${page}`),
  );
  const links = urls.map((_, page): Link => [page, (page + 1) % urls.length]);
  return webOf(urls.length, links, { urls });
}

describe("how a web is crawled as section 4 crawled the Web", () => {
  it("has the paper's threads at scale 1, a tenth of them as it is, and each number once", () => {
    expect([1, 0.1, 0.012, 0.001].map(threadsAt)).toEqual([[20, 100, 500], [2, 10, 50], [1, 6], [1]]);
  });

  it("is by four processes, with copies enough for three queues a thread, to half of the links", () => {
    // 12 links; 4 processes with 3 queues for each of 5 threads are 60, 4 hosts of one size a copy
    const { settings, threads, provenance } = crawlPlan(ringOf(3, 3, 3, 3), { scale: 0.01, putBack: 0 });
    expect(threads).toEqual([1, 5]);
    expect(settings).toEqual({ processes: 4, copies: 15, seed: 1, until: { requests: 0.5 * 15 * 12 } });
    expect(provenance).toMatchObject({ ...settings, threads: [1, 5], effectiveHosts: 4 });
  });

  it("counts hosts by what they amount to, were all of one size", () => {
    // 12^2 / (6^2 + 3^2 + 3^2) = 2.67; 60 over that are 22.5
    const { settings, provenance } = crawlPlan(ringOf(6, 3, 3), { scale: 0.01, putBack: 0 });
    expect([settings.copies, (provenance as { effectiveHosts: number }).effectiveHosts]).toEqual([23, 3]);
  });

  it("is of 64 copies at most, of as many as are asked for, and of no more requests than the paper's", () => {
    const web = ringOf(3, 3, 3, 3);
    expect(crawlPlan(web).settings).toMatchObject({ copies: 64 });
    const { copies, until } = crawlPlan(web, { copies: 3, seed: 7, scale: 1e-9, putBack: 0 }).settings;
    expect([copies, until.requests]).toEqual([3, 0]); // 160,000,000 of them at scale 1
    expect(crawlPlan(web, { copies: 3, seed: 7 }).settings.seed).toBe(7);
  });

  it("puts as many repeats back as the paper has, 42.74 of 62.55 links being different", () => {
    expect(crawlPlan(ringOf(3, 3)).provenance).toMatchObject({ repeats: expect.stringMatching(/^31\.7 % /) });
  });

  it("looks at sizes up to the first that holds every URL, from 1 to 2^25", () => {
    const largest = (urls: number) => sizesFor({ urls } as UrlTrace).at(-1);
    expect([1, 2, 1_000, 1_024, 1_025, 2 ** 25, 2 ** 26].map(largest)).toEqual([
      ...[2, 2, 1_024, 1_024, 2_048, 2 ** 25, 2 ** 25],
    ]);
    expect(sizesFor({ urls: 5 } as UrlTrace)).toEqual([1, 2, 4, 8]);
  });

  it("is crawled once for each choice, however many figures ask", async () => {
    const hosts = new Array<number>(12).fill(3);
    const web = ringOf(...hosts);
    const choices = [{}, { seed: 7 }, { scale: 0.02 }, { putBack: 0.5 }, { copies: 9 }, { pagesPerHost: 2 }];
    const crawls = () => Promise.all(choices.map((choice) => crawlsOf(web, { scale: 0.01, copies: 8, ...choice })));
    const found = await crawls();
    expect(new Set(found).size).toBe(choices.length);
    for (const [i, again] of (await crawls()).entries()) expect(again).toBe(found[i]);
    expect(await crawlsOf(ringOf(...hosts), { scale: 0.01, copies: 8 })).not.toBe(found[0]);
  });
});
