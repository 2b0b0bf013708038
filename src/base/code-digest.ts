import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * SHA-256 (hex) of all code that a module can reach: its own text, that of every file that it imports by a relative
 * path, and so on, and the versions of the packages that they import. It changes when, and only when, one of these
 * does.
 *
 * Read from the text of the files: `import`, `export ... from`, `import(...)` and `new URL(...)` of a worker thread. A
 * computed `import(`./folder/${name}`)` stands for every file of that folder, and so does `methodsIn("folder", ...)`, or
 * another call of `methods-in` that names one.
 *
 * @param module file URL, as `import.meta.url` has it
 *
 * O(bytes of all files); each is read once per process.
 */
export function codeDigest(module: string | URL): string {
  const parts = new Set<string>();
  const open = [fileURLToPath(module)];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (parts.has(path)) continue;
    parts.add(path);
    const { files, packages } = importsOf(path);
    open.push(...files);
    for (const each of packages) parts.add(each);
  }
  const hash = createHash("sha256");
  // by content, not by place: the same code elsewhere is the same
  const lines = [...parts].map((part) => known.get(part)?.digest ?? part);
  for (const line of lines.sort()) hash.update(`${line}\n`);
  return hash.digest("hex");
}

interface CodeFile {
  readonly digest: string;
  /** Paths of what it imports of this project. */
  readonly files: readonly string[];
  /** "vega@6.4.0" */
  readonly packages: readonly string[];
}

const known = new Map<string, CodeFile>();

const RELATIVE = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*["'](\.{1,2}\/[^"']+)["']/g;
/** Not one that names no folder, as in `methods-in`: its callers do. */
const COMPUTED = /\bimport\(\s*`((?:\.{1,2}\/)+\w[^`$]*)\$\{/g;
const METHODS_IN = /\bfrom\s*["'](\.{1,2}\/(?:[\w.-]+\/)*methods-in\.js)["']/g;
const METHODS = /\b(?:exportsOf|exportsOfFile|methodsIn)(?:<[^(]*>)?\(\s*["'`]([\w/-]+)/g;
const PACKAGE = /(?:\bfrom|\bimport|\bimport\()\s*["']((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^"']*)?["']/g;

function importsOf(path: string): CodeFile {
  const before = known.get(path);
  if (before) return before;
  const text = readFileSync(path, "utf8");
  const folder = dirname(path);
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);
  const file: CodeFile = {
    digest: createHash("sha256").update(text).digest("hex"),
    files: [
      ...found(RELATIVE).flatMap((name) => existing(join(folder, name))),
      ...found(COMPUTED).flatMap((name) => modulesIn(join(folder, name))),
      ...found(METHODS_IN).flatMap((base) =>
        found(METHODS).flatMap((name) => modulesIn(join(folder, base, "../..", name))),
      ),
    ],
    packages: found(PACKAGE).flatMap((name) => versionOf(name, folder)),
  };
  known.set(path, file);
  return file;
}

/**
 * The file that an import of this project names: compiled, or the TypeScript that it is compiled from; none for a
 * folder.
 */
const existing = (path: string): string[] =>
  [path, path.replace(/\.js$/, ".ts")].filter((each) => /\.[a-z]+$/.test(each) && existsSync(each)).slice(0, 1);

function modulesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true }) as string[];
  return names.filter((name) => /^[^.]+\.[jt]s$/.test(name)).map((name) => join(folder, name));
}

/** "name@version" of an installed package; nothing for one that is not: its absence is not a change of code. */
function versionOf(name: string, from: string): string[] {
  const path = join(from, "node_modules", name, "package.json");
  if (existsSync(path)) return [`${name}@${(JSON.parse(readFileSync(path, "utf8")) as { version: string }).version}`];
  return dirname(from) === from ? [] : versionOf(name, dirname(from));
}
