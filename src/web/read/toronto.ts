import { plural } from "../../base/numbers.js";
import { StringsBuilder } from "../../base/strings.js";
import { GraphBuilder } from "../graph/builder.js";
import { checkPages, type FilesFormat, type GraphData, malformed, type ReadOptions } from "./format.js";
import { eachLine, Line } from "./lines.js";

const NODES = "Toronto nodes";
const ADJACENCY = "Toronto adj_list";
const NO_TITLE = "Empty title field";

/** A query graph of the University of Toronto: see `readToronto`. */
export const toronto: FilesFormat = {
  kind: "format",
  name: "toronto",
  title: "Toronto query graph (a folder with nodes and adj_list)",
  source: "Borodin, Roberts, Rosenthal and Tsaparas 2005, Link analysis ranking",
  roles: ["nodes", "adjacency"],
  inFolder: { nodes: ["nodes"], adjacency: ["adj_list"] },
  readFiles: ({ nodes, adjacency }, options) => readToronto({ nodes, adjacency }, options),
};

export interface TorontoFiles {
  /**
   * First the number of pages, then records: "id (old id) [R]", URL, title, "outdegree indegree", each after a blank
   * line.
   */
  readonly nodes: AsyncIterable<Uint8Array>;
  /** One line per page: "id: target target -1". */
  readonly adjacency: AsyncIterable<Uint8Array>;
}

/**
 * A query graph of the University of Toronto: pages with URL and title, links between hosts only (links inside a host
 * were left out by its makers). Borodin, Roberts, Rosenthal and Tsaparas 2005, "Link analysis ranking",
 * www.cs.toronto.edu/~tsap.
 *
 * Titles that run over several lines become one line; the makers' "Empty title field" becomes "". Text that is not
 * UTF-8 is read as Windows-1252.
 *
 * @throws "format" when the files are malformed or cut, or disagree
 */
export async function readToronto({ nodes, adjacency }: TorontoFiles, options: ReadOptions = {}): Promise<GraphData> {
  const { size, urls, titles } = await readNodes(nodes);
  const line = new Line(ADJACENCY);
  const links = new GraphBuilder();
  let page = 0;
  await eachLine(adjacency, line, () => {
    if (line.done) return;
    if (page === size) line.fail(`the end of the file after ${plural(size, "page")}`);
    const match = /^\s*(\d+):(.*?)-1\s*$/.exec(line.text);
    if (!match || Number(match[1]) !== page) return line.fail(`"${page}: TARGETS -1"`);
    for (const target of match[2].split(/\s+/)) {
      if (target === "") continue;
      if (!/^\d+$/.test(target) || Number(target) >= size) line.fail(`targets from 0 to ${size - 1}`);
      links.add(page, Number(target));
    }
    page++;
  });
  if (page < size) {
    throw malformed(
      ADJACENCY,
      { line: line.number },
      `${plural(size, "page")}, as in nodes`,
      `${page}`,
      "Fetch it again.",
    );
  }
  return { ...links.build({ size, ...options }), urls, titles };
}

async function readNodes(nodes: AsyncIterable<Uint8Array>) {
  const line = new Line(NODES);
  const urls = new StringsBuilder();
  const titles = new StringsBuilder();
  let size = -1;
  let record: string[] = [];
  const finish = () => {
    const page = urls.size;
    const [head, url, ...rest] = record;
    const degrees = rest.pop() ?? "";
    if (
      Number(/^(\d+) \(\d+\) \[\w\]$/.exec(head)?.[1] ?? -1) !== page ||
      !/^\d+ \d+$/.test(degrees) ||
      rest.length < 1
    ) {
      line.fail(`a record of page ${page}: "${page} (OLD ID) [R]", URL, title, two degrees`);
    }
    urls.add(url);
    const title = rest.map((part) => part.trim()).join(" ");
    titles.add(title === NO_TITLE ? "" : title);
    record = [];
  };
  await eachLine(nodes, line, () => {
    if (size < 0) {
      size = line.integer("the number of pages");
      line.finish("the number of pages, alone on the first line");
      checkPages(NODES, { line: 1 }, size);
      return;
    }
    const text = western(line.bytes.subarray(line.start, line.end)).trimEnd();
    // A record ends with its degrees, so that a blank line inside a title does not end it.
    if (text === "" && record.length === 0) return;
    if (urls.size === size) line.fail(`the end of the file after ${plural(size, "page")}`);
    record.push(text);
    if (record.length >= 4 && /^\d+ \d+$/.test(text)) {
      if (!line.terminated) line.uncut(Number(text.split(" ")[1]), Number.POSITIVE_INFINITY);
      finish();
    }
  });
  if (record.length > 0 || urls.size < size || size < 0) {
    throw malformed(
      NODES,
      { line: line.number },
      size < 0 ? "the number of pages" : `${size} whole records`,
      `${urls.size}, then the end of the file`,
      "The file is cut short: fetch it again.",
    );
  }
  return { size, urls: urls.build(), titles: titles.build() };
}

/** Windows-1252, bytes 0x80 .. 0x9f; the rest of it is Latin-1. */
const UPPER = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** UTF-8 where the bytes are that, else Windows-1252. */
function western(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const latin = Buffer.from(bytes).toString("latin1");
    return latin.replace(/[\u0080-\u009f]/g, (character) => UPPER[character.charCodeAt(0) - 0x80]);
  }
}
