import { loadPackage } from "./load-package.js";

/** Globals that are the same in every run. All others may change: Date, process, and what a user put there. */
const CONSTANT = new Set(
  (
    "undefined NaN Infinity Object Function Array Boolean String Number BigInt Symbol Math JSON Reflect Proxy RegExp Map Set WeakMap " +
    "WeakSet WeakRef Promise Iterator Intl Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError " +
    "ArrayBuffer SharedArrayBuffer DataView Atomics Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array " +
    "Float32Array Float64Array BigInt64Array BigUint64Array URL URLSearchParams TextEncoder TextDecoder console structuredClone " +
    "parseInt parseFloat isNaN isFinite encodeURI encodeURIComponent decodeURI decodeURIComponent escape unescape"
  ).split(" "),
);

/** What is used of the package. */
interface EslintScope {
  analyze(
    tree: object,
    options: { ecmaVersion: number; sourceType: "module" },
  ): { readonly globalScope: { readonly through: readonly { readonly identifier: { readonly name: string } }[] } };
}

const ECMA_VERSION = 2024;

/**
 * Names that a function reads from outside of it: variables of the cell or file around it, and globals that may change.
 * Random numbers of Math count as one, and so does the `this` of an arrow function, which is that of who wrote it.
 *
 * @param code source text of a function; of one that is not written in JavaScript, its text is what it reads
 *
 * freeNames("(page, seen) => weight * seen.depth(page)") is ["weight"]
 */
export function freeNames(code: string): string[] {
  const text = code.replace(/\bexports\.(?=[\w$])/g, ""); // cells read earlier cells through exports
  const tree = parsed(text);
  if (!tree) return [code];
  const { analyze } = loadPackage<EslintScope>("eslint-scope");
  const { globalScope } = analyze(tree, { ecmaVersion: ECMA_VERSION, sourceType: "module" });
  const names = globalScope.through.map(({ identifier }) => identifier.name);
  const chance = /\bMath\s*(?:\?\.|\.)\s*random\b|\bMath\s*\[/.test(text) ? ["random of Math"] : [];
  const own = readsThis(tree) ? ["fields of this"] : [];
  return [...new Set([...names.filter((name) => !CONSTANT.has(name)), ...chance, ...own])];
}

const BINDS_THIS = ["FunctionExpression", "FunctionDeclaration", "ClassBody"];

function readsThis(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return false;
  const { type } = node as { readonly type?: string };
  if (type === "ThisExpression") return true;
  return !BINDS_THIS.includes(type as string) && Object.values(node).some(readsThis);
}

/** As a function, or as a method of an object. */
function parsed(text: string): object | undefined {
  const { parse } = loadPackage<typeof import("acorn")>("acorn");
  for (const whole of [`(${text})`, `({${text}})`]) {
    try {
      return parse(whole, { ecmaVersion: ECMA_VERSION, sourceType: "module", ranges: true });
    } catch {
      // the other form, or none
    }
  }
  return undefined;
}
