import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest, the longest first: begun last, one of them would leave a core idle at the end. */
const LONGEST = [
  "test/notebook.test.ts",
  "test/cluster/kill/",
  "test/package.test.ts",
  "test/fetch/loopback.test.ts",
  "test/contract/url-database.test.ts",
  "test/fetch/kill/",
  "test/urldb/kill/",
  "test/notebook/kernel.test.ts",
  "test/contract/dataset.test.ts",
  "test/notebook/run-notebook.test.ts",
  "test/docs",
  "test/site-docs.test.ts",
  "test/stranger.test.ts",
  "test/report/browser.test.ts",
  "test/player/",
  "test/cluster/",
  "test/cli/",
  "test/urldb/",
  "test/run/",
  "test/experiment/",
];

/** Folders whose tests compute and no more: their files share a process, which need not start and load the library for each. */
const PURE = ["cache", "crawl", "figure", "frontier", "graph", "html", "importance", "ordering", "rows", "text", "url"];
const pure = PURE.map((folder) => `test/${folder}/**/*.test.ts`);

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
  if (!project.config.isolate) return LONGEST.length + 1;
  const at = LONGEST.findIndex((begin) => moduleId.slice(project.config.root.length + 1).startsWith(begin));
  return at < 0 ? LONGEST.length : at;
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: "parts", include: ["test/**/*.test.ts"], exclude: pure } },
      { extends: true, test: { name: "pure", include: pure, isolate: false } },
    ],
  },
});
