import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kernelFolder, projectRoot } from "../../src/notebook/project.js";
import { depth } from "../depth.js";
import { type JupyterMessage, KernelClient } from "./kernel-client.js";

const _run = promisify(execFile);
/** Neither busy nor idle, nor the hint to build, which comes whenever a source changes. */
const isNews = ({ type, content }: JupyterMessage) =>
  type !== "status" && !String(content.text).includes("run: npm run build");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "crawlbench-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** What the library says better than the compiler, and a part of what it says. */
const WRONG: readonly (readonly [wrong: string, message: RegExp])[] = [
  ['await load("campus", { page: 9 })', /^load has no option "page": it takes pages, .*Did you mean pages\?$/],
  ['backlink({ ties: "lofo" })', /^backlink: ties is "fifo", .*Did you mean lifo\?$/],
  ['await load("stanford")', /^no dataset "stanford" .*Did you mean stanford-2002\? There are: california, /],
  ['compare(web, { orderings: ["backlink"], importance: backlinks })', /Did you mean orderings\.backlink\? /],
  ["compare(web, { orderings: [backlink], importance: backlinks, repeat: 3 })", /Did you mean repeats\?$/],
  [
    'compare(load("campus", { pages: 100 }), { orderings: [backlink], importance: backlinks({ hotAt: 3 }) })',
    /found a promise: write await before what made it$/,
  ],
  ['caches.cacheSweep(trace, { policies: ["lri"], sizes: [1] })', /Did you mean caches\.lru\? caches has arc, /],
];

describe("the kernel, spoken to in Jupyter's protocol", () => {
  let kernel: KernelClient;
  beforeAll(async () => {
    kernel = await KernelClient.start();
    // what no cell refers to the compiler forgets: of a cell that fails it would read the library anew
    await kernel.execute('import * as library from "crawlbench"');
  });
  afterAll(() => kernel?.stop());

  test("works in the project's root, though it was started elsewhere with a relative connection file", async () => {
    const { published } = await kernel.execute("process.cwd() + '/'");
    const printed = published.filter(({ type }) => type === "stream").map(({ content }) => content.text);
    expect(printed.join("")).toContain(`${projectRoot}\n`);
  });

  // Jupyter's "Run All" sends every request at once; each cell's count is told when its turn comes, one more than the
  // last.
  test("counts cells in order when all of them are sent at once", async () => {
    const runs = await Promise.all(["const one = 1", "one + 1", "one + 2"].map((code) => kernel.execute(code)));
    const counts = runs.map(({ reply }) => reply.content.execution_count as number);
    expect(counts).toEqual([counts[0], counts[0] + 1, counts[0] + 2]);
    const announced = runs.map(
      ({ published }) => published.find(({ type }) => type === "execute_input")?.content.execution_count,
    );
    expect(announced).toEqual(counts);
    expect(runs.map(({ reply }) => reply.content.status)).toEqual(["ok", "ok", "ok"]);
  });

  test("tells a thrown error once, by its name and message, with no frame of tslab", async () => {
    const { reply, published } = await kernel.execute('throw new RangeError("hotAt must be at least 1\\nfound 0")');
    const error = { ename: "RangeError", evalue: "hotAt must be at least 1\nfound 0" };
    expect(reply.content).toMatchObject({ status: "error", ...error });
    const types = published.filter(isNews).map(({ type }) => type);
    expect(types).toEqual(["execute_input", "error"]); // no second telling on stderr
    expect(published.find(({ type }) => type === "error")?.content).toMatchObject({
      ...error,
      traceback: ["RangeError: hotAt must be at least 1", "found 0"],
    });
    await kernel.recovered();
  });

  test("names the namespace that lacks a name, and how to see what it has", async () => {
    const { reply } = await kernel.execute('import { traces } from "crawlbench"\ntraces.crawlTrace()');
    const evalue = "2:8 - Property 'crawlTrace' does not exist on type 'namespace traces'.";
    expect(reply.content).toMatchObject({ ename: "TypeScript", evalue });
    expect(reply.content.traceback).toContain("    A cell that ends in traces shows what it has.");
    await kernel.recovered();
    const other = await kernel.execute('"text".head()');
    expect(JSON.stringify(other.reply.content)).not.toContain("shows what it has");
    await kernel.recovered();
  });

  test("quotes what an earlier cell defined by its own name", async () => {
    await kernel.execute("const five: any = 5");
    const { reply } = await kernel.execute("five.times()");
    expect(reply.content).toMatchObject({ ename: "TypeError", evalue: "five.times is not a function" });
    await kernel.recovered();
  });

  // nbconvert --allow-errors, and Jupyter for a cell with the tag raises-exception, ask for this.
  test("runs the cells behind one that fails where that is asked for, as those that were sent at once with it", async () => {
    const cells = ['throw new Error("on purpose")', "1 + 1", "none.such", "2 + 2"];
    const runs = await Promise.all(cells.map((code) => kernel.execute(code, { stop_on_error: false })));
    expect(runs.map(({ reply }) => reply.content.status)).toEqual(["error", "ok", "error", "ok"]);
    expect(runs[0].reply.content).toMatchObject({ ename: "Error", evalue: "on purpose" });
  });

  test("shows the result of a call in the last line without await, which still gives a promise", async () => {
    const { published } = await kernel.execute("const later = Promise.resolve(41 + 1)\nlater");
    expect(published.filter(isNews).map(({ content }) => content.text)).toContain("42\n");
    const { published: typed } = await kernel.execute("later instanceof Promise");
    expect(typed.filter(isNews).map(({ content }) => content.text)).toContain("true\n");
    const { reply } = await kernel.execute('Promise.reject(new RangeError("no such web"))');
    expect(reply.content).toMatchObject({ status: "error", ename: "RangeError", evalue: "no such web" });
    await kernel.recovered();
  });

  test("shows rows and records as a table, and keeps their text", async () => {
    const { published } = await kernel.execute("[{ ordering: 'opic', area: { low: 0.5 } }]");
    const [{ data }] = published
      .filter(({ type }) => type === "display_data")
      .map(({ content }) => content as { data: Record<string, string> });
    expect(data["text/plain"]).toBe("ordering  area.low\n--------  --------\nopic           0.5");
    expect(data["text/html"]).toMatch(/area\.<wbr>low.*opic.*0\.5/s);
    const { published: single } = await kernel.execute("[1, 2]");
    expect(single.filter(isNews).map(({ type }) => type)).toEqual(["execute_input", "stream"]);
  });

  test("shows each of a list of results", async () => {
    const { published } = await kernel.execute(
      'import { load } from "crawlbench";\nPromise.all([load("campus", { pages: 100 }), load("campus", { pages: 200 })])',
    );
    const shown = published.filter(({ type }) => type === "display_data").map(({ content }) => JSON.stringify(content));
    expect(shown.filter((each) => !each.includes("crawlbench-live"))).toEqual([
      expect.stringMatching(/: 100 pages/),
      expect.stringMatching(/: 200 pages/),
    ]);
  });

  test("prints the first lines of an object that has thousands, and a text to its end", async () => {
    const linesOf = async (cell: string) => {
      const { published } = await kernel.execute(cell);
      const printed = published.filter(isNews).filter(({ type }) => type === "stream");
      return printed
        .map(({ content }) => content.text)
        .join("")
        .trimEnd()
        .split("\n");
    };
    const lines = await linesOf(
      "new Map(Array.from({ length: 90 }, (_, i) => [i, { a: 'x'.repeat(40), b: 'y'.repeat(40) }]))",
    );
    expect(lines).toHaveLength(201);
    expect(lines[200]).toBe("... 162 more lines; console.log prints all");
    expect(await linesOf("'line\\n'.repeat(300)")).toHaveLength(300);
  });

  test("refuses what only strict checks refuse", async () => {
    const { published } = await kernel.execute("const hit = [1].find((n) => n > 1)\nhit.toFixed()");
    expect(published.find(({ type }) => type === "error")?.content).toMatchObject({
      ename: "TypeScript",
      evalue: "2:1 - 'hit' is possibly 'undefined'.",
    });
    await kernel.recovered();
  });

  test.each(WRONG.slice(0, depth({ everyday: 2, prove: WRONG.length })))(
    "lets the library refuse %s, which the compiler only calls a wrong type",
    async (wrong, message) => {
      const trace = '{ name: "t", requests: Uint32Array.of(0), urls: 1 }';
      const code = `import { backlink, backlinks, caches, compare, load } from "crawlbench";
const web = await load("campus", { pages: 100 });
const trace = ${trace};
${wrong}`;
      const { published } = await kernel.execute(code);
      const { ename, evalue, traceback } = published.find(({ type }) => type === "error")?.content ?? {};
      expect([ename, evalue]).toEqual(["CrawlbenchError", expect.stringMatching(message)]);
      expect((traceback as string[]).join("\n")).toBe(`${ename}: ${evalue}`); // and nothing of where it was thrown
      await kernel.recovered();
    },
  );

  test("fails a cell by the compiler's error where the library takes what the compiler does not", async () => {
    const { published } = await kernel.execute('import { load } from "crawlbench";\n(await load("CAMPUS")).name');
    expect(published.find(({ type }) => type === "error")?.content.evalue).toMatch(
      /^2:13 - Argument of type '"CAMPUS"'/,
    );
    await kernel.recovered();
  });

  test("runs nothing of a cell that has an error besides, or one in a function of the user's", async () => {
    for (const code of [
      'load("stanford"); const n: number = "x"',
      'load("campus", { onProgress: () => { const n: number = "x"; } })',
    ]) {
      const { published } = await kernel.execute(`import { load } from "crawlbench";\nconsole.log("ran");\n${code}`);
      expect(published.filter(isNews).map(({ type }) => type)).toEqual(["execute_input", "error"]);
      await kernel.recovered();
    }
  });

  test("completes the datasets, tie rules and options of the library", async () => {
    await kernel.execute(
      'import { backlink, backlinks, compare, load } from "crawlbench"; const web = await load("campus-1k")',
    );
    const completed = async (code: string) =>
      (await kernel.request("complete_request", { code, cursor_pos: code.length })).content.matches;
    expect(await completed('load("')).toEqual(expect.arrayContaining(["campus", "stanford-2002"]));
    expect(await completed('backlink({ ties: "')).toEqual(["fifo", "lifo", "random", "stable"]);
    expect(await completed("compare(web, { orderings: [backlink], ")).toEqual(
      expect.arrayContaining(["importance", "repeats", "starts"]),
    );
    expect(await completed('compare(web, { orderings: [backlink], importance: backlinks, starts: "')).toEqual([
      "drawn",
      "same",
    ]);
  });

  test.each([
    ["import { comp", ""],
    ["import { comp", "}"],
    ["import { comp", " }\nconst one = 1"],
    ["const one = 1\nimport { load, comp", ", open };"],
    ["import { comp", ' } from "crawlbench"'],
  ])("completes the names that %s%s may import", async (before, after) => {
    const { content } = await kernel.request("complete_request", { code: before + after, cursor_pos: before.length });
    expect(content).toMatchObject({
      matches: ["compare", "CompareOptions", "Comparison"],
      cursor_start: before.length - 4,
      cursor_end: before.length,
    });
  });

  test("completes the names of another package where an import tells which, and none of the library", async () => {
    const code = 'import { spawnS } from "node:child_process"';
    const { content } = await kernel.request("complete_request", { code, cursor_pos: 15 });
    expect(content.matches).toContain("spawnSync");
    expect(content.matches).not.toContain("compare");
  });

  test("completes the names of a closed set inside the quotes", async () => {
    await kernel.execute('const load = (name: "campus" | "stanford-2002") => name');
    const code = "load('";
    const { content } = await kernel.request("complete_request", { code, cursor_pos: code.length });
    expect(content.matches).toEqual(["campus", "stanford-2002"]);
  });

  // The wait is told after a turn of the event loop. Just before it Node puts tslab's listener for SIGINT back in place, and a
  // signal in that moment would end the kernel.
  test.each([
    ["a loop", "console.log('looping'); while (true) {}"],
    ["a wait", "await new Promise(setImmediate); console.log('waiting'); await new Promise(() => {})"],
    ["the wait for a last line", "await new Promise(setImmediate); console.log('waiting'); new Promise(() => {})"],
  ])("stops %s at Jupyter's interrupt, a SIGINT, and stays usable", async (_what, code) => {
    const before = kernel.published.length;
    const running = kernel.execute(code);
    await kernel.heard(({ content }) => /looping|waiting/.test(String(content.text)), before);
    kernel.kernel.kill("SIGINT");
    expect((await running).reply.content).toMatchObject({ status: "error", ename: "Interrupted" });
    await kernel.recovered();
    expect((await kernel.execute("1 + 1")).reply.content.status).toBe("ok");
  });

  // Of a cell that begins with imports, nothing runs before the first await; of one without, the library does, and first
  // of all listens for the signal.
  test("stops the crawls of a comparison at it, too, which Jupyter's own interrupt would leave running", async () => {
    await kernel.execute('import { backlinks, compare, load, open, pageRank } from "crawlbench"');
    const code = `let told = 0;
const onProgress = () => told++ === 0 && console.log("under way");
const crawls = { orderings: [pageRank({ accuracy: 0.01 })], importance: backlinks({ hotAt: 10 }), repeats: 6 };
await compare(await load("campus", { pages: ${depth({ everyday: 8000, prove: 20_000 })} }), { ...crawls, workers: 2, cache: false, onProgress })
  .catch((error) => console.log("ended:", error.code));`;
    const before = kernel.published.length;
    const running = kernel.execute(code);
    const begun = kernel.heard(({ content }) => String(content.text).includes("under way"), before);
    expect(await Promise.race([begun, running])).toBeUndefined(); // not the end of the cell
    kernel.kernel.kill("SIGINT");
    expect((await running).reply.content).toMatchObject({
      ename: "Interrupted",
      evalue: "the cell was stopped. Run it again: crawls that are kept go on, all else begins anew",
    });
    await kernel.heard(({ content }) => content.text === "ended: stopped\n", before);
    await kernel.recovered();
  });

  // zeromq's own bound for what is sent at once is 512.
  const PRINTS = depth({ everyday: 1000, prove: 3000 });
  test(`publishes every one of ${PRINTS} prints of a cell, and answers the next`, async () => {
    const { published } = await kernel.execute(`for (let i = 0; i < ${PRINTS}; i++) console.log(i)`);
    const printed = published
      .filter((each) => each.type === "stream" && isNews(each))
      .map(({ content }) => content.text);
    expect(printed.join("")).toBe(Array.from({ length: PRINTS }, (_, i) => `${i}\n`).join(""));
    expect((await kernel.execute("1 + 1")).reply.content.status).toBe("ok");
  });

  test("saves figures and rows from a cell, whose end waits for its last promise", async () => {
    const code = `import { backlinks, breadthFirst, compare, hotPageCurve, load } from "crawlbench";
const runs = await compare(await load("campus", { pages: 100 }), { orderings: [breadthFirst], importance: backlinks({ hotAt: 2 }), cache: false });
(await hotPageCurve(runs)).save(${JSON.stringify(join(folder, "x.pdf"))});`;
    const runs = [
      await kernel.execute(code),
      await kernel.execute(`await (await hotPageCurve(runs)).save(${JSON.stringify(join(folder, "x.svg"))})`),
      await kernel.execute(`runs.save(${JSON.stringify(join(folder, "new/x.parquet"))})`),
    ];
    expect(runs.map(({ reply }) => reply.content.status)).toEqual(["ok", "ok", "ok"]);
    const starts = ["x.pdf", "x.svg", "new/x.parquet"].map((name) =>
      readFileSync(join(folder, name)).toString("latin1", 0, 4),
    );
    expect(starts).toEqual(["%PDF", "<svg", "PAR1"]);
    const { published } = await kernel.execute('runs.save("x.xlsx")');
    expect(published.find(({ type }) => type === "error")?.content.evalue).toBe(
      'save: expected a path ending in .csv, .json, .parquet, found "x.xlsx"',
    );
    await kernel.recovered();
    const shown = await kernel.execute("new Promise((done) => setImmediate(done, 7))");
    expect(shown.published.filter(({ type }) => type === "stream").map(({ content }) => content.text)).toEqual(["7\n"]);
  });

  test("waits for prints that call back", async () => {
    const { reply } = await kernel.execute('await new Promise((done) => process.stdout.write("x", () => done(1)))');
    expect(reply.content.status).toBe("ok");
  });
});

/** The launcher's own files in a project of its own. */
async function otherProject(name: string, tslabVersion?: string): Promise<string> {
  const root = join(folder, name);
  await cp(kernelFolder, join(root, ".jupyter/kernels/tslab"), { recursive: true });
  await writeFile(join(root, "package.json"), "{}");
  if (tslabVersion) {
    await mkdir(join(root, "node_modules/tslab"), { recursive: true });
    await writeFile(join(root, "node_modules/tslab/package.json"), JSON.stringify({ version: tslabVersion }));
  }
  return root;
}

describe("the launcher", () => {
  const start = (root: string) =>
    spawnSync(process.execPath, [join(root, ".jupyter/kernels/tslab/start.cjs"), "connection.json"], {
      encoding: "utf8",
    });

  test("names the command to type when tslab is missing", async () => {
    const { status, stderr } = start(await otherProject("without-tslab"));
    expect(stderr).toBe("notebooks need tslab 1.0.22, and it is not installed here: run npm i -D tslab@1.0.22\n");
    expect(status).toBe(1);
  });

  test("refuses any tslab but 1.0.22, in one sentence", async () => {
    const { status, stderr } = start(await otherProject("newer-tslab", "1.0.23"));
    expect(stderr).toBe(
      "notebooks need tslab 1.0.22 exactly, because they rest on its insides; found 1.0.23: run npm i -D tslab@1.0.22\n",
    );
    expect(status).toBe(1);
  });
});
