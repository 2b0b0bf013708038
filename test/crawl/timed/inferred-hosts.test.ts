import { describe, expect, it } from "vitest";
import type { Strings } from "../../../src/base/strings.js";
import { inferredHosts } from "../../../src/crawl/timed/inferred-hosts.js";
import { hostsOfUrls } from "../../../src/crawl/timed/url-hosts.js";
import { campus } from "../../../src/web/campus/campus.js";
import { graphFrom } from "../../../src/web/graph/builder.js";
import type { Graph } from "../../../src/web/graph/graph.js";
import { pairsOf } from "../../fixture/pairs.js";

/** Share of links that stay on their host. */
function local({ size, offsets, targets }: Graph, hosts: Uint32Array): number {
  let inside = 0;
  for (let page = 0; page < size; page++)
    for (let i = offsets[page]; i < offsets[page + 1]; i++) if (hosts[targets[i]] === hosts[page]) inside++;
  return inside / targets.length;
}

describe("inferredHosts", () => {
  it("cuts between cliques that few links join", () => {
    const links: [number, number][] = [];
    for (const [first, size] of pairsOf("0,4 4,8 12,4"))
      for (let a = first; a < first + size; a++) for (let b = first; b < first + size; b++) links.push([a, b]);
    links.push([1, 5], [6, 13]);
    expect([...inferredHosts(graphFrom(16, links), 16 / 3)]).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2]);
  });

  it("gives ascending numbers without gaps, as many as there is room for", () => {
    const graph = graphFrom(1000, []);
    const hosts = inferredHosts(graph, 10);
    expect(hosts[999]).toBe(99);
    expect(
      hosts.every((host, page) => page === 0 || host - hosts[page - 1] === 0 || host - hosts[page - 1] === 1),
    ).toBe(true);
    expect([...inferredHosts(graphFrom(1, []), 1)]).toEqual([0]);
    expect([...inferredHosts(graphFrom(3, []), 100)]).toEqual([0, 0, 0]);
  });

  it("keeps about as many links on their hosts as the names of the hosts do, on a web whose pages go by host", () => {
    const { graph, urls } = campus({ pages: 20_000 });
    const { hostOf, hostKeys } = hostsOfUrls(urls as Strings);
    const named = local(graph, hostOf);
    const inferred = local(graph, inferredHosts(graph, graph.size / hostKeys.length));
    const even = local(
      graph,
      hostOf.map((_, page) => Math.floor((page * hostKeys.length) / graph.size)),
    );
    expect(Math.abs(inferred - named)).toBeLessThan(0.1); // chosen before the run
    expect(inferred).toBeGreaterThan(even);
  });
});
