import { createRequire } from "node:module";

/** TypeScript as Node requires it: `import` would first read all of its nine megabytes for the names it exports. */
export default createRequire(import.meta.url)("typescript");
