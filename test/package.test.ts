import { readdirSync, readFileSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { root } from "./cli/command.js";
import { temporaryFolder } from "./crawl/pool/temporary.js";
import { type Packed, pack } from "./fixture/packed.js";

// The package as it is packed, and what stands beside it. test/package.prove.ts installs it.

const require = createRequire(import.meta.url);
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

let packed: Packed;
beforeAll(() => {
  packed = pack(temporaryFolder());
});

describe("the tarball", () => {
  const paths = () => packed.files.map(({ path }) => path);

  it("holds the library with types, commands, cards, kernel and bare notebooks: no tests, maps or build records", () => {
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
    expect(paths().filter((path) => /\.test\.|\.map$|tsbuildinfo/.test(path))).toEqual([]);
    expect(paths().filter((path) => /\.ts$/.test(path) && !/\.d\.ts$/.test(path))).toEqual([]);
    const notebooks = paths().filter((path) => path.endsWith(".ipynb"));
    const all = readdirSync(join(root, "notebooks")).filter((name) => name.endsWith(".ipynb"));
    expect(notebooks.sort()).toEqual(all.map((name) => `dist/notebook/bare/${name}`).sort());
    expect(packed.size).toBeLessThan(3_000_000 + 4_000_000); // the library, and the web that comes with it
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
    // Dorosz's text has none
    expect(citation.references.map(({ year }) => year)).toEqual([1998, 2003, 2001, undefined]);
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
