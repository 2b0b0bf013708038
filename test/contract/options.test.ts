import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Declared } from "../../src/base/method.js";
import { Random } from "../../src/base/random.js";
import type { CacheFamily, CacheMethod } from "../../src/cache/method.js";
import { simulate } from "../../src/cache/simulate.js";
import { FAMILIES } from "../../src/cli/families.js";
import type { Importance } from "../../src/crawl/importance/importance.js";
import { relevance } from "../../src/crawl/importance/relevance.js";
import type { CrawlModel, ModelFamily } from "../../src/crawl/model.js";
import { replay } from "../../src/crawl/replay.js";
import type { ChangeFamily, ChangeModel } from "../../src/freshness/change-model.js";
import { poissonHistory } from "../../src/freshness/history.js";
import type { RefreshFamily, RefreshPolicy } from "../../src/freshness/refresh-policy.js";
import { simulateRefresh } from "../../src/freshness/simulate-refresh.js";
import type { OrderingFamily, OrderingMethod } from "../../src/ordering/ordering.js";
import { similarity } from "../../src/ordering/similarity.js";
import { traceFrom } from "../../src/trace/trace-from.js";
import { ELIMINATOR_OPTIONS } from "../../src/urldb/eliminator.js";
import { URL_DATABASE_OPTIONS } from "../../src/urldb/settings.js";
import type { Web } from "../../src/web/web.js";
import { anyCrawl, judged } from "../crawl/small-web.js";
import { exportsOf, methodsOf } from "../discover.js";
import { anyWeb, webOf } from "../fixture/webs.js";

describe("every default is a value that its option takes, and help has a word for it", async () => {
  // what is not chosen is not checked: a default that is misspelt or out of range would go to the method as it is
  const wrongIn = (declared: Declared) =>
    Object.entries(declared).flatMap(([option, rule]) => {
      const wrong = rule.default === undefined ? undefined : rule.wrong(rule.default); // undecided
      return [
        ...(wrong === undefined ? [] : [`the default of ${option} ${wrong}`]),
        ...(rule.unit === "" ? [`nothing stands for ${option} in help`] : []),
      ];
    });
  const webs = (await exportsOf("web/model")).map(({ file, value }) => ({
    name: file,
    declared: (value as { readonly declared?: Declared } | undefined)?.declared,
  }));
  for (const { all, methods } of [...FAMILIES, { all: "generated webs", methods: webs }])
    it(`of ${all}`, () => {
      const wrong = methods.flatMap(({ name, declared = {} }) => wrongIn(declared).map((each) => `${name}: ${each}`));
      expect(wrong).toEqual([]);
    });
  it("of URL databases and eliminators", () =>
    expect([...wrongIn(URL_DATABASE_OPTIONS), ...wrongIn(ELIMINATOR_OPTIONS)]).toEqual([]));
});

// An option that a method declares and does not read changes nothing, and no other contract notices it.

type Choice = Readonly<Record<string, unknown>>;

/** Makes a method of choices, or throws where they do not go together. */
type Make<M> = (chosen: Choice) => M;

/** Each choice of one option beside which another may matter, and none. */
const besides = (declared: Declared): Choice[] => [
  {},
  ...Object.entries(declared).flatMap(([option, { samples }]) =>
    samples.map((value: unknown) => ({ [option]: value })),
  ),
];

/**
 * Options that decide nothing: all methods made of their values do the same. Of a choice among words, a pair of words
 * that do the same is named.
 *
 * @param does all that a method does, as text
 * @param asked what is asked about, as this tells it; all unless told
 */
function idle<M>(make: Make<M>, declared: Declared, does: (method: M) => string, asked?: readonly string[]): string[] {
  const known = new Map<string, string | undefined>();
  const doing = (chosen: Choice) => {
    const key = JSON.stringify(Object.entries(chosen).sort());
    if (!known.has(key)) {
      try {
        known.set(key, does(make(chosen)));
      } catch {
        known.set(key, undefined); // the choices do not go together
      }
    }
    return known.get(key);
  };
  const differ = (option: string, one: unknown, other: unknown) =>
    besides(declared).some((beside) => {
      const [first, second] = [one, other].map((value) => doing({ ...beside, [option]: value }));
      return first !== undefined && second !== undefined && first !== second;
    });
  return Object.entries(declared).flatMap(([option, { samples, apart, kind }]) => {
    if (apart || samples.length < 2) return [];
    const pairs = samples.flatMap((one, i) => samples.slice(i + 1).map((other) => [one, other] as const));
    const isAlike = ([one, other]: (typeof pairs)[number]) => !differ(option, one, other);
    if (kind !== "word") return asked?.includes(option) !== false && pairs.every(isAlike) ? [option] : [];
    const told = ([one, other]: (typeof pairs)[number]) => `${option}: ${one} and ${other}`;
    return pairs.filter((pair) => asked?.includes(told(pair)) !== false && isAlike(pair)).map(told);
  });
}

const webs = fc.sample(anyWeb(), { numRuns: 60, seed: 1 });

/** Webs whose pages, addresses and links speak of a topic in all ways that rules tell apart. */
const topical = Array.from({ length: 4 }, (_, seed) => {
  const random = new Random(seed);
  const WORDS = ["topic", "topics", "more", "mores", "topicen", "subtopic", "other"];
  const some = (most: number) =>
    Array.from({ length: random.below(most + 1) }, () => WORDS[random.below(WORDS.length)]).join(" ");
  const size = 40;
  const links = Array.from({ length: size }, (_, page) => [page, page + 1] as [number, number]).slice(0, -1);
  for (let i = 0; i < 3 * size; i++) links.push([random.below(size), random.below(size)]);
  return webOf(size, links, {
    urls: Array.from(
      { length: size },
      (_, page) => `http://h${page % 5}.example/${some(2).replaceAll(" ", "-")}/${page}`,
    ),
    texts: Array.from({ length: size }, () => ({ title: some(2), body: some(20) })),
    references: Array.from({ length: size }, () => 200 + random.below(9)),
    anchor: (link) => WORDS[(link * 7919) % 11] ?? "",
  });
});

const orderOn =
  (all: readonly Web[]) =>
  (method: OrderingMethod): string =>
    all
      .map((web, seed) => {
        const truth = Float64Array.from({ length: web.graph.size }, (_, page) => (page * 7919) % 5);
        return replay(web, method, { seed, truth }).join(" ");
      })
      .join("\n");

describe("every option of an ordering decides something", async () => {
  // the rank that pages without links give away raises all others by one factor: the same order
  const known: Readonly<Record<string, string[]>> = { "exact-page-rank": ["dangling: none and everywhere"] };
  for (const { file, value } of await methodsOf<OrderingFamily>("ordering"))
    it(file, () =>
      expect(idle(value as Make<OrderingMethod>, value.declared, orderOn(webs))).toEqual(known[file] ?? []),
    );
  it("similarity", () => {
    const rules: Choice[] = [
      {},
      { idf: "paper" },
      { words: "stem" },
      ...["breadth-first", "backlink", "page-rank"].flatMap((inside) => [
        { rule: "figure4", inside },
        { rule: "figure5", inside, atLeast: 2 },
        { rule: "figure5", inside, atLeast: 2, promote: true },
      ]),
    ];
    const { declared } = similarity;
    let idlers: readonly string[] | undefined; // under each rule so far
    for (const rule of rules) {
      const make: Make<OrderingMethod> = (chosen) => similarity("topic more", { ...rule, ...chosen });
      const found = idle(make, declared, orderOn(topical), idlers);
      idlers = idlers?.filter((option) => found.includes(option)) ?? found;
    }
    expect(idlers).toEqual([]);
  });
});

describe("every option of an importance decides something", async () => {
  const values = (importance: Importance) =>
    [...webs, ...topical].map((web) => importance.of(web).join(" ")).join("\n");
  for (const { file, value } of await exportsOf("crawl/importance")) {
    const { declared } = value as { readonly declared?: Declared };
    if (!declared) continue;
    const make: Make<Importance> =
      file === "relevance" ? (chosen) => relevance("topic more", chosen) : (value as Make<Importance>);
    it(file, () => expect(idle(make, declared, values)).toEqual([]));
  }
});

describe("every option of a cache policy decides something", async () => {
  const random = new Random(1);
  const traces = Array.from({ length: 12 }, (_, i) => {
    const urls = 4 + 6 * i;
    return traceFrom(Array.from({ length: 60 * (i + 1) }, () => Math.floor(urls * random.next() ** 3)));
  });
  const misses = (method: CacheMethod) =>
    traces
      .flatMap((trace) => [1, 3, 8, 25].map((capacity) => simulate(trace, method, capacity, { seed: 1 })))
      .join(" ");
  for (const { file, value } of await methodsOf<CacheFamily>("cache/policy"))
    it(file, () => expect(idle(value as Make<CacheMethod>, value.declared, misses)).toEqual([]));
});

describe("every option of a crawl model decides something", async () => {
  const crawls = fc.sample(anyCrawl(12), { numRuns: 60, seed: 1 });
  const curves = (model: CrawlModel) =>
    crawls
      .flatMap(({ importance, order, ...given }) => {
        const crawl = judged(order, importance, given);
        return [...model.curve(crawl), model.random(2, crawl), model.ideal(2, crawl)];
      })
      .join(" ");
  for (const { file, value } of await methodsOf<ModelFamily>("crawl/model"))
    it(file, () => expect(idle(value as Make<CrawlModel>, value.declared, curves)).toEqual([]));
});

describe("every option of a refresh policy decides something", async () => {
  const random = new Random(1);
  const rates = Float64Array.from({ length: 30 }, () => 2 * random.next());
  const importance = Float64Array.from({ length: 30 }, () => random.next());
  const history = poissonHistory(rates, 20, random);
  const fetches = (policy: RefreshPolicy) => {
    const all: string[] = [];
    const onFetch = (...fetch: unknown[]) => all.push(fetch.join(" "));
    simulateRefresh(history, policy, { rates, importance, budget: 7, seed: 1, onFetch });
    return all.join("\n");
  };
  for (const { file, value } of await methodsOf<RefreshFamily>("freshness/policy"))
    it(file, () => expect(idle(value as Make<RefreshPolicy>, value.declared, fetches)).toEqual([]));
});

describe("every option of a change model decides something", async () => {
  const hosts = Uint32Array.from({ length: 40 }, (_, page) => page % 7);
  const rates = (model: ChangeModel) => model.rates({ size: 40, random: new Random(1), hosts }).join(" ");
  for (const { file, value } of await methodsOf<ChangeFamily>("freshness/change"))
    it(file, () => expect(idle(value as Make<ChangeModel>, value.declared, rates)).toEqual([]));
});
