import { afterEach, describe, expect, it, vi } from "vitest";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { relevance } from "../../../src/crawl/importance/relevance.js";
import { type CrawlJob, crawlKey } from "../../../src/crawl/pool/crawl-key.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { ordering } from "../../../src/ordering/custom.js";
import { exploring } from "../../../src/ordering/exploring.js";
import { ideal } from "../../../src/ordering/ideal.js";
import { similarity } from "../../../src/ordering/similarity.js";
import { smallWeb } from "../small-web.js";

const tokenizer = { identity: "as now" };
vi.mock("../../../src/page/text/tokenizer-identity.js", () => ({ tokenizerIdentity: () => tokenizer.identity }));
afterEach(() => {
  tokenizer.identity = "as now";
});

const web = smallWeb(2, [[0, 1]]);

/** Do crawls under two versions of the tokenizer share a key? */
function isShared(job: Partial<CrawlJob>): boolean {
  const key = () => crawlKey(web, { method: breadthFirst, from: [0], seed: 1, ...job }).hash;
  const before = key();
  tokenizer.identity = "by a newer Unicode";
  const after = key();
  tokenizer.identity = "as now";
  return before === after;
}

describe("the key of a crawl that reads words", () => {
  it("is another one when words are told apart otherwise", () => {
    const readers = [
      similarity("computer"),
      similarity("computer", { rule: "figure4" }), // anchors
      similarity("computer", { rule: "figure5" }),
      exploring(similarity("computer"), { share: 0.1 }),
      ordering("words", (page, seen) => seen.text(page).body.length, { needs: ["text"] }),
    ];
    for (const method of readers) expect(isShared({ method: method as CrawlJob["method"] }), method.label).toBe(false);
    expect(isShared({ method: ideal, truth: relevance("computer") })).toBe(false);
  });

  it("is the same where no words are read, or those of a truth that is not shown", () => {
    expect(isShared({})).toBe(true);
    expect(isShared({ truth: relevance("computer") })).toBe(true);
    expect(isShared({ method: ideal, truth: backlinks() })).toBe(true);
  });
});
