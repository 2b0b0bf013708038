import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonical } from "../../../src/base/canonical.js";
import { Strings } from "../../../src/base/strings.js";
import { ENGINE } from "../../../src/base/version.js";
import { backlinks } from "../../../src/crawl/importance/backlinks.js";
import { given } from "../../../src/crawl/importance/given.js";
import type { Importance } from "../../../src/crawl/importance/importance.js";
import { mix } from "../../../src/crawl/importance/mix.js";
import { pageRankOf } from "../../../src/crawl/importance/page-rank-of.js";
import { relevance } from "../../../src/crawl/importance/relevance.js";
import { type CrawlJob, crawlKey, mayBeCached } from "../../../src/crawl/pool/crawl-key.js";
import { backlink } from "../../../src/ordering/backlink.js";
import { breadthFirst } from "../../../src/ordering/breadth-first.js";
import { ordering } from "../../../src/ordering/custom.js";
import { exploring } from "../../../src/ordering/exploring.js";
import { ideal } from "../../../src/ordering/ideal.js";
import { location } from "../../../src/ordering/location.js";
import type { OrderingMethod } from "../../../src/ordering/ordering.js";
import { pageRank } from "../../../src/ordering/page-rank.js";
import { similarity } from "../../../src/ordering/similarity.js";
import { campus } from "../../../src/web/campus/campus.js";
import { partOf } from "../../../src/web/part.js";
import type { Web } from "../../../src/web/web.js";
import { pairsOf } from "../../fixture/pairs.js";
import { smallWeb } from "../small-web.js";

const web = smallWeb(3, pairsOf("0,1 1,2"));
const keyOf = (job: Partial<CrawlJob> = {}, of: Web = web): string =>
  crawlKey(of, { method: breadthFirst, from: [0], seed: 1, ...job }).hash;
const own = (score: (page: number) => number, uses: Record<string, unknown> = {}) =>
  ordering("own", (page, _seen) => score(page), { uses });

describe("crawlKey", () => {
  it("is the SHA-256 of its inputs, which name the engine", () => {
    const { inputs, hash } = crawlKey(web, { method: breadthFirst, from: [0], seed: 1 });
    expect(hash).toBe(createHash("sha256").update(canonical(inputs)).digest("hex"));
    expect(inputs).toMatchObject({ engine: ENGINE, web: { name: "small", sha256: web.sha256 }, from: [0], seed: 1 });
    const newer = canonical({ ...inputs, engine: ENGINE + 1 });
    expect(createHash("sha256").update(newer).digest("hex")).not.toBe(hash);
  });

  it("is equal for equal jobs, made twice", () => {
    expect(keyOf({ method: backlink({ ties: "lifo" }) })).toBe(keyOf({ method: backlink({ ties: "lifo" }) }));
    expect(keyOf({ method: backlink({}) })).toBe(keyOf({ method: backlink }));
  });

  it("is another one for each single thing that a crawl depends on", () => {
    const located = (...urls: string[]): Web => ({ ...web, urls: Strings.from(urls) });
    const source: OrderingMethod = { ...breadthFirst, create: (context) => breadthFirst.create(context) };
    const keys = [
      keyOf(),
      keyOf({}, { ...web, sha256: "other" }),
      keyOf({}, { ...web, name: "other" }),
      keyOf({}, { ...web, graph: smallWeb(3, pairsOf("0,1 2,1")).graph }),
      keyOf({ method: location }, located("a", "b", "c")),
      keyOf({ method: location }, located("a", "bc", "")),
      keyOf({ method: location }, located("a", "b", "d")),
      ...[1, 2].map((links) =>
        keyOf({ method: pageRank({ linkCount: "page" }) }, { ...web, references: Uint32Array.of(1, 1, links) }),
      ),
      ...[1, 2].map((links) => {
        const method = exploring(pageRank({ linkCount: "page" }), { share: 0.1 });
        return keyOf({ method }, { ...web, references: Uint32Array.of(1, 1, links) });
      }),
      ...[1, 2].map((links) => {
        const truth = mix([[1, pageRankOf({ linkCount: "page" })]]);
        return keyOf({ method: ideal, truth }, { ...web, references: Uint32Array.of(1, 1, links) });
      }),
      keyOf({ from: [1] }),
      keyOf({ from: [0, 1] }),
      keyOf({ from: [1, 0] }),
      keyOf({ seed: 2 }),
      keyOf({ method: source }),
      ...[backlink, backlink({ ties: "lifo" }), backlink({ ties: "random" }), backlink({ reorderEvery: 2 })].map(
        (method) => keyOf({ method }),
      ),
      ...[pageRank, pageRank({ damping: 0.5 }), pageRank({ accuracy: 0.01 }), pageRank({ linkCount: "page" })].map(
        (method) => keyOf({ method }),
      ),
      ...[
        ordering("own", (page, _seen) => page),
        ordering("own", (page, _seen) => -page),
        ordering("other", (page, _seen) => page),
      ].map((method) => keyOf({ method })),
      ...[{ k: 1 }, { k: 2 }, { j: 1 }, { k: "1" }, { k: [1] }, { k: { k: 1 } }].map((uses) =>
        keyOf({ method: own(Number, uses) }),
      ),
      ...[backlink, pageRank, own(Number), ordering("own", (page, _seen) => -page)].map((inner) =>
        keyOf({ method: exploring(inner, { share: 0.1 }) }),
      ),
      keyOf({ method: exploring(exploring(backlink, { share: 0.1 }), { share: 0.1 }) }),
      keyOf({ method: exploring(backlink, { share: 0.2 }) }),
      ...[backlinks(), pageRankOf(), pageRankOf({ damping: 0.5 }), given({ 1: 1 }), given({ 1: 2 })].map((truth) =>
        keyOf({ method: ideal, truth: truth as Importance }),
      ),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("does not depend on what the crawl does not see: URLs, the truth of an ordering that is not offline, or a threshold", () => {
    expect(keyOf({}, { ...web, urls: Strings.from(["a", "b", "c"]) } as Web)).toBe(keyOf());
    expect(keyOf({}, { ...web, references: Uint32Array.of(1, 2, 3) })).toBe(keyOf());
    expect(keyOf({ truth: backlinks({ hotAt: 3 }) })).toBe(keyOf());
    expect(keyOf({ method: ideal, truth: backlinks({ hotAt: 3 }) })).toBe(
      keyOf({ method: ideal, truth: backlinks({ hotAt: 9 }) }),
    );
  });

  it("tells values apart that JSON writes alike, as a user's function may read them", () => {
    const values = [
      null,
      0,
      "",
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      1n,
      [],
      {},
      /home/,
      /home/i,
      /index/,
      new Map([["a", 1]]),
      new Map([["a", 2]]),
      new Set(["a"]),
      new Set(["b"]),
      Float64Array.of(1),
      Float64Array.of(2),
      new Date(0),
      new Date(1),
      (page: number) => page,
      (page: number) => page + 1,
    ];
    const keys = values.map((value) => keyOf({ method: own(Number, { value }) }));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("files no crawl of an offline ordering that is shown an importance of the user's own, whose options tell nothing", () => {
    const own = { ...backlinks(), of: ({ graph }: Web) => new Float64Array(graph.size) };
    const filed = (truth: Importance, method: OrderingMethod = ideal) => mayBeCached({ method, truth }, web);
    expect(filed(own)).toBe(false);
    expect(filed(mix([[1, own]]))).toBe(false);
    expect(filed(own, breadthFirst)).toBe(true);
    for (const each of [backlinks, backlinks({ hotAt: 2 }), pageRankOf(), relevance("a"), mix([[1, backlinks()]])])
      expect(filed(each as Importance)).toBe(true);
  });

  it("files no crawl of an ordering that is written by hand, whose text does not tell what it captures", () => {
    const byHand = (from: OrderingMethod): OrderingMethod => ({ ...from, create: (context) => from.create(context) });
    const filed = (method: OrderingMethod) => mayBeCached({ method }, web);
    expect(filed(byHand(backlink))).toBe(false);
    expect(filed(exploring(byHand(backlink), { share: 0.1 }))).toBe(false);
    for (const each of [
      backlink,
      backlink({ ties: "lifo" }),
      { ...backlink },
      ordering("own", (page, _seen) => -page),
      similarity("a"),
    ])
      expect(filed(exploring(each as OrderingMethod, { share: 0.1 }))).toBe(true);
  });

  it("files no crawl that reads words which a web was given, for its digest does not tell them; nor on a part of it", () => {
    const whole = campus({ pages: 100 });
    const filed = (of: Web, method: OrderingMethod = similarity("a") as OrderingMethod, truth?: Importance) =>
      mayBeCached({ method, truth }, of);
    const text = (page: number) => ({ title: "", body: `${page}` });
    const members = new Uint8Array(100).fill(1, 0, 50);
    for (const own of [
      { ...whole, text },
      { ...whole, anchor: String },
    ]) {
      expect([filed(own), filed(partOf(own, members).web)]).toEqual([false, false]);
      expect(filed(own, ideal, relevance("a") as Importance)).toBe(false);
      expect([filed(own, backlink), filed(own, ideal, backlinks())]).toEqual([true, true]);
    }
    expect([filed(whole), filed({ ...whole }), filed(partOf(whole, members).web)]).toEqual([true, true, true]);
  });

  it("does not depend on the order in which options are written down, at any depth", () => {
    const shuffled = (value: unknown): unknown =>
      value !== null && typeof value === "object" && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, inner]) => [name, shuffled(inner)]),
          )
        : value;
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ maxLength: 3 }).filter((key) => key !== "__proto__"),
          fc.jsonValue({ maxDepth: 2 }),
        ),
        (uses) => {
          const other = shuffled(uses) as Record<string, unknown>;
          expect(keyOf({ method: own(Number, uses) })).toBe(keyOf({ method: own(Number, other) }));
        },
      ),
    );
    expect(keyOf({ method: pageRank({ damping: 0.5, ties: "lifo" }) })).toBe(
      keyOf({ method: pageRank({ ties: "lifo", damping: 0.5 }) }),
    );
  });

  it("differs whenever one value of the options does", () => {
    const uses = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.jsonValue({ maxDepth: 1 }), { minKeys: 1 });
    fc.assert(
      fc.property(uses, fc.jsonValue({ maxDepth: 1 }), fc.nat(2), (before, value, which) => {
        const name = Object.keys(before)[which % Object.keys(before).length];
        fc.pre(JSON.stringify(before[name]) !== JSON.stringify(value));
        const after = { ...before, [name]: value };
        const plain = (uses: object): unknown => JSON.parse(JSON.stringify(uses));
        const same = isDeepStrictEqual(plain(before), plain(after)); // {"a":1,"b":2} and {"b":2,"a":1}, one level down
        expect(keyOf({ method: own(Number, after) }) === keyOf({ method: own(Number, before) })).toBe(same);
      }),
    );
  });
});
