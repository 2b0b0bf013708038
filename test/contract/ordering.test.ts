import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CrawlError, type ReplayOptions, replay, VirtualCrawl } from "../../src/crawl/replay.js";
import type { PageId } from "../../src/graph/graph.js";
import { linksOf } from "../../src/graph/graph.js";
import type { Web } from "../../src/graph/web.js";
import { backlink } from "../../src/ordering/backlink.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { ordering } from "../../src/ordering/custom.js";
import { exploring } from "../../src/ordering/exploring.js";
import type { Ordering, OrderingContext, OrderingFamily, OrderingMethod } from "../../src/ordering/ordering.js";
import { pageRank } from "../../src/ordering/page-rank.js";
import { similarity } from "../../src/ordering/similarity.js";
import { Random } from "../../src/random.js";
import { TermCounter } from "../../src/text/term-counter.js";
import { camelCase, methodsOf } from "../discover.js";
import { anyWeb, reachable, webOf } from "../fixture/webs.js";

type Family = OrderingFamily<Record<string, unknown>, never>;
const families = await methodsOf<Family>("ordering");

/** Values to try of the options that orderings share; a rule that only one ordering has stands beside its name. */
const choices: Readonly<Record<string, readonly unknown[]>> = {
  ties: ["fifo", "lifo", "random"],
  "backlink ties": ["fifo", "lifo", "random", "stable"],
  reorderEvery: [3],
  variant: ["recursive", "stack"],
  linkCount: ["inside", "page"],
  dangling: ["none", "everywhere"],
};

/** A method as it is, and with every value of every shared option, one option at a time. */
function variantsOf(family: Family): OrderingMethod[] {
  const chosen = Object.keys(family.options).flatMap((option) =>
    (choices[`${family.name} ${option}`] ?? choices[option] ?? []).map((value) => family({ [option]: value })),
  );
  const byLabel = new Map([family as OrderingMethod, ...chosen].map((method) => [method.label, method]));
  return [...byLabel.values()];
}

/** Orderings that are not in the folder as they are: those of users, and those made of others. */
const composed: OrderingMethod[] = [
  ...(["breadth-first", "backlink", "page-rank"] as const).flatMap((inside) => [
    similarity("topic", { rule: "figure4", inside }),
    similarity("topic", { rule: "figure5", inside, atLeast: 2 }),
    similarity("topic", { rule: "figure5", inside, atLeast: 2, promote: true, distance: 3 }),
  ]),
  similarity("topic", { rule: "figure4", inside: "backlink", ties: "lifo", promote: true }),
  similarity("topic", { rule: "figure5", inside: "backlink", ties: "random", reorderEvery: 3, promote: true }),
  similarity("topic"),
  similarity("topic more", { match: "any", idf: "paper", ties: "random" }),
  exploring(backlink, { share: 0.3 }),
  exploring(pageRank, { share: 0.3 }),
  exploring(breadthFirst, { share: 0.3 }),
  ordering("a user's score", (page, seen) => seen.backlinks(page) - seen.url(page).length, {
    needs: ["urls"],
    ties: "lifo",
  }),
  ordering("a user's score, all rescored", (page, seen) => seen.crawled % (page + 2), {
    rescore: "all",
    ties: "random",
  }),
  ordering("a user's memory", ({ pages, random }) => {
    const worth = new Float64Array(pages);
    const onFetch = (_: PageId, links: Uint32Array) => {
      for (const to of links) worth[to] += random.next();
    };
    return { score: (page) => worth[page], onFetch };
  }),
];

const seeds = fc.integer();
const truthOf = (web: Web) => Float64Array.from({ length: web.graph.size }, (_, page) => (page * 7919) % 5);
const crawl = (web: Web, method: OrderingMethod, options: ReplayOptions = {}): PageId[] => [
  ...replay(web, method, { truth: truthOf(web), ...options }),
];

/** A method whose orderings pass through `change` once they are made. */
const wrapped = (method: OrderingMethod, change: (made: Ordering) => Ordering): OrderingMethod => ({
  ...method,
  create: (context) => change(method.create(context)),
});

/** Hands out copies with rubbish behind their end, and turns them into rubbish when the call is over. */
function misled(made: Ordering): Ordering {
  const { reveal } = made;
  const lent = <T>(array: Uint32Array, count: number, call: (copy: Uint32Array) => T): T => {
    const copy = new Uint32Array(count + 3).fill(0xfffffff0);
    copy.set(array.subarray(0, count));
    const result = call(copy);
    copy.fill(0xfffffff1);
    return result;
  };
  return {
    discover: (pages, count) => lent(pages, count, (copy) => made.discover(copy, count)),
    ...(reveal && {
      reveal: (page, links, count, references) =>
        lent(links, count, (copy) => reveal.call(made, page, copy, count, references)),
    }),
    next: () => made.next(),
  };
}

/** A web whose links of a page can be read only after the ordering has named that page. */
function sealed(web: Web): { readonly web: Web; open(page: PageId): void; arm(): void } {
  const { offsets, targets } = web.graph;
  const opened = new Uint8Array(web.graph.size);
  let armed = false;
  const guard = (array: Uint32Array, mayRead: (index: number) => boolean) =>
    new Proxy(array, {
      get(target, key) {
        const index = typeof key === "string" && /^\d+$/.test(key) ? Number(key) : -1;
        if (armed && index >= 0 && !mayRead(index))
          throw new Error(`entry ${index} was read before its page was crawled`);
        const value: unknown = Reflect.get(target, key);
        return typeof value === "function" ? () => expect.unreachable(`${String(key)} reads every row`) : value;
      },
    });
  const graph = {
    ...web.graph,
    offsets: guard(offsets, (index) => opened[index] === 1 || opened[index - 1] === 1),
    targets: guard(targets, (index) => opened[offsets.findLastIndex((offset) => offset <= index)] === 1),
  };
  return { web: { ...web, graph }, open: (page) => (opened[page] = 1), arm: () => (armed = true) };
}

/** What an ordering may ask for, read as its promises have it: of discovered and crawled pages, and of links while they are revealed. */
class Told implements OrderingContext {
  readonly discovered: Set<PageId>;
  readonly crawled = new Set<PageId>();
  /** The page whose links are being revealed. */
  revealing = -1;
  readonly size: number;
  readonly truth?: Float64Array;
  readonly #counter = new TermCounter();

  constructor(
    readonly web: Web,
    readonly random: Random,
    { offline }: OrderingMethod,
  ) {
    this.discovered = new Set([web.start]);
    this.size = web.graph.size;
    if (offline) this.truth = truthOf(web);
  }

  nameOf = String;
  url = (page: PageId) => this.#known(page, this.discovered, this.web.urls?.at(page) ?? "");
  text = (page: PageId) => this.#known(page, this.crawled, this.web.text?.(page) ?? { title: "", body: "" });
  terms = (page: PageId) => this.#counter.count(this.text(page));
  anchor = (index: number) => {
    const { offsets } = this.web.graph;
    expect(this.revealing, "anchors are read during reveal").toBeGreaterThanOrEqual(0);
    expect(index).toBeLessThan(offsets[this.revealing + 1] - offsets[this.revealing]);
    return this.web.anchor?.(offsets[this.revealing] + index) ?? "";
  };

  #known<T>(page: PageId, pages: ReadonlySet<PageId>, value: T): T {
    return pages.has(page) ? value : expect.unreachable(`page ${page} is unknown`);
  }
}

/** The crawler of Figure 1 by hand: what VirtualCrawl does, without it. */
function crawlByHand(web: Web, method: OrderingMethod, seed: number): PageId[] {
  const told = new Told(web, new Random(seed), method);
  const { discovered } = told;
  const order: PageId[] = [];
  const made = misled(method.create(told));
  made.discover(Uint32Array.of(web.start), 1);
  for (let page = made.next(); page !== -1; page = made.next()) {
    expect(discovered.has(page) && !order.includes(page)).toBe(true);
    order.push(page);
    told.crawled.add(page);
    const links = linksOf(web.graph, page);
    const fresh = [...new Set(links)].filter((to) => !discovered.has(to));
    for (const to of fresh) discovered.add(to);
    if (fresh.length > 0) made.discover(Uint32Array.from(fresh), fresh.length);
    told.revealing = page;
    made.reveal?.(page, links, links.length, web.references?.[page] ?? links.length);
    told.revealing = -1;
  }
  expect(made.next(), "an empty frontier stays empty").toBe(-1);
  return order;
}

/** A real crawler: up to `most` pages are under way, and their answers come in any order. */
function crawlWithManyUnderWay(web: Web, method: OrderingMethod, seed: number, most: number): PageId[] {
  const random = new Random(seed);
  const told = new Told(web, random.fork(1), method);
  const { discovered } = told;
  const taken: PageId[] = [];
  const underWay: PageId[] = [];
  const made = method.create(told);
  made.discover(Uint32Array.of(web.start), 1);
  for (;;) {
    for (let page = -1; underWay.length < most; underWay.push(page)) {
      page = made.next();
      if (page === -1) break;
      expect(discovered.has(page) && !taken.includes(page), `page ${page} waits`).toBe(true);
      taken.push(page);
    }
    if (underWay.length === 0) return taken;
    const [page] = underWay.splice(random.below(underWay.length), 1);
    told.crawled.add(page);
    const links = linksOf(web.graph, page);
    const fresh = [...new Set(links)].filter((target) => !discovered.has(target));
    for (const target of fresh) discovered.add(target);
    if (fresh.length > 0) made.discover(Uint32Array.from(fresh), fresh.length);
    told.revealing = page;
    made.reveal?.(page, links, links.length, web.references?.[page] ?? links.length);
    told.revealing = -1;
  }
}

describe("the folder of orderings", () => {
  it("holds one method per file, named as the file is, and the interface", () => {
    expect(families.map(({ file }) => file)).toEqual([...new Set(families.map(({ file }) => file))]);
    expect(families.length).toBeGreaterThan(8); // a folder that was not found would hold the contract unasked
  });

  for (const { file, export: name, value: method } of families) {
    it(`${file} exports ${camelCase(file)}, with a source, a label that begins with its name, and plain options`, () => {
      expect(name).toBe(camelCase(file));
      expect(method.name).toBe(file);
      expect(method.label.split(",")[0]).toBe(file);
      expect(method.source.length).toBeGreaterThan(3);
      expect(method.kind).toBe("ordering");
      expect(structuredClone(method.options)).toEqual(method.options);
    });

    it(`${file} refuses an option that it has not, and names those that it has`, () => {
      const known = Object.keys(method.options);
      const wish = known.length > 0 ? `it takes ${known.join(", ")}` : "it takes none";
      expect(() => method({ tiess: "lifo" })).toThrow(new RangeError(`${file} has no option "tiess": ${wish}`));
    });
  }
});

for (const method of [...families.flatMap(({ value }) => variantsOf(value)), ...composed]) {
  describe(`the ordering ${method.label}`, () => {
    it("crawls each reachable page exactly once, from one start or several", () => {
      const cases = anyWeb().chain((web) =>
        fc.tuple(fc.constant(web), fc.array(fc.nat(web.graph.size - 1), { minLength: 1, maxLength: 4 }), seeds),
      );
      fc.assert(
        fc.property(cases, ([web, from, seed]) => {
          const order = crawl(web, method, { from, seed });
          expect(order.toSorted((a, b) => a - b)).toEqual([...reachable(web.graph, from)].sort((a, b) => a - b));
        }),
      );
    });

    it("gives equal crawls for equal seeds", () => {
      fc.assert(
        fc.property(anyWeb(), seeds, (web, seed) => {
          expect(crawl(web, method, { seed })).toEqual(crawl(web, method, { seed }));
        }),
      );
    });

    it("reads no link before it named the page that holds it", () => {
      fc.assert(
        fc.property(anyWeb(), seeds, (web, seed) => {
          const { web: shut, open, arm } = sealed(web);
          const opening = wrapped(method, (made) => ({
            discover: (pages, count) => made.discover(pages, count),
            reveal: made.reveal && ((...told) => made.reveal?.(...told)),
            next() {
              const page = made.next();
              open(page);
              return page;
            },
          }));
          const virtual = new VirtualCrawl(shut, opening, { seed, truth: truthOf(web) });
          arm(); // the crawler measured its widest page; from here on rows are shut
          virtual.run();
          expect([...virtual.order]).toEqual(crawl(web, method, { seed }));
        }),
      );
    });

    it("keeps nothing of the arrays that it is handed, and reads nothing behind their end", () => {
      fc.assert(
        fc.property(anyWeb(), seeds, (web, seed) => {
          expect(crawl(web, wrapped(method, misled), { seed })).toEqual(crawl(web, method, { seed }));
        }),
      );
    });

    it("names each reachable page once to a crawler that has many under way", () => {
      fc.assert(
        fc.property(anyWeb(), seeds, fc.integer({ min: 2, max: 9 }), (web, seed, most) => {
          const pages = crawlWithManyUnderWay(web, method, seed, most);
          expect([...pages].sort((a, b) => a - b)).toEqual(
            [...reachable(web.graph, [web.start])].sort((a, b) => a - b),
          );
        }),
      );
    });

    it("needs nothing but discover, reveal and next: a crawler written out by hand gets the same order", () => {
      fc.assert(
        fc.property(anyWeb(), seeds, (web, seed) => {
          expect(crawlByHand(web, method, seed)).toEqual(crawl(web, method, { seed }));
        }),
      );
    });
  });
}

/** Orderings that can be taken up again. */
const continued = families
  .flatMap(({ value }) => variantsOf(value))
  .filter((method) => {
    const { checkpoint } = method.create(new Told(webOf(1, []), new Random(1), method));
    return checkpoint !== undefined;
  });

describe("checkpoints", () => {
  it("are offered by the PageRank ordering under every tie rule", () => {
    const labels = continued.map(({ label }) => label);
    expect(labels).toEqual(
      expect.arrayContaining(["fifo", "lifo", "random"].map((ties) => `page-rank, accuracy 0.001, ties ${ties}`)),
    );
  });

  for (const method of continued) {
    it(`let ${method.label} go on, after any page, as if it had never stopped`, () => {
      fc.assert(
        fc.property(anyWeb(20), seeds, (web, seed) => {
          const whole = crawl(web, method, { seed });
          const running = new VirtualCrawl(web, method, { seed });
          for (let k = 0; k <= whole.length; k++) {
            const resume = structuredClone(running.checkpoint()); // what goes to disk and comes back
            const again = new VirtualCrawl(web, method, { seed, resume });
            again.run();
            expect([...again.order], `resumed after ${k} pages`).toEqual(whole);
            running.run(1);
          }
          expect([...running.order], "taking checkpoints changes nothing").toEqual(whole);
        }),
      );
    });

    it(`let ${method.label} be stopped twice`, () => {
      fc.assert(
        fc.property(anyWeb(20), seeds, fc.nat(20), fc.nat(20), (web, seed, first, second) => {
          let crawler = new VirtualCrawl(web, method, { seed });
          for (const pages of [first, second]) {
            crawler.run(pages);
            crawler = new VirtualCrawl(web, method, { seed, resume: crawler.checkpoint() });
          }
          crawler.run();
          expect([...crawler.order]).toEqual(crawl(web, method, { seed }));
        }),
      );
    });
  }

  it("are refused by name for an ordering that must start anew", () => {
    const resume = { order: Uint32Array.of(0), state: {} };
    const [web] = fc.sample(anyWeb(5), 1);
    expect(() => new VirtualCrawl(web, breadthFirst, { resume })).toThrow(
      new CrawlError("breadth-first cannot be continued: crawl again from the start"),
    );
  });
});
