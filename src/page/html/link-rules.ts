import { NameTable } from "./names.js";
import { LINK_SOURCES, type LinkSource, PAGE_SOURCES } from "./page.js";
import { TAGS } from "./scan.js";

export const ATTRIBUTES = new NameTable([
  "action",
  "alt",
  "background",
  "cite",
  "code",
  "content",
  "data",
  "data-href",
  "data-original",
  "data-src",
  "data-srcset",
  "data-uri",
  "data-url",
  "dynsrc",
  "href",
  "http-equiv",
  "imagesrcset",
  "longdesc",
  "lowsrc",
  "manifest",
  "method",
  "name",
  "poster",
  "property",
  "rel",
  "src",
  "srcset",
  "xlink:href",
]);

/** What an attribute of an element refers to. */
export interface LinkRule {
  readonly source: LinkSource;
  /** Several URLs with descriptors. */
  readonly srcset: boolean;
  /** "" is the page itself; elsewhere it is nothing. */
  readonly emptyIsPage: boolean;
  /** Only within a drawing. */
  readonly foreign: boolean;
}

type Row = readonly [tags: string, attributes: string, source: LinkSource];

/** Elements and attributes with a source of their own, and those that share one. "*" is any element. */
const rows: readonly Row[] = [
  ["a", "href", "a[href]"],
  ["a", "xlink:href", "a[href]"],
  ["area", "href", "area[href]"],
  ["frame", "src", "frame[src]"],
  ["iframe", "src", "iframe[src]"],
  ["link", "href", "link[href]"],
  ["img image", "src", "img[src]"],
  ["img image", "srcset", "img[srcset]"],
  ["source", "src", "source[src]"],
  ["source", "srcset", "source[srcset]"],
  ["script", "src", "script[src]"],
  ["form", "action", "form[action]"],
  ["object", "data", "object[data]"],
  ["embed", "src", "embed[src]"],
  ["audio", "src", "audio[src]"],
  ["video", "src", "video[src]"],
  ["video", "poster", "video[poster]"],
  ["track", "src", "track[src]"],
  ["input", "src", "input[src]"],
  ["applet", "code", "applet[code]"],
  ["body", "background", "body[background]"],
  ["blockquote q ins del", "cite", "cite"],
  ["img image frame iframe", "longdesc", "longdesc"],
  ["table thead tbody tfoot tr td th", "background", "other"],
  ["link", "imagesrcset", "other"],
  ["img image", "lowsrc dynsrc", "other"],
  ["bgsound", "src", "other"],
  ["html", "manifest", "other"],
  ["image use", "href xlink:href", "other"],
  ["script", "xlink:href", "other"],
  ["*", "data-href data-original data-src data-srcset data-uri data-url", "other"],
];

const foreignOnly = (tag: string, attribute: string) =>
  attribute === "xlink:href" || ((tag === "image" || tag === "use") && attribute === "href");

const width = ATTRIBUTES.size + 1;
const table = new Array<LinkRule | undefined>((TAGS.size + 1) * width).fill(undefined);
for (const [tags, attributes, source] of rows) {
  for (const attribute of attributes.split(" ")) {
    for (const tag of tags.split(" ")) {
      const rule: LinkRule = {
        source,
        srcset: attribute.endsWith("srcset"),
        emptyIsPage: tag === "a" || tag === "area" || tag === "form",
        foreign: foreignOnly(tag, attribute),
      };
      const column = ATTRIBUTES.find(attribute);
      if (tag !== "*") table[TAGS.find(tag) * width + column] = rule;
      else for (let code = 0; code <= TAGS.size; code++) table[code * width + column] = rule;
    }
  }
}

/** What an attribute refers to, by the numbers of element and attribute; undefined when it is no link. */
export const linkRule = (tag: number, attribute: number): LinkRule | undefined => table[tag * width + attribute];

/** Elements of which every attribute is looked at; of the others only data-... */
export const TELLING = TAGS.mask([
  "base",
  "meta",
  ...(rows.flatMap(([tags]) => (tags === "*" ? [] : tags.split(" "))) as never[]),
]);

const pages: ReadonlySet<LinkSource> = new Set(PAGE_SOURCES);
const all: ReadonlySet<LinkSource> = new Set(LINK_SOURCES);

/** Sources by the name of a choice: those that lead from page to page, or all. */
export const sourcesOf = (choice: "all" | "anchors"): ReadonlySet<LinkSource> => (choice === "all" ? all : pages);
