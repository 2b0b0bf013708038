import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { LinkPolicy } from "../graph/builder.js";
import { chooseStart } from "../graph/reach.js";
import { asciiGraph } from "../graph/read/ascii-graph.js";
import { readBVGraph } from "../graph/read/bvgraph.js";
import { edgeList } from "../graph/read/edge-list.js";
import { FormatError, type GraphData, type GraphFormat, HEAD_BYTES, type ReadOptions } from "../graph/read/format.js";
import { gml } from "../graph/read/gml.js";
import { graphologyJson } from "../graph/read/graphology.js";
import { kleinberg } from "../graph/read/kleinberg.js";
import { labelledEdgeList, readLabelledEdgeList } from "../graph/read/labelled-edge-list.js";
import { collect, decode, headLines } from "../graph/read/lines.js";
import { matrixMarket } from "../graph/read/matrix-market.js";
import { smat } from "../graph/read/smat.js";
import { readToronto } from "../graph/read/toronto.js";
import { readUrlAdjacency } from "../graph/read/url-adjacency.js";
import { type Capability, findPage, type Web } from "../graph/web.js";
import { head, openSource, SourceError } from "./source.js";
import { showingItself } from "./web-card.js";

/** Names of formats, as dataset cards and `openFiles` use them. */
export type WebFormatName =
  | "matrix-market"
  | "gml"
  | "graphology-json"
  | "kleinberg"
  | "smat"
  | "ascii-graph"
  | "edge-list"
  | "labelled-edge-list"
  | "bvgraph"
  | "toronto"
  | "url-adjacency";

type Streams = Readonly<Record<string, AsyncIterable<Uint8Array>>>;

/** A way to store a web in one or more files. */
interface WebFormat {
  readonly name: WebFormatName;
  /** For people: "edge list (SNAP)". */
  readonly title: string;
  /** What a file is to the format; `open` gives a format of one role any file that its `sniff` accepts. */
  readonly roles: readonly string[];
  readonly optional?: readonly string[];
  readonly sniff?: GraphFormat["sniff"];
  /** The files that belong to what a person named, by role; undefined when that is no such web. */
  readonly find?: (path: string) => Promise<Readonly<Record<string, string>> | undefined>;
  read(streams: Streams, options: ReadOptions): Promise<GraphData>;
}

const single = (name: WebFormatName, title: string, format: GraphFormat): WebFormat => ({
  name,
  title,
  roles: ["links"],
  sniff: (first, fileName) => format.sniff(first, fileName),
  read: ({ links }, options) => format.read(links, options),
});

/** Every format that `open` knows; the first that recognises a file reads it. */
const FORMATS: readonly WebFormat[] = [
  {
    name: "bvgraph",
    title: "BVGraph (x.graph with x.properties)",
    roles: ["graph", "properties"],
    optional: ["offsets"],
    async find(path) {
      const base = path.replace(/\.(graph|properties|offsets)$/, "");
      const files = await existing({
        properties: `${base}.properties`,
        graph: `${base}.graph`,
        offsets: `${base}.offsets`,
      });
      return files.properties && files.graph ? files : undefined;
    },
    async read({ properties, graph, offsets }, options) {
      const files = { properties: decode(await collect(properties)), graph: await collect(graph) };
      return readBVGraph({ ...files, ...(offsets ? { offsets: await collect(offsets) } : {}) }, options);
    },
  },
  {
    name: "toronto",
    title: "Toronto query graph (a folder with nodes and adj_list)",
    roles: ["nodes", "adjacency"],
    find: (path) => inFolder(path, { nodes: ["nodes"], adjacency: ["adj_list"] }),
    read: ({ nodes, adjacency }, options) => readToronto({ nodes, adjacency }, options),
  },
  {
    name: "url-adjacency",
    title: "URLs with links by line (a folder with urls.txt and links.adj.txt)",
    roles: ["urls", "adjacency"],
    find: (path) => inFolder(path, { urls: packed("urls.txt"), adjacency: packed("links.adj.txt") }),
    read: ({ urls, adjacency }, options) => readUrlAdjacency({ urls, adjacency }, options),
  },
  single("matrix-market", "Matrix Market", matrixMarket),
  single("gml", "GML", gml),
  single("graphology-json", "graphology JSON", graphologyJson),
  single("kleinberg", "Kleinberg (n ID URL, e FROM TO)", kleinberg),
  single("smat", "SMAT", smat),
  single("ascii-graph", "ASCIIGraph", asciiGraph),
  single("edge-list", "edge list (FROM TO, as SNAP)", edgeList),
  {
    ...single("labelled-edge-list", "edge list of names (FROM<TAB>TO)", labelledEdgeList),
    optional: ["names"],
    read: ({ links, names }, options) => readLabelledEdgeList({ links, names }, options),
  },
];

export interface OpenOptions extends ReadOptions {
  /** Name in tables and labels; default: the file's name without suffixes. */
  readonly name?: string;
  /** Start page, by the source's own number or by URL; default: page 0, or a better one when that reaches too little. */
  readonly start?: number | string;
}

/** What `open` cannot read; `message` says why, and what it can read. */
export class OpenError extends Error {
  override readonly name = "OpenError";
  /** "NOT_FOUND", "FOLDER", "EMPTY" or "UNKNOWN_FORMAT". */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Opens your own web: a file of links in any known format, plain, gzip or zstd; a BVGraph by any of its files or by their common
 * name; or a folder. The format is told by the content.
 *
 * @throws OpenError when nothing is there or no format fits; SourceError when the file is empty or damaged; FormatError with the
 * line when it is malformed; WebError when there is no page `start`
 */
export async function open(path: string, { name, start, ...options }: OpenOptions = {}): Promise<Web> {
  const { format, files } = await recognise(path);
  const folder = format.find !== undefined && format.name !== "bvgraph"; // then the folder bears the web's name
  const { data, sha256 } = await openFiles(format.name, files, options);
  const web = webOf(name ?? nameOf(folder ? dirname(Object.values(files)[0]) : path), data, webDigest(sha256, options));
  return start === undefined ? web : { ...web, start: findPage(web, start) };
}

/**
 * Reads the files of a web whose format is known, as a dataset card knows it. Nothing is checked against the card: compare
 * `sha256` before the data are used.
 *
 * @param files path by role; optional roles may be left out
 * @returns the graph, and the SHA-256 (hex) of each file as it lies on the disk
 * @throws RangeError for a role that the format lacks or misses; SourceError; FormatError
 */
export async function openFiles(
  kind: WebFormatName,
  files: Readonly<Record<string, string>>,
  options: ReadOptions = {},
): Promise<{ readonly data: GraphData; readonly sha256: Readonly<Record<string, string>> }> {
  const format = FORMATS.find(({ name }) => name === kind);
  if (!format) throw new RangeError(`format ${kind}: expected one of ${FORMATS.map(({ name }) => name).join(", ")}`);
  const allowed = [...format.roles, ...(format.optional ?? [])];
  const wrong = Object.keys(files).find((role) => !allowed.includes(role)) ?? format.roles.find((role) => !files[role]);
  if (wrong !== undefined) {
    const given = Object.keys(files).join(", ") || "none";
    throw new RangeError(`format ${kind}: expected files for ${format.roles.join(" and ")}, found ${given}`);
  }
  const sources = await Promise.all(
    Object.entries(files).map(async ([role, path]) => [role, await openSource(path, options.onProgress)] as const),
  );
  const streams = Object.fromEntries(sources.map(([role, { bytes }]) => [role, bytes]));
  const data = await format.read(streams, options).catch((error: unknown) => {
    if (error instanceof FormatError) error.message = `${Object.values(files).join(", ")}: ${error.message}`;
    throw error;
  });
  const digests = await Promise.all(sources.map(async ([role, source]) => [role, await source.sha256()] as const));
  return { data, sha256: Object.fromEntries(digests) };
}

/** A web made of what files hold. @param sha256 see `webDigest` */
export function webOf(name: string, data: GraphData, sha256: string): Web {
  if (data.graph.size === 0) throw new OpenError("EMPTY", `${name} has no pages: expected at least one`);
  const capabilities: Capability[] = ["links"];
  if (data.urls) capabilities.push("urls");
  if (data.titles) capabilities.push("titles");
  return showingItself({ name, capabilities, ...data, sha256, start: chooseStart(data.graph).page });
}

/** SHA-256 (hex) of what makes a web: the digests of its files, by role, and the link policy. */
export function webDigest(
  files: Readonly<Record<string, string>>,
  { duplicates = "drop", selfLinks = "drop" }: LinkPolicy = {},
): string {
  const roles = Object.keys(files).sort();
  const lines = [
    ...roles.map((role) => `${role} ${files[role]}`),
    `duplicates ${duplicates}`,
    `selfLinks ${selfLinks}`,
  ];
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}

async function recognise(path: string) {
  for (const format of FORMATS) {
    const files = await format.find?.(path);
    if (files) return { format, files };
  }
  const status = await stat(path).catch(() => undefined);
  if (!status) throw new OpenError("NOT_FOUND", await missing(path));
  if (status.isDirectory()) {
    throw new OpenError(
      "FOLDER",
      `${path} is a folder without a web that is known here: expected a file, or a folder of\n${known("find")}\n` +
        `  It holds: ${(await readdir(path)).slice(0, 8).join(", ") || "nothing"}. Name one of its files: open("${join(path, "FILE")}")`,
    );
  }
  const first = await head(path, HEAD_BYTES);
  if (first.length === 0) throw new SourceError("EMPTY", `${path} is empty once unpacked. Fetch it again.`);
  const format = FORMATS.find(({ sniff }) => sniff?.(first, basename(path)));
  if (format) return { format, files: { links: path } };
  throw new OpenError("UNKNOWN_FORMAT", unknown(path, first));
}

async function missing(path: string): Promise<string> {
  const folder = dirname(path);
  const stem = basename(path).slice(0, 4).toLowerCase();
  const names = await readdir(folder).catch(() => undefined);
  const alike = (names ?? []).filter((other) => stem !== "" && other.toLowerCase().startsWith(stem)).slice(0, 5);
  const hint = names === undefined ? ` (there is no folder ${folder})` : "";
  const next =
    alike.length > 0 ? `There are: ${alike.join(", ")}` : `For a dataset of the catalogue: load("${basename(path)}")`;
  return `no file ${path}${hint}.\n  ${next}`;
}

function unknown(path: string, first: Uint8Array): string {
  if (/\.(graph|offsets)$/.test(path)) {
    const base = path.replace(/\.\w+$/, "");
    return (
      `${path} is no text; a BVGraph needs ${basename(base)}.graph and ${basename(base)}.properties beside each other.\n` +
      `  Fetch both, then: open("${base}")`
    );
  }
  if (/^\s*graphclass\s*=/m.test(decode(first))) {
    const base = path.replace(/\.\w+$/, "");
    return `${path} describes a graph, but ${base}.graph is not there.\n  Fetch it beside this file, then: open("${base}")`;
  }
  const binary = first.subarray(0, 1024).includes(0);
  const lines = headLines(first, true);
  const index = lines.findIndex((line) => line.trim() !== "" && !/^[#%]/.test(line));
  const shown = binary
    ? "binary data"
    : index < 0
      ? "only comments"
      : `line ${index + 1}: ${JSON.stringify(lines[index].slice(0, 60))}`;
  return (
    `${path}: the format is not known (found ${shown}). Expected one of\n${known()}\n` +
    `  A table with a heading becomes an edge list when its heading begins with #.`
  );
}

const known = (only?: "find"): string =>
  FORMATS.filter((format) => !only || format.roles.length > 1)
    .map(({ title }) => `    ${title}`)
    .join("\n");

/** Endings that tell compression or format, not which web it is. */
const SUFFIX = /\.(gz|zst|zstd|txt|tsv|csv|edges|el|net|graph|graph-txt|properties|offsets|mtx|mm|smat|gml|json)$/i;

/** "web-NotreDame.txt.gz" is named web-NotreDame. */
function nameOf(path: string): string {
  let name = basename(path);
  while (SUFFIX.test(name) && name.replace(SUFFIX, "") !== "") name = name.replace(SUFFIX, "");
  return name;
}

const packed = (name: string): readonly string[] => [name, `${name}.gz`, `${name}.zst`];

/** Those of the files that exist. */
async function existing(files: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const entries = await Promise.all(
    Object.entries(files).map(async ([role, path]) => {
      const status = await stat(path).catch(() => undefined);
      return status?.isFile() ? [[role, path] as const] : [];
    }),
  );
  return Object.fromEntries(entries.flat());
}

/** The files of a web in a folder, or beside a file that is one of them. */
async function inFolder(path: string, roles: Readonly<Record<string, readonly string[]>>) {
  const status = await stat(path).catch(() => undefined);
  const part = Object.values(roles).some((names) => names.includes(basename(path)));
  if (!status || !(status.isDirectory() || part)) return undefined;
  const folder = status.isDirectory() ? path : dirname(path);
  const names = await readdir(folder);
  const files: Record<string, string> = {};
  for (const [role, choices] of Object.entries(roles)) {
    const name = choices.find((choice) => names.includes(choice));
    if (name === undefined) return undefined;
    files[role] = join(folder, name);
  }
  return files;
}
