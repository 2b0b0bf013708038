import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { deeperTests, testFiles } from "./test/deeper.js";
import { proving } from "./test/depth.js";

/** What takes longest, the longest first: begun last, one of them would leave a core idle at the end. */
const LONGEST = [
  "test/check.test.ts",
  "test/notebook.test.ts",
  "test/docs",
  "test/package.test.ts",
  "test/bench.prove.ts",
  "test/cluster/",
  "test/fetch/",
  "test/urldb/",
  "test/contract/",
  "test/cli/",
  "test/notebook/",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual
      .map((file) => ({ file, place: placeOf(file) }))
      .sort((a, b) => a.place - b.place)
      .map(({ file }) => file); // stable
  }
}

function placeOf({ moduleId, project }: TestSpecification): number {
  const at = LONGEST.findIndex((begin) => moduleId.slice(project.config.root.length + 1).startsWith(begin));
  return at < 0 ? LONGEST.length : at;
}

const LIMIT = proving ? 900_000 : 300_000;

const root = import.meta.dirname;
const include = proving ? deeperTests(root) : ["test/**/*.test.ts"];
/** Files that put something else in a module's place, which would stay there: they get a process of their own. */
const apart = testFiles(root).filter((file) => readFileSync(join(root, file), "utf8").includes("vi.mock("));

export default defineConfig({
  test: {
    // Two more than the cores of a small machine: many tests wait for servers and disks.
    maxWorkers: 4,
    // Modules as they are run are kept by their content below node_modules: the next run has them.
    experimental: { fsModuleCache: true },
    // What is built is run as Node runs it. Vite would rewrite the modules that a test imports, and not those that these
    // import by a name made as they run: one ordering had two texts, so two keys.
    server: { deps: { external: [/^(?!.*node_modules).*\/dist\/.*\.js$/] } },
    alias: [{ find: /^fast-check$/, replacement: `${root}/test/fast-check.ts` }],
    // Generous, for a machine that does much else: a limit only ends what is stuck.
    testTimeout: LIMIT,
    hookTimeout: LIMIT,
    // The same on every machine: real data are for the deep tests.
    env: proving ? {} : { CRAWLBENCH_DATA: "no real data" },
    expect: { poll: { timeout: 240_000 } },
    globalSetup: ["test/global-setup.ts"],
    setupFiles: ["test/setup.ts"],
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: "shared", include, exclude: apart, isolate: false } },
      { extends: true, test: { name: "apart", include: apart.filter((file) => !proving || include.includes(file)) } },
    ],
  },
});
