import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { kernelFolder } from "../../src/notebook/project.js";

const { buildHint } = createRequire(import.meta.url)(join(kernelFolder, "build-hint.cjs")) as {
  buildHint(root: string): string | undefined;
};

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "crawlbench-test-"));
});
afterEach(() => rm(root, { recursive: true }));

/** Writes a file that was changed `second` seconds after 2020. */
async function put(name: string, text: string, second: number): Promise<void> {
  const file = join(root, name);
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(file, text);
  const time = new Date(Date.UTC(2020, 0, 1, 0, 0, second));
  await utimes(file, time, time);
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe("the hint to build", () => {
  test("comes when there is no build", async () => {
    await put("src/index.ts", "", 1);
    expect(buildHint(root)).toBe(
      "the library is not built yet (no dist/index.js); run: npm run build, then restart the kernel",
    );
  });

  test("names a source that is newer than the build, and is silent when the build is newer", async () => {
    await put("src/index.ts", "", 1);
    await put("src/web/graph/graph.ts", "", 3);
    await put("dist/index.js", "", 2);
    expect(buildHint(root)).toBe(
      `dist/ is older than ${join("src", "web", "graph", "graph.ts")}; run: npm run build, then restart the kernel`,
    );
    await put("dist/index.js", "", 4);
    expect(buildHint(root)).toBeUndefined();
  });

  // tsc writes nothing when it finds no changed text, so after a checkout or a touch the build stays older for ever
  test("is silent when the newer source is the text that was built", async () => {
    await put("src/index.ts", "export const a = 1;\n", 3);
    await put("dist/index.js", "", 2);
    const info = { fileNames: ["../src/index.ts"], fileInfos: [{ version: sha256("export const a = 1;\n") }] };
    await put("dist/.tsbuildinfo", JSON.stringify(info), 2);
    expect(buildHint(root)).toBeUndefined();
    await put("src/index.ts", "export const a = 2;\n", 3);
    expect(buildHint(root)).toContain("dist/ is older than");
  });

  test("does not speak in an installed package, which has no sources", async () => {
    await put("dist/index.js", "", 1);
    expect(buildHint(root)).toBeUndefined();
  });
});
