// npm run mutants -- --count 60 --seed 1: changes a line of src at a time, in a copy, and runs the tests of its room.
// What no test notices is told with its place. Those of equivalent.json change nothing that a test could see, and are
// not drawn.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";
import { Random } from "../../dist/base/random.js";
import { copyOf } from "./copy.mjs";
import { draw } from "./draw.mjs";

const root = resolve(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    count: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    within: { type: "string", default: "src/" },
  },
});

/** @type {{ file: string, code: string, was: string, text: string, reason: string }[]} */
const equivalent = JSON.parse(readFileSync(join(import.meta.dirname, "equivalent.json"), "utf8"));
const isEquivalent = (mutant) =>
  equivalent.some((each) => ["file", "code", "was", "text"].every((key) => each[key] === mutant[key]));

/** Tests of the room of a file: those in the folder of its name, and the contract of the family where it has one. */
function testsOf(copy, file) {
  const room = file.split("/")[1].replace(/\.ts$/, "");
  const isOfFamily = new RegExp(`(?:exportsOf|methodsOf)(?:<.*>)?\\("${room}[/"]`);
  const contracts = existsSync(join(copy, "test/contract")) ? readdirSync(join(copy, "test/contract")) : [];
  return [
    ...[`test/${room}/`, `test/${room}.test.ts`].filter((path) => existsSync(join(copy, path))),
    ...contracts
      .map((name) => `test/contract/${name}`)
      .filter((path) => isOfFamily.test(readFileSync(join(copy, path), "utf8"))),
  ];
}

/**
 * Runs vitest in the copy, up to the first test that fails.
 *
 * @param {string[]} args "run" and files of tests, or "related" and what they must reach
 * @returns {Promise<{ passed: boolean, said: string, ms: number }>}
 */
function tested(copy, args, limit) {
  const { CRAWLBENCH_DEPTH: _depth, ...env } = process.env;
  const begun = performance.now();
  const vitest = join(copy, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, ...args, "--run", "--bail=1", "--passWithNoTests"], {
    cwd: copy,
    env: { ...env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const timer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), limit);
  return new Promise((settle) => {
    child.once("close", (code) => {
      clearTimeout(timer);
      settle({ passed: code === 0, said, ms: performance.now() - begun });
    });
  });
}

/** Whether tests of the room notice. Those whose imports reach the file are asked first: most mutants end there. */
async function isNoticed(copy, file, tests, limit) {
  const room = tests.find((path) => path.endsWith("/"));
  if (room && !(await tested(copy, ["related", file, "--dir", room], limit)).passed) return true;
  return !(await tested(copy, tests, limit)).passed;
}

/** Writes a source file of the copy, and what is built of it. */
function write(copy, file, text) {
  writeFileSync(join(copy, file), text);
  const { config } = ts.readConfigFile(join(copy, "tsconfig.json"), ts.sys.readFile);
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: {
      ...config.compilerOptions,
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2023,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: undefined,
      sourceMap: false,
    },
  });
  writeFileSync(join(copy, file.replace(/^src/, "dist").replace(/\.ts$/, ".js")), outputText);
}

const copy = mkdtempSync(join(tmpdir(), "crawlbench-mutants-"));
process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
copyOf(root, copy);

const isWanted = (mutant) => mutant.file.startsWith(values.within) && !isEquivalent(mutant);
const drawn = draw(root, Number(values.count), new Random(Number(values.seed)), isWanted);
/** How long the tests of a room take when nothing is changed. @type {Map<string, number>} */
const usual = new Map();
let caught = 0;
for (const [index, mutant] of drawn.entries()) {
  const { file, line, start, end, text, was, code } = mutant;
  const tests = testsOf(copy, file);
  const key = tests.join(" ");
  if (tests.length > 0 && !usual.has(key)) {
    const { passed, said, ms } = await tested(copy, tests, 3_600_000);
    if (!passed) throw new Error(`${key} fails with no change at all: npx vitest run ${key}\n${said.slice(-5000)}`);
    usual.set(key, ms);
  }
  const original = readFileSync(join(copy, file), "utf8");
  write(copy, file, original.slice(0, start) + text + original.slice(end));
  const isCaught = tests.length > 0 && (await isNoticed(copy, file, tests, 60_000 + 5 * usual.get(key)));
  write(copy, file, original);
  if (isCaught) caught++;
  const short = (piece) => JSON.stringify(piece.length > 80 ? `${piece.slice(0, 79)}…` : piece);
  const change = `${short(was)} -> ${short(text)} in ${code}`;
  console.log(
    `${index + 1}/${drawn.length} ${isCaught ? "caught  " : tests.length > 0 ? "SURVIVED" : "SURVIVED (the room has no tests)"} ${file}:${line} ${change}`,
  );
}
console.log(`${caught} of ${drawn.length} caught`);
