import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { asciiGraph } from "../graph/read/ascii-graph.js";
import { readBVGraph } from "../graph/read/bvgraph.js";
import { edgeList } from "../graph/read/edge-list.js";
import type { GraphData, GraphFormat, ReadOptions } from "../graph/read/format.js";
import { gml } from "../graph/read/gml.js";
import { graphologyJson } from "../graph/read/graphology.js";
import { kleinberg } from "../graph/read/kleinberg.js";
import { labelledEdgeList, readLabelledEdgeList } from "../graph/read/labelled-edge-list.js";
import { collect, decode } from "../graph/read/lines.js";
import { matrixMarket } from "../graph/read/matrix-market.js";
import { smat } from "../graph/read/smat.js";
import { readToronto } from "../graph/read/toronto.js";
import { readUrlAdjacency } from "../graph/read/url-adjacency.js";

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
export interface WebFormat {
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
export const FORMATS: readonly WebFormat[] = [
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
