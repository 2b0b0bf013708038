import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { replay } from "../../../src/crawl/replay.js";
import { queueMetric } from "../../../src/ordering/frontier/queue-metric.js";
import { scoredFrontier } from "../../../src/ordering/frontier/scored-frontier.js";
import { TopicQueues } from "../../../src/ordering/frontier/topic-queues.js";
import { TwoQueues } from "../../../src/ordering/frontier/two-queues.js";
import { type SimilarityOptions, similarity } from "../../../src/ordering/similarity.js";
import { TermCounter } from "../../../src/page/text/term-counter.js";
import { Topic } from "../../../src/page/text/topic.js";
import type { PageId } from "../../../src/web/graph/graph.js";
import { type Link, webOf } from "../../fixture/webs.js";

/** What a page is: its links by page or by page and anchor, whether it is on topic, and its address. */
interface Page {
  readonly links?: readonly (PageId | readonly [PageId, string])[];
  readonly hot?: boolean;
  readonly url?: string;
}

function crawl(pages: readonly Page[], options: SimilarityOptions<"figure4" | "figure5"> = {}, from?: PageId[]) {
  const links = pages.flatMap(({ links = [] }, page) =>
    links.map((link): [Link, string] => (typeof link === "number" ? [[page, link], ""] : [[page, link[0]], link[1]])),
  );
  const web = webOf(
    pages.length,
    links.map(([link]) => link),
    {
      duplicates: "keep",
      selfLinks: "keep",
      urls: pages.map(({ url = "" }, page) => `http://host.edu/${url}${page}`),
      texts: pages.map(({ hot }) => ({ title: hot ? "topic" : "", body: "" })),
      anchor: (link) => links[link][1],
    },
  );
  return [...replay(web, similarity("topic", { rule: "figure5", ...options }), from && { from })];
}

describe("TopicQueues: start pages", () => {
  it("wait in url_queue, whatever their addresses and anchors say", () => {
    // 2 and 3 would be hot; 0 links to them, but they are in a queue. 4 is hot by its address, and goes before them
    const pages: Page[] = [{ links: [[2, "topic"], 3, 4] }, {}, {}, { url: "topic" }, { url: "topic" }];
    expect(crawl(pages, {}, [0, 1, 2, 3])).toEqual([0, 4, 1, 2, 3]);
    expect(crawl(pages, { rule: "figure4" }, [0, 1, 2, 3])).toEqual([0, 4, 1, 2, 3]);
  });

  it("move when a link to them is seen, with promote: by its anchor, or by their address", () => {
    const pages: Page[] = [{ links: [3, 4, [2, "topic"]] }, {}, {}, { url: "topic" }, { url: "topic" }];
    expect(crawl(pages, { rule: "figure4", promote: true }, [0, 1, 2, 3])).toEqual([0, 3, 4, 2, 1]);
  });

  it("move when a hot page turns up near, with promote", () => {
    // 0, hot, links to 3; 3 waits, so its links are not known. 1 -> 2 is behind nothing hot
    const pages: Page[] = [{ links: [3], hot: true }, { links: [2] }, {}, {}];
    expect(crawl(pages, {}, [0, 1, 2, 3])).toEqual([0, 1, 2, 3]);
    expect(crawl(pages, { promote: true }, [0, 1, 2, 3])).toEqual([0, 3, 1, 2]);
  });
});

describe("TopicQueues: a fresh page linked twice", () => {
  it("is judged by the anchor of the first link, as printed: at the second it is in a queue", () => {
    const twice = (first: string, second: string): Page[] => [{ links: [1, [2, first], [2, second]] }, {}, {}];
    expect(crawl(twice("", "topic"))).toEqual([0, 1, 2]);
    expect(crawl(twice("topic", ""))).toEqual([0, 2, 1]);
  });

  it("moves at the second link with promote, behind what came to hot_queue between the two", () => {
    const pages: Page[] = [{ links: [1, 2, [3, "topic"], [2, "topic"]] }, {}, {}, {}];
    expect(crawl(pages, { promote: true })).toEqual([0, 3, 2, 1]);
  });
});

describe("TopicQueues: loops", () => {
  it("take a hot page that links to itself for 0 links from a hot page: its links are at 1", () => {
    // 0 -> 2, 1; 2, hot, -> 2, 3; 3 -> 4; 4 -> 5: 3 at 1, 4 at 2, 5 at 3 links; 1 -> 6
    const pages: Page[] = [
      { links: [2, 1] },
      { links: [6] },
      { links: [2, 3], hot: true },
      { links: [4] },
      { links: [5] },
      {},
      {},
    ];
    expect(crawl(pages)).toEqual([0, 2, 3, 4, 1, 5, 6]);
    expect(crawl(pages, { distance: 3 })).toEqual([0, 2, 3, 4, 5, 1, 6]);
  });

  it("bring pages near that were queued before the loop was closed, with promote", () => {
    // starts 0 -> 1, 2 and 3 -> 1, 4, 5; then 1, hot, -> 6; 6 -> 3, 7. By 1 -> 6 -> 3 -> 4, page 4 is at 3 links, and
    // so is 5
    const pages: Page[] = [
      { links: [1, 2] },
      { links: [6], hot: true },
      {},
      { links: [1, 4, 5] },
      {},
      {},
      { links: [3, 7] },
      {},
    ];
    expect(crawl(pages, { distance: 3 }, [0, 3])).toEqual([0, 3, 1, 6, 7, 2, 4, 5]);
    // behind 7, a link of 6 itself
    expect(crawl(pages, { distance: 3, promote: true }, [0, 3])).toEqual([0, 3, 1, 6, 7, 4, 5, 2]);
    expect(crawl(pages, { distance: 2, promote: true }, [0, 3])).toEqual([0, 3, 1, 6, 7, 2, 4, 5]);
  });
});

describe("TopicQueues: what is read", () => {
  const counter = new TermCounter();
  const make = (distance: number, read: string[]) => {
    const random = new Random(1);
    const queue = () => scoredFrontier({ size: 9, ties: "fifo", random, reorderEvery: 1 });
    const metric = queueMetric("breadth-first", 9, { damping: 0.9, accuracy: 1e-3 });
    const noted = <T>(what: string, value: T): T => {
      read.push(what);
      return value;
    };
    const seen = {
      url: (page: PageId) => noted(`url ${page}`, `http://host.edu/${page}`),
      terms: (page: PageId) => noted(`terms ${page}`, counter.count({ title: "", body: "" })),
      anchor: (index: number) => noted(`anchor ${index}`, ""),
    };
    return new TopicQueues(9, new TwoQueues(9, queue, metric), new Topic("topic"), seen, { distance, promote: false });
  };
  const crawled = (distance: number) => {
    const read: string[] = [];
    const queues = make(distance, read);
    queues.discover(Uint32Array.of(0), 1);
    expect(queues.next()).toBe(0);
    queues.discover(Uint32Array.of(1, 2), 2);
    queues.reveal(0, Uint32Array.of(1, 0, 2, 1), 4);
    return read;
  };

  it("is no text under Figure 4, and that of crawled pages under Figure 5", () => {
    expect(crawled(0)).toEqual(["anchor 0", "url 1", "anchor 2", "url 2"]); // of fresh pages, by their first links
    expect(crawled(2)).toEqual(["terms 0", "anchor 0", "url 1", "anchor 2", "url 2"]);
  });
});
