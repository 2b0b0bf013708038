// npm run mutants -- --count 60 --seed 1: changes a line of src at a time, in a copy, and runs the tests of its room.
// What no test notices is told with its place. Those of equivalent.json change nothing that a test could see: they are
// drawn, so that a seed draws the same before and after they are named, and do not count. --only 7,31 runs those of
// these numbers again.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";
import { Random } from "../../dist/base/random.js";
import { copyOf } from "./copy.mjs";
import { draw } from "./draw.mjs";
import { nearest } from "./nearest.mjs";

const root = resolve(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    count: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    within: { type: "string", default: "src/" },
    only: { type: "string" },
  },
});

/** Milliseconds that files of tests may take: only what is stuck takes so long. */
const limitFor = (files) => 60_000 + 5_000 * files;

/** @type {{ file: string, code: string, was: string, text: string, reason: string }[]} */
const equivalent = JSON.parse(readFileSync(join(import.meta.dirname, "equivalent.json"), "utf8"));
const isEquivalent = (mutant) =>
  equivalent.some((each) => ["file", "code", "was", "text"].every((key) => each[key] === mutant[key]));

/** Tests of the room of a file: those in the folder of its name, and the contract of the family where it has one. */
function testsOf(copy, file) {
  const room = file.split("/")[1].replace(/\.ts$/, "");
  const isOfFamily = new RegExp(`(?:exportsOf|methodsOf)(?:<.*>)?\\("${room}[/"]`);
  const below = (folder) =>
    existsSync(join(copy, folder))
      ? readdirSync(join(copy, folder), { recursive: true }).map((name) => join(folder, name))
      : [];
  return [
    ...below(`test/${room}`),
    ...[`test/${room}.test.ts`].filter((path) => existsSync(join(copy, path))),
    ...below("test/contract").filter(
      (path) => /\.ts$/.test(path) && isOfFamily.test(readFileSync(join(copy, path), "utf8")),
    ),
  ].filter((path) => path.endsWith(".test.ts"));
}

/** Vitest under way: it has a process group of its own, which ends with it, or with this process. */
let running;

/** Ends vitest and what its tests started: after a failure, they may leave that running. */
function endGroup({ pid }) {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error; // nothing is left of it
  }
}

/**
 * Runs tests in the copy, up to the first that fails.
 *
 * @param {string[]} files
 * @returns {Promise<{ by?: string, file?: string }>} the test that failed, and its file where it is known
 */
function failing(copy, files) {
  const { CRAWLBENCH_DEPTH: _depth, ...env } = process.env;
  const vitest = join(copy, "node_modules/vitest/vitest.mjs");
  running = spawn(process.execPath, [vitest, "run", ...files, "--bail=1", "--passWithNoTests"], {
    cwd: copy,
    env: { ...env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const child = running;
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  let isStuck = false;
  const limit = limitFor(files.length);
  const timer = setTimeout(() => {
    isStuck = true;
    endGroup(child);
  }, limit);
  child.once("exit", () => endGroup(child));
  return new Promise((settle) => {
    child.once("close", (code) => {
      clearTimeout(timer);
      running = undefined;
      if (isStuck) return settle({ by: `tests that had not ended after ${inSeconds(limit)}` });
      if (code === 0) return settle({});
      const [, by = "a process that ended"] =
        /^ *FAIL +(?:\|\w+\| )?(.*)/m.exec(said) ?? /originated in "(.*?)"/.exec(said) ?? [];
      settle({ by, file: /^test\/\S+\.ts/.exec(by)?.[0] });
    });
  });
}

const inSeconds = (ms) => `${Math.round(ms / 1000)} s`;

/** Files of tests that fail, or not, when nothing is changed. @type {Map<string, boolean>} */
const failsAnyway = new Map();

/** The same about a mutant. @returns no test, but the file, of one that passes when it is asked alone and again */
async function failingWith(copy, mutant, files) {
  const putBack = change(copy, mutant);
  try {
    const { by, file } = await failing(copy, files);
    return file ? { by: (await failing(copy, [file])).by, file } : { by };
  } finally {
    putBack();
  }
}

/**
 * Which test notices a mutant. The files of tests nearest to it by imports are asked first, for most mutants end there;
 * one that fails is asked again, alone, and then about the code as it is: if it fails then too it is left out from then
 * on.
 */
async function noticedBy(copy, mutant, tests) {
  for (const files of nearest(copy, mutant.file, tests)) {
    const passed = new Set();
    for (;;) {
      const asked = files.filter((each) => !failsAnyway.get(each) && !passed.has(each));
      if (asked.length === 0) break;
      const { by, file } = await failingWith(copy, mutant, asked);
      if (by === undefined) {
        if (file === undefined) break;
        passed.add(file);
        continue;
      }
      if (file && !failsAnyway.has(file)) {
        const anyway = await failing(copy, [file]);
        failsAnyway.set(file, anyway.by !== undefined);
        if (anyway.by) console.log(`LEFT OUT, for it fails with no change: ${anyway.by}`);
      }
      if (!failsAnyway.get(file)) return by;
    }
  }
}

const builtOf = (file) => file.replace(/^src/, "dist").replace(/\.ts$/, ".js");

/** Changes what is built of a source file of the copy: tests run that. @returns what puts it back */
function change(copy, { file, start, end, text }) {
  const built = join(copy, builtOf(file));
  const before = readFileSync(built);
  const original = readFileSync(join(copy, file), "utf8");
  const changed = original.slice(0, start) + text + original.slice(end);
  const { config } = ts.readConfigFile(join(copy, "tsconfig.json"), ts.sys.readFile);
  const { outputText } = ts.transpileModule(changed, {
    compilerOptions: {
      ...config.compilerOptions,
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2023,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: undefined,
      sourceMap: false,
    },
  });
  writeFileSync(built, outputText);
  return () => writeFileSync(built, before);
}

const copy = mkdtempSync(join(tmpdir(), "crawlbench-mutants-"));
process.once("exit", () => {
  if (running) endGroup(running);
  rmSync(copy, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
copyOf(root, copy);

const isWanted = (mutant) => mutant.file.startsWith(values.within);
const drawn = draw(root, Number(values.count), new Random(Number(values.seed)), isWanted);
const only = values.only?.split(",").map(Number);
const counts = { caught: 0, survived: 0, equivalent: 0 };
for (const [index, mutant] of drawn.entries()) {
  if (only && !only.includes(index + 1)) continue;
  const { file, line, text, was, code } = mutant;
  const begun = performance.now();
  const tests = testsOf(copy, file);
  let fate = "equivalent";
  let by;
  if (!isEquivalent(mutant)) {
    if (tests.length > 0) by = await noticedBy(copy, mutant, tests);
    fate = by === undefined ? "survived" : "caught";
  }
  counts[fate]++;
  const short = (piece) => JSON.stringify(piece.length > 80 ? `${piece.slice(0, 79)}…` : piece);
  const took = inSeconds(performance.now() - begun);
  const reason = by ? `, by ${by}` : tests.length > 0 ? "" : ", for the room has no tests";
  console.log(
    `${index + 1}/${drawn.length} ${fate === "survived" ? "SURVIVED" : fate}${reason} (${took})\n    ${file}:${line} ${short(was)} -> ${short(text)} in ${code}`,
  );
}
const { caught, survived, equivalent: same } = counts;
console.log(`${caught} of ${caught + survived} caught${same > 0 ? `; ${same} more are equivalent` : ""}`);
