import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

/**
 * A package, or one file of it, loaded when it is asked for and not before: for what costs ten milliseconds and more, and
 * most runs never need. Where the caller can wait, `import()` does the same.
 *
 * @param T what it exports, as its types say: typeof import("chardet")
 */
export const loadPackage = <T>(name: string): T => load(name) as T;
