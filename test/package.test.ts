import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { root } from "./cli/command.js";
import { requireBuild, temporaryFolder } from "./run/temporary.js";

// The package as its users get it: packed, installed into an empty folder, and used there as docs/how-to says, line by line.

const require = createRequire(import.meta.url);
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const folder = temporaryFolder();

/** The environment of a user's shell: nothing of an npm that runs this test, which would lead the inner npm back to the checkout. */
const env: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV$|VITEST|INIT_CWD$)/i.test(name)),
  ),
  CRAWLBENCH_DATA: join(folder, "no real data"),
  NO_COLOR: "1",
};

const run = (command: string, args: readonly string[], cwd: string): SpawnSyncReturns<string> =>
  spawnSync(command, args, { cwd, env, encoding: "utf8" });

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

let packed: Packed;
/** Why the package could not be installed: "" when it was. */
let missing = "";

beforeAll(() => {
  requireBuild();
  const pack = run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], root);
  expect(pack.status, pack.stderr).toBe(0);
  [packed] = JSON.parse(pack.stdout) as [Packed];
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const flags = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  const install = run("npm", ["install", ...flags, `./${packed.filename}`], folder);
  if (install.status === 0) return;
  const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED/.test(install.stderr);
  if (process.env.CI || !unreachable) throw new Error(install.stderr);
  missing = "npm's registry cannot be reached";
  console.log(`test/package.test.ts: what needs an installed package is skipped: ${missing}`);
}, 240_000);

describe("the tarball", () => {
  const paths = () => packed.files.map(({ path }) => path);

  it("holds the library with types, commands, cards and kernel: no tests, notebooks, maps or build records", () => {
    const first = new Set(paths().map((path) => path.split("/")[0]));
    const told = [
      ".jupyter",
      "CHANGELOG.md",
      "CITATION.cff",
      "LICENSE",
      "README.md",
      "datasets",
      "dist",
      "package.json",
      "src",
    ];
    expect([...first].sort()).toEqual(told);
    expect(paths().filter((path) => /\.test\.|\.ipynb$|\.map$|tsbuildinfo/.test(path))).toEqual([]);
    expect(paths().filter((path) => /\.ts$/.test(path) && !/\.d\.ts$/.test(path))).toEqual([]);
    expect(packed.size).toBeLessThan(3_000_000);
  });

  it("holds every file of the checkout that is no TypeScript and that the built library may read", () => {
    const kept = new Set(paths());
    const others = (from: string): string[] =>
      readdirSync(join(root, from), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.(ts|mjs|pyc)$/.test(entry.name))
        .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));
    expect([...others("src"), ...others("datasets")].filter((path) => !kept.has(path))).toEqual([]);
    for (const named of [manifest.main, manifest.types, manifest.bin.crawlbench]) {
      expect(kept).toContain(named.replace(/^\.\//, ""));
    }
  });

  it("imports nothing but Node, its dependencies, and the peer that is optional", () => {
    const named = new Set<string>();
    for (const path of paths().filter((each) => /^dist\/.*\.js$/.test(each))) {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(root, path), "utf8"), true, true);
      for (const { fileName } of importedFiles) {
        if (!/^[./]/.test(fileName)) named.add(/^(@[^/]+\/)?[^/]+/.exec(fileName)?.[0] as string);
      }
    }
    const known = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];
    const foreign = [...named].filter((name) => !name.startsWith("node:") && !builtinModules.includes(name));
    expect(foreign.filter((name) => !known.includes(name))).toEqual([]);
    expect(foreign.length).toBeGreaterThan(10);
  });
});

describe("the package in an empty folder", { timeout: 300_000 }, () => {
  /** Lines that open Jupyter, or read a log that the reader has: test/docs runs those that can be. */
  const ELSEWHERE = /^.*(?:crawlbench notebook|crawl\.log\.gz).*\n/gm;
  const blocks = (page: string) =>
    [...readFileSync(join(root, "docs/how-to", page), "utf8").matchAll(/^```(sh|ts)\n([\s\S]*?)^```$/gm)].map(
      ([, language, code]) => ({ language, code: code.replace(ELSEWHERE, "") }),
    );
  const pages = readdirSync(join(root, "docs/how-to")).filter((name) => name.endsWith(".md"));

  it("runs as a command of its own version", ({ skip }) => {
    skip(missing !== "", missing);
    const { status, stdout, stderr } = run("npx", ["--no-install", "crawlbench", "--version"], folder);
    expect([status, stdout.trim()], stderr).toEqual([0, manifest.version]);
  });

  it("leaves danfojs-node to those who ask for it, and names it when a frame is asked for", ({ skip }) => {
    skip(missing !== "", missing);
    expect(existsSync(join(folder, "node_modules/danfojs-node"))).toBe(false);
    const code = 'import { frameOf } from "crawlbench"; await frameOf([{ a: 1 }]);';
    const { status, stderr } = run(process.execPath, ["--input-type=module", "--eval", code], folder);
    expect(status).toBe(1);
    expect(stderr).toContain("danfojs-node");
  });

  it("has types that strict TypeScript 6 and the notebooks' TypeScript 5.0 take, and that refuse a misspelt option", async ({
    skip,
  }) => {
    skip(missing !== "", missing);
    const notebooks = createRequire(require.resolve("tslab/package.json"))("@tslab/typescript-for-tslab") as typeof ts;
    const code = pages.flatMap((page) => blocks(page).filter(({ language }) => language === "ts"));
    expect(code.length).toBeGreaterThan(5);
    const files = code.map(({ code: text }, index) => {
      const file = join(folder, `example-${index}.ts`);
      writeFileSync(file, text);
      return file;
    });
    const wrong = join(folder, "misspelt.ts");
    writeFileSync(wrong, 'import { backlinks } from "crawlbench";\nbacklinks({ hotat: 100 });\n');
    for (const compiler of [ts, notebooks]) {
      const found = complaints(compiler, [...files, wrong]);
      expect(found.filter(({ file }) => file !== wrong)).toEqual([]);
      expect(found.map(({ text }) => text).join()).toMatch(/hotat/);
    }
  });

  it.for(pages)("does what docs/how-to/%s says", (page, { skip }) => {
    skip(missing !== "", missing);
    const place = join(folder, page.replace(".md", ""));
    mkdirSync(place);
    const said = blocks(page).map(({ language, code }) => {
      const javascript = () =>
        ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ES2022 } }).outputText;
      const { status, stdout, stderr } =
        language === "sh"
          ? run("bash", ["-e", "-c", code], place)
          : run(process.execPath, ["--input-type=module", "--eval", javascript()], place);
      expect(status, `${code}\n${stdout}\n${stderr}`).toBe(0);
      return stdout;
    });
    expect(said.length).toBeGreaterThan(3);
    const named = blocks(page).flatMap(({ code }) =>
      [...code.matchAll(/[\w-]+\.(?:svg|csv|json)\b/g)].map(([file]) => file),
    );
    expect(named.filter((file) => !existsSync(join(place, file)))).toEqual([]);
    if (page === "engineer.md") expect(said).toContain("[]\n[ 'http://example.org/news' ]\n"); // as the comments beside it say
  });
});

describe("what stands beside the package", () => {
  const { parse } = createRequire(require.resolve("typedoc/package.json"))("yaml") as { parse(text: string): unknown };
  interface Work {
    readonly type: string;
    readonly title: string;
    readonly authors: readonly object[];
    readonly year?: number;
  }
  const citation = parse(readFileSync(join(root, "CITATION.cff"), "utf8")) as Work &
    Record<string, unknown> & { readonly references: readonly Work[] };

  // The keys that the Citation File Format 1.2.0 demands, and those of this package that another file holds, too.
  it("CITATION.cff is of version 1.2.0, and names version, licence and keywords of package.json", () => {
    expect(Object.keys(citation)).toEqual(expect.arrayContaining(["cff-version", "message", "title", "authors"]));
    expect(citation).toMatchObject({
      "cff-version": "1.2.0",
      type: "software",
      authors: [{ name: "The crawlbench authors" }],
    });
    const { version, license, keywords } = manifest;
    expect(citation).toMatchObject({ version, license, keywords });
  });

  it("CITATION.cff names the four papers, each with its authors", () => {
    const families = citation.references.map(({ authors }) => authors.map((author) => Object.values(author)[0]));
    expect(families).toEqual([
      ["Cho", "Garcia-Molina", "Page"],
      ["Broder", "Najork", "Wiener"],
      ["Shkapenyuk", "Suel"],
      ["Dorosz"],
    ]);
    expect(citation.references.map(({ year }) => year)).toEqual([1998, 2003, 2001, undefined]); // Dorosz's text has none
    for (const { type, title } of citation.references)
      expect([type, title].every((each) => each.length > 5)).toBe(true);
  });

  it("the development container has a Node that the package takes, what CI installs, and runs scripts that are there", () => {
    const text = readFileSync(join(root, ".devcontainer/devcontainer.json"), "utf8");
    const { build, postCreateCommand } = JSON.parse(text) as {
      build: { dockerfile: string };
      postCreateCommand: string;
    };
    const dockerfile = readFileSync(join(root, ".devcontainer", build.dockerfile), "utf8");
    expect(dockerfile).toMatch(/^FROM node:2[0-9]-bookworm$/m);
    expect(postCreateCommand).toBe("npm ci"); // which builds, by `prepare`
    for (const [, script] of text.matchAll(/npm run ([a-z]+)/g))
      expect(Object.keys(manifest.scripts)).toContain(script);
    const wanted = /for package in ([^;]+);/.exec(readFileSync(join(root, ".ci/run"), "utf8"))?.[1].split(" ") ?? [];
    expect(wanted.length).toBeGreaterThan(3);
    expect(wanted.filter((name) => !dockerfile.includes(` ${name}`))).toEqual([]);
  });
});

/** What a compiler has against files of the user's folder, under strict rules; declarations of packages are taken as they are. */
function complaints(compiler: typeof ts, files: readonly string[]) {
  const program = compiler.createProgram([...files], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: compiler.ScriptTarget.ES2022,
    module: compiler.ModuleKind.NodeNext,
    moduleResolution: compiler.ModuleResolutionKind.NodeNext,
    typeRoots: [join(root, "node_modules/@types")],
    types: ["node"],
  });
  return compiler.getPreEmitDiagnostics(program).map(({ file, messageText }) => ({
    file: file?.fileName,
    text: compiler.flattenDiagnosticMessageText(messageText, "\n"),
  }));
}
