import { Strings, StringsBuilder } from "../../base/strings.js";
import { GraphBuilder } from "../graph/builder.js";
import { type FilesFormat, type GraphData, malformed, packed, type ReadOptions } from "./format.js";
import { eachLine, Line } from "./lines.js";

const URLS = "URL list";
const ADJACENCY = "adjacency list";

/** A crawl as two texts: see `readUrlAdjacency`. */
export const urlAdjacency: FilesFormat = {
  kind: "format",
  name: "url-adjacency",
  title: "URLs with links by line (a folder with urls.txt and links.adj.txt)",
  source: "ours",
  roles: ["urls", "adjacency"],
  inFolder: { urls: packed("urls.txt"), adjacency: packed("links.adj.txt") },
  readFiles: ({ urls, adjacency }, options) => readUrlAdjacency({ urls, adjacency }, options),
};

export interface UrlAdjacencyFiles {
  /** Line i holds the URL of node i; the crawled pages come first. */
  readonly urls: AsyncIterable<Uint8Array>;
  /** Line i holds the nodes that crawled page i links to, in document order, parted by blanks; empty for none. */
  readonly adjacency: AsyncIterable<Uint8Array>;
}

export interface UrlAdjacencyOptions extends ReadOptions {
  /**
   * "crawled": the web is the crawled pages, those with a line of links; links to other pages are dropped (default, as
   * in Cho et al. 1998, section 3). "known": every URL is a page, and those never fetched have no links.
   */
  readonly only?: "crawled" | "known";
}

/**
 * A crawl as two texts: URLs by line, and links by line. `references` counts every link on a page, those that leave the
 * web too; `allLinks` has them all.
 *
 * Every line must end with a newline: without it nothing tells a whole last line from one that was cut.
 *
 * @throws "format" when a link names no URL, or lines are missing
 */
export async function readUrlAdjacency(
  files: UrlAdjacencyFiles,
  { only = "crawled", ...options }: UrlAdjacencyOptions = {},
): Promise<GraphData> {
  const urls = new StringsBuilder();
  const line = new Line(URLS);
  await eachLine(files.urls, line, () => {
    if (line.done) line.fail("a URL");
    mustEnd(line);
    urls.add(line.text.trim());
  });
  const known = urls.size;
  const { links, crawled, counts } = await readLinks(files.adjacency, known);
  const size = only === "crawled" ? crawled : known;
  const { pairs } = links;
  let kept = links;
  if (size < known) {
    kept = new GraphBuilder();
    for (let i = 0; i < pairs.length; i += 2) if (pairs[i + 1] < size) kept.add(pairs[i], pairs[i + 1]);
  }
  const references = new Uint32Array(size);
  references.set(counts.subarray(0, crawled));
  const all = urls.build();
  const allLinks = () => ({ urls: all, ...rowsOf(pairs, counts.subarray(0, crawled)) });
  return { ...kept.build({ size, ...options }), urls: firstOf(all, size), references, allLinks };
}

/** Links that were added page by page, as rows. */
function rowsOf(pairs: Uint32Array, counts: Uint32Array): { offsets: Uint32Array; targets: Uint32Array } {
  const offsets = new Uint32Array(counts.length + 1);
  for (let page = 0; page < counts.length; page++) offsets[page + 1] = offsets[page] + counts[page];
  return { offsets, targets: Uint32Array.from({ length: pairs.length / 2 }, (_, i) => pairs[2 * i + 1]) };
}

async function readLinks(adjacency: AsyncIterable<Uint8Array>, known: number) {
  const line = new Line(ADJACENCY);
  const links = new GraphBuilder();
  const counts = new Uint32Array(known);
  let crawled = 0;
  await eachLine(adjacency, line, () => {
    mustEnd(line);
    if (crawled === known) line.fail(`at most ${known} lines, one for each URL`);
    for (; !line.done; counts[crawled]++) {
      const target = line.integer(`nodes from 0 to ${known - 1}`);
      if (target >= known) line.fail(`nodes from 0 to ${known - 1}`, `The list of URLs has ${known} lines.`);
      links.add(crawled, target);
    }
    crawled++;
  });
  if (crawled === 0) throw malformed(ADJACENCY, { line: 0 }, "one line for each crawled page", "an empty file");
  return { links, crawled, counts };
}

/** The first `size` strings. */
const firstOf = (all: Strings, size: number): Strings =>
  size === all.size ? all : new Strings(all.bytes.slice(0, all.offsets[size]), all.offsets.slice(0, size + 1));

function mustEnd(line: Line): void {
  if (line.terminated) return;
  line.fail(
    "a newline at the end of the file: without it the last line may be cut short",
    "If the file is whole, end it with a newline: echo >> FILE",
  );
}
