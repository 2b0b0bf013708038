import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import {
  type CrawlbenchError,
  either,
  got,
  gotInstead,
  isProblem,
  option,
  problem,
  say,
  within,
} from "../../base/error.js";
import { inShell } from "../../base/in-shell.js";
import { checkOptions, text } from "../../base/method.js";
import { type Progress, withStop } from "../../base/progress.js";
import type { ProgressListener } from "../../base/progress-event.js";
import type { LinkPolicy } from "../graph/builder.js";
import { chooseStart } from "../graph/reach.js";
import { type GraphData, HEAD_BYTES, type ReadOptions, readRules } from "../read/format.js";
import { IS_URL } from "../read/labelled-edge-list.js";
import { decode, headLines } from "../read/lines.js";
import { type Capability, changed, findPage, ofGraph, type Web } from "../web.js";
import { ARCHIVE_TITLES, type FoundArchive, findArchive } from "./find-archive.js";
import { head, openSource } from "./source.js";
import { showingItself } from "./web-card.js";
import { filesAt, rolesOf, type WebFormat, webFormats } from "./web-formats.js";

const NAME = text("", "", []);

export interface OpenOptions extends Omit<ReadOptions, "onProgress"> {
  readonly onProgress?: Progress;
  /** Name in tables and labels; default: the file's name without suffixes. */
  readonly name?: string;
  /**
   * Start page, by the source's own number or by URL; default: page 0, or a better one when that reaches too little.
   */
  readonly start?: number | string;
  /** How the file is to be read, by the name that a format has, "adjacency-list"; default: told by the content. */
  readonly format?: string;
}

/** What decides which links a file gives. */
export type HowToRead = Pick<OpenOptions, "format" | keyof LinkPolicy>;

/**
 * Opens your own web: a file of links in any known format, plain, gzip or zstd; a BVGraph by any of its files or by
 * their common name; an archive (WARC, ARC, WAT, WACZ) or a folder of such; a folder of HTML files; a snapshot; or a
 * folder of other files that belong together. The format is told by the content, unless `format` names one; the web says
 * it in `format`.
 *
 * An archive is read once, into an index under `imports` in the folder CRAWLBENCH_CACHE, else `.crawlbench/imports`;
 * its pages' text is read where it lies. Such a web says in `archive` what was found.
 *
 * @throws "not-found", "folder", "unknown-format" when nothing is there or no format fits; "empty", "damaged" for such a
 *   file; "format" with the line when it is malformed; "no-page" when there is no page `start`; see `openArchiveWeb`
 */
export async function open(path: string, options: OpenOptions = {}): Promise<Web> {
  if (typeof path !== "string" || path === "")
    throw problem.option`open takes the path of a file or folder: open("links.txt.gz"); ${gotInstead(path)}${ofGraph(path)}`;
  checkOptions("open", options, { name: NAME, format: NAME, start: undefined, ...readRules });
  return withStop(`open ${path}`, options.onProgress, (onProgress) => openPath(path, { ...options, onProgress }));
}

async function openPath(
  path: string,
  {
    name,
    start,
    format: chosen,
    ...options
  }: Omit<OpenOptions, "onProgress"> & { readonly onProgress: ProgressListener },
): Promise<Web> {
  const recognised = await recognise(path, chosen);
  if ("archive" in recognised) {
    const { openArchiveWeb } = await import("./open-archive.js"); // the archive room, which files of links do without
    const opened = await openArchiveWeb(path, recognised.archive, nameOf(resolve(path)), options);
    const web = showingItself(changed(opened, name === undefined ? {} : { name }));
    return start === undefined ? web : changed(web, { start: findPage(web, start) });
  }
  const { format, files } = recognised;
  const folder = "inFolder" in format; // then the folder bears the web's name
  const { data, sha256 } = await openFiles(format.name, files, options);
  const web = changed(
    webOfData(
      name ?? nameOf(folder ? dirname(Object.values(files)[0]) : path),
      data,
      webDigest(sha256, options, recognised.chosen),
    ),
    { format: format.name },
  );
  return start === undefined ? web : changed(web, { start: findPage(web, start) });
}

/**
 * Reads the files of a web whose format is known, as a dataset card knows it. Nothing is checked against the card:
 * compare `sha256` before the data are used.
 *
 * @param files path by role; optional roles may be left out
 * @returns the graph, and the SHA-256 (hex) of each file as it lies on the disk
 * @throws "option" for a role that the format lacks or misses; CrawlbenchError; "format"
 */
export async function openFiles(
  kind: string,
  files: Readonly<Record<string, string>>,
  options: ReadOptions = {},
): Promise<{ readonly data: GraphData; readonly sha256: Readonly<Record<string, string>> }> {
  const formats = await webFormats();
  const format = formats.find(({ name }) => name === kind);
  if (!format) throw problem.option`format ${kind}: expected one of ${formats.map(({ name }) => name).join(", ")}`;
  const roles = rolesOf(format);
  const allowed = [...roles, ...(format.optional ?? [])];
  const wrong = Object.keys(files).find((role) => !allowed.includes(role)) ?? roles.find((role) => !files[role]);
  if (wrong !== undefined) {
    const given = Object.keys(files).join(", ") || "none";
    throw problem.option`format ${kind}: expected files for ${roles.join(" and ")}, found ${given}`;
  }
  const sources = await Promise.all(
    Object.entries(files).map(async ([role, path]) => [role, await openSource(path, options.onProgress)] as const),
  );
  const streams = Object.fromEntries(sources.map(([role, { bytes }]) => [role, bytes]));
  const { links, ...others } = streams;
  const reading = "roles" in format ? format.readFiles(streams, options) : format.read(links, options, others);
  const data = await reading.catch((error: unknown) => {
    throw isProblem(error, "format") ? within(Object.values(files).join(", "), error) : error;
  });
  const digests = await Promise.all(sources.map(async ([role, source]) => [role, await source.sha256()] as const));
  return { data, sha256: Object.fromEntries(digests) };
}

/** A web made of what files hold. @param sha256 see `webDigest` */
export function webOfData(name: string, data: GraphData, sha256: string): Web {
  if (data.graph.size === 0) throw problem.empty`${name} has no pages: expected at least one`;
  const capabilities: Capability[] = ["links"];
  if (data.urls) capabilities.push("urls");
  if (data.titles) capabilities.push("titles");
  return showingItself({ name, capabilities, ...data, sha256, start: chooseStart(data.graph).page });
}

/**
 * SHA-256 (hex) of what makes a web: the digests of its files, by role, the link policy, and the format where a person
 * chose another than the content tells.
 */
export function webDigest(
  files: Readonly<Record<string, string>>,
  { duplicates = "drop", selfLinks = "drop" }: LinkPolicy = {},
  format?: string,
): string {
  const roles = Object.keys(files).sort();
  const lines = [
    ...roles.map((role) => `${role} ${files[role]}`),
    `duplicates ${duplicates}`,
    `selfLinks ${selfLinks}`,
    ...(format === undefined ? [] : [`format ${format}`]),
  ];
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}

/** The format of a web, and its files by role; or what kind of archive it is. */
type Recognised =
  | { readonly archive: FoundArchive }
  | {
      readonly format: WebFormat;
      readonly files: Readonly<Record<string, string>>;
      /** Its name, where the content tells another. */
      readonly chosen?: string;
    };

async function recognise(path: string, chosen?: string): Promise<Recognised> {
  if (chosen === undefined) return recogniseAmong(await webFormats(), path);
  const formats = await webFormats();
  const format = formats.find(({ name }) => name === chosen);
  if (!format)
    throw problem.option`${option("format")}: expected one of ${formats.map(({ name }) => name).join(", ")}, ${got(chosen)}`;
  const told = await recogniseAmong(formats, path).catch((error: unknown) => {
    if (isProblem(error, "unknown-format")) return undefined;
    throw error;
  });
  if (told && "format" in told && told.format === format) return told;
  if (!("sniff" in format) || (await stat(path)).isDirectory()) throw problem.folder`${path} is no ${format.title}`;
  return { format, files: { links: path }, chosen };
}

async function recogniseAmong(formats: readonly WebFormat[], path: string): Promise<Recognised> {
  for (const format of formats) {
    const files = await filesAt(format, path);
    if (files) return { format, files };
  }
  const status = await stat(path).catch(() => undefined);
  if (!status) throw await missing(path);
  const archive = await findArchive(path);
  if (archive) return { archive };
  if (status.isDirectory()) {
    throw problem.folder`${path} is a folder without a web that is known here: expected a file, or a folder of\n${known(formats, "folder")}\n  It holds: ${(await readdir(path)).slice(0, 8).join(", ") || "nothing"}. Name one of its files: ${opening(join(path, "FILE"))}`;
  }
  const first = await head(path, HEAD_BYTES);
  if (first.length === 0) throw problem.empty`${path} is empty once unpacked. Fetch it again.`;
  const utf16 = utf16In(first);
  if (utf16)
    throw problem.unknownFormat`${path} is text in UTF-16: expected UTF-8. Turn it into that: iconv -f ${utf16} -t utf-8 ${inShell(path)} > NEW`;
  const format = formats.find((each) => "sniff" in each && each.sniff(first, basename(path)));
  if (format) return { format, files: { links: path } };
  throw unknown(path, first, formats);
}

/** The UTF-16 that a text is in, by its byte order mark, or by a zero beside each of its first letters; else undefined. */
function utf16In(first: Uint8Array): string | undefined {
  const mark = 256 * first[0] + first[1];
  if (mark === 0xfeff || mark === 0xfffe) return "utf-16";
  const letters = first.subarray(0, 32);
  const hasZeros = (odd: number) => letters.every((byte, at) => (at % 2 === odd ? byte === 0 : byte > 8 && byte < 127));
  if (letters.length < 4) return undefined;
  return hasZeros(1) ? "utf-16le" : hasZeros(0) ? "utf-16be" : undefined;
}

async function missing(path: string): Promise<CrawlbenchError> {
  if (IS_URL.test(path))
    return problem.notFound`${path} is a URL, and a web is opened from a file or folder. Crawl it first: crawlbench crawl ${inShell(path)} --out FOLDER --contact you@example.edu`;
  const folder = dirname(path);
  const stem = basename(path).slice(0, 4).toLowerCase();
  const names = await readdir(folder).catch(() => undefined);
  const alike = (names ?? []).filter((other) => stem !== "" && other.toLowerCase().startsWith(stem)).slice(0, 5);
  const hint = names === undefined ? ` (there is no folder ${folder})` : "";
  const catalogue = either(`: load("${basename(path)}")`, " give its name; crawlbench datasets lists them");
  const next = alike.length > 0 ? `There are: ${alike.join(", ")}` : say`For a dataset of the catalogue${catalogue}`;
  return problem.notFound`no file ${path}${hint}.\n  ${next}`;
}

function unknown(path: string, first: Uint8Array, formats: readonly WebFormat[]): CrawlbenchError {
  if (/\.(graph|offsets)$/.test(path)) {
    const base = path.replace(/\.\w+$/, "");
    return problem.unknownFormat`${path} is no text; a BVGraph needs ${basename(base)}.graph and ${basename(base)}.properties beside each other.\n  Fetch both, then: ${opening(base)}`;
  }
  if (/^\s*graphclass\s*=/m.test(decode(first))) {
    const base = path.replace(/\.\w+$/, "");
    return problem.unknownFormat`${path} describes a graph, but ${base}.graph is not there.\n  Fetch it beside this file, then: ${opening(base)}`;
  }
  const binary = first.subarray(0, 1024).includes(0);
  const lines = headLines(first, true);
  const index = lines.findIndex((line) => line.trim() !== "" && !/^[#%]/.test(line));
  const shown = binary
    ? "binary data"
    : index < 0
      ? "only comments"
      : `line ${index + 1}: ${JSON.stringify(lines[index].slice(0, 60))}`;
  const next = binary
    ? ""
    : say`\n  From NetworkX: nx.write_graphml(G, "web.graphml"). A table needs a heading that has source and target.\n  If it is one of these all the same, name it: ${opening(path, "labelled-edge-list")}`;
  return problem.unknownFormat`${path}: the format is not known (found ${shown}). Expected one of\n${known(formats, "file")}${next}`;
}

const opening = (path: string, format?: string) =>
  either(
    format === undefined ? `open("${path}")` : `open("${path}", { format: "${format}" })`,
    `crawlbench open ${inShell(path)}${format === undefined ? "" : ` --format ${format}`}`,
  );

const known = (formats: readonly WebFormat[], what: "file" | "folder"): string =>
  [
    ...formats.filter((format) => what === "file" || "roles" in format).map(({ title }) => title),
    ...ARCHIVE_TITLES[what],
  ]
    .map((title) => `    ${title}`)
    .join("\n");

/** Endings that tell compression or format, not which web it is. */
const SUFFIX =
  /\.(gz|zst|zstd|txt|tsv|csv|edges|el|net|graph|graph-txt|properties|offsets|mtx|mm|smat|gml|graphml|gexf|edgelist|adjlist|json|warc|arc|wat|wacz)$/i;

/** "web-NotreDame.txt.gz" is named web-NotreDame. */
function nameOf(path: string): string {
  let name = basename(path);
  while (SUFFIX.test(name) && name.replace(SUFFIX, "") !== "") name = name.replace(SUFFIX, "");
  return name;
}
