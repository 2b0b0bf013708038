import { plural } from "../../base/numbers.js";
import { Strings } from "../../base/strings.js";
import { GraphBuilder } from "../graph/builder.js";
import { placesIn, swapped } from "./column-words.js";
import {
  type GraphData,
  type GraphFormat,
  HEAD_BYTES,
  malformed,
  quoted,
  type ReadOptions,
  WEIGHTS,
} from "./format.js";
import { eachLine, headLines, Line } from "./lines.js";

const NAME = "labelled edge list";
const LINK = "two names with one TAB between them";
const ADVICE =
  "Write one link per line as FROM<TAB>TO; a comment begins with #. Names may hold blanks, but no tab.\n" +
  "  A table of more columns needs a heading that has source and target.";
const IN_BLANKS = "two names without blanks, then a weight or attributes in braces at the most, as in the lines before";

type Pair = readonly [from: string, to: string];

/** The two names of a line, or undefined: URLs may also be parted by blanks. */
function names(text: string): Pair | undefined {
  const fields = URLS.test(text) ? text.trim().split(/\s+/) : text.split("\t");
  return fields.length === 2 && fields[0] !== "" && fields[1] !== "" ? [fields[0], fields[1]] : undefined;
}

/** Names without blanks, and what NetworkX writes behind them: a weight, attributes in braces, or nothing. */
const BLANKS = /^(\S+) +(\S+)(?: +(\{.*\}|[-+]?[\d.]+(?:e[-+]?\d+)?))?\s*$/i;

/** The names of a line that are parted by blanks, and what is said of the link. */
function namesInBlanks(text: string): { readonly pair: Pair; readonly more?: string | undefined } | undefined {
  const [, from, to, more] = (!text.includes("\t") && BLANKS.exec(text)) || [];
  return from === undefined || to === undefined ? undefined : { pair: [from, to], more };
}

/** Whether commas part the fields of lines, and the last field of each holds a blank: 'a,b,"Page 1"'. */
const areInCommas = (pairs: readonly Pair[]): boolean =>
  pairs.length > 1 &&
  pairs.every(([from, to]) => from.includes(",") && !to.includes(",")) &&
  new Set(pairs.map(([from]) => from.split(",").length)).size === 1;

/** Whether lines are links of names that are parted by blanks: all are, and more is said of them, or a name recurs. */
function areInBlanks(lines: readonly string[]): boolean {
  const links = lines.map(namesInBlanks).filter((link) => link !== undefined);
  const all = links.flatMap(({ pair }) => pair);
  if (areInCommas(links.map(({ pair }) => pair))) return false;
  return links.length === lines.length && (links.every(({ more }) => more) || new Set(all).size < all.length);
}

/** Two words that name the columns, in either order. */
function isHeading(text: string): boolean {
  const { from, to, words } = placesIn(text.trim());
  return words === 2 && from >= 0 && to >= 0;
}

/** A comment that may be meant as a link, parted as the links are: "#home<TAB>about". */
const isLikeLink = (comment: string, isInBlanks: boolean): boolean =>
  /^#[^#\s]/.test(comment) &&
  !isHeading(comment.slice(1)) &&
  (isInBlanks ? namesInBlanks(comment) : names(comment)) !== undefined;

/** Whether the first link is the only one whose ends are no URLs. */
const isAboveUrls = (pages: ReadonlyMap<string, number>): boolean => {
  const [first, second, ...others] = [...pages.keys()].map((name) => /^\w+:\/\//.test(name));
  return first === false && second === false && others.length > 0 && others.every(Boolean);
};

export const IS_URL = /^https?:\/\//i;

const URLS = /^\s*\w+:\/\/\S+\s+\w+:\/\/\S+\s*$/;

/**
 * Links as pairs of names, one link per line, as in wikispeedia's links.tsv. Names become titles, as they stand, or
 * where all of them are URLs, URLs; pages are numbered in order of first appearance, from left to right. Names are UTF-8.
 *
 * Two words above the first link, "source target", are a heading if no page below is called so; `ignored` says it. The
 * same in the other order is refused. Any two words above nothing but URLs are refused, too. A comment that could be a
 * link, "#home<TAB>about", is left out, and `ignored` says how many there are.
 *
 * Names without blanks may be parted by these, and a weight or attributes in braces stand behind them, "a b {'weight':
 * 2}", as NetworkX writes them: in all lines or in none. `ignored` tells of weights and of attributes.
 *
 * Recognised by the first line that is no comment, and no heading: two names, none a number, and one TAB, or two URLs.
 * Where blanks part names, all lines must be so, and a name must come twice, or all lines say more of the link.
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
    const [first, second, ...others] = lines.filter((line) => line.trim() !== "" && !line.startsWith("#"));
    const data = second !== undefined && isHeading(first) ? [second, ...others] : [first, second, ...others];
    const given = data.filter((line) => line !== undefined);
    const pair =
      given.length === 0
        ? undefined
        : (names(given[0]) ?? (areInBlanks(given) ? namesInBlanks(given[0])?.pair : undefined));
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
  const pages = files.names ? await readNames(files.names) : new Map<string, number>();
  const line = new Line(NAME);
  const links = new GraphBuilder();
  const find = (name: string) => {
    const page = pages.get(name);
    if (page !== undefined) return page;
    if (files.names) line.fail("names that are in the list of names");
    pages.set(name, pages.size);
    return pages.size - 1;
  };
  let heading: Heading | undefined;
  const comments: string[] = [];
  let firstLink = 0;
  /** How names are parted, from the first link on. */
  let isInBlanks = false;
  /** The first weight or attributes. */
  let said: string | undefined;
  await eachLine(files.links, line, () => {
    if (line.done) return;
    if (line.first === "#") {
      if (isLikeLink(line.text, true) || isLikeLink(line.text, false)) comments.push(line.text);
      return;
    }
    const text = line.exact;
    const parted = names(text);
    const { pair, more } = (parted === undefined ? namesInBlanks(text) : undefined) ?? {};
    const isListed = files.names && parted?.every((name) => pages.has(name));
    if (links.links === 0 && !heading && !isListed && isHeading(text)) {
      heading = { text, line: line.number, pairs: [parted, pair] };
      return;
    }
    if (links.links === 0) isInBlanks = pair !== undefined;
    const [from, to] = (isInBlanks ? pair : parted) ?? line.fail(isInBlanks ? IN_BLANKS : LINK, ADVICE);
    if (more !== "{}") said ??= more;
    firstLink ||= line.number;
    links.add(find(from), find(to));
  });
  if (links.links === 0) throw malformed(NAME, { line: line.number }, "at least one link", "none", ADVICE);
  if (!files.names && isAboveUrls(pages))
    throw malformed(
      NAME,
      { line: firstLink },
      "two URLs, as on all other lines",
      quoted([...pages.keys()].slice(0, 2).join("\t")),
      "If it is a heading, delete it, or call the columns source and target.",
    );
  const likeLinks = comments.filter((comment) => isLikeLink(comment, isInBlanks));
  const unread = [
    ...(said === undefined ? [] : [said.startsWith("{") ? `attributes of links, ${quoted(said)}` : WEIGHTS]),
    ...(likeLinks.length === 0 ? [] : [commentsIn(likeLinks)]),
  ];
  const told = unread.length === 0 ? {} : { ignored: unread };
  if (!heading) return { ...withNames(pages, links, options), ...told };
  const { text, pairs } = heading;
  const pair = pairs[isInBlanks ? 1 : 0];
  if (
    !files.names &&
    text
      .trim()
      .split(/\s+/)
      .some((word) => pages.has(word))
  ) {
    if (!pair) throw malformed(NAME, heading, LINK, quoted(text), ADVICE);
    return { ...withNames(...withFirst(pair, pages, links), options), ...told };
  }
  if (placesIn(text.trim()).from > 0) throw swapped(NAME, heading.line, text.trim(), text);
  const ignored = [`the heading ${quoted(text.trim())}`, ...unread];
  return { ...withNames(pages, links, options), ignored };
}

/** "2 comments that may be links, the first "#home\tabout"" */
const commentsIn = (lines: readonly string[]): string =>
  `${plural(lines.length, "comment")} that may be meant as links, the first ${quoted(lines[0])}`;

/** A first line of words that name columns: a link all the same where pages below have these names. */
interface Heading {
  readonly text: string;
  readonly line: number;
  /** Its names as links, parted by a TAB and by blanks. */
  readonly pairs: readonly [Pair | undefined, Pair | undefined];
}

/** The pages of a list of names. */
async function readNames(bytes: AsyncIterable<Uint8Array>): Promise<Map<string, number>> {
  const pages = new Map<string, number>();
  const line = new Line(`${NAME}, names`);
  await eachLine(bytes, line, () => {
    if (line.done || line.first === "#") return;
    const name = line.exact;
    if (pages.has(name)) line.fail("a name that is not listed above");
    pages.set(name, pages.size);
  });
  return pages;
}

/** The same with a link before all others, whose pages come first. */
function withFirst(
  link: readonly [string, string],
  pages: ReadonlyMap<string, number>,
  { pairs }: GraphBuilder,
): [Map<string, number>, GraphBuilder] {
  const numbered = new Map<string, number>();
  const number = (name: string) => numbered.get(name) ?? numbered.set(name, numbered.size).size - 1;
  const links = new GraphBuilder();
  links.add(number(link[0]), number(link[1]));
  const moved = Uint32Array.from(pages.keys(), number);
  for (let i = 0; i < pairs.length; i += 2) links.add(moved[pairs[i]], moved[pairs[i + 1]]);
  return [numbered, links];
}

/** A graph whose pages are called so, by number; by URLs, where all names are such. */
export function withNames(pages: ReadonlyMap<string, number>, links: GraphBuilder, options: ReadOptions): GraphData {
  const areUrls = [...pages.keys()].every((name) => IS_URL.test(name));
  const data = links.build({ size: pages.size, ...options });
  return { ...data, [areUrls ? "urls" : "titles"]: Strings.from(pages.keys()) };
}
