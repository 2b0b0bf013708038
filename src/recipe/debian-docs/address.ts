import { posix } from "node:path";
import { attempt } from "../../base/attempt.js";
import { append } from "../../base/grouped-by.js";
import type { DocSet } from "./doc-sets.js";
import type { FileTree, Found } from "./file-tree.js";

/** What a URL leads to: a file, or the one URL under which what it means is found. */
export type Target = { readonly file: Required<Found> } | { readonly redirect: string };

/** A host and prefix that stand for a folder of files. */
interface Place {
  readonly set: DocSet;
  readonly host: string;
  readonly prefix: string;
  /** "" or a folder below the set's root, ended by a slash. */
  readonly folder: string;
}

function aliasOf(set: DocSet, alias: DocSet["aliases"][number]): Place {
  const { prefix, folder } = typeof alias === "string" ? { prefix: alias, folder: "" } : alias;
  const slash = prefix.indexOf("/");
  return { set, host: prefix.slice(0, slash), prefix: prefix.slice(slash), folder };
}

/** Files that a folder shows, the first that is there. */
const INDEX = ["index.html", "index.htm", "index.xhtml"];

export const isHtml = (path: string): boolean => /\.x?html?(?:\.gz)?$/i.test(path);

/**
 * URLs of documentation sets and the files behind them. Each file has one URL, its canonical one: https, the host and
 * prefix of the set whose root holds the file (the longest root of several), the path below that root; a folder's index
 * is at the folder's URL; a compressed page is at its name without ".gz". Every other URL that means the file redirects
 * there in one step: http, an alias, a symbolic link, a query, other escapes, a missing slash. A host's "/" and a set's
 * root lead to the set's home page where they have no index.
 *
 * A URL is looked up under canonical prefixes before aliases, and under long ones before short ones, until a file is
 * found: docs.scipy.org/doc/scipy/reference/ is an alias of the folder /doc/scipy/, which has a folder reference.
 */
export class DocAddresses {
  readonly #tree: FileTree;
  /** Longest root first. */
  readonly #sets: readonly DocSet[];
  /** By host: canonical ones first, longest prefix first, then aliases likewise. */
  readonly #places = new Map<string, Place[]>();
  /** First set whose canonical host it is. */
  readonly #owners = new Map<string, DocSet>();

  constructor(sets: readonly DocSet[], tree: FileTree) {
    this.#tree = tree;
    this.#sets = [...sets].sort((a, b) => b.root.length - a.root.length);
    for (const set of sets) if (!this.#owners.has(set.host)) this.#owners.set(set.host, set);
    const canonical = sets.map((set): Place => ({ set, host: set.host, prefix: set.prefix, folder: "" }));
    const aliases = sets.flatMap((set) => set.aliases.map((alias) => aliasOf(set, alias)));
    for (const places of [canonical, aliases])
      for (const place of places.sort((a, b) => b.prefix.length - a.prefix.length))
        append(this.#places, place.host, place);
  }

  /** Canonical and others. */
  get hosts(): readonly string[] {
    return [...this.#places.keys()];
  }

  /** @returns undefined for what is no URL of a file */
  find(url: string): Target | undefined {
    if (!URL.canParse(url)) return undefined;
    const { protocol, hostname, port, pathname, search } = new URL(url);
    if (!/^https?:$/.test(protocol) || port !== "") return undefined;
    const answer = (file: Required<Found>, canonical: string): Target =>
      canonical === `${protocol}//${hostname}${pathname}${search}` ? { file } : { redirect: canonical };
    for (const { set, prefix, folder } of this.#places.get(hostname) ?? []) {
      if (!`${pathname}/`.startsWith(prefix)) continue;
      const rest = decoded(pathname.slice(prefix.length));
      if (rest === undefined || /(?:^|\/)\.\.?(?:\/|$)/.test(rest)) continue;
      const path = folder + rest;
      const file = this.#file(`${set.root}/${path}`) ?? (path === "" ? this.#home(set) : undefined);
      if (file) return answer(file, this.urlOf(file.path) ?? urlIn(set, path));
    }
    const owner = pathname === "/" ? this.#owners.get(hostname) : undefined;
    const home = owner && this.#home(owner);
    return home && answer(home, this.urlOf(home.path) as string);
  }

  #home({ root, home }: DocSet): Required<Found> | undefined {
    return this.#file(`${root}/${home}`);
  }

  /** A file by path: a compressed one where only that is there, the index of a folder. */
  #file(path: string): Required<Found> | undefined {
    const found = this.#tree.find(path) ?? (isHtml(path) ? this.#tree.find(`${path}.gz`) : undefined);
    if (found === undefined) return undefined;
    if (found.disk !== undefined) return path.endsWith("/") ? undefined : { path: found.path, disk: found.disk };
    for (const name of INDEX) {
      const index = this.#tree.find(`${found.path}/${name}`) ?? this.#tree.find(`${found.path}/${name}.gz`);
      if (index?.disk !== undefined) return { path: index.path, disk: index.disk };
    }
    return undefined;
  }

  /** The set whose root holds a file; the longest root of several. */
  setOf(path: string): DocSet | undefined {
    return this.#sets.find(({ root }) => path.startsWith(`${root}/`));
  }

  /** Canonical URL of what lies at a path of the tree. @returns undefined where nothing does, or no set holds it */
  urlOfPath(path: string): string | undefined {
    const file = this.#file(path);
    return file && this.urlOf(file.path);
  }

  /** Canonical URL of a file by its path with no link in it. @returns undefined for a file that no set holds */
  urlOf(path: string): string | undefined {
    const set = this.setOf(path);
    if (set === undefined) return undefined;
    const rest = path.slice(set.root.length + 1);
    const plain = isHtml(rest) ? rest.replace(/\.gz$/i, "") : rest;
    const shown = this.#file(`${set.root}/${plain}`)?.path ?? path; // not this one where it is there in both forms
    const slash = plain.lastIndexOf("/") + 1;
    const isIndex =
      INDEX.includes(plain.slice(slash)) && this.#file(`${set.root}/${plain.slice(0, slash)}`)?.path === shown;
    return urlIn(set, isIndex ? plain.slice(0, slash) : plain);
  }

  /** Canonical URL of the home page. @returns undefined when there is no such file */
  homeOf(set: DocSet): string | undefined {
    const home = this.#home(set);
    return home && this.urlOf(home.path);
  }

  /**
   * Canonical URLs by which a set without an index at its root is entered beside its home page: the indexes of its
   * topmost folders that have one. None for other sets.
   */
  entrancesOf({ root }: DocSet): string[] {
    if (this.#file(`${root}/`)) return [];
    const depth = (path: string) => path.split("/").length;
    const folders = this.#tree
      .files()
      .filter((path) => path.startsWith(`${root}/`) && INDEX.includes(posix.basename(path)))
      .map((path) => `${posix.dirname(path)}/`)
      .sort((a, b) => depth(a) - depth(b));
    const topmost: string[] = [];
    for (const folder of folders) if (!topmost.some((above) => folder.startsWith(above))) topmost.push(folder);
    return topmost.flatMap((folder) => this.urlOfPath(folder) ?? []).sort();
  }
}

const decoded = (path: string): string | undefined => attempt(() => decodeURIComponent(path));

const ESCAPES: Readonly<Record<string, string>> = { "%": "%25", "?": "%3F", "#": "%23", "\\": "%5C" };

/** @param rest path below the set's root, nothing escaped */
const urlIn = ({ host, prefix }: DocSet, rest: string): string =>
  new URL(`https://${host}${prefix}${rest.replace(/[%?#\\]/g, (char) => ESCAPES[char])}`).href;
