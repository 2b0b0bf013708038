import { domainToUnicode } from "node:url";
import { got, option, problem } from "../../base/error.js";
import { type ChosenOf, type ValuesOf, valuesOf, word } from "../../base/method.js";
import { foldCharacters } from "./fold-word.js";
import type { TermRow } from "./page-terms.js";
import { STEM_LANGUAGES, stemIn } from "./stem.js";
import { tokens } from "./tokens.js";

/** What a query means; for methods that take these among their own. */
export const QUERY_OPTIONS = {
  /** "part": twice where a word contains that of the query twice. */
  words: word(
    ["whole", "stem", "part"],
    "what counts as a word of the query: whole, stem (computers for computer) or part (minicomputer)",
    { unit: "how" },
  ),
  /** `stemIn` refuses others. */
  language: {
    ...word(STEM_LANGUAGES, "language of words stem", {
      default: "english",
      unit: "name",
      samples: ["english", "german"],
    }),
    wrong: () => undefined,
  },
  match: word(["all", "any"], "of several words, all or any", { unit: "how" }),
} as const;

export type QueryOptions = ChosenOf<typeof QUERY_OPTIONS>;

/** How often each word of a query occurs in a term: pairs of word and times, most often one. */
type Hits = readonly (readonly [word: number, times: number])[];
const NOTHING: Hits = [];
const NOT_ASCII = /[^\0-\x7f]/;

/**
 * What a person looks for: one word or several. Cho et al. 1998, section 2, the driving query Q.
 *
 * Words are told apart as those of texts are: where a script has no spaces, one expression may be two words (计算机 is 计算
 * and 机), which are looked for each by itself.
 */
export class Query {
  /** Its different words, in lower case; or their stems. */
  readonly words: readonly string[];
  readonly options: ValuesOf<typeof QUERY_OPTIONS>;
  readonly #stem: (word: string) => string;
  /** By word: as it may stand in an address, which is not cut into words: the stem, and the words that have it. */
  readonly #inAddresses: readonly (readonly string[])[];

  /** @throws "option" when no word is in it, or for an option that there is not */
  constructor(
    readonly text: string,
    options: QueryOptions = {},
  ) {
    this.options = valuesOf("query", QUERY_OPTIONS, options);
    if (this.options.language !== QUERY_OPTIONS.language.default && this.options.words !== "stem")
      throw problem.option`${option("language")} "${this.options.language}" goes with ${option("words")} "stem": ${option("words")} are "${this.options.words}"`;
    this.#stem = this.options.words === "stem" ? stemIn(this.options.language) : (word) => word;
    if (typeof text !== "string") throw problem.option`a query is a text, such as "computer"; ${got(text)}`;
    const written = tokens(text);
    this.words = [...new Set(written.map((word) => this.#stem(word)))];
    this.#inAddresses = this.words.map((word) => [word, ...written.filter((each) => this.#stem(each) === word)]);
    if (this.words.length === 0) throw problem.option`the query "${text}" holds no word: try "computer"`;
  }

  /** Which words of the query occur in a term, and how often. */
  hits(term: string): Hits {
    if (this.options.words === "part") {
      const found = this.words.map((word, index) => [index, timesIn(term, word)] as const);
      return found.filter(([, times]) => times > 0);
    }
    const index = this.words.indexOf(this.#stem(term));
    return index < 0 ? NOTHING : [[index, 1]];
  }

  /** True when a text, an anchor for instance, holds the query: all of its words, or with match "any" one of them. */
  isIn(text: string): boolean {
    if (text === "") return false;
    const found = new Float64Array(this.words.length);
    for (const term of tokens(text)) for (const [word, times] of this.hits(term)) found[word] += times;
    return this.holds(found, 1);
  }

  /**
   * True when the characters of an address hold the query, percent-encoded or not, anywhere: "computer" is in
   * /computers.html. With words "stem", a word is there when its stem is, or the word itself: the stem of library is
   * librari.
   */
  isInUrl(url: string): boolean {
    const share = this.shareInUrl(url);
    return this.options.match === "all" ? share === 1 : share > 0;
  }

  /** Share of the words of the query that are in an address, in [0, 1]; see `isInUrl`. */
  shareInUrl(url: string): number {
    const written = decoded(url);
    const plain = NOT_ASCII.test(written) ? foldCharacters(written) : written.toLowerCase();
    let held = 0;
    for (const forms of this.#inAddresses) if (forms.some((form) => plain.includes(form))) held++;
    return held / this.words.length;
  }

  /** True when all words (match "any": one of them) occur at least so often. */
  holds(counts: ArrayLike<number>, least: number): boolean {
    let reached = 0;
    for (let word = 0; word < counts.length; word++) if (counts[word] >= least) reached++;
    return this.options.match === "all" ? reached === counts.length : reached > 0;
  }
}

/** How often the words of a query occur in texts, whose terms are looked at once each. */
export class QueryCounter {
  readonly query: Query;
  readonly #hits: (Hits | undefined)[] = [];
  readonly #counts: Float64Array;

  constructor(query: Query) {
    this.query = query;
    this.#counts = new Float64Array(query.words.length);
  }

  /** Occurrences in a text by word of the query; valid until the next call. Rows must be of one web. */
  in(row: TermRow): Float64Array {
    const counts = this.#counts.fill(0);
    for (let i = 0; i < row.size; i++) {
      const hits = this.#hitsOf(row, i);
      for (let k = 0; k < hits.length; k++) counts[hits[k][0]] += hits[k][1] * row.counts[i];
    }
    return counts;
  }

  /** True when the term at `index` is an occurrence of a word of the query. */
  isHit(row: TermRow, index: number): boolean {
    return this.#hitsOf(row, index).length > 0;
  }

  #hitsOf(row: TermRow, index: number): Hits {
    return (this.#hits[row.ids[index]] ??= this.query.hits(row.term(index)));
  }
}

function timesIn(term: string, word: string): number {
  let times = 0;
  for (let at = term.indexOf(word); at >= 0; at = term.indexOf(word, at + word.length)) times++;
  return times;
}

/**
 * An address as a person reads it: percent-encoding undone where it is UTF-8, and names of hosts as they are written.
 */
function decoded(url: string): string {
  const plain = url.includes("xn--") ? url.replace(/^([a-z][a-z0-9+.-]*:\/\/)([^/?#:]*)/i, hostAsWritten) : url;
  return plain.includes("%") ? plain.replace(/(?:%[0-9a-f]{2})+/gi, characters) : plain;
}

const hostAsWritten = (_: string, scheme: string, host: string): string => scheme + (domainToUnicode(host) || host);

/** The characters of one run of percent-encoded bytes; the run itself where they are no UTF-8. */
function characters(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}
