import { readFileSync } from "node:fs";
import { type CrawlbenchError, problem } from "../../base/error.js";

/** One set of documentation: the pages that a project publishes under one address, as packages of Debian hold them. */
export interface DocSet {
  readonly name: string;
  /** Packages to be fetched: the pages, and links by which other packages name them. */
  readonly packages: readonly string[];
  /** Folder of the pages once the packages are unpacked, from the file system's root, without the first slash. */
  readonly root: string;
  /** Where the project publishes them: `https://` host, prefix, path below `root`. */
  readonly host: string;
  /** Begins and ends with a slash. */
  readonly prefix: string;
  /** Below `root`. */
  readonly home: string;
  /**
   * Other hosts with prefixes, those of older versions among them: "docs.example.org/2.7/"; some lead to a folder below
   * `root`.
   */
  readonly aliases: readonly (string | { readonly prefix: string; readonly folder: string })[];
  /** HTML files in the packages of Debian 12, roughly. */
  readonly pages: number;
}

interface SetsFile {
  readonly unions: Readonly<Record<string, readonly string[]>>;
  readonly sets: readonly DocSet[];
}

/** The union that is built unless others are asked for, and that the card's counts are of. */
const DEFAULT_UNION = "python";

const FILE = new URL("../../../datasets/debian-docs/sets.json", import.meta.url);

/**
 * The sets that are meant, in the order of the list.
 *
 * @param choice names of unions or sets, or "all", parted by commas
 * @throws "unknown" with the names that there are
 */
export function docSets(choice: string = DEFAULT_UNION): readonly DocSet[] {
  const { unions, sets } = JSON.parse(readFileSync(FILE, "utf8")) as SetsFile;
  const chosen = new Set<string>();
  for (const word of choice.split(",").map((each) => each.trim())) {
    const names = word === "all" ? sets.map(({ name }) => name) : (unions[word] ?? [word]);
    for (const name of names) {
      if (!sets.some((set) => set.name === name)) throw unknown(name, unions, sets);
      chosen.add(name);
    }
  }
  return sets.filter(({ name }) => chosen.has(name));
}

function unknown(name: string, unions: SetsFile["unions"], sets: readonly DocSet[]): CrawlbenchError {
  const alike = sets.filter((set) => set.name[0] === name[0]?.toLowerCase()).map((set) => set.name);
  return problem.unknown`debian-docs has no set ${JSON.stringify(name)}. Unions: ${[...Object.keys(unions), "all"].join(", ")}; ${sets.length} sets, those with this letter: ${alike.join(", ") || "none"}.\n  All are in datasets/debian-docs/sets.json. Several: crawlbench datasets build debian-docs --sets ${sets[0].name},${sets[1].name}`;
}
