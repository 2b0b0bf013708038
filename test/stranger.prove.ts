import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { root } from "./cli/command.js";
import { temporaryFolder } from "./crawl/pool/temporary.js";

// Somebody who knows CONTRIBUTING.md and nothing else adds an ordering, in a copy of the project. What the text has as
// an example, he calls by a name of his own, and types what stands there.

const contributing = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
const recipe = contributing.slice(contributing.indexOf("An ordering in full"));
const blocks = (language: string): string[] =>
  [...recipe.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(([, block]) => block);

/** The one rule by which his ordering differs from the example. */
const renamed = (text: string) =>
  text.replaceAll("breadth-first", "as-they-come").replaceAll("breadthFirst", "asTheyCome");

const [code, test] = blocks("ts").map(renamed);
const lines = renamed(blocks("sh")[0]).trim().split("\n");
const clone = temporaryFolder();
const { copyOf } = (await import(/* @vite-ignore */ pathToFileURL(join(root, "test/mutants/copy.mjs")).href)) as {
  copyOf(root: string, place: string): void;
};

/** Types a line in the copy. */
function typed(line: string) {
  const { NODE_OPTIONS: _options, FORCE_COLOR: _color, ...inherited } = process.env;
  const own = Object.fromEntries(Object.entries(inherited).filter(([name]) => !/^VITEST|^VITE_|^NODE_ENV$/.test(name)));
  const env = { ...own, NO_COLOR: "1", CRAWLBENCH_CACHE: join(clone, ".crawlbench") };
  const { status, stdout, stderr } = spawnSync("sh", ["-c", line], { cwd: clone, env, encoding: "utf8" });
  return { status, stdout, stderr };
}

describe("a stranger with CONTRIBUTING.md", () => {
  beforeAll(() => {
    copyOf(root, clone);
    writeFileSync(join(clone, "src/ordering/as-they-come.ts"), code);
    writeFileSync(join(clone, "test/ordering/as-they-come.test.ts"), test);
  });

  it("finds an ordering in full, its test, and three lines to type", () => {
    expect(code).toContain("export const asTheyCome = defineOrdering");
    expect(test).toContain('describe("as-they-come"');
    expect(lines.map((line) => line.split(" ").slice(0, 3).join(" "))).toEqual([
      "npx vitest run",
      "npm run build",
      "npx crawlbench compare",
    ]);
  });

  it("has the ordering tested by the contract, though no file of tests names it", () => {
    const { status, stdout, stderr } = typed(`${lines[0]} --reporter=verbose`);
    expect([status, stderr]).toEqual([0, expect.not.stringContaining("FAIL")]);
    expect(stdout).toMatch(/contract\/ordering\.test\.ts > the ordering as-they-come > crawls each reachable page/);
    expect(stdout).toMatch(/contract\/ordering\.test\.ts > .*as-they-come exports asTheyCome/);
    expect(stdout).toMatch(/ordering\/as-they-come\.test\.ts > as-they-come > takes an older page/);
    expect(stdout).not.toMatch(/✓.*> the ordering (?!as-they-come)/);
  });

  it("has it on the command line, where messages name it, too", () => {
    const built = typed(lines[1]);
    expect(built, built.stdout).toMatchObject({ status: 0 });
    const compared = typed(lines[2].replace("campus", "campus-1k"));
    expect(compared.status, compared.stderr).toBe(0);
    expect(compared.stdout).toMatch(/^as-they-come {2}/m);
    const replayed = typed("npx crawlbench replay campus-1k --by as-they-come");
    expect(replayed.stdout).toMatch(/^campus-1k: 896 of 1,000 pages crawled by as-they-come /);
    const { status, stderr } = typed("npx crawlbench replay campus-1k --by as-they-came");
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^no ordering "as-they-came"\. Did you mean as-they-come\? There are: as-they-come, backlink, /m,
    );
  });
});
