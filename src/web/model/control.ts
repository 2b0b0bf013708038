import type { Random } from "../../base/random.js";
import { applyPolicy } from "../graph/builder.js";
import type { Graph } from "../graph/graph.js";
import { type Capability, type Web, withLinks } from "../web.js";
import { quick } from "./link-counts.js";
import type { Digest } from "./modelled-web.js";

/** A web with other links: what its author wrote into particular links is gone. */
export type Control<W extends Web> = Omit<W, "anchor" | "allLinks" | "capabilities"> & {
  readonly capabilities: readonly Capability[];
};

/** The pages of `web` with the links of `graph`. @param how what was done, for name and identity */
export function controlOf<W extends Web>(web: W, graph: Graph, how: string, seed: number, digest: Digest): Control<W> {
  const copy = { ...graph, offsets: graph.offsets.slice(), targets: graph.targets.slice() };
  return withLinks(web, graph, {
    name: `${web.name}, ${how}`,
    found: applyPolicy(copy, { duplicates: "keep", selfLinks: "keep" }).found,
    sha256: digest(JSON.stringify({ web: web.sha256, control: how, seed })),
  }) as Control<W>;
}

/** Puts the numbers at these positions into random order: each order is equally likely. Fisher and Yates 1938. */
export function shuffleAt(
  numbers: Uint32Array,
  count: number,
  positionOf: (index: number) => number,
  random: Random,
): void {
  for (let i = count - 1; i > 0; i--) {
    const here = positionOf(i);
    const there = positionOf(quick(random, i + 1));
    const number = numbers[here];
    numbers[here] = numbers[there];
    numbers[there] = number;
  }
}
