import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { root } from "./cli/command.js";
import { temporaryFolder } from "./crawl/pool/temporary.js";
import { pack, typed } from "./fixture/packed.js";

// The package as its users get it: packed, installed into an empty folder, and used there as docs/how-to says, line by
// line.

const require = createRequire(import.meta.url);
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const folder = temporaryFolder();

/** Why the package could not be installed: "" when it was. */
let missing = "";

beforeAll(() => {
  const { filename } = pack(folder);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const flags = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  const install = typed("npm", ["install", ...flags, `./${filename}`], folder);
  if (install.status === 0) return;
  const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED/.test(install.stderr);
  if (process.env.CI || !unreachable) throw new Error(install.stderr);
  missing = "npm's registry cannot be reached";
  console.log(`test/package.prove.ts is skipped: ${missing}`);
});

describe("the package in an empty folder", () => {
  /** Lines that open Jupyter, or read a log that the reader has: test/docs runs those that can be. */
  const ELSEWHERE = /^.*(?:crawlbench notebook|urls-met\.gz).*\n/gm;
  const blocks = (page: string) =>
    [...readFileSync(join(root, "docs/how-to", page), "utf8").matchAll(/^```(sh|ts)\n([\s\S]*?)^```$/gm)].map(
      ([, language, code]) => ({ language, code: code.replace(ELSEWHERE, "") }),
    );
  const pages = readdirSync(join(root, "docs/how-to")).filter((name) => name.endsWith(".md"));

  it("runs as a command of its own version", ({ skip }) => {
    skip(missing !== "", missing);
    const { status, stdout, stderr } = typed("npx", ["--no-install", "crawlbench", "--version"], folder);
    expect([status, stdout.trim()], stderr).toEqual([0, manifest.version]);
  });

  it("leaves danfojs-node to those who ask for it, and names it when a frame is asked for", ({ skip }) => {
    skip(missing !== "", missing);
    expect(existsSync(join(folder, "node_modules/danfojs-node"))).toBe(false);
    const code = 'import { frameOf } from "crawlbench"; await frameOf([{ a: 1 }]);';
    const { status, stderr } = typed(process.execPath, ["--input-type=module", "--eval", code], folder);
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

  it("checks without skipLibCheck under the newest TypeScript, for those who have neither danfojs-node nor types of Node", ({
    skip,
  }) => {
    skip(missing !== "", missing);
    const place = join(folder, "strict");
    mkdirSync(place);
    writeFileSync(join(place, "package.json"), '{ "type": "module" }');
    const flags = ["--prefer-offline", "--no-audit", "--no-fund"];
    const install = typed("npm", ["install", ...flags, "typescript@latest"], place);
    expect(install.status, install.stderr).toBe(0);
    writeFileSync(
      join(place, "use.ts"),
      'export * as all from "crawlbench";\nimport { load } from "crawlbench";\nexport const web = await load("campus");\n',
    );
    const compilerOptions = { strict: true, skipLibCheck: false, module: "nodenext", target: "es2023", noEmit: true };
    writeFileSync(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
    const { status, stdout } = typed("npx", ["--no-install", "tsc", "-p", "."], place);
    expect([status, stdout]).toEqual([0, ""]);
  });

  it("opens its notebooks in Jupyter, from the user's own folder", ({ skip }) => {
    skip(missing !== "", missing);
    const jupyter = join(folder, "jupyter");
    writeFileSync(
      jupyter,
      '#!/bin/sh\n[ "$2" = --version ] && [ "$1" = lab ] && exit 0\necho "$*" "$JUPYTER_PATH"\nexit 5\n',
    );
    chmodSync(jupyter, 0o755);
    const open = `PATH="${folder}:$PATH" npx --no-install crawlbench notebook`;
    const without = typed("sh", ["-c", `${open} < /dev/null`], folder);
    expect([without.status, without.stderr]).toEqual([
      1,
      expect.stringMatching(/type npx crawlbench notebook --yes\n/),
    ]);
    const flags = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
    const install = typed(
      "npm",
      ["install", ...flags, "--save-dev", `tslab@${manifest.peerDependencies.tslab}`],
      folder,
    );
    expect(install.status, install.stderr).toBe(0);
    const { status, stdout } = typed("sh", ["-c", `${open} -- --no-browser --port=1`], folder);
    const place = join(folder, "node_modules/crawlbench/.jupyter");
    expect([status, stdout]).toEqual([5, `lab ${join(folder, "notebooks")} --no-browser --port=1 ${place}\n`]);
    expect(readdirSync(folder).filter((name) => name.endsWith(".ipynb"))).toEqual([]);
    const sources = [
      'import { load } from "crawlbench"; console.log(process.cwd(), (await load("campus-1k")).name); [{ a: 1 }]',
      // a function whose type the compiler names for later cells, though nobody can import it
      'import { figures } from "crawlbench"; const drawn = (rows: []) => figures.crawlCurve(rows)',
      "drawn.name",
    ];
    const notebook = {
      cells: sources.map((source) => ({ cell_type: "code", metadata: {}, source, outputs: [] })),
      metadata: {},
      nbformat: 4,
    };
    writeFileSync(join(folder, "mine.ipynb"), JSON.stringify({ ...notebook, nbformat_minor: 5 }));
    const run = typed("npx", ["--no-install", "crawlbench", "notebook", "--run", "mine.ipynb"], folder);
    expect(run.status, run.stderr).toBe(0);
    const stored = readFileSync(join(folder, "mine.ipynb"), "utf8");
    expect(stored).toContain(`${folder} campus-1k`);
    expect(stored).toContain('"text/html"'); // rows on the last line are a table
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
          ? typed("bash", ["-e", "-c", code], place)
          : typed(process.execPath, ["--input-type=module", "--eval", javascript()], place);
      expect(status, `${code}\n${stdout}\n${stderr}`).toBe(0);
      return stdout;
    });
    expect(said.length).toBeGreaterThan(3);
    const named = blocks(page).flatMap(({ code }) =>
      [...code.matchAll(/[\w-]+\.(?:svg|pdf|csv|json|html|parquet)\b/g)].map(([file]) => file),
    );
    expect(named.filter((file) => !existsSync(join(place, file)))).toEqual([]);
    // as the comments beside it say
    if (page === "engineer.md") expect(said).toContain("[]\n[ 'http://example.org/news' ]\n");
  });
});

/**
 * What a compiler has against files of the user's folder, under strict rules; declarations of packages are taken as
 * they are.
 */
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
