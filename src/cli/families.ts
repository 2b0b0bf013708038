import { caches } from "./family/caches.js";
import { changes } from "./family/changes.js";
import { engines } from "./family/engines.js";
import { importances } from "./family/importances.js";
import { models } from "./family/models.js";
import { orderings } from "./family/orderings.js";
import { refreshers } from "./family/refreshers.js";
import type { MethodFamily } from "./typed-method.js";

interface Taken {
  /** What takes the family's flag. */
  readonly commands: string;
  /** What takes its methods behind another flag. */
  readonly besides?: string;
}

/** All families, and the commands that take them. */
export const FAMILIES: readonly (MethodFamily<unknown> & Taken)[] = [
  { ...orderings, commands: "compare, replay, explain, play, crawl" },
  { ...importances, commands: "compare, judge, explain, play, sample, score" },
  { ...models, commands: "compare, judge, play, score" },
  { ...caches, commands: "cache", besides: "--cache-sweep and --url-cache of crawl" },
  { ...refreshers, commands: "freshness" },
  { ...changes, commands: "freshness" },
  { ...engines, commands: "urldb bench" },
];
