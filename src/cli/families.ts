import { caches } from "./family/caches.js";
import { changes } from "./family/changes.js";
import { engines } from "./family/engines.js";
import { importances } from "./family/importances.js";
import { models } from "./family/models.js";
import { orderings } from "./family/orderings.js";
import { refreshers } from "./family/refreshers.js";
import type { MethodFamily } from "./typed-method.js";

/** All families, and the commands that take them. */
export const FAMILIES: readonly (MethodFamily<unknown> & { readonly commands: string })[] = [
  { ...orderings, commands: "compare, replay, explain, play, crawl" },
  { ...importances, commands: "compare, judge, explain, play, sample, score" },
  { ...models, commands: "compare, judge, play, score" },
  { ...caches, commands: "cache" },
  { ...refreshers, commands: "freshness" },
  { ...changes, commands: "freshness" },
  { ...engines, commands: "urldb bench" },
];
