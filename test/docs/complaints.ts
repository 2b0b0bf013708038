import { join } from "node:path";
import ts from "typescript";
import { root } from "../cli/command.js";

/**
 * Complaints of the type checker about each text, checked strictly in its place in the project, never written to disk.
 */
export function complaints(texts: Readonly<Record<string, string>>): Record<string, string[]> {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...config.compilerOptions,
      noEmit: true,
      composite: false,
      tsBuildInfoFile: undefined,
      rootDir: ".",
      noUnusedLocals: false,
    },
    root,
  );
  const files = new Map(Object.entries(texts).map(([path, text]) => [join(root, path), text]));
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, ...more) => {
    const text = files.get(path);
    return text === undefined ? getSourceFile(path, ...more) : ts.createSourceFile(path, text, ts.ScriptTarget.ES2023);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return Object.fromEntries(
    [...files.keys()].map((path, index) => [
      Object.keys(texts)[index],
      ts
        .getPreEmitDiagnostics(program, program.getSourceFile(path))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
    ]),
  );
}
