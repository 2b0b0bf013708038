import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { BlockRunner } from "./block-runner.js";
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
  [/\{ pages: (?:1000|5000) \}/g, () => `{ pages: ${depth({ everyday: 150, prove: 400 })} }`, "a smaller campus"],
  [/load\("campus"\)/g, () => `load("campus", { pages: ${depth({ everyday: 400, prove: 2000 })} })`, "the same"],
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

let runner: BlockRunner;
beforeAll(() => {
  runner = new BlockRunner();
});
afterAll(() => runner.kill());

describe.each([...new Set(run.map(({ from }) => from))])("%s", (from) => {
  const folder = BlockRunner.install(temporaryFolder());

  it.each(run.filter((each) => each.from === from).map(({ index, code }) => [index + 1, code] as const))(
    "block %i runs",
    async (_, code) => {
      const inPlace = STAND_INS.reduce((text, [found, make]) => text.replace(found, make(fixtures.port)), code);
      const files = [...inPlace.matchAll(/(?:open|openTrace)\("([^"]+)"\)/g)].map(([, name]) => name);
      await fixtures.provide(files.join(" "), folder);
      expect((await runner.run(inPlace, folder)).failure).toBeUndefined();
    },
  );
});

it("the blocks leave nothing that goes on, and complain of nothing", async () => {
  expect(await runner.end()).toEqual([0, ""]);
});
