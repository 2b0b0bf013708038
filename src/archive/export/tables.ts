import type { Snapshot } from "../open-snapshot.js";

/** Tables that a snapshot is exported as. */
export const TABLES = ["pages", "links", "hosts"] as const;
export type TableName = (typeof TABLES)[number];

export interface Table {
  readonly columns: readonly {
    readonly name: string;
    readonly type: "STRING" | "INT32" | "DOUBLE" | "BOOLEAN" | "TIMESTAMP";
  }[];
  /** One object per row, made one at a time. */
  rows(): Iterable<Record<string, unknown>>;
}

/**
 * A snapshot as a table: "pages" has a row per stored exchange, pages or not, in the order of visits; "links" a row per
 * link, in document order; "hosts" a row per host, of those that are only linked to as well.
 */
export function tableOf(snapshot: Snapshot, name: TableName): Table {
  return { pages: pagesTable, links: linksTable, hosts: hostsTable }[name](snapshot);
}

function pagesTable(snapshot: Snapshot): Table {
  return {
    columns: [
      { name: "url", type: "STRING" },
      { name: "host", type: "STRING" },
      { name: "time", type: "TIMESTAMP" },
      { name: "status", type: "INT32" },
      { name: "type", type: "STRING" },
      { name: "bytes", type: "DOUBLE" },
      { name: "digest", type: "STRING" },
      { name: "depth", type: "INT32" },
      { name: "redirect", type: "STRING" },
      { name: "truncated", type: "BOOLEAN" },
      { name: "revisit", type: "BOOLEAN" },
      { name: "title", type: "STRING" },
      { name: "links", type: "INT32" },
    ],
    *rows() {
      for (let row = 0; row < snapshot.captures; row++) {
        const { url, urlId, time, status, type, bytes, digest, depth, redirect, truncated, revisit, title } =
          snapshot.capture(row);
        const page = snapshot.pageOf(row);
        yield {
          url,
          host: snapshot.hostNames.at(snapshot.hostOfUrl[urlId]),
          time: new Date(time),
          status,
          type,
          bytes,
          digest,
          depth,
          redirect,
          truncated,
          revisit,
          title,
          links: page < 0 ? undefined : snapshot.pageLinks(page).length,
        };
      }
    },
  };
}

function linksTable(snapshot: Snapshot): Table {
  return {
    columns: [
      { name: "from", type: "STRING" },
      { name: "to", type: "STRING" },
      { name: "position", type: "INT32" },
      { name: "source", type: "STRING" },
      { name: "nofollow", type: "BOOLEAN" },
      { name: "anchor", type: "STRING" },
    ],
    *rows() {
      const captures = snapshot.columns.u32("page.capture");
      const urlOf = snapshot.columns.u32("capture.url");
      for (let page = 0; page < snapshot.pages; page++) {
        const from = snapshot.urls.at(urlOf[captures[page]]);
        let position = 0;
        for (const { url, source, nofollow, anchor } of snapshot.linksOf(page)) {
          yield { from, to: url, position: position++, source, nofollow, anchor };
        }
      }
    },
  };
}

function hostsTable(snapshot: Snapshot): Table {
  return {
    columns: [
      { name: "host", type: "STRING" },
      { name: "urls", type: "INT32" },
      { name: "captures", type: "INT32" },
      { name: "pages", type: "INT32" },
      { name: "bytes", type: "DOUBLE" },
      { name: "linksFrom", type: "INT32" },
      { name: "linksTo", type: "INT32" },
    ],
    *rows() {
      const size = snapshot.hosts;
      const { hostOfUrl } = snapshot;
      const [urls, captures, pages, linksFrom, linksTo] = Array.from({ length: 5 }, () => new Uint32Array(size));
      const bytes = new Float64Array(size);
      const urlOf = snapshot.columns.u32("capture.url");
      const sizes = snapshot.columns.u32("capture.bytes");
      const pageCapture = snapshot.columns.u32("page.capture");
      for (const host of hostOfUrl) urls[host]++;
      for (let row = 0; row < snapshot.captures; row++) {
        captures[hostOfUrl[urlOf[row]]]++;
        bytes[hostOfUrl[urlOf[row]]] += sizes[row];
      }
      for (let page = 0; page < snapshot.pages; page++) {
        const host = hostOfUrl[urlOf[pageCapture[page]]];
        pages[host]++;
        const links = snapshot.pageLinks(page);
        linksFrom[host] += links.length;
        for (const target of links) linksTo[hostOfUrl[target]]++;
      }
      for (let host = 0; host < size; host++) {
        yield {
          host: snapshot.hostNames.at(host),
          urls: urls[host],
          captures: captures[host],
          pages: pages[host],
          bytes: bytes[host],
          linksFrom: linksFrom[host],
          linksTo: linksTo[host],
        };
      }
    },
  };
}
