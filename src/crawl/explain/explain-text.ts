import type { Face } from "../../base/face/face.js";
import { Result } from "../../base/face/result.js";
import { counted, plural } from "../../base/numbers.js";
import { textTable } from "../../base/rows/text-table.js";
import type { ScoreTerm } from "../../ordering/ordering.js";
import { type Decision, inWords, plainName, smallerFirst } from "./explain-terms.js";

/** A page that stood next in the queue. */
export interface Rival {
  readonly page: string;
  /** When it was crawled in the end, as `crawled`; undefined: never. */
  readonly crawled: number | undefined;
  /** What it is worth, I(P). */
  readonly value: number;
  readonly terms: readonly ScoreTerm[];
}

/** Why a page was crawled when it was, as plain data. Times are counted in pages crawled. */
export interface ExplanationFacts {
  readonly web: string;
  /** Label of the ordering. */
  readonly ordering: string;
  readonly repeat: number;
  /** URL, title or number. */
  readonly page: string;
  /** The source's own number. */
  readonly number: number;
  readonly title: string | undefined;
  /** 1 for the first page. */
  readonly crawled: number;
  /** Pages of the whole crawl. */
  readonly pages: number;
  /** Pages crawled when it was first seen; 0 for a start page. */
  readonly discovered: number;
  /** From the start page to the page that it was first seen on; empty for a start page. */
  readonly path: readonly string[];
  /** Links to it on the pages crawled before it. */
  readonly linksThen: number;
  /** Links to it on all pages of the crawl. */
  readonly linksInTheEnd: number;
  /** Pages that waited when it was taken, it included. */
  readonly waiting: number;
  /** What its ordering says of it at that moment: what decides first, then what breaks ties. */
  readonly terms: readonly ScoreTerm[];
  readonly decision: Decision;
  /** What stood next in the queue at that moment, in that order. */
  readonly rivals: readonly Rival[];
  /** Label of I(P). */
  readonly importance: string;
  /** I(P) on the judged web. */
  readonly value: number;
  /** G; undefined where there is no threshold. */
  readonly hotAt: number | undefined;
}

/** The answer to "why this page now?". Shows itself as text: the verdict, the way to the page, and the queue. */
export class Explanation extends Result {
  constructor(readonly facts: ExplanationFacts) {
    super();
  }

  /** True when I(P) >= G; undefined where there is no threshold. */
  get hot(): boolean | undefined {
    const { value, hotAt } = this.facts;
    return hotAt === undefined ? undefined : value >= hotAt;
  }

  /** Pages crawled between its discovery and itself. */
  get waited(): number {
    const { crawled, discovered } = this.facts;
    return crawled - 1 - discovered;
  }

  /** All in one sentence. */
  get verdict(): string {
    const { page, crawled, pages, path, terms, decision, waiting } = this.facts;
    const { waited } = this;
    const seen =
      path.length === 0
        ? "a start page"
        : `discovered ${waited === 0 ? "just before" : `${counted(waited)} ${waited === 1 ? "page" : "pages"} earlier`} on ${path[path.length - 1]}`;
    return `${page}: crawled ${ordinal(crawled)} of ${counted(pages)}, ${inWords(terms, decision, waiting)}; ${seen}; ${this.#worth()}.`;
  }

  /** The queue as a table: the page, and what stood next to it. */
  table(): string {
    return textTable(this.#queue());
  }

  #queue() {
    const { page, crawled, value, terms, rivals, importance } = this.facts;
    const row = (each: Rival) => ({
      "the queue then": each.page,
      ...Object.fromEntries(each.terms.map((term) => [plainName(term), term.value])),
      "crawled as": each.crawled ?? "never",
      [`I(P), ${importance}`]: each.value,
    });
    return [row({ page, crawled, value, terms }), ...rivals.map(row)];
  }

  toString(): string {
    return [this.verdict, "", ...this.#story(), "", this.table()].join("\n");
  }

  #story(): string[] {
    const { path, title, page, linksThen, linksInTheEnd, discovered, ordering, web, terms, decision } = this.facts;
    const decided = terms[decision.at];
    return [
      ...(title && title !== page ? [`Title     ${title}`] : []),
      `Crawl     ${ordering} on ${web}`,
      `Way       ${path.length === 0 ? "it is a seed page" : `${path.join("\n       -> ")}\n       -> ${page}`}`,
      `Seen      after ${plural(discovered, "page")}; waited for ${counted(this.waited)}`,
      `Links     ${counted(linksThen)} seen to it then, ${counted(linksInTheEnd)} by the end`,
      ...(decision.by === "term"
        ? [`Decided   by ${plainName(decided)}, the ${smallerFirst(decided) ? "smaller" : "larger"} first`]
        : []),
    ];
  }

  /** The facts, and what follows from them. */
  toJSON(): ExplanationFacts & { waited: number; hot: boolean | undefined; verdict: string } {
    return { ...this.facts, waited: this.waited, hot: this.hot, verdict: this.verdict };
  }

  face(): Face {
    const lines = this.#story().join("\n");
    return { say: this.verdict, lines, tables: [{ title: "The queue then", rows: this.#queue() }] };
  }

  #worth(): string {
    const { value, hotAt, importance } = this.facts;
    const worth = `${importance} ${Number(value.toPrecision(4))}`;
    if (hotAt === undefined) return `worth ${worth}`;
    return this.hot ? `hot, with ${worth} >= ${hotAt}` : `not hot, with ${worth} < ${hotAt}`;
  }
}

const suffixes: { readonly [rule in Intl.LDMLPluralRule]?: string } = { one: "st", two: "nd", few: "rd" };

/** "1,204th" */
function ordinal(value: number): string {
  rules ??= new Intl.PluralRules("en", { type: "ordinal" }); // takes 20 ms: not before it is needed
  return `${counted(value)}${suffixes[rules.select(value)] ?? "th"}`;
}

let rules: Intl.PluralRules | undefined;
