"use strict";
// A wrong argument of one of the library's functions: the library knows the names that there are, and the nearest, where the
// compiler knows types. So a cell whose only errors are such arguments is run, and the library refuses it.

const { realpathSync } = require("node:fs");
const path = require("node:path");

/** Codes of TypeScript: a value of another type, an option that is not known, something missing, no overload that fits. */
const WRONG_ARGUMENT = new Set([2322, 2345, 2353, 2559, 2561, 2739, 2740, 2741, 2769, 2820]);

/** Whether what is wrong stands in the arguments of a call of the library, and in no function of the user's there. */
function isRefusedByLibrary(ts, program, isOfLibrary, { code, file, start, length }) {
  if (!WRONG_ARGUMENT.has(code) || !file) return false;
  for (let node = ts.getTokenAtPosition(file, start); node.parent; node = node.parent) {
    const { parent } = node;
    if (node.end < start + length) continue; // begins the argument: load of load("campus")
    if (ts.isFunctionLike(node)) return false;
    if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) continue;
    if (!parent.arguments?.includes(node)) return false;
    const { declaration } = program.getTypeChecker().getResolvedSignature(parent) ?? {};
    return declaration !== undefined && isOfLibrary(declaration.getSourceFile().fileName);
  }
  return false;
}

/**
 * Lets cells run whose only errors the library tells better. Must come before tslab's converter is loaded.
 *
 * @param {string} root folder of the library
 * @returns {() => object[]} what the compiler has against the cell that was converted last, and was run all the same
 */
function letLibraryRefuse(req, root) {
  const ts = req("@tslab/typescript-for-tslab");
  const { getPreEmitDiagnosticsOfFiles } = ts;
  const built = `${path.join(realpathSync(root), "dist").split(path.sep).join("/")}/`;
  const isOfLibrary = (file) => file.startsWith(built);
  let isStrict = true;
  ts.getPreEmitDiagnosticsOfFiles = (program, files) => {
    const found = getPreEmitDiagnosticsOfFiles(program, files);
    return isStrict ? found : found.filter((each) => !isRefusedByLibrary(ts, program, isOfLibrary, each));
  };
  const module = req("./converter.js");
  const { createConverter } = module;
  let withheld = [];
  module.createConverter = (options) => {
    const converter = createConverter(options);
    const convert = (declared, code) => {
      withheld = [];
      const strict = converter.convert(declared, code);
      if (strict.diagnostics.length === 0) return strict;
      isStrict = false;
      try {
        const loose = converter.convert(declared, code);
        if (loose.diagnostics.length > 0) return strict;
        withheld = strict.diagnostics;
        return loose;
      } finally {
        isStrict = true;
      }
    };
    return { ...converter, convert };
  };
  return () => withheld;
}

module.exports = { letLibraryRefuse };
