import fc from "fast-check";
import { type Graph, linksOf } from "../../../src/web/graph/graph.js";
import type { GraphData } from "../../../src/web/read/format.js";

/** `content` as a stream of pieces of `size` bytes. */
export async function* stream(content: string | Uint8Array, size = 1 << 16): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The links of a graph as pairs, in its order. */
export function pairs(graph: Graph): [number, number][] {
  const all: [number, number][] = [];
  for (let page = 0; page < graph.size; page++) for (const target of linksOf(graph, page)) all.push([page, target]);
  return all;
}

/** What a reader returned, as plain values to compare. */
export const plain = ({ graph, found, ids, urls, titles, references }: GraphData) => ({
  size: graph.size,
  links: pairs(graph),
  found,
  ids: ids && [...ids],
  urls: urls && [...urls],
  titles: titles && [...titles],
  references: references && [...references],
});

/** A multigraph of 1 to 12 pages, in any order of links. */
export const anyLinks = fc.integer({ min: 1, max: 12 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    links: fc.array(fc.tuple(fc.integer({ min: 0, max: size - 1 }), fc.integer({ min: 0, max: size - 1 })), {
      maxLength: 40,
    }),
  }),
);

export const KEEP = { duplicates: "keep", selfLinks: "keep" } as const;
