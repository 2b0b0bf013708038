import { NameTable } from "./names.js";
import { type RawTextElement, rawTextEnd } from "./raw-text.js";
import { type TokenHandler, Tokenizer } from "./tokenizer.js";

export const TAGS = new NameTable([
  "a",
  "address",
  "applet",
  "area",
  "article",
  "aside",
  "audio",
  "b",
  "base",
  "bgsound",
  "big",
  "blockquote",
  "body",
  "br",
  "button",
  "caption",
  "center",
  "code",
  "dd",
  "del",
  "details",
  "dialog",
  "dir",
  "div",
  "dl",
  "dt",
  "em",
  "embed",
  "fieldset",
  "figcaption",
  "figure",
  "footer",
  "foreignobject",
  "form",
  "frame",
  "frameset",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "head",
  "header",
  "hr",
  "html",
  "i",
  "iframe",
  "image",
  "img",
  "input",
  "ins",
  "legend",
  "li",
  "link",
  "listing",
  "main",
  "math",
  "menu",
  "meta",
  "nav",
  "nobr",
  "noembed",
  "noframes",
  "noscript",
  "object",
  "ol",
  "optgroup",
  "option",
  "p",
  "param",
  "plaintext",
  "pre",
  "q",
  "ruby",
  "s",
  "script",
  "section",
  "select",
  "small",
  "source",
  "span",
  "strike",
  "strong",
  "style",
  "sub",
  "summary",
  "sup",
  "svg",
  "table",
  "tbody",
  "td",
  "template",
  "textarea",
  "tfoot",
  "th",
  "thead",
  "title",
  "tr",
  "track",
  "tt",
  "u",
  "ul",
  "use",
  "var",
  "video",
  "xmp",
]);

/** Elements that part the words before them from those after them. */
export const BLOCKS = TAGS.mask([
  "address",
  "article",
  "aside",
  "blockquote",
  "body",
  "br",
  "button",
  "caption",
  "center",
  "dd",
  "details",
  "dialog",
  "dir",
  "div",
  "dl",
  "dt",
  "embed",
  "fieldset",
  "figcaption",
  "figure",
  "footer",
  "form",
  "frame",
  "frameset",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "head",
  "header",
  "hr",
  "html",
  "iframe",
  "img",
  "input",
  "legend",
  "li",
  "main",
  "menu",
  "meta",
  "nav",
  "noframes",
  "noscript",
  "object",
  "ol",
  "optgroup",
  "option",
  "p",
  "pre",
  "section",
  "select",
  "summary",
  "table",
  "tbody",
  "td",
  "textarea",
  "tfoot",
  "th",
  "thead",
  "title",
  "tr",
  "ul",
  "video",
  "xmp",
]);

/** Elements that end a drawing or formula that was left open: the HTML Standard, section 13.2.6.5. */
const BREAKOUTS = TAGS.mask([
  "b",
  "big",
  "blockquote",
  "body",
  "br",
  "center",
  "code",
  "dd",
  "div",
  "dl",
  "dt",
  "em",
  "embed",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "head",
  "hr",
  "i",
  "img",
  "li",
  "listing",
  "menu",
  "meta",
  "nobr",
  "ol",
  "p",
  "pre",
  "ruby",
  "s",
  "small",
  "span",
  "strike",
  "strong",
  "sub",
  "sup",
  "table",
  "tt",
  "u",
  "ul",
  "var",
]);

const RAW_TEXT: readonly RawTextElement[] = ["script", "style", "xmp", "iframe", "noembed", "title", "textarea"];
const rawTextOf = TAGS.mask(RAW_TEXT).map((raw, code) =>
  raw ? RAW_TEXT.find((name) => TAGS.code(name) === code) : undefined,
);
const SVG = TAGS.code("svg");
const MATH = TAGS.code("math");
const FOREIGN_OBJECT = TAGS.code("foreignobject");
const TITLE = TAGS.code("title");
const PLAINTEXT = TAGS.code("plaintext");

/**
 * What a scan tells of. Tags are numbers of `TAGS`, 0 for any other; places are indices in the text that `scan` was
 * given, or in what it made of it: see `begin`.
 */
export interface ScanHandler {
  /** The text that all places are places of. */
  begin(text: string): void;
  /** A start tag begins. `foreign`: within a drawing or a formula. */
  open(tag: number, foreign: boolean): void;
  /** An attribute of it; without value `valueStart` is `valueEnd`. References (`&amp;`) stand as written. */
  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void;
  /** The start tag is complete; one that is cut off by the end of the text is not. */
  opened(tag: number): void;
  close(tag: number): void;
  text(start: number, end: number): void;
  /** Content of script, style, title, textarea, iframe and their like, before their `close`. */
  rawText(tag: number, start: number, end: number): void;
}

/**
 * Goes through the text of an HTML page once and tells of tags, attributes and text in order, by the rules of the HTML
 * Standard's tokenizer (section 13.2.5) without building a tree. Takes any text, in time proportional to its length
 * however deep it nests.
 *
 * Where the standard needs the tree: noscript and noframes hold markup, as for a reader without scripts and frames;
 * template too. A title that is never closed ends at once, where a browser would show a blank page. A CDATA section
 * ends at "]]>" if there is one, as in XHTML, else at ">".
 */
export function scan(html: string, handler: ScanHandler): void {
  const text = readable(html);
  handler.begin(text);
  new Scanner(text, handler).run();
}

/**
 * Mends what the tokenizer reads otherwise than the standard. Letters that are rare in markup are looked for first:
 * they are found fastest.
 */
function readable(html: string): string {
  let text = html;
  if (text.includes("\0")) text = withoutNul(text);
  if (text.includes("!>") && text.includes("--!>")) text = text.replace(/(?<!<!-?)--!>/g, " -->");
  if (text.includes("[CDATA[")) {
    const closed = text.lastIndexOf("]]>") + 1;
    text = text.slice(0, closed) + text.slice(closed).replaceAll("<![CDATA[", "<![cdata[");
  }
  return text;
}

class Scanner implements TokenHandler {
  readonly #text: string;
  readonly #handler: ScanHandler;
  readonly #tokenizer: Tokenizer;
  #tag = 0;
  /** Drawings and formulas that are open; those around a foreignObject, which holds HTML again. */
  #foreign = 0;
  readonly #around: number[] = [];
  /** No end of a title follows. */
  #titlesUnclosed = false;
  #nameStart = 0;
  #nameEnd = 0;
  #valueStart = 0;
  #valueEnd = 0;

  constructor(text: string, handler: ScanHandler) {
    this.#text = text;
    this.#handler = handler;
    this.#tokenizer = new Tokenizer(text, this);
  }

  run(): void {
    this.#tokenizer.run();
  }

  onopentagname(start: number, end: number): void {
    const tag = TAGS.find(this.#text, start, end);
    this.#tag = tag;
    if (this.#foreign > 0 && BREAKOUTS[tag]) this.#foreign = 0;
    this.#handler.open(tag, this.#foreign > 0);
  }

  onattribname(start: number, end: number): void {
    this.#nameStart = start;
    this.#nameEnd = end;
    this.#valueStart = this.#nameEnd;
    this.#valueEnd = this.#nameEnd;
  }

  onattribdata(start: number, end: number): void {
    this.#valueStart = start;
    this.#valueEnd = end;
  }

  onattribend(): void {
    this.#handler.attribute(this.#nameStart, this.#nameEnd, this.#valueStart, this.#valueEnd);
  }

  onopentagend(end: number): void {
    const tag = this.#tag;
    if (tag === SVG || tag === MATH) this.#foreign++;
    this.#handler.opened(tag);
    const raw = rawTextOf[tag];
    if (this.#foreign > 0) {
      if (raw !== undefined) this.#tokenizer.goOn(end + 1);
      if (tag === FOREIGN_OBJECT) {
        this.#around.push(this.#foreign);
        this.#foreign = 0;
      }
    } else if (raw !== undefined) this.#rawText(tag, raw, end + 1);
    else if (tag === PLAINTEXT) this.#tokenizer.goOn(this.#text.length);
  }

  onselfclosingtag(end: number): void {
    if (this.#foreign > 0 || this.#tag === SVG || this.#tag === MATH) {
      this.#handler.opened(this.#tag);
      this.#handler.close(this.#tag);
    } else this.onopentagend(end);
  }

  #rawText(tag: number, element: RawTextElement, start: number): void {
    let end = tag === TITLE && this.#titlesUnclosed ? -1 : rawTextEnd(element, this.#text, start);
    if (end < 0 && tag === TITLE) {
      this.#titlesUnclosed = true;
      end = this.#text.indexOf("<", start);
    }
    if (end < 0) end = this.#text.length;
    this.#handler.rawText(tag, start, end);
    if (this.#titlesUnclosed && tag === TITLE) this.#handler.close(tag);
    this.#tokenizer.goOn(end);
  }

  onclosetag(start: number, end: number): void {
    const from = start;
    let to = end;
    for (let at = from; at < to; at++) if (this.#text.charCodeAt(at) === 0x2f) to = at;
    const tag = TAGS.find(this.#text, from, to);
    if (this.#foreign > 0 && (tag === SVG || tag === MATH)) this.#foreign--;
    if (BREAKOUTS[tag]) this.#foreign = 0;
    if (tag === FOREIGN_OBJECT) this.#foreign = this.#around.pop() ?? this.#foreign;
    this.#handler.close(tag);
  }

  ontext(start: number, end: number): void {
    this.#handler.text(start, end);
  }
}

/**
 * NUL becomes U+FFFD, as the standard's tokenizer has it. By code units: replaceAll would take 30 bytes for each NUL of
 * a text full of them.
 */
function withoutNul(text: string): string {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < units.length; at++) units[at] = text.charCodeAt(at) || 0xfffd;
  return Buffer.from(units.buffer).toString("utf16le");
}
