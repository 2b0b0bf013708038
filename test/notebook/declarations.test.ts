import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type tsModule from "typescript";
import { describe, expect, test } from "vitest";
import { kernelFolder, projectRoot } from "../../src/notebook/project.js";

const require = createRequire(import.meta.url);
const ts = createRequire(require.resolve("tslab/package.json"))("@tslab/typescript-for-tslab") as typeof tsModule;
const { readableBy504 } = require(join(kernelFolder, "strict-tslab.cjs")) as { readableBy504(text: string): string };

/**
 * What the kernel's TypeScript (5.0.4) finds wrong in declarations of ours, and would silently take for `any`; and in a
 * file beside them that holds a text.
 */
function unreadable(index: string, file: string, text: string): string[] {
  const options: tsModule.CompilerOptions = {
    strict: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts"],
    types: ["node"],
    esModuleInterop: true,
    noEmit: true,
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => {
    const found = name === file ? text : readFile(name);
    return found === undefined ? undefined : readableBy504(found);
  };
  const program = ts.createProgram([file, index], options, host);
  return program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(join(projectRoot, "dist/")))
    .flatMap((source) => [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)])
    .map(
      ({ file, messageText }) =>
        `${file?.fileName.slice(projectRoot.length)}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
}

describe("declarations, read by the kernel's TypeScript", () => {
  test("of the built library hold nothing that a notebook would take for any, as it takes what came after TypeScript 5.0", () => {
    const index = join(projectRoot, "dist/index.d.ts");
    expect(existsSync(index), `${dirname(index)} is not built; run: npm run build`).toBe(true);
    const text =
      "export declare const a: Uint32Array<ArrayBuffer>;\nexport declare function f<T>(a: T, b: NoInfer<T>): T;\n";
    expect(unreadable(index, join(projectRoot, "dist/none.d.ts"), text)).toEqual([
      "dist/none.d.ts: Cannot find name 'NoInfer'.",
    ]);
  });
});
