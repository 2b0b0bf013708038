import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { codeDigest } from "../../src/base/code-digest.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";

const FILES = {
  "main.js": `import { a } from "./a.js";\nimport "./side.js";\nimport { library } from "library/part";\n`,
  "a.js": `export * from "./deep/b.js"; new Worker(new URL("./thread.js", import.meta.url));`,
  "deep/b.js": `const kinds = (name) => import(\`../kinds/\${name}\`);\nconst lazy = () => import("../lazy.js");`,
  "side.js": `import "./deep/library.js";`,
  "thread.js": "2;",
  "lazy.js": "3;",
  "kinds/one.js": "4;",
  "base/methods-in.js": `export const methodsIn = (folder, name) => import(\`../\${folder}/\${name}\`);`,
  "deep/library.js": `import { methodsIn } from "../base/methods-in.js";\nexport const all = () => methodsIn("method/kind", "one");`,
  "method/kind/six.js": "6;",
  "other.js": "5;",
  "method/seven.js": "7;",
  "node_modules/library/package.json": `{ "version": "1.0.0" }`,
};

/**
 * Digest of main.js among FILES, some of them changed. Each is a folder of its own: files are read once per process.
 */
function digest(changes: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries({ ...FILES, ...changes })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return codeDigest(pathToFileURL(join(folder, "main.js")));
}

describe("codeDigest", () => {
  it("is the same for the same code in another place", () => {
    expect(digest()).toMatch(/^[0-9a-f]{64}$/);
    expect(digest()).toBe(digest());
  });

  it.each([
    ["the module itself", "main.js", `${FILES["main.js"]}// a comment`],
    ["what it imports", "side.js", "10;"],
    ["what that imports", "a.js", `${FILES["a.js"]} `],
    ["a worker thread", "thread.js", "20;"],
    ["what is imported when it is needed", "lazy.js", "30;"],
    ["a file of a folder that a computed import names", "kinds/one.js", "40;"],
    ["a new file in that folder", "kinds/two.js", "4;"],
    ["a method of a folder that it names", "method/kind/six.js", "60;"],
    ["a new method in that folder", "method/kind/eight.js", "8;"],
    ["the version of a package", "node_modules/library/package.json", `{ "version": "1.0.1" }`],
  ])("changes with %s", (_, name, text) => {
    expect(digest({ [name]: text })).not.toBe(digest());
  });

  it("does not change with what the module cannot reach", () => {
    expect(digest({ "other.js": "50;", "method/seven.js": "70;", "kinds/readme.md": "text" })).toBe(digest());
  });

  it("ends where modules import each other", () => {
    const round = { "a.js": 'import "./main.js";' };
    expect(digest(round)).toBe(digest(round));
  });

  it("reads TypeScript where that is what stands there", () => {
    const sources = { "main.js": 'import "./typed.js";', "typed.ts": "6;" };
    expect(digest(sources)).not.toBe(digest({ ...sources, "typed.ts": "60;" }));
  });
});
