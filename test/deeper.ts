import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Every import of a file of these tests, static or not; fast-check stands for the file that stands in for it. */
const IMPORTS = /(?:from|import)\s*\(?\s*"(?:(\.{1,2}\/[^"]+)\.js|fast-check)"/g;

/**
 * Files of tests that do more in `npm run prove` than in `npm test`: those named `.prove.ts`, and those that reach
 * test/depth.ts through what they import, as whoever uses fast-check does.
 *
 * @param root the checkout
 * @returns paths from the checkout's root
 */
export function deeperTests(root: string): string[] {
  const files = filesBelow(root);
  const importers = new Map<string, string[]>();
  for (const file of files) {
    for (const [, path] of readFileSync(join(root, file), "utf8").matchAll(IMPORTS)) {
      const imported = path === undefined ? "test/fast-check.ts" : `${relative(".", join(dirname(file), path))}.ts`;
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  const reached = new Set(["test/depth.ts"]);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return files.filter((file) => file.endsWith(".prove.ts") || (file.endsWith(".test.ts") && reached.has(file)));
}

/** Every file of TypeScript below test/. @returns paths from the checkout's root */
export const filesBelow = (root: string): string[] =>
  readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join("test", name));
