import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../cli/command.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";

const COMPILER = join(root, "node_modules/typescript-7/bin/tsc");

/**
 * Complaints of the type checker about each text, checked strictly in its place in the project, never written there:
 * the folder where it stands is laid over the project.
 */
export function complaints(texts: Readonly<Record<string, string>>): Record<string, string[]> {
  const folder = temporaryFolder();
  const { compilerOptions } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8"));
  const over = { noEmit: true, composite: false, noUnusedLocals: false, rootDir: "/", rootDirs: [folder, root] };
  const options = { ...compilerOptions, ...over, tsBuildInfoFile: undefined, outDir: undefined };
  for (const [path, text] of Object.entries({
    ...texts,
    "tsconfig.json": JSON.stringify({ compilerOptions: options, files: Object.keys(texts) }),
  })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const { stdout } = spawnSync(process.execPath, [COMPILER, "-p", ".", "--pretty", "false"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const found: Record<string, string[]> = Object.fromEntries(Object.keys(texts).map((path) => [path, []]));
  // "docs-caches-md-0.ts(3,7): error TS2322: Type ...", and lines of more detail that are indented
  for (const complaint of stdout.split(/\n(?=\S)/)) {
    const [, path, text] = /^(.+?)\(\d+,\d+\): error \w+: (.*)$/s.exec(complaint.trimEnd()) ?? [];
    if (path !== undefined && found[path]) found[path].push(text);
    else if (complaint.trim()) throw new Error(complaint);
  }
  return found;
}
