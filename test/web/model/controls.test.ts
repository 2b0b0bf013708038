import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { campus } from "../../../src/web/campus/campus.js";
import { linksOf } from "../../../src/web/graph/graph.js";
import { inDegrees } from "../../../src/web/graph/statistics.js";
import { hostWeb } from "../../../src/web/model/host-web.js";
import { randomWeb } from "../../../src/web/model/random-web.js";
import { rewired } from "../../../src/web/model/rewired.js";
import { shuffledPages } from "../../../src/web/model/shuffled-pages.js";
import { webOf } from "../../fixture/webs.js";

const web = hostWeb({ pages: 5000, hosts: 50 });

function localLinks({ graph }: Pick<typeof web, "graph">, hostOf: Uint32Array): Uint32Array {
  const stay = new Uint32Array(graph.size);
  for (let page = 0; page < graph.size; page++)
    stay[page] = linksOf(graph, page).filter((target) => hostOf[target] === hostOf[page]).length;
  return stay;
}

describe("a rewired web", () => {
  it("keeps the links out of and into every page, and hardly any link", () => {
    const other = rewired(web);
    expect(other.graph.offsets).toEqual(web.graph.offsets);
    expect(inDegrees(other.graph)).toEqual(inDegrees(web.graph));
    const same = other.graph.targets.filter((target, link) => target === web.graph.targets[link]).length;
    expect(same / web.graph.links).toBeLessThan(0.05);
  });

  it("keeps also how many links of each page stay on its host, with hosts: whatever the web", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.integer(), (hosts, seed) => {
        const small = randomWeb({ pages: 200, hosts, linksPerPage: 5, seed });
        const other = rewired(small, { keep: "degrees and host", seed });
        expect(other.graph.offsets).toEqual(small.graph.offsets);
        expect(inDegrees(other.graph)).toEqual(inDegrees(small.graph));
        expect(localLinks(other, small.hostOf)).toEqual(localLinks(small, small.hostOf));
      }),
      { numRuns: 30 },
    );
    expect(localLinks(rewired(web, { keep: "degrees and host" }), web.hostOf)).toEqual(localLinks(web, web.hostOf));
  });

  it("keeps all links between hosts where no more than one exchange is left that does", () => {
    // page i of host 0 links to page n + i of host 1 and back: each link of host 0 to itself has one partner, a link of
    // host 1 to itself, and the last of them one in 10,000 links
    const n = 5000;
    const links = Array.from({ length: n }, (_, i) => [[i, n + i], [n + i, i]] as [number, number][]).flat(); // biome-ignore format: both ways
    const hostOf = Uint32Array.from({ length: 2 * n }, (_, page) => (page < n ? 0 : 1));
    const other = rewired(webOf(2 * n, links), { keep: "degrees and host", hostOf });
    expect(localLinks(other, hostOf)).toEqual(new Uint32Array(2 * n));
    expect([...other.graph.targets].sort((a, b) => a - b)).toEqual(Array.from({ length: 2 * n }, (_, page) => page));
  });

  it("spreads links over all hosts without them: next to none stay", () => {
    const stay = localLinks(rewired(web), web.hostOf).reduce((sum, links) => sum + links, 0);
    // chance leads to the own host with the sum of squares of the hosts' shares of links out and in: below 0.07 here
    expect(stay / web.graph.links).toBeLessThan(0.07);
    expect(localLinks(web, web.hostOf).reduce((sum, links) => sum + links, 0) / web.graph.links).toBeGreaterThan(0.6);
  });

  it("says what it is, counts the self-links and repeats of chance, and keeps no anchor text", () => {
    const university = campus({ pages: 1000 });
    const other = rewired(university, { seed: 5 });
    expect(other.name).toBe("campus-1k, degrees kept");
    expect(other.capabilities).toEqual(["links", "urls", "titles", "text"]);
    expect("anchor" in other).toBe(false);
    expect(other.found.links).toBe(university.graph.links);
    expect(other.found.selfLinks).toBeGreaterThan(0);
    const identities = [
      rewired(web),
      rewired(web, { seed: 2 }),
      rewired(web, { keep: "degrees and host" }),
      shuffledPages(web),
      web,
    ];
    expect(new Set(identities.map(({ sha256 }) => sha256)).size).toBe(5);
  });

  it("is refused where hosts are not known", () => {
    const university = campus({ pages: 1000 });
    expect(() => rewired(university, { keep: "degrees and host" })).toThrow("campus-1k does not say which host");
    expect(() => rewired(university, { keep: "degrees and host", hostOf: new Uint32Array(3) })).toThrow(
      "hostOf holds a number for each of 1000 pages; found 3",
    );
    expect(() => rewired(web, { keep: "hosts" as never })).toThrow(
      'keep is "degrees", "degrees and host"; found "hosts"',
    );
  });
});

describe("a web with shuffled pages", () => {
  it("has the same links on each page, in another order: every order of three equally often", () => {
    const other = shuffledPages(web);
    for (let page = 0; page < 5000; page += 7)
      expect(linksOf(other.graph, page).toSorted()).toEqual(linksOf(web.graph, page).toSorted());
    expect(other.graph.targets).not.toEqual(web.graph.targets);

    const size = 6000;
    const offsets = Uint32Array.from({ length: size + 1 }, (_, page) => 3 * page);
    const targets = Uint32Array.from({ length: 3 * size }, (_, link) => link % 3);
    const threes = { ...web, graph: { size, links: 3 * size, offsets, targets } };
    const orders = new Map<string, number>();
    const { graph } = shuffledPages(threes);
    for (let page = 0; page < size; page++) {
      const order = linksOf(graph, page).join();
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    // chi-square with 5 degrees of freedom: below 20.5 with probability 0.999
    const chiSquare = [...orders.values()].reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(orders.size).toBe(6);
    expect(chiSquare).toBeLessThan(20.5);
  });
});
