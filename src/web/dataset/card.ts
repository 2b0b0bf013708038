import { readdirSync, readFileSync } from "node:fs";
import { either, fact, problem } from "../../base/error.js";
import { meant } from "../../base/nearest.js";
import type { Capability } from "../web.js";

/** One file of a dataset. */
export interface CardFile {
  /** What it is to its format: "links", "graph", "urls". */
  readonly role: string;
  /** Path under the data folder. */
  readonly path: string;
  /** Null for a dataset that was not at hand when its card was written: then counts alone are checked. */
  readonly bytes: number | null;
  readonly sha256: string | null;
}

/** What datasets/<id>.json says: where a web comes from, how to know that it is the right one, and what to mind. */
export interface DatasetCard {
  readonly id: string;
  readonly title: string;
  readonly kind: "web";
  /** How its files are read, "archive" as `open` reads one; absent where a generator or a builder makes it. */
  readonly format?: string;
  readonly files?: readonly CardFile[];
  readonly generator?: { readonly name: "campus"; readonly options: { readonly pages: number } };
  /** Made on the machine that wants it, by `crawlbench datasets build <id>`, out of what others publish. */
  readonly builder?: {
    /** Of the recipe. */
    readonly name: string;
    /**
     * What was built when the counts were written: the union, and the version of each package, "python3-doc=3.11.2-1".
     */
    readonly sets: string;
    readonly packages: readonly string[];
  };
  /** Of one that comes with this package, in datasets/<id>: what identifies its files, see packaged.ts. */
  readonly packaged?: { readonly sha256: string };
  /** Id of the web that this one is a part of: what holds on both is one witness, not two. */
  readonly partOf?: string;
  /** Pages, and links as stored, repeats and self-links included; checked at each load, but for a builder's. */
  readonly counts: { readonly pages: number; readonly links: number };
  readonly capabilities: readonly Capability[];
  /** When the web was as stored. */
  readonly snapshot: string;
  readonly source: { readonly name: string; readonly address: string; readonly obtain: string };
  /** "unstated" where nothing is stated. */
  readonly licence: string;
  readonly citation: string;
  /** Default start page, by the source's own number or by URL. */
  readonly start?: number | string;
  /**
   * Of a web with text: words that topic crawls of it look for, as "computer" and "admission" in Graphs 7 to 10 of Cho
   * et al. 1998.
   */
  readonly topics?: readonly string[];
  /**
   * Hosts of it that are small sites, as in Graphs 5 and 6 of Cho et al. 1998 (1,100 pages): about 700 to 2,500 pages, nearly
   * all within reach of the home page. Each is a web by the name "DATASET/HOST".
   */
  readonly sites?: readonly string[];
  readonly quirks: readonly string[];
  /** Families of experiments that it suits: "cho1998", "cho1998-small-site", "cho1998-topic", "broder2003". */
  readonly suits: readonly string[];
}

const FOLDER = new URL("../../../datasets/", import.meta.url);

/** All cards, by name. */
export function datasets(): DatasetCard[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as DatasetCard);
}

export const isInCatalogue = (name: string): boolean =>
  datasets().some(({ id }) => id.toLowerCase() === name.toLowerCase());

/** Whether a text is a name of the catalogue, or one host of such a web, as `loadOrOpen` takes them. */
export function isNameOfWeb(text: string): boolean {
  const [dataset, host, ...more] = text.split("/");
  return isInCatalogue(dataset) && host !== "" && more.length === 0;
}

/** @throws CrawlbenchError with the names that there are */
export function cardOf(id: string): DatasetCard {
  const cards = datasets();
  const card = cards.find((each) => each.id.toLowerCase() === String(id).toLowerCase());
  if (card) return card;
  const names = cards.map((each) => each.id).join(", ");
  throw problem.unknown`no dataset "${fact("dataset", id)}" in the catalogue.${meant(
    String(id),
    cards.map((each) => each.id),
  )} There are: ${names}.\n  ${either(`A file of your own: open("${id}")`, "Nor is there a file of this name")}`;
}
