import { createRequire } from "node:module";
import type fastCheck from "fast-check";
import { depth } from "./depth.js";

// Stands in for the package of this name, by vitest.config.ts. Every run draws the same: npm test a quarter of the runs
// that a property names, but not below 25, npm run prove all of them. CRAWLBENCH_SEED=7 npm run prove draws others.

type Assert = typeof fastCheck.assert;

const { default: all } = createRequire(import.meta.url)("fast-check") as { default: typeof fastCheck };
all.configureGlobal({ seed: Number(process.env.CRAWLBENCH_SEED ?? 1998) });

const runs = (named = 100): number =>
  depth({ everyday: Math.min(named, Math.max(25, Math.ceil(named / 4))), prove: named });
const assert = ((property: Parameters<Assert>[0], options: Parameters<Assert>[1]) =>
  all.assert(property, { ...options, numRuns: runs(options?.numRuns) })) as Assert;

export default { ...all, assert };
