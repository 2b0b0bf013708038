import { type BigIntStats, existsSync, fstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import type { Command } from "commander";
import { isHtmlName } from "../archive/import/archive-kind.js";
import { MANIFEST } from "../archive/manifest.js";
import { CDXJ_FILE } from "../archive/write-cdxj.js";
import { attempt } from "../base/attempt.js";
import { problem } from "../base/error.js";
import { hyphened } from "./typed-method.js";

/** Options that name a file to be written. */
export const WRITTEN: readonly string[] = [
  "figure",
  "gexf",
  "log",
  "orderOut",
  "out",
  "report",
  "requestLog",
  "save",
  "write",
];

/** Files that a web is read from, too, where one of them or their common name is given. */
const PARTS = [".graph", ".properties", ".offsets"];

/** What belongs to the folder of a crawl: files, and folders with all that is in them. */
const OWN: readonly string[] = [MANIFEST, CDXJ_FILE, "archive", "frontier", "index", "state", "terms", "trace"];

/** Folders of a collection, as others keep them, and names of archives. */
const KEPT_IN: readonly string[] = ["archive", "warcs", "indexes", "pages"];
const ARCHIVE = /\.(?:w?arc|wacz|wat)(?:\.\w+)?$/i;

/**
 * Refuses to write over what a command reads, by whatever name: a path, a link, standard input; and over a file of a
 * folder that it reads, where that is part of a stored crawl.
 *
 * @throws "choice" naming the option
 */
export function refuseOwnInput(command: Command): void {
  const values: Readonly<Record<string, unknown>> = command.opts();
  const read = Object.entries(values).flatMap(([name, value]) => (WRITTEN.includes(name) ? [] : value));
  const inputs = [...command.args, ...read].filter((value) => typeof value === "string").flatMap(partsOf);
  const folders = [...command.args, values.recrawl].filter((value) => typeof value === "string");
  for (const option of command.options) {
    const name = option.attributeName();
    const path = values[name];
    if (!WRITTEN.includes(name) || typeof path !== "string" || path === "-") continue; // - is standard output
    refuseOver(`--${hyphened(name)}`, path, inputs, folders);
  }
}

/** The same for files that are named elsewhere, as by the head of a log. @throws "choice" naming the option */
export function refuseOver(flag: string, path: string, inputs: readonly string[], folders: readonly string[]): void {
  const files = flag === "--order-out" ? [path, `${path}.json`] : [path];
  const same =
    inputs.find((input) => files.some((file) => isSame(fileAt(file), fileAt(input)))) ??
    files.find((file) => fileAt(file) && folders.some((folder) => isPartOf(folder, file)));
  if (same === undefined) return;
  const input = same === "-" ? "standard input" : same;
  throw problem.choice`${flag} ${path} would write over ${input}, which is read. Name another file`;
}

/** Is a file that is there part of what is stored in a folder? What else stands there was written beside it. */
function isPartOf(folder: string, file: string): boolean {
  if (!isFolder(folder)) return false;
  const [top, target] = [realpathSync(folder), realpathSync(file)];
  if (!target.startsWith(join(top, sep))) return false;
  for (let place = dirname(target); place.length >= top.length; place = dirname(place)) {
    if (existsSync(join(place, MANIFEST))) return OWN.includes(relative(place, target).split(sep)[0]);
    if (place === dirname(place)) break;
  }
  const isKept = KEPT_IN.some((name) => relative(top, target).split(sep).slice(0, -1).includes(name));
  return isKept || ARCHIVE.test(target) || (isHtmlName(basename(target)) && !holdsArchives(top));
}

/** An argument may be anything: false where nothing can be there. */
const isFolder = (path: string): boolean => attempt(() => statSync(path))?.isDirectory() ?? false;

const holdsArchives = (folder: string): boolean =>
  readdirSync(folder).some((name) => KEPT_IN.includes(name) || ARCHIVE.test(name));

/** A path, and the files that are read with it where it is one of several. */
export function partsOf(path: string): string[] {
  const stem = PARTS.reduce((name, part) => (name.endsWith(part) ? name.slice(0, -part.length) : name), path);
  return [path, ...PARTS.map((part) => stem + part)];
}

/** A regular file that is there. */
function fileAt(path: string): BigIntStats | undefined {
  try {
    const status = path === "-" ? fstatSync(0, { bigint: true }) : statSync(path, { bigint: true });
    return status.isFile() ? status : undefined;
  } catch {
    return undefined; // nothing is there, or whoever reads or writes it will say why it cannot be opened
  }
}

const isSame = (a: BigIntStats | undefined, b: BigIntStats | undefined) =>
  a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
