import { describe, expect, it } from "vitest";
import { countTerms } from "../../src/crawl/count-terms.js";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import { relevance } from "../../src/crawl/importance/relevance.js";
import { similarity } from "../../src/ordering/similarity.js";
import { webOf } from "../fixture/webs.js";

const read: number[] = [];
const text = (page: number) => {
  read.push(page);
  return { title: "", body: `word ${page}` };
};
/** 2,000 pages with texts, which notes whose text was read. */
const newWeb = () => {
  read.length = 0;
  const web = webOf(2000, [[0, 1]]);
  return { ...web, capabilities: ["links", "text"] as const, text: (page: number) => text(page) };
};

describe("countTerms", () => {
  it("reads each page once and tells how far it is, where a method reads text", async () => {
    const done: number[] = [];
    await countTerms(newWeb(), [backlinks(), relevance("word")], { onProgress: (event) => done.push(event.done) });
    expect(read).toEqual(Array.from({ length: 2000 }, (_, page) => page));
    expect(done.length).toBeGreaterThan(2);
    expect(done).toEqual([...done].sort((a, b) => a - b));
  });

  it("reads nothing where none does", async () => {
    await countTerms(newWeb(), [backlinks()]);
    expect(read).toEqual([]);
  });

  it("stops when it is told to, with most pages unread", async () => {
    const controller = new AbortController();
    const counting = countTerms(newWeb(), [relevance("word")], {
      signal: controller.signal,
      onProgress: ({ done }) => {
        if (done > 0) controller.abort();
      },
    });
    await expect(counting).rejects.toThrow(/^counting the terms of \S+ was stopped after \d+ of 2000 pages$/);
    expect(read.length).toBeGreaterThan(0);
    expect(read.length).toBeLessThan(2000);
  });

  it("says what a web lacks before anything is read", async () => {
    const counting = countTerms(newWeb(), [similarity("word")]);
    await expect(counting).rejects.toThrow(/^similarity needs urls and anchors; /);
    expect(read).toEqual([]);
  });
});
