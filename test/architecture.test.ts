import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./cli/command.js";
import { filesBelow } from "./deeper.js";
import { sourceFolder } from "./discover.js";
import { ROOMS } from "./rooms.js";

/** Rooms and folders that may read and write files, open sockets and start processes. */
const OUTSIDE = [
  "base",
  "archive",
  "web/dataset",
  "web/snapshot",
  "trace",
  "crawl/compare",
  "crawl/pool",
  "cache/sweep",
  "urldb",
  "freshness",
  "fetch",
  "monitor",
  "cluster",
  "site",
  "recipe",
  "experiment",
  "notebook",
  "cli",
];
const OUTSIDE_MODULES = /^node:(fs|fs\/promises|net|http|https|http2|tls|dns|child_process)$/;

/** Rooms and folders that may read a clock. All others are handed the time, and all are handed their chance. */
const CLOCKS = [
  "base/cell-line",
  "base/pace",
  "web/dataset",
  "crawl/pool",
  "urldb",
  "fetch",
  "monitor",
  "cluster",
  "site",
  "recipe",
  "notebook",
  "cli",
];
const CLOCK = /\b(Math\.random|Date\.now|performance\.now|new Date\(\)|process\.hrtime)\b/;

/** Folders that may start threads. */
const THREADS = ["base", "archive/warc", "crawl/pool", "cache/sweep", "fetch", "experiment/lane-worker"];

/** What also runs in a browser: it imports no module of Node. */
const IN_A_BROWSER = [
  "web/graph",
  "ordering",
  "crawl/replay",
  "crawl/judge",
  "crawl/model",
  "crawl/importance",
  "cache/policy",
];

/** Methods never import sibling methods: a file of these folders may import only the one that defines the family. */
const FAMILIES: Readonly<Record<string, string>> = {
  ordering: "ordering/ordering",
  "crawl/importance": "crawl/importance/importance",
  "crawl/model": "crawl/model",
  "cache/policy": "cache/method",
  "urldb/engine": "urldb/engine",
  "experiment/dorosz/peer": "urldb/engine",
  "urldb/eliminator": "urldb/eliminator",
  "freshness/policy": "freshness/refresh-policy",
  "freshness/change": "freshness/change-model",
};

/**
 * Packages that are loaded when first used, by `import()`: they wait at their top level, which poisons notebooks, or
 * are large.
 */
const LAZY = [
  "vega",
  "vega-lite",
  "danfojs-node",
  "@resvg/resvg-js",
  "tslab",
  "@nats-io/transport-node",
  "@nats-io/jetstream",
  "lmdb",
  "pg",
  "pg-copy-streams",
  "cheerio",
  "hyparquet",
  "hyparquet-writer",
  "pdfkit",
  "svg-to-pdfkit",
  "yauzl",
  "yazl",
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
const place = (path: string) =>
  relative(sourceFolder, path)
    .split(sep)
    .join("/")
    .replace(/\.[jt]s$/, "");
const roomOf = (file: string) => file.split("/")[0];
const standsIn = (file: string, folders: readonly string[]) =>
  folders.some((folder) => `${file}/`.startsWith(`${folder}/`));

interface SourceFile {
  /** "ordering/backlink" */
  readonly file: string;
  readonly text: string;
  readonly imports: readonly Import[];
  /** Files of src that it imports, in any form. */
  readonly inner: readonly string[];
}

const sources: readonly SourceFile[] = readdirSync(sourceFolder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort()
  .map((path) => {
    const text = readFileSync(path, "utf8");
    const imports = importsIn(text);
    const inner = imports.filter(({ to }) => to.startsWith(".")).map(({ to }) => place(join(dirname(path), to)));
    return { file: place(path), text, imports, inner };
  });

/** Groups of files each of which imports all others of its group, over whatever way. Tarjan 1972. */
function circlesOf(files: readonly SourceFile[]): string[] {
  const importsOf = new Map(files.map(({ file, inner }) => [file, inner]));
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[] = [];
  const visit = (file: string) => {
    index.set(file, index.size);
    lowest.set(file, index.get(file) as number);
    open.push(file);
    for (const to of importsOf.get(file) ?? []) {
      if (!index.has(to)) visit(to);
      if (open.includes(to)) lowest.set(file, Math.min(lowest.get(file) as number, lowest.get(to) as number));
    }
    if (lowest.get(file) !== index.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1 || (importsOf.get(file) ?? []).includes(file)) circles.push(circle.sort().join(", "));
  };
  for (const { file } of files) if (!index.has(file)) visit(file);
  return circles;
}

describe("the house", () => {
  it("is read whole: imports of every form are found", () => {
    expect(sources.length).toBeGreaterThan(60);
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
    const found = (kind: Import["kind"]) => importsIn(text).flatMap((each) => (each.kind === kind ? [each.to] : []));
    expect(found("static")).toEqual(["./a.js", "c", "./d.js", "e"]);
    expect(found("type")).toEqual(["b"]);
    expect(found("lazy")).toEqual(["f", template.replaceAll("`", "")]);
  });

  it("has every room of the list, and no other", () => {
    expect([...new Set(sources.map(({ file }) => roomOf(file)))].sort()).toEqual([...ROOMS].sort());
  });

  it("has no import that goes up", () => {
    const level = (file: string) => ROOMS.indexOf(roomOf(file));
    const upward = sources.flatMap(({ file, inner }) =>
      inner.filter((to) => level(to) > level(file)).map((to) => `${file} -> ${to}`),
    );
    expect(upward).toEqual([]);
  });

  it("finds circles: of two files, of three, and of one that imports itself", () => {
    const files = (imports: Record<string, string[]>) =>
      Object.entries(imports).map(([file, inner]) => ({ file, inner, text: "", imports: [] }));
    expect(circlesOf(files({ a: ["b"], b: ["a"], c: ["a"] }))).toEqual(["a, b"]);
    expect(circlesOf(files({ a: ["b"], b: ["c"], c: ["a"], d: ["d"] }))).toEqual(["a, b, c", "d"]);
    expect(circlesOf(files({ a: ["b", "c"], b: ["c"], c: [] }))).toEqual([]);
  });

  it("has no circles of files, by import, import() or types", () => {
    expect(circlesOf(sources)).toEqual([]);
  });

  for (const { file, text, imports, inner } of sources) {
    it(`keeps ${file} to what its room may do`, () => {
      const uses = (module: RegExp) => imports.filter(({ to }) => module.test(to)).map(({ to }) => to);
      if (!standsIn(file, OUTSIDE)) expect(uses(OUTSIDE_MODULES), "files, sockets and processes").toEqual([]);
      if (!standsIn(file, THREADS)) expect(uses(/^node:worker_threads$/), "threads").toEqual([]);
      if (standsIn(file, IN_A_BROWSER)) expect(uses(/^node:/), "modules of Node").toEqual([]);
      if (!standsIn(file, CLOCKS)) expect(text).not.toMatch(CLOCK);
      const eager = imports.filter(({ to, kind }) => LAZY.includes(to) && kind === "static");
      expect(eager, "static imports of packages that are loaded when first used").toEqual([]);
      const family = dirname(file);
      const siblings = inner.filter(
        (to) => dirname(to) === family && to !== FAMILIES[family] && file !== FAMILIES[family],
      );
      if (family in FAMILIES) expect(siblings, "methods of the same folder").toEqual([]);
    });
  }
});

/** What a text has listed, a folder or the beginning of its name: exportsOf("cache/policy"). */
const LISTED = /\b(?:exportsOf|exportsOfFile|methodsOf|methodsIn)(?:<[^(]*>)?\(\s*["`]([^"`$]+)/g;
const THREAD = /\bnew URL\("(\.\/[^"]+)\.js", import\.meta\.url\)/g;

/** Files of src that the tests of a room come to by imports, by listing a folder, and by starting a thread. */
function reachedByTestsOf(room: string): Set<string> {
  const tests = filesBelow(root).filter((file) => file.startsWith(`test/${room}/`) || file === `test/${room}.test.ts`);
  const texts = new Map(sources.map(({ file, text }) => [join(sourceFolder, file), text]));
  const open = tests.map((file) => join(root, file).replace(/\.ts$/, ""));
  const reached = new Set(open);
  for (const path of reached) {
    const text = texts.get(path) ?? readFileSync(`${path}.ts`, "utf8");
    const named = [...importsIn(text).map(({ to }) => to), ...[...text.matchAll(THREAD)].map(([, to]) => to)]
      .filter((to) => to.startsWith("."))
      .map((to) => join(dirname(path), to.replace(/\.js$/, "")));
    const listed = [...text.matchAll(LISTED)].map(([, folder]) => join(sourceFolder, folder));
    for (const to of named) if (texts.has(to) || existsSync(`${to}.ts`)) reached.add(to);
    for (const to of texts.keys()) if (listed.some((folder) => to.startsWith(folder))) reached.add(to);
  }
  return new Set([...reached].map(place));
}

describe("the tests of a room", () => {
  it.each(ROOMS)("reach every file of %s: its mutants meet no other tests", (room) => {
    const reached = reachedByTestsOf(room);
    const isCode = (text: string) => /^(?:export )?(?:async )?(?:const|let|function|class)\b/m.test(text); // not types alone
    const files = sources.filter(({ file, text }) => roomOf(file) === room && isCode(text)).map(({ file }) => file);
    expect(files.filter((file) => !reached.has(file))).toEqual([]);
  });
});
