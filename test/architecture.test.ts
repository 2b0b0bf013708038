import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { sourceFolder } from "./discover.js";

/** Folders that know nothing of files, clocks and users, in the order in which data flows through them. */
const core = [
  "random",
  "progress",
  "options",
  "free-names",
  "nearest",
  "text",
  "graph",
  "frontier",
  "ordering",
  "importance",
  "crawl",
];
const study = [...core, "version", "display", "rows", "rows/save-rows", "dataset", "run", "figure"];
const files = ["node:fs", "node:fs/promises", "node:path", "node:url"];

/**
 * Who may import what besides itself: other rows of this table, and packages. A file belongs to the longest row that its path
 * begins with: a file or folder with a row of its own may do more than its surroundings, and is closed to those not allowed it.
 * A new folder needs a row; a row that grows needs a reason.
 */
// biome-ignore format: a table
const mayImport: Readonly<Record<string, readonly string[]>> = {
  random: [],
  version: ["node:fs"],
  progress: [],
  options: [],
  "free-names": [],
  nearest: [],
  "make-folder": files,
  "whole-file": ["make-folder", "node:worker_threads", ...files],
  display: ["node:module"],
  index: [...study, "freshness", "freshness/change", "freshness/policy", "freshness/library", "freshness/database", "freshness/observed", "cache", "cache/policy", "cache/sampled", "cache/table", "cluster/jobs", "crawl/timed", "fetch", "snapshot", "snapshot/export", "trace", "trace/model", "trace/url-trace", "site", "monitor", "politeness", "html", "url", "urldb", "urldb/database", "urldb/engine", "urldb/eliminator", "urldb/seen", "urldb/measure", "graph/read", "graph/write", "graph/campus", "graph/model", "experiment", "experiment/reproduce", "player", "report", "report/save-report", "notebook"],
  graph: ["random", "progress", "text"],
  "graph/read": ["graph", "progress", "graphology-types"],
  "graph/write": ["graph", "graphology", "graphology-gexf", "graphology-types"],
  "graph/campus": ["graph", "random"],
  "graph/model": ["graph", "options", "random"],
  frontier: ["graph", "random", "text"],
  importance: ["graph", "options", "text"],
  ordering: ["graph", "frontier", "options", "free-names", "random", "text"],
  crawl: core,
  "crawl/timed": [...core, "trace/url-trace", "url"],
  "trace/url-trace": [],
  "trace/model": ["trace/url-trace", "cache/one-pass", "options", "random"],
  cache: ["options", "random", "trace/url-trace"],
  "cache/policy": ["cache", "cache/one-pass", "trace/url-trace"],
  "cache/one-pass": ["cache", "random", "trace/url-trace"],
  "cache/sampled": ["cache", "trace/url-trace"],
  "cache/table": ["cache", "cache/policy", "options", "random", "trace/url-trace"],
  rows: ["danfojs-node"],
  "rows/save-rows": ["rows", ...files],
  dataset: ["nearest", "graph", "graph/read", "graph/campus", "snapshot", "snapshot/import", "progress", "node:crypto", "node:stream", "node:util", "node:zlib", "fzstd", ...files],
  "dataset/debian-docs": ["dataset", "graph", "fetch", "trace", "snapshot", "snapshot/export", "site", "html", "url", "progress", "node:child_process", "node:crypto", "node:http", "node:os", "node:zlib", ...files],
  run: [...core, "cache", "cache/policy", "cache/sampled", "trace/url-trace", "version", "rows", "rows/save-rows", "dataset", "whole-file", "node:crypto", "node:os", "node:util", "node:worker_threads", ...files],
  figure: ["figure/save", "rows", "display", "node:module", "node:util", "vega", "vega-lite", "@resvg/resvg-js"],
  "figure/save": ["figure", "whole-file", "node:path"],
  url: ["tldts"],
  text: ["options", "node:module", "node:url"],
  html: ["url", "text", "htmlparser2", "cheerio", "encoding-sniffer", "chardet", "node:buffer"],
  snapshot: ["make-folder", "snapshot/warc", "html", "url", "text", "graph", "progress", "options", "node:crypto", "node:zlib", "node:stream", "node:util", ...files],
  "snapshot/warc": ["snapshot", "url", "node:events", "node:crypto", "node:zlib", "node:stream", ...files],
  "snapshot/import": ["snapshot", "snapshot/warc", "html", "url", "progress", "node:crypto", "node:os", "node:stream", "node:zlib", "yauzl", ...files],
  trace: ["trace/url-trace", "snapshot", "snapshot/warc", "graph", "url", "options", "node:zlib", ...files],
  "snapshot/export": ["options", "snapshot", "snapshot/warc", "html", "url", "graph", "graph/write", "rows", "rows/save-rows", "hyparquet-writer", "yazl", "node:crypto", "node:stream", "node:zlib", ...files],
  politeness: ["url", "options", "random", "urldb"],
  fetch: ["version", "cache/table", "trace", "graph", "text", "politeness", "snapshot", "snapshot/warc", "html", "url", "urldb", "urldb/database", "ordering", "options", "random", "progress", "undici", "ipaddr.js", "node:dns", "node:http", "node:https", "node:net", "node:tls", "node:zlib", "node:stream", "node:util", "node:os", "node:crypto", "node:worker_threads", ...files],
  site: ["graph", "html", "url", "snapshot", "random", "options", "rows", "node:http", "node:net", "node:zlib", "node:stream", "node:util", ...files],
  cluster: ["fetch", "politeness", "snapshot", "url", "options", "random", "version", "node:crypto", "node:os", "node:util", ...files],
  "cluster/nats": ["cluster", "options", "@nats-io/transport-node", "@nats-io/jetstream", "@nats-io/kv", "node:crypto"],
  "cluster/jobs": ["cluster", "cluster/nats", ...study, "cache", "cache/policy", "trace", "trace/url-trace", "node:crypto", "node:os", "node:util", ...files],
  monitor: ["fetch", "node:http", "node:net", "node:crypto", ...files],
  urldb: ["url", "options", "random", "progress"],
  "urldb/database": ["urldb", "urldb/engine"],
  "urldb/measure": ["urldb", "urldb/database", "progress", ...files],
  "urldb/seen": ["urldb", "urldb/eliminator", "urldb/dedicated", "url", "node:zlib", ...files],
  "urldb/eliminator": ["urldb", "urldb/seen", "url", "options"],
  "urldb/dedicated": ["urldb", "urldb/database", "node:zlib", ...files],
  "urldb/berkeley-db": ["urldb", "urldb/database", "node:child_process", ...files],
  "urldb/postgres": ["urldb", "urldb/database", "pg", "pg-copy-streams", "node:child_process", "node:os", "node:stream", "node:crypto", ...files],
  "urldb/engine": ["urldb", "urldb/database", "urldb/dedicated", "urldb/berkeley-db", "urldb/postgres", "lmdb", ...files],
  freshness: ["options", "progress", "random"],
  "freshness/change": ["freshness"],
  "freshness/policy": ["freshness"],
  "freshness/library": ["freshness", "freshness/change", "freshness/policy", "node:fs"], // lists its own folder
  "freshness/database": ["freshness", "random", "urldb", "urldb/database"],
  "freshness/observed": ["freshness", "snapshot"],
  experiment: [...study, "freshness", "freshness/change", "freshness/policy", "cache", "cache/policy", "cache/table", "crawl/timed", "trace", "trace/url-trace", "trace/model", "graph/model", "urldb", "urldb/database", "urldb/engine", "urldb/measure", "url", "node:os", "node:util", ...files],
  "experiment/shkapenyuk2001": [...study, "experiment", "fetch", "graph/model", "html", "politeness", "site", "trace/model", "url", "urldb", "node:os", ...files], // crawls the testbed
  "experiment/result-store": [...study, "experiment", "node:crypto", "node:os", "node:v8", ...files],
  "experiment/reproduce": [...study, "experiment", "experiment/result-store", "experiment", "node:fs"], // lists its own folder
  player: [...study, "node:crypto", "node:zlib"],
  report: ["figure", "rows"],
  "report/save-report": ["report", "whole-file", "node:path"],
  notebook: ["node:child_process", ...files],
  cli: ["every row", "node:os", "node:util", "cli-progress", "commander", ...files],
};

/** Methods never import sibling methods: in these folders a file may import only the one that defines the family. */
const families = [
  "ordering",
  "importance",
  "cache/policy",
  "urldb/engine",
  "urldb/eliminator",
  "freshness/policy",
  "freshness/change",
];

/** Loaded when first used, by `import()`: they wait at their top level, which poisons notebooks, or are large. */
const lazy = [
  "vega",
  "vega-lite",
  "danfojs-node",
  "@resvg/resvg-js",
  "tslab",
  "@nats-io/transport-node",
  "@nats-io/jetstream",
  "@nats-io/kv",
  "lmdb",
  "pg",
  "pg-copy-streams",
  "cheerio",
  "hyparquet-writer",
  "yauzl",
  "yazl",
  "warcio",
];

/** Chance and clocks, and the rows that may read them. */
const clocks = /\b(Math\.random|Date\.now|performance\.now|new Date\(\)|process\.hrtime)\b/;
const mayReadClocks = [
  "dataset",
  "dataset/debian-docs",
  "run",
  "urldb/measure",
  "fetch",
  "cluster",
  "cluster/nats",
  "cluster/jobs",
  "site",
  "monitor",
  "notebook",
  "cli",
];

interface Import {
  readonly to: string;
  readonly kind: "static" | "type" | "lazy";
}

/** All imports in a text, those that span lines and those whose path is a template among them. */
function importsIn(text: string): Import[] {
  const found: Import[] = [];
  for (const [, type, to] of text.matchAll(/^(?:import|export)\s+(type\s)?[^"'();]*?\bfrom\s+"([^"]+)"/gm)) {
    found.push({ to, kind: type ? "type" : "static" });
  }
  for (const [, to] of text.matchAll(/^import\s+"([^"]+)"/gm)) found.push({ to, kind: "static" });
  for (const [, to] of text.matchAll(/\b(?:import|require)\(\s*["'`]([^"'`]+)["'`]/g)) found.push({ to, kind: "lazy" });
  return found;
}

/** Path below src without suffix: "ordering/backlink". */
const place = (path: string) => relative(sourceFolder, path).split(sep).join("/").replace(/\.[jt]s$/, ""); // biome-ignore format: one line

const rowOf = (file: string): string | undefined =>
  Object.keys(mayImport)
    .filter((row) => `${file}/`.startsWith(`${row}/`))
    .sort((a, b) => b.length - a.length)[0];

/** The row or package that an import leads to. */
function target({ to }: Import, from: string): string {
  if (!to.startsWith(".")) return to;
  const file = place(join(dirname(from), to));
  return rowOf(file) ?? `${file}, which stands in no row`;
}

const paths = readdirSync(sourceFolder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();

describe("the house", () => {
  it("is read whole: imports of every form are found", () => {
    expect(paths.length).toBeGreaterThan(60);
    const template = ["`./g/", "{name}.js`"].join("$");
    const text = [
      'import { a } from "./a.js";',
      'import type { B } from "b";',
      'import {\n  c,\n  type C,\n} from "c";',
      'export * from "./d.js";',
      'import "e";',
      '  await import("f");',
      `await import(${template});`,
      ' * import { not } from "this";',
    ].join("\n");
    const [statics, types, lazies] = ["static", "type", "lazy"].map((kind) =>
      importsIn(text).filter((each) => each.kind === kind).map(({ to }) => to),
    ); // biome-ignore format: one line
    expect([statics, types, lazies]).toEqual([["./a.js", "c", "./d.js", "e"], ["b"], ["f", template.replaceAll("`", "")]]); // biome-ignore format: one line
  });

  it("has something to be lived in for every row of the table", () => {
    const rows = new Set(paths.map((path) => rowOf(place(path))));
    expect(Object.keys(mayImport).filter((row) => !rows.has(row))).toEqual([]);
  });

  for (const path of paths) {
    const file = place(path);
    const row = rowOf(file);

    it(`lets ${file} import only what the table allows it`, () => {
      if (row === undefined) return expect.unreachable(`${file} stands in no row of the table: give its folder one`);
      const text = readFileSync(path, "utf8");
      const imports = importsIn(text);
      const allowed = [row, ...mayImport[row]];
      if (allowed.includes("every row")) allowed.push(...Object.keys(mayImport));
      const strangers = imports.map((each) => target(each, path)).filter((to) => !allowed.includes(to));
      expect(strangers, "imports that its row does not allow").toEqual([]);
      const eager = imports.filter(({ to, kind }) => lazy.includes(to) && kind === "static");
      expect(eager, "static imports of packages that are loaded when first used").toEqual([]);
      const siblings = imports.filter(
        ({ to }) => families.includes(row) && file !== row && to.startsWith("./") && to !== `./${row}.js`,
      );
      expect(siblings, "methods of the same folder").toEqual([]);
      if (!mayReadClocks.includes(row)) expect(text).not.toMatch(clocks);
    });
  }
});
