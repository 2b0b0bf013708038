import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { deeperTests } from "./test/deeper.js";
import { proving } from "./test/depth.js";

/** What takes longest, the longest first: begun last, one of them would leave a core idle at the end. */
const LONGEST = [
  "test/notebook.test.ts",
  "test/package",
  "test/contract/url-database.test.ts",
  "test/site-docs.prove.ts",
  "test/check.test.ts",
  "test/docs",
  "test/cluster/",
  "test/notebook/",
  "test/bench.prove.ts",
  "test/stranger.prove.ts",
  "test/fetch/",
  "test/urldb/",
  "test/experiment/",
  "test/figure/report/",
  "test/contract/",
  "test/cli/",
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

export default defineConfig({
  test: {
    // Two more than the cores of a small machine: many tests wait for servers and disks.
    maxWorkers: 4,
    // Modules as they are run are kept by their content below node_modules: the next run has them.
    experimental: { fsModuleCache: true },
    include: proving ? deeperTests(root) : ["test/**/*.test.ts"],
    // Files of tests share their process.
    isolate: false,
    alias: [
      // What a test imports of src is what was built of it, which Node runs as users do. Vite would rewrite it: that
      // took a fifth longer, and modules imported by a name made as they run, or by a thread, were other ones.
      { find: /^(\.\.\/)+src\//, replacement: `${root}/dist/` },
      { find: /^fast-check$/, replacement: `${root}/test/fast-check.ts` },
      { find: /^typescript$/, replacement: `${root}/test/typescript.ts` },
    ],
    server: { deps: { external: [/^(?!.*node_modules).*\/dist\/.*\.js$/] } },
    // Generous, for a machine that does much else: a limit only ends what is stuck.
    testTimeout: LIMIT,
    hookTimeout: LIMIT,
    // The same on every machine: real data are for the deep tests.
    env: proving ? {} : { CRAWLBENCH_DATA: "no real data" },
    expect: { poll: { timeout: 240_000 } },
    globalSetup: ["test/global-setup.ts"],
    setupFiles: ["test/setup.ts"],
    sequence: { sequencer: LongestFirst },
  },
});
