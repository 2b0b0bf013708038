"use strict";
// What the Jupyter kernel (start.cjs) and the runner without Jupyter (run-cells.cjs) share: this project's tslab, with strict
// type checks, `exports`-aware resolution, and errors told as data. It changes tslab's insides in memory, so it takes one version.

const { existsSync, readdirSync, readFileSync } = require("node:fs");
const path = require("node:path");
const { createRequire } = require("node:module");
const { pathToFileURL } = require("node:url");
const { format, inspect } = require("node:util");
const { describeFailure, printedAs } = require("./describe-failure.cjs");
const { letLibraryRefuse } = require("./library-refuses.cjs");

const version = "1.0.22";

/** The package: three folders above this one. */
const packageRoot = path.resolve(__dirname, "../../..");

/** Where cells run: the package in a checkout, else the project that it is installed in. */
const [projectRoot] = packageRoot.split(`${path.sep}node_modules${path.sep}`);

/** tslab is missing, or is another version. */
class TslabError extends Error {}

/**
 * Finds tslab as the project installed it.
 *
 * @returns {NodeJS.Require} resolves tslab's own files and dependencies
 * @throws {TslabError} with the command that mends it
 */
function findTslab(root) {
  let manifest;
  try {
    manifest = createRequire(path.join(root, "package.json")).resolve("tslab/package.json");
  } catch {
    throw new TslabError(
      `notebooks need tslab ${version}, and it is not installed here: run npm i -D tslab@${version}`,
    );
  }
  const found = JSON.parse(readFileSync(manifest, "utf8")).version;
  if (found !== version) {
    throw new TslabError(
      `notebooks need tslab ${version} exactly, because they rest on its insides; found ${found}: run npm i -D tslab@${version}`,
    );
  }
  return createRequire(path.join(path.dirname(manifest), "dist/main.js"));
}

/** Declarations written by TypeScript >= 5.7 say Uint32Array<ArrayBuffer>; the 5.0.4 inside tslab knows no such parameter. */
const readableBy504 = (declarations) => declarations.replace(/\b(\w+Array|DataView)<ArrayBuffer(?:Like)?>/g, "$1");

/** What cells import the library by. */
const PACKAGE = "crawlbench";

/**
 * A cell may return what no cell can import by name: a figure. Where the package is installed, the compiler must name its type
 * for later cells, and what `exports` hides it refuses to name. So it sees all types of the package as exported.
 */
function withTypesNamed(manifest) {
  const { exports, ...rest } = JSON.parse(manifest);
  return JSON.stringify({ ...rest, exports: { ...exports, "./dist/*.js": "./dist/*.js" } });
}

/** Puts this project's compiler options in place of tslab's. Must come before tslab's converter is loaded. */
function makeStrict(req) {
  const file = req.resolve("@tslab/typescript-for-tslab");
  const ts = req(file);
  const createWatchCompilerHost = (files, options, system, _createProgram, ...rest) => {
    const strictSystem = Object.create(system);
    strictSystem.readFile = (name, encoding) => {
      const text = system.readFile(name, encoding);
      if (text !== undefined && name.endsWith(`node_modules/${PACKAGE}/package.json`)) return withTypesNamed(text);
      return text !== undefined && /\.d\.[cm]?ts$/.test(name) ? readableBy504(text) : text;
    };
    letOtherTimersRun(strictSystem);
    watchPackagesFromAbove(strictSystem);
    const strictOptions = {
      ...options,
      strict: true,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ["lib.es2023.d.ts"],
    };
    return ts.createWatchCompilerHost(
      [...files, path.join(__dirname, "es2023-arrays.d.ts")],
      strictOptions,
      strictSystem,
      onlyPrograms(ts),
      ...rest,
    );
  };
  require.cache[file].exports = { ...ts, createWatchCompilerHost, ...shorthandAcrossCells(ts) };
}

/**
 * Makes the program of a cell without what the compiler keeps to build a project bit by bit: for that it looks up
 * every import of every file anew, twice a cell. What tslab asks of it stands here: the names at the top of a cell,
 * and the files that it imports, by whatever way.
 */
function onlyPrograms(ts) {
  return (...made) => {
    const builder = ts.createAbstractBuilder(...made);
    const program = builder.getProgram();
    for (const name of program.getRootFileNames())
      ts.bindSourceFile(program.getSourceFile(name), program.getCompilerOptions());
    const getAllDependencies = (cell) => {
      const found = new Set([cell]);
      for (const file of found)
        file.resolvedModules?.forEach(({ resolvedModule }) => {
          const imported = resolvedModule && program.getSourceFile(resolvedModule.resolvedFileName);
          if (imported) found.add(imported);
        });
      return [...found].map(({ fileName }) => fileName);
    };
    return { ...builder, getAllDependencies };
  };
}

/**
 * tslab holds one timer of the compiler, that of the next check, and stops when it meets a second. There is a second: it looks
 * again at what an import may mean, when a package.json changed while a cell ran. That one becomes a timer of Node.
 */
function letOtherTimersRun(system) {
  const { setTimeout: holdCheck, clearTimeout: dropCheck } = system;
  const others = new Set();
  system.setTimeout = (callback, milliseconds, ...rest) => {
    if (callback.name !== "invalidateResolutionsOfFailedLookup") return holdCheck(callback, milliseconds, ...rest);
    const timer = setTimeout(callback, milliseconds).unref();
    others.add(timer);
    return timer;
  };
  system.clearTimeout = (timer) => {
    if (others.delete(timer)) clearTimeout(timer);
    else dropCheck(timer);
  };
}

/**
 * What an import means may change when a package is installed. For that the compiler watches every folder below node_modules,
 * thousands of them: a tenth of a kernel's start, and many of the watches that the system has. A package comes as a folder of
 * node_modules or of a scope there, and npm writes its list of packages in node_modules last. These are watched; whatever
 * happens in them, the compiler looks again at all that it did not find there.
 */
function watchPackagesFromAbove(system) {
  const { watchDirectory } = system;
  system.watchDirectory = (folder, changed, isRecursive, ...rest) => {
    if (!isRecursive || path.basename(folder) !== "node_modules")
      return watchDirectory(folder, changed, isRecursive, ...rest);
    const scopes = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith("@")) : [];
    const watched = [folder, ...scopes.map((name) => path.join(folder, name))];
    const watchers = watched.map((each) => watchDirectory(each, () => changed(folder), false, ...rest));
    return {
      close() {
        for (const each of watchers) each.close();
      },
    };
  };
}

/**
 * `{ name }` with a `name` of an earlier cell: tslab rewrites the identifiers of earlier cells, but overlooks this form, which
 * then fails with "name is not defined". Here it becomes `{ name: name }`, the form that tslab rewrites, before tslab looks.
 */
function shorthandAcrossCells(ts) {
  let watch;
  const isOfEarlierCell = (node) => {
    const checker = watch.getProgram().getProgram().getTypeChecker();
    const symbol = checker.getShorthandAssignmentValueSymbol(ts.getOriginalNode(node));
    return (
      symbol?.declarations?.some((each) => path.basename(each.getSourceFile().fileName) === "__prev__.d.ts") ?? false
    );
  };
  return {
    createWatchProgram(host) {
      watch = ts.createWatchProgram(host);
      return watch;
    },
    visitEachChild(node, visitor, context, ...rest) {
      const { factory } = ts;
      const visit = (child) =>
        ts.isShorthandPropertyAssignment(child) && isOfEarlierCell(child)
          ? factory.createPropertyAssignment(
              child.name.text,
              factory.createPropertyAccessExpression(factory.createIdentifier("exports"), child.name.text),
            )
          : visitor(child);
      return ts.visitEachChild(node, watch ? visit : visitor, context, ...rest);
    },
  };
}

/**
 * Lets `for await`, and an await whose operand awaits too, stand at the top level of a cell. tslab overlooks both, and then
 * runs the cell as a function that is not async. A cell that ends in a promise waits for it, too, and shows what it holds:
 * `runs.save("runs.csv")` is done, or has failed, when the cell is.
 */
function findEveryAwait(req) {
  const ts = req("@tslab/typescript-for-tslab");
  const module = req("./converter.js");
  const { createConverter } = module;
  const awaits = (node) =>
    ts.isAwaitExpression(node) ||
    (ts.isForOfStatement(node) && node.awaitModifier !== undefined) ||
    (!ts.isFunctionLike(node) && ts.forEachChild(node, awaits) === true);
  module.createConverter = (options) => {
    const converter = createConverter(options);
    const convert = (declared, code) => {
      const converted = converter.convert(declared, code);
      const { output, hasToplevelAwait, lastExpressionVar: last } = converted;
      if (output && last) {
        const waited = `${output}\nif (exports.${last} instanceof Promise) exports.${last} = await exports.${last};`;
        return { ...converted, output: waited, hasToplevelAwait: true };
      }
      if (!output?.includes("await") || hasToplevelAwait) return converted;
      const { statements } = ts.createSourceFile("cell.js", `async () => {${output}}`, ts.ScriptTarget.Latest);
      return { ...converted, hasToplevelAwait: awaits(statements[0].expression.body) };
    };
    return { ...converter, convert };
  };
}

/** What stands before the cursor, and after it, where names are imported and nobody has typed yet from where. */
const NAMES = /(?:^|[;\n])\s*import\s+(?:type\s+)?\{[^{}"';]*$/;
const NO_SOURCE = /^[^{}"';\n]*(?:\}[ \t]*;?[ \t]*)?(?:\n|$)/;

/** Completes names between the braces of an import before its "from" is typed: with those of the library. */
function completeImports(req) {
  const module = req("./converter.js");
  const { createConverter } = module;
  module.createConverter = (options) => {
    const converter = createConverter(options);
    const complete = (declared, code, position) => {
      const [before, after] = [code.slice(0, position), code.slice(position)];
      const rest = NAMES.test(before) ? NO_SOURCE.exec(after)?.[0] : undefined;
      if (rest === undefined) return converter.complete(declared, code, position);
      const names = rest.replace(/[};\s]+$/, "");
      const whole = `${before}${names} } from "crawlbench"\n${after.slice(rest.length)}`;
      return converter.complete(declared, whole, position);
    };
    return { ...converter, complete };
  };
}

/** Lines of an object that nobody asked to print: a graph of graphology has one for each of its links. */
const MOST_LINES = 200;

/**
 * Shows what the last line of a cell gave: a result shows itself, and so does each of a list of them, rows and records become
 * a table, all else is printed.
 */
async function show(value) {
  if (Array.isArray(value) && value.length > 0 && value.every((each) => inspect.custom in Object(each))) {
    for (const each of value) await show(each);
    return;
  }
  const shown = await import(pathToFileURL(path.join(packageRoot, "dist/base/face/plain-face.js")).href).then(
    ({ showPlain }) => showPlain(value),
    () => false, // not built
  );
  const text = shown ? "" : format(value); // empty when a result displayed itself through [util.inspect.custom]
  const lines = typeof value === "string" ? [] : text.split("\n");
  if (lines.length > MOST_LINES) {
    const more = lines.splice(MOST_LINES).length.toLocaleString("en");
    console.log(`${lines.join("\n")}\n... ${more} more lines; console.log prints all`);
  } else if (text !== "") console.log(text);
}

/**
 * Runs cells so that the last line shows its result with or without `await`, and keeps what tslab would print about a
 * failed cell, so that it can be told as data. A cell that was run with an error of the
 * compiler fails with the library's own error, else with the compiler's.
 *
 * @param withheld the errors of the compiler with which the last cell was run
 * @returns {() => object | undefined} the failure of the cell that ran last
 */
function keepFailures(req, withheld) {
  const module = req("./executor.js");
  const { createExecutor } = module;
  let failure;
  module.createExecutor = (folder, converters, console) => {
    let printed = [];
    let last;
    let interruptWait;
    const executor = createExecutor(folder, converters, {
      log: (lastExpression) => {
        last = lastExpression;
      },
      error: (...words) => printed.push(words),
    });
    const execute = async (code) => {
      printed = [];
      failure = undefined;
      last = undefined;
      let ok = false;
      try {
        ok = await executor.execute(code);
        const interrupted = new Promise((_, reject) => {
          interruptWait = () => reject(new Error("Interrupted asynchronously"));
        });
        if (ok && last !== undefined) await Promise.race([Promise.resolve(last).then(show), interrupted]);
      } catch (thrown) {
        ok = false;
        printed.push([thrown]);
      } finally {
        interruptWait = undefined;
      }
      if (ok) for (const words of printed) console.error(...words);
      const isTold = !ok && printed[0]?.[0]?.name === "CrawlbenchError";
      if (withheld().length > 0 && !isTold) printed = withheld().map(printedAs);
      else if (ok) return true;
      failure = describeFailure(printed, code, projectRoot);
      return false;
    };
    const interrupt = () => {
      interruptWait?.();
      executor.interrupt();
    };
    return { ...executor, execute, interrupt };
  };
  return () => failure;
}

/** A cell's output is plain text wherever the kernel was started from: no colours, no terminal control. */
function forgetTerminal() {
  delete process.env.FORCE_COLOR;
  process.env.NO_COLOR = "1";
  for (const stream of [process.stdout, process.stderr]) stream.isTTY = false;
}

/** Stands in for the `write` of a standard stream, callback included. */
const streamWriter = (send) => (chunk, encoding, callback) => {
  send(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
  const done = typeof encoding === "function" ? encoding : callback;
  if (done) process.nextTick(done);
  return true;
};

/**
 * Loads tslab, made strict.
 *
 * @returns `req` resolves tslab's files, `lastFailure` tells {ename, evalue, traceback} of the last cell when it failed
 * @throws {TslabError} when tslab is missing or another version
 */
function loadTslab() {
  forgetTerminal();
  const req = findTslab(projectRoot);
  makeStrict(req);
  const withheld = letLibraryRefuse(req, packageRoot);
  findEveryAwait(req);
  completeImports(req);
  return { req, lastFailure: keepFailures(req, withheld) };
}

module.exports = { TslabError, loadTslab, packageRoot, projectRoot, readableBy504, streamWriter };
