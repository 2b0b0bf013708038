import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { relevance } from "../../../src/crawl/importance/relevance.js";
import { type CrawlJob, crawlKey } from "../../../src/crawl/pool/crawl-key.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { ordering } from "../../../src/ordering/custom.js";
import { exploring } from "../../../src/ordering/exploring.js";
import { ideal } from "../../../src/ordering/ideal.js";
import { similarity } from "../../../src/ordering/similarity.js";
import { tokenizerIdentity } from "../../../src/page/text/tokenizer-identity.js";
import { smallWeb } from "../small-web.js";

const web = smallWeb(2, [[0, 1]]);

/** What the key of a crawl has of how words are told apart; undefined: nothing, so it is shared by all tokenizers. */
const tokenizerOf = (job: Partial<CrawlJob>) =>
  crawlKey(web, { method: breadthFirst, from: [0], seed: 1, ...job }).inputs.tokenizer;

describe("the key of a crawl that reads words", () => {
  it("has the digest of how words are told apart", () => {
    const digest = createHash("sha256").update(tokenizerIdentity()).digest("hex").slice(0, 16);
    const readers = [
      similarity("computer"),
      similarity("computer", { rule: "figure4" }), // anchors
      similarity("computer", { rule: "figure5" }),
      exploring(similarity("computer"), { share: 0.1 }),
      ordering("words", (page, seen) => seen.text(page).body.length, { needs: ["text"] }),
    ];
    for (const method of readers)
      expect(tokenizerOf({ method: method as CrawlJob["method"] }), method.label).toBe(digest);
    expect(tokenizerOf({ method: ideal, truth: relevance("computer") })).toBe(digest);
  });

  it("has nothing of it where no words are read, or those of a truth that is not shown", () => {
    expect(tokenizerOf({})).toBeUndefined();
    expect(tokenizerOf({ truth: relevance("computer") })).toBeUndefined();
    expect(tokenizerOf({ method: ideal, truth: backlinks() })).toBeUndefined();
  });
});
