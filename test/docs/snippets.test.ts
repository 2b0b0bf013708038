import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../cli/command.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { complaints } from "./complaints.js";
import { blocksOf, documents } from "./examples.js";
import { Fixtures } from "./fixtures.js";
import { forksCode } from "./forks.js";

// Every block of TypeScript in the documents compiles under the strict rules of this project, and runs: those of a
// document in a folder of its own, one after the other.

/** Blocks that another test runs, and looks at what comes of them, by a part of theirs. */
const ELSEWHERE: readonly (readonly [from: string, part: string, test: string])[] = [
  ["docs/orderings.md", 'load("campus");', "test/docs.test.ts"],
  ["docs/orderings.md", 'rule: "figure4"', "test/docs.test.ts"],
  ["docs/urldb.md", "frontier.add([start", "test/docs.test.ts"],
  ["docs/urldb.md", "mercatorDisk", "test/docs.test.ts"],
  ["CONTRIBUTING.md", "defineOrdering", "test/docs.test.ts, test/stranger.prove.ts"],
  ["CONTRIBUTING.md", "describe(", "test/stranger.prove.ts"],
];

/** What stands in a block, and what stands in for it here. */
const STAND_INS: readonly (readonly [RegExp, (port: number) => string, string])[] = [
  [
    /seeds: \["https:\/\/www\.example\.org\/"\]/,
    (port) =>
      `seeds: ["http://www.campus.example/"], politeness: { delay: 0, factor: 0 }, resolve: ["*=127.0.0.1:${port}"]`,
    "no test asks the internet: the testbed on this machine",
  ],
  [/\{ pages: (?:1000|5000) \}/g, () => "{ pages: 400 }", "a smaller campus"],
  [/load\("campus"\)/g, () => 'load("campus", { pages: 2000 })', "the same"],
  [/reproduce\("cho1998\/graph-2", \{ /g, () => 'reproduce("cho1998/graph-2", { web: "campus-1k", ', "the same"],
  [/repeats: \d+/g, () => "repeats: 2", "fewer crawls"],
  [/powersOf2\(0, 25\)/g, () => "powersOf2(0, 12)", "the log that stands in has a thousand URLs"],
];

const fixtures = new Fixtures();
const blocks = documents.flatMap((from) => blocksOf(from, "ts").map((code, index) => ({ from, index, code })));
const isElsewhere = ({ from, code }: (typeof blocks)[number]) =>
  ELSEWHERE.some(([document, part]) => from === document && code.includes(part));
const blockWith = (part: string) => blocks.find(({ code }) => code.includes(part))?.code ?? "";
const run = blocks.filter((block) => !isElsewhere(block));

beforeAll(async () => {
  await fixtures.open();
});
afterAll(() => fixtures.close());

/** Code with one letter wrong, and what the compiler has to say of it. */
const MISSPELT: readonly (readonly [name: string, code: string, said: RegExp])[] = [
  ["hot-at.ts", blockWith('load("campus");').replace("hotAt: 100", "hotat: 100"), /'hotat' does not exist/],
  ["rule.ts", blockWith('rule: "figure4"').replace('"figure4"', '"figure6"'), /'"figure6"' is not assignable/],
  ["flushed.ts", forksCode.replaceAll("flushed:", "flusht:"), /'flusht' does not exist/],
  ["over.ts", forksCode.replaceAll("over:", "ovre:"), /'ovre' does not exist.*'ovre' does not exist/],
];

it("compile, all of them, as they would not with one letter wrong", () => {
  const places = {
    "CONTRIBUTING.md-0": "src/ordering/contributing-0.ts",
    "CONTRIBUTING.md-1": "test/ordering/contributing-1.test.ts",
  };
  const named = Object.fromEntries(
    blocks.map(({ from, index, code }) => [
      places[`${from}-${index}` as keyof typeof places] ?? `${from.replace(/\W/g, "-")}-${index}.ts`,
      code,
    ]),
  );
  const misspelt = Object.fromEntries(MISSPELT.map(([name, code]) => [name, code]));
  const found = complaints({ ...named, "forks.ts": forksCode, ...misspelt });
  for (const [name, , said] of MISSPELT) expect(found[name].join(), name).toMatch(said);
  for (const name of [...Object.keys(named), "forks.ts"]) expect(found[name], name).toEqual([]);
  expect(Object.keys(named).length).toBeGreaterThan(10);
});

it.each(ELSEWHERE)("of %s with %s is run once, elsewhere: %s", (from, part) => {
  expect(blocks.filter((block) => block.from === from && block.code.includes(part))).toHaveLength(1);
});

/** Runs one module after the other, each in its folder, in one process: most of a block's time is to load the package. */
const RUNNER = `
import { inspect } from "node:util";
process.on("message", async ({ folder, file }) => {
  process.chdir(folder);
  process.env.CRAWLBENCH_CACHE = folder + "/.crawlbench";
  const failure = await import(file).then(() => undefined, inspect);
  process.send({ failure });
});`;

let runner: ChildProcess;
let ended: Promise<number | null>;
let said = "";
beforeAll(() => {
  runner = spawn(process.execPath, ["--input-type=module", "--eval", RUNNER], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  runner.stderr?.on("data", (text) => {
    said += text;
  });
  ended = once(runner, "exit").then(([status]) => status);
});
afterAll(() => void runner.kill());

describe.each([...new Set(run.map(({ from }) => from))])("%s", (from) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/crawlbench"));

  it.each(run.filter((each) => each.from === from).map(({ index, code }) => [index + 1, code] as const))(
    "block %i runs",
    async (number, code) => {
      const inPlace = STAND_INS.reduce((text, [found, make]) => text.replace(found, make(fixtures.port)), code);
      const { outputText } = ts.transpileModule(inPlace, {
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
      });
      const files = [...inPlace.matchAll(/(?:open|openTrace)\("([^"]+)"\)/g)].map(([, name]) => name);
      await fixtures.provide(files.join(" "), folder);
      const file = join(folder, `block-${number}.mjs`);
      writeFileSync(file, outputText);
      const answered = new Promise((resolve) => runner.once("message", resolve));
      runner.send({ folder, file });
      const early = ended.then((status) => ({ failure: `ended with ${status}: ${said}` }));
      expect(await Promise.race([answered, early])).toEqual({});
    },
  );
});

it("the blocks leave nothing that goes on, and complain of nothing", async () => {
  const silent = once(runner.stderr as Readable, "close");
  runner.disconnect();
  const [status] = await Promise.all([ended, silent]);
  expect([status, said]).toEqual([0, ""]);
});
