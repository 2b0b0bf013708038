import { StringsBuilder } from "../../base/strings.js";
import { GraphBuilder } from "../graph/builder.js";
import { type GraphData, type GraphFormat, HEAD_BYTES, malformed, type ReadOptions } from "./format.js";
import { eachLine, headLines, Line } from "./lines.js";

const NAME = "labelled edge list";
const LINK = "two names with one TAB between them";
const ADVICE = "Write one link per line as FROM<TAB>TO; a comment begins with #. Names may hold blanks, but no tab.";

/** The two names of a line, or undefined: URLs may also be parted by blanks. */
function names(text: string): [string, string] | undefined {
  const fields = URLS.test(text) ? text.trim().split(/\s+/) : text.split("\t");
  return fields.length === 2 && fields[0] !== "" && fields[1] !== "" ? [fields[0], fields[1]] : undefined;
}

const URLS = /^\s*\w+:\/\/\S+\s+\w+:\/\/\S+\s*$/;

/**
 * Links as pairs of names, one link per line, as in wikispeedia's links.tsv. Names become titles, as they stand, or
 * where all of them are URLs, URLs; pages are numbered in order of first appearance, from left to right.
 *
 * Recognised by the first line that is no comment: two names, none a number, and one TAB, or two URLs.
 */
export const labelledEdgeList: GraphFormat = {
  kind: "format",
  name: "labelled-edge-list",
  title: "edge list of names (FROM<TAB>TO)",
  broad: true,
  optional: ["names"],
  source: "West, Pineau and Precup 2009, wikispeedia, snap.stanford.edu/data/wikispeedia.html",

  sniff(head) {
    const lines = headLines(head, head.length < HEAD_BYTES);
    const data = lines.find((line) => line.trim() !== "" && !line.startsWith("#"));
    const pair = data === undefined ? undefined : names(data);
    return pair?.every((name) => name.trim() !== "" && !/^[-+]?[\d.]+$/.test(name.trim())) ?? false;
  },

  read: (bytes, options, { names } = {}) => readLabelledEdgeList({ links: bytes, names }, options),
};

/**
 * The same with a list of all pages, so that pages without links are pages too.
 *
 * @param files.links one link per line
 * @param files.names one name per line, in the order of pages; default: the names that links hold
 * @throws "format" when a link names a page that `names` does not list, or a name is listed twice
 */
export async function readLabelledEdgeList(
  files: { readonly links: AsyncIterable<Uint8Array>; readonly names?: AsyncIterable<Uint8Array> },
  options: ReadOptions = {},
): Promise<GraphData> {
  const pages = new Map<string, number>();
  const titles = new StringsBuilder();
  const add = (name: string) => {
    const page = pages.size;
    pages.set(name, page);
    titles.add(name);
    return page;
  };
  if (files.names) {
    const line = new Line(`${NAME}, names`);
    await eachLine(files.names, line, () => {
      if (line.done || line.first === "#") return;
      if (pages.has(line.text)) line.fail("a name that is not listed above");
      add(line.text);
    });
  }
  const line = new Line(NAME);
  const links = new GraphBuilder();
  const find = (name: string) => {
    const page = pages.get(name);
    if (page === undefined && files.names) line.fail("names that are in the list of names");
    return page ?? add(name);
  };
  await eachLine(files.links, line, () => {
    if (line.done || line.first === "#") return;
    const [from, to] = names(line.text) ?? line.fail(LINK, ADVICE);
    links.add(find(from), find(to));
  });
  if (links.links === 0) throw malformed(NAME, { line: line.number }, "at least one link", "none", ADVICE);
  const areUrls = [...pages.keys()].every((name) => /^https?:\/\//i.test(name));
  return { ...links.build({ size: pages.size, ...options }), [areUrls ? "urls" : "titles"]: titles.build() };
}
