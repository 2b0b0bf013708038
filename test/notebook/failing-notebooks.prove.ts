import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../src/notebook/project.js";
import { runNotebook } from "../../src/notebook/run-notebook.js";

// More ways to fail; test/notebook/run-notebook.test.ts has the first of them.
const messageOf = async (name: string, timeoutMs?: number): Promise<string> => {
  const { failure } = await runNotebook(join(projectRoot, "test/fixture/notebook", `${name}.ipynb`), { timeoutMs });
  return failure?.message ?? "";
};

describe("a notebook that fails", () => {
  test("tells no frame of tslab or Node", async () => {
    const message = await messageOf("cause");
    expect(message).toMatch(/: TypeError: outer\ncaused by Error: inner/);
    expect(message).not.toMatch(/evalmachine|node:|tslab\/dist/);
  });

  test.each([
    ["misspelt-import", `1:17 - Module '"node:path"' has no exported member 'joyn'.`],
    ["missing-export", `Module '"crawlbench"' has no exported member 'noSuchOrdering'.`],
    ["strict-only", "2:1 - 'found' is possibly 'undefined'."],
    ["thrown-text", "): Thrown: no error object"],
    ["forgotten-await", "): Error: nobody waited for this"],
  ])("says why: %s: %s", async (name, expected) => {
    expect(await messageOf(name)).toContain(expected);
  });

  test("is refused for a misspelt option before anything runs, the option named on line 1", async () => {
    const message = await messageOf("type-error");
    expect(message).toContain(
      "type-error.ipynb, cell 2 (const g = 3): TypeScript: 2:19 - Object literal may only specify known properties, " +
        "and 'sead' does not exist in type '{ hotAt: number; seed?: number | undefined; }'.",
    );
    expect(message).toContain("    crawl({ hotAt: g, sead: 1 })\n                      ^");
  });

  test("is ended while it waits", async () => {
    expect(await messageOf("never-settles", 4_000)).toContain("cell 1 (await new Promise(() => {})): TimeoutError");
  });
});
