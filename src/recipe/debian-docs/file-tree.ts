import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** A file or folder, once all symbolic links on the way are followed. */
export interface Found {
  /** Path from the tree's root, without a slash at either end; "" is the root. */
  readonly path: string;
  /** Where a file lies on this machine; undefined for a folder. */
  readonly disk?: string;
}

type Entry = { readonly disk: string } | { readonly link: string } | "folder";

/** Symbolic links followed on the way to one file at the most, as Linux does. */
const MOST_LINKS = 40;

/**
 * The files of several unpacked packages as one tree, as if they were installed beside each other. It is read once, and
 * paths are looked up in what was read: a symbolic link leads to what it would lead to on a machine that has these
 * packages alone, never to a file of this machine.
 */
export class FileTree {
  readonly #entries = new Map<string, Entry>([["", "folder"]]);

  /** @param folders into which packages were unpacked; where two hold the same path, the first one's counts */
  constructor(folders: readonly string[]) {
    for (const folder of folders) this.#read(folder, "");
  }

  #read(folder: string, path: string): void {
    const names = readdirSync(join(folder, path), { withFileTypes: true });
    for (const entry of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const place = path === "" ? entry.name : `${path}/${entry.name}`;
      const disk = join(folder, place);
      if (entry.isDirectory()) this.#add(place, "folder");
      else if (entry.isSymbolicLink()) this.#add(place, { link: readlinkSync(disk) });
      else if (entry.isFile()) this.#add(place, { disk });
      if (entry.isDirectory()) this.#read(folder, place);
    }
  }

  #add(path: string, entry: Entry): void {
    if (!this.#entries.has(path)) this.#entries.set(path, entry);
  }

  /** Paths of all files, links not among them. */
  files(): string[] {
    return [...this.#entries].flatMap(([path, entry]) => (entry !== "folder" && "disk" in entry ? [path] : []));
  }

  /**
   * @param path from the tree's root, with or without the first slash; may hold ".", ".." and repeated slashes
   * @returns undefined for what is not there, and for links that turn in a circle
   */
  find(path: string): Found | undefined {
    const ahead = path.split("/").reverse();
    let behind: string[] = [];
    let links = 0;
    while (ahead.length > 0) {
      const name = ahead.pop() as string;
      if (name === "" || name === ".") continue;
      if (name === "..") {
        behind.pop();
        continue;
      }
      const entry = this.#entries.get([...behind, name].join("/"));
      if (entry === undefined) return undefined;
      if (entry === "folder") behind.push(name);
      else if ("link" in entry) {
        if (++links > MOST_LINKS) return undefined;
        if (entry.link.startsWith("/")) behind = [];
        ahead.push(...entry.link.split("/").reverse());
      } else if (ahead.length > 0) return undefined;
      else return { path: [...behind, name].join("/"), disk: entry.disk };
    }
    return { path: behind.join("/") };
  }
}
