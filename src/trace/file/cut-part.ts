import type { TracePages } from "../url-trace.js";
import type { TraceAbout, TracePart } from "./block.js";

/** Requests of a block at the most, unless one page has more. */
export const BLOCK = 1 << 18;

/** Joins parts that follow each other. */
export function joined(parts: readonly TracePart[]): TracePart {
  if (parts.length === 1) return parts[0];
  const words = (column: (part: TracePart) => Uint32Array | undefined) => {
    const columns = parts.map(column).filter((each) => each !== undefined);
    return columns.length > 0 ? concatenated(Uint32Array, columns) : undefined;
  };
  const [fingerprints, hosts, hostKeys] = [
    words((part) => part.fingerprints),
    words((part) => part.hosts),
    words((part) => part.hostKeys),
  ];
  const pages = parts.map((part) => part.pages).filter((each) => each !== undefined);
  let before = 0;
  const ends = parts.map(({ requests, pages }) => {
    const moved = pages?.ends.map((end) => end + before) ?? new Uint32Array(0);
    before += requests.length;
    return moved;
  });
  return {
    requests: words((part) => part.requests) as Uint32Array,
    ...(fingerprints && { fingerprints }),
    ...(hosts && { hosts }),
    ...(hostKeys && { hostKeys }),
    ...(pages.length > 0 && {
      pages: {
        ends: concatenated(Uint32Array, ends),
        threads: concatenated(
          Uint16Array,
          pages.map((each) => each.threads),
        ),
        hosts: concatenated(
          Uint32Array,
          pages.map((each) => each.hosts),
        ),
        times: concatenated(
          Float64Array,
          pages.map((each) => each.times),
        ),
      },
    }),
  };
}

export function concatenated<A extends Uint16Array | Uint32Array | Float64Array>(
  Numbers: new (length: number) => A,
  arrays: readonly A[],
): A {
  const all = new Numbers(arrays.reduce((sum, each) => sum + each.length, 0));
  let at = 0;
  for (const each of arrays) {
    all.set(each as never, at);
    at += each.length;
  }
  return all;
}

/**
 * Cuts a part into blocks, where a page ends if pages are kept: what was written is whole pages then, wherever it is
 * cut short.
 *
 * @param urls known before the part
 * @param hosts known before the part
 */
export function* blocksOf(
  part: TracePart,
  keeps: TraceAbout["keeps"],
  { urls, hosts }: { readonly urls: number; readonly hosts: number },
): Generator<TracePart> {
  const { requests } = part;
  const pages = keeps.pages ? part.pages : undefined;
  const most = { urls, hosts };
  let page = 0;
  for (let from = 0; from < requests.length || page < (pages?.ends.length ?? 0); ) {
    const firstPage = page;
    let to = Math.min(from + BLOCK, requests.length);
    if (pages) {
      const { ends } = pages;
      page++;
      while (page < ends.length && ends[page] <= from + BLOCK) page++;
      to = ends[page - 1];
    }
    const isLast = to === requests.length && page === (pages?.ends.length ?? 0);
    const before = { ...most };
    for (let i = from; i < to; i++) if (requests[i] === most.urls) most.urls++;
    const urlHosts = part.hosts?.subarray(before.urls - urls, most.urls - urls);
    const pageHosts = pages?.hosts.subarray(firstPage, page);
    most.hosts = isLast
      ? hosts + (part.hostKeys?.length ?? 0)
      : Math.max(most.hosts, above(urlHosts), above(pageHosts));
    yield {
      requests: requests.subarray(from, to),
      ...(keeps.fingerprints && {
        fingerprints: part.fingerprints?.subarray(2 * (before.urls - urls), 2 * (most.urls - urls)),
      }),
      ...(keeps.hosts && { hosts: urlHosts }),
      ...((keeps.hosts || keeps.pages) && {
        hostKeys: part.hostKeys?.subarray(before.hosts - hosts, most.hosts - hosts),
      }),
      ...(pages && { pages: pagesBetween(pages, firstPage, page, from) }),
    };
    from = to;
  }
}

function above(values: Uint32Array | undefined): number {
  let most = 0;
  for (let i = 0; values && i < values.length; i++) if (values[i] >= most) most = values[i] + 1;
  return most;
}

const pagesBetween = ({ ends, threads, hosts, times }: TracePages, from: number, to: number, first: number) => ({
  ends: ends.subarray(from, to).map((end) => end - first),
  threads: threads.subarray(from, to),
  hosts: hosts.subarray(from, to),
  times: times.subarray(from, to),
});
