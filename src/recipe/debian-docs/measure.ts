import type { Snapshot } from "../../archive/open-snapshot.js";
import { reach } from "../../web/graph/reach.js";
import { webOf } from "../../web/snapshot/snapshot-web.js";

/** Counts of a web that was built. */
export interface BuiltCounts {
  readonly start: string;
  readonly pages: number;
  /** Links between pages as stored, repeats and self-links included, redirects followed. */
  readonly links: number;
  /** Those from one host to another. */
  readonly crossHostLinks: number;
  /** Hosts with pages. */
  readonly hosts: number;
  /** Pages that are reached from the start. */
  readonly reached: number;
  /** Everything that was fetched: pages, redirects, URLs that lead nowhere. */
  readonly captures: number;
}

export function countsOf(snapshot: Snapshot): BuiltCounts {
  const web = webOf(snapshot, { duplicates: "keep", selfLinks: "keep" });
  const { offsets, targets, size } = web.graph;
  const names = new Map<string, number>();
  const hostOf = Uint32Array.from({ length: size }, (_, page) => {
    const host = new URL(web.urls?.at(page) as string).host;
    if (!names.has(host)) names.set(host, names.size);
    return names.get(host) as number;
  });
  let crossHostLinks = 0;
  for (let page = 0; page < size; page++)
    for (let link = offsets[page]; link < offsets[page + 1]; link++)
      if (hostOf[page] !== hostOf[targets[link]]) crossHostLinks++;
  return {
    start: web.urls?.at(web.start) as string,
    pages: size,
    links: web.found.links,
    crossHostLinks,
    hosts: names.size,
    reached: reach(web.graph, [web.start]).pages,
    captures: snapshot.captures,
  };
}

/** The home page from which most pages are reached; of equal ones the first. */
export function bestHome(snapshot: Snapshot, homes: readonly string[]): string {
  const web = webOf(snapshot);
  let best = { home: homes[0], pages: -1 };
  for (const home of homes) {
    const page = web.urls?.indexOf(home) ?? -1;
    const pages = page < 0 ? 0 : reach(web.graph, [page]).pages;
    if (pages > best.pages) best = { home, pages };
  }
  return best.home;
}
