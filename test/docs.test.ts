import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readLedger } from "../src/experiment/ledger.js";
import { RecordedClaim } from "../src/experiment/recorded-claim.js";
import * as library from "../src/index.js";
import * as orderingModule from "../src/ordering/ordering.js";
import { traceFormatNames } from "../src/trace/open-trace.js";
import { root } from "./cli/command.js";
import { filesOf, temporaryFolder } from "./crawl/pool/temporary.js";
import { depth } from "./depth.js";
import { BlockRunner } from "./docs/block-runner.js";
import { documents } from "./docs/examples.js";
import { type Fork, snippets, forks as table } from "./docs/forks.js";
import { ROOMS } from "./rooms.js";

// What README, CONTRIBUTING and docs promise: their code does what they say, what they name exists. That it compiles,
// and that the rest of it runs, is held by test/docs.

const read = (path: string) => readFileSync(join(root, path), "utf8");
const orderings = read("docs/orderings.md");
const contributing = read("CONTRIBUTING.md");
const pages = documents.filter((path) => !/^(bench|notebooks)/.test(path));
const packageJson = JSON.parse(read("package.json"));

/** Texts between ```<language> and ```. */
const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, found]) => found === language)
    .map(([, , block]) => block);

const blockWith = (part: string) =>
  [orderings, read("docs/urldb.md")].flatMap((text) => blocks(text, "ts")).find((block) => block.includes(part)) ?? "";
const [campus, loaded] = depth({
  everyday: ["campus-1k", 'load("campus", { pages: 1000 });'],
  prove: ["campus", 'load("campus");'],
});
const usersBlock = blockWith('load("campus");').replace('load("campus");', loaded);
const topicBlock = blockWith('rule: "figure4"').replace(
  "{ pages: 5000 }",
  depth({ everyday: "{ pages: 3000 }", prove: "{ pages: 5000 }" }),
);
const urldbBlock = blockWith("urldb.open(");
const engineBlock = blockWith("mercatorDisk");
const orderingBlock = blocks(contributing, "ts")[0];

describe("code in the documents", () => {
  let runner: BlockRunner;
  beforeAll(() => {
    runner = new BlockRunner();
  });
  afterAll(() => runner.kill());

  it("of docs/orderings.md runs as a module of a user's, and makes what it says", async () => {
    const told =
      'console.log(JSON.stringify([web.name, runs.orderings, runs.areas("backlink").length, shortFirst.label]));';
    const folder = BlockRunner.install(temporaryFolder());
    const { failure, printed } = await runner.run(usersBlock + told, folder);
    expect(failure).toBeUndefined();
    expect(JSON.parse(printed)).toEqual([
      campus,
      ["breadth-first", "backlink, ties fifo", "page-rank, accuracy 0.001, ties fifo"],
      5,
      "short URL, ties fifo",
    ]);
    // three orderings, five repeats: kept under CRAWLBENCH_CACHE
    expect(filesOf(join(folder, ".crawlbench"))).toHaveLength(15);
  });

  it("of docs/orderings.md crawls for a topic: what looks for it finds it before what does not", async () => {
    const told =
      "console.log(JSON.stringify([runs.judgement.hot, runs.orderings.map((each) => runs.areas(each)[0])]));";
    const { failure, printed } = await runner.run(topicBlock + told, BlockRunner.install(temporaryFolder()));
    expect(failure).toBeUndefined();
    const [hot, [graded, figure4, figure5, ...others]] = JSON.parse(printed) as [number, number[]];
    expect(hot).toBeGreaterThan(20);
    expect(others).toHaveLength(2);
    expect(Math.min(graded, figure4, figure5)).toBeGreaterThan(Math.max(...others));
  });

  it("of docs/urldb.md keeps a URL database, as the comments beside it say", async () => {
    const again = "console.log(taken.map(({ url, depth }) => [url, depth]));";
    expect(await runner.run(urldbBlock + again, BlockRunner.install(temporaryFolder()))).toEqual({
      printed:
        "{ urls: 2, waiting: 0, checks: 2 }\n[ [ 'http://example.org/', 1 ], [ 'http://example.org/about', 2 ] ]\n",
    });
  });

  it("of docs/urldb.md goes on with another engine, and finds one new URL of two", async () => {
    expect(await runner.run(engineBlock, BlockRunner.install(temporaryFolder()))).toEqual({ printed: "1\n" });
  });

  it("leaves nothing that goes on, and complains of nothing", async () => {
    expect(await runner.end()).toEqual([0, ""]);
  });

  it("of CONTRIBUTING is the ordering of src/ordering/breadth-first.ts, without its explanations, and crawls as that does", async () => {
    const linesOf = (text: string) =>
      text
        .replace(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, "")
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
    const file = linesOf(read("src/ordering/breadth-first.ts"));
    let at = -1;
    for (const line of linesOf(orderingBlock)) {
      at = file.indexOf(line, at + 1);
      expect(at, line).toBeGreaterThanOrEqual(0);
    }
    const { outputText } = ts.transpileModule(orderingBlock, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
    const exported: { breadthFirst?: typeof library.breadthFirst } = {};
    const require = (path: string) => {
      expect(path).toBe("./ordering.js");
      return orderingModule;
    };
    new Function("exports", "require", outputText)(exported, require);
    const web = await library.load("campus-1k");
    const order = library.replay(web, exported.breadthFirst as typeof library.breadthFirst);
    expect(order).toEqual(library.replay(web, library.breadthFirst));
    expect(order.length).toBeGreaterThan(800);
  });
});

describe("npm commands in the documents", () => {
  it("are scripts of package.json; they are not run here, since npm test would run itself", () => {
    const all = documents.map(read).flatMap((text) => [...text.matchAll(/\bnpm (run [a-z]+|test)\b/g)]);
    expect(all.length).toBeGreaterThan(3);
    for (const [, command] of all) expect(Object.keys(packageJson.scripts)).toContain(command.replace("run ", ""));
  });
});

describe("the README", () => {
  const readme = read("README.md");
  const findings = read("docs/findings.md");
  const part = /^## Three findings$([\s\S]*?)^## /m.exec(readme)?.[1] ?? "";
  const text = part.replace(/\]\([^)]*\)/g, "]").replace(/\(\d{4}\)/g, "");

  it("has at most 900 words, and the two commands for a checkout", () => {
    expect(readme.split(/\s+/).length).toBeLessThanOrEqual(900);
    expect(blocks(readme, "sh").join("")).toContain("npm ci && npm run reproduce\nnpm ci && npm test\n");
  });

  it("tells findings with the numbers of docs/findings.md", () => {
    const stated = [...findings.matchAll(/-?\d+\.\d+/g)].map(([number]) => Number(number));
    const told = [...text.matchAll(/-?\d+\.\d+/g)].map(([number]) => number);
    expect(told.length).toBeGreaterThanOrEqual(8);
    const near = (number: string) => stated.some((each) => Math.abs(each - Number(number)) <= 0.005 + 1e-9);
    expect(told.filter((number) => !near(number))).toEqual([]);
    const hits = [...text.matchAll(/\d+\.\d+ to \d+\.\d+ % of|\d+\.\d+ % on/g)].map(([part]) =>
      part.replace(/ \w+$/, ""),
    );
    expect(hits).toHaveLength(2);
    for (const share of hits) expect(findings).toContain(share);
  });

  it("shows a picture below 300 kB with the areas of the ledger", () => {
    const picture = read("docs/pictures/hot-pages.svg");
    expect(readme).toContain("](docs/pictures/hot-pages.svg)");
    expect(picture.length).toBeLessThan(300_000);
    const drawn = (web: string, name: string) =>
      new RegExp(`\\b${web}: [^.]*(?:\\.\\d+[^.]*)*?${name} (\\d\\.\\d+)`).exec(picture)?.[1];
    const graph2 = (claim: string) => new RecordedClaim(readLedger(), "cho1998/graph-2", claim);
    const first = graph2("PageRank order beats breadth-first");
    const backlinks = graph2("PageRank order beats backlink order, though importance is the backlink count");
    const frontier = graph2("Orderings beat the random frontier, which no one drew");
    for (const web of ["web-NotreDame", "cnr-2000", "uci-ics-2019", "campus"]) {
      const areas = ["breadth-first", "backlink", "PageRank", "random"].map((name) => drawn(web, name));
      const recorded = [
        first.on(web, "breadth-first"),
        backlinks.on(web, "IB'"),
        backlinks.on(web, "IR'"),
        frontier.on(web, "frontier"),
      ];
      expect([web, ...areas]).toEqual([web, ...recorded]);
    }
  });
});

describe("names in docs/orderings.md", () => {
  const row = (begin: string) => orderings.split("\n").find((line) => line.startsWith(`| ${begin}`)) ?? "";
  type Make = (...choices: unknown[]) => { kind: string; name: string };
  const namespaces = { ordering: library.orderings, importance: library.importances, model: library.models };

  it("are exported: orderings, importances and crawl models", () => {
    const made = (begin: string, kind: keyof typeof namespaces) => {
      const all = { ...library, ...namespaces[kind] } as unknown as Record<string, unknown>;
      const names = snippets(row(begin))
        .map((code) => /^\w+/.exec(code)?.[0] as string)
        .filter((name) => name !== `${kind}s`); // where the others are
      const exported = all as Record<string, Make>;
      for (const name of names) expect(typeof exported[name], name).toBe("function");
      // made from others
      const plain = names.filter((name) => !["exploring", "ordering", "scoreMix", "mix"].includes(name));
      const needed: Readonly<Record<string, unknown>> = {
        similarity: "computer",
        relevance: "computer",
        centrality: "closeness",
      };
      const query = (name: string) => (name in needed ? [needed[name]] : []);
      for (const name of plain) expect([name, exported[name](...query(name)).kind]).toEqual([name, kind]);
      return names;
    };
    expect(made("orderings", "ordering").length).toBeGreaterThanOrEqual(13);
    expect(made("importance", "importance")).toHaveLength(7);
    expect(made("crawl models", "model")).toEqual(expect.arrayContaining(["threshold", "stop", "buffer"]));
  });

  it("leave out no ordering that the library exports", () => {
    for (const name of Object.keys(library.orderings)) expect(row("orderings")).toMatch(RegExp("`" + name + "[`(]"));
  });

  it("tell every format of traces", async () => {
    const rows = [...read("docs/caches.md").matchAll(/^\| `([a-z0-9-]+)`(?: \(default\))? \|/gm)].map(
      ([, name]) => name,
    );
    expect(rows).toEqual(expect.arrayContaining(await traceFormatNames()));
  });

  it("count the datasets: campus, sixteen others, debian-docs, which is built, and its part that is packaged", () => {
    expect(row("webs")).toContain("cards for sixteen others");
    expect(row("webs")).toContain("`debian-docs-small`, real, in the package");
    expect(library.datasets()).toHaveLength(1 + 16 + 1 + 1);
  });
});

describe("docs/forks.md", () => {
  type Family = (options?: object) => { readonly label: string };
  /** The export of a name, or of a name in a namespace: "orderings.hits". */
  const exported = (name: string): unknown =>
    name.split(".").reduce((from, part) => (from as Record<string, unknown>)[part], library as unknown);
  const family = (name: string) => exported(name) as Family;
  const scope = { dangling: "everywhere", size: 7, k: 7 };
  const evaluated = (code: string): unknown =>
    new Function(...Object.keys(scope), `return (${code});`)(...Object.values(scope));
  const made = table.flatMap(({ usual, others }) => [...usual, ...others]).filter((code) => /^[\w.]+\(\{/.test(code));

  it("has the forks of the paper that this version takes, each with a default", () => {
    expect(table.length).toBeGreaterThanOrEqual(17);
    for (const { text } of table) expect(text.split(" | ")).toHaveLength(4);
  });

  it.each(made)("%s is a choice that is not the default, and shows in the label", (code) => {
    const name = code.slice(0, code.indexOf("("));
    const options = evaluated(code.slice(name.length)) as object;
    expect(family(name)(options).label).not.toBe(family(name)().label);
    const [option] = Object.keys(options);
    expect(() => family(name)({ [`${option}s`]: 1 })).toThrow(/has no option/);
  });

  type TopicFamily = (query: string, options?: object) => { readonly label: string };
  const ofTopics = table.filter(({ usual, others }) => [...usual, ...others].some((code) => /^[\w.]+\("/.test(code)));
  /** similarity("computer", { ... }) in its parts. */
  const parts = (code: string) => {
    const name = code.slice(0, code.indexOf("("));
    const [query, chosen = {}] = evaluated(`[${code.slice(name.length + 1, -1)}]`) as [string, object?];
    return { make: exported(name) as TopicFamily, query, chosen };
  };

  it.each(ofTopics.flatMap(({ usual, others }) => others.map((code) => [code, usual[0]] as const)))(
    "%s differs from the default of its row in its label, and no letter of its options may be wrong",
    (code, usual) => {
      const { make, query, chosen } = parts(code);
      const [branch] = Object.keys(chosen).slice(-1);
      const rest = Object.fromEntries(Object.entries(chosen).slice(0, -1));
      expect(make(query, chosen).label).not.toBe(make(query, rest).label);
      if (code.startsWith(usual.slice(0, usual.indexOf("(")))) {
        const plain = parts(usual);
        expect(plain.make(plain.query, plain.chosen).label).toBe(make(query, rest).label);
      }
      expect(() => make(query, { ...rest, [`${branch}s`]: 1 })).toThrow(/has no option/);
    },
  );

  it("has the forks of the paper's topic crawls", () => {
    expect(ofTopics.map(({ text }) => Number(text.split(" | ")[0].slice(2)))).toEqual([8, 9, 10, 11, 13, 19, 21, 23]);
  });

  /**
   * Who takes the options that a row names without a function: those that its calls name, or the orderings with a
   * queue.
   */
  const ownersOf = ({ usual, others, text }: Fork): string[] => {
    const named = [...usual, ...others].flatMap((code) => /^([\w.]+)\(/.exec(code)?.[1] ?? []);
    if (named.length > 0) return [...new Set(named)];
    return text.includes("buffer") ? ["buffer"] : ["backlink", "pageRank"];
  };
  const labelWith = (owner: string, option: string, value: unknown): string | undefined => {
    try {
      return family(owner)({ [option]: value }).label;
    } catch {
      return undefined;
    }
  };
  const options = (codes: readonly string[]): [option: string, value: unknown][] => {
    let last = "";
    return codes.flatMap((code): [string, unknown][] => {
      const [, option, value = code] = /^(\w+): (.+)$/.exec(code) ?? [];
      last = option ?? last;
      return option || /^"/.test(code)
        ? value
            .split(", ")
            .slice(0, 1)
            .map((each) => [last, evaluated(each)])
        : [];
    });
  };
  const inPractice = table.filter(
    (fork) => !ownersOf(fork).some((owner) => ["load", "judge", "compare"].includes(owner)),
  );

  it("names as defaults what the functions do when they are told nothing", () => {
    const defaults = inPractice.flatMap((fork) => options(fork.usual).map((each) => [fork, ...each] as const));
    expect(defaults.length).toBeGreaterThanOrEqual(8);
    for (const [fork, option, value] of defaults) {
      const as = ownersOf(fork).filter((owner) => labelWith(owner, option, value) === family(owner)().label);
      expect(as, `${option}: ${value}`).not.toEqual([]);
    }
    expect(library.pageRank.options).toMatchObject({ damping: 0.9, accuracy: 1e-3, ties: "fifo", reorderEvery: 1 });
    expect(library.pageRankOf().options).toMatchObject({ damping: 0.9 });
    expect(library.buffer().label).toBe(library.buffer({ size: 0.02 }).label);
  });

  it("names as other branches what the functions take and tell apart from the default", () => {
    const branches = inPractice.flatMap((fork) => options(fork.others).map((each) => [fork, ...each] as const));
    expect(branches.length).toBeGreaterThanOrEqual(7);
    for (const [fork, option, value] of branches) {
      const labels = ownersOf(fork).map((owner) => [labelWith(owner, option, value), family(owner)().label]);
      expect(
        labels.some(([label, usual]) => label !== undefined && label !== usual),
        `${option}: ${value}`,
      ).toBe(true);
    }
  });

  it("tells what load, judge and compare do with a choice", async () => {
    const web = await library.load("campus-1k");
    const same = await library.load("campus-1k", { duplicates: "drop", selfLinks: "drop" });
    expect(same.sha256).toBe(web.sha256);
    const kept = await library.load("campus-1k", { duplicates: "keep", selfLinks: "keep" });
    expect(kept.graph.links).toBeGreaterThan(web.graph.links);
    const importance = library.backlinks({ hotAt: 10 });
    const order = library.replay(web, library.breadthFirst);
    expect(library.judge(web, order, importance).pages).toBe(order.length);
    expect(library.judge(web, order, importance, { over: "web" }).pages).toBe(1000);
    const compared = { orderings: [library.breadthFirst], importance, cache: false };
    expect((await library.compare(web, compared)).judgement.pages).toBe(order.length);
    expect((await library.compare(web, { ...compared, over: "web" })).judgement.pages).toBe(1000);
  });
});

describe("places that the documents name", () => {
  it.each(pages)("in %s lead to files that are there", (page) => {
    const text = read(page).replace(/^```[\s\S]*?^```$/gm, "");
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);
    const relative = targets.filter((target) => !/^https?:/.test(target)).map((target) => target.replace(/#.*$/, ""));
    const missing = relative.filter((target) => target !== "" && !existsSync(join(root, dirname(page), target)));
    expect(missing).toEqual([]);
    const paths = snippets(text).filter((code) =>
      /^(src|test|docs|datasets|notebooks|bench|\.ci)\/[\w./-]*$/.test(code),
    );
    const placeholder = /(^|\/)(x|x-y)(\.|\/|$)/; // src/ordering/x-y.ts
    expect(paths.filter((path) => !placeholder.test(path) && !existsSync(join(root, path)))).toEqual([]);
  });

  it("in CONTRIBUTING's map of the house are the rooms, in their order", () => {
    const map = /^## The house$[\s\S]*?^```$([\s\S]*?)^```$/m.exec(contributing)?.[1] ?? "";
    expect([...map.matchAll(/^([a-z]+)(?:\/|\.ts) /gm)].map(([, room]) => room)).toEqual(ROOMS);
  });

  it("in CONTRIBUTING's table of what to write are folders with files of that form", () => {
    const form = (folder: string, file: RegExp) => readdirSync(join(root, folder)).some((name) => file.test(name));
    for (const folder of ["src/ordering", "src/crawl/importance", "src/crawl", "src/web/read", "src/figure"]) {
      expect(form(folder, /^[a-z-]+\.ts$/)).toBe(true);
    }
    expect(form("datasets", /\.json$/)).toBe(true);
    expect(form("notebooks", /\.ipynb$/)).toBe(true);
    expect(read("src/base/version.ts")).toMatch(/export const ENGINE = \d+;/);
    expect(read("src/ordering/breadth-first.ts")).toContain("export const breadthFirst = defineOrdering");
    expect(read("src/crawl/importance/backlinks.ts")).toContain("export const backlinks = defineImportance");
  });
});
