import type { Command } from "commander";
import { caches } from "./family/caches.js";
import { helpFor, online } from "./typed-method.js";

/** Where policies that are counted alongside a crawl are typed. */
export const CACHE_SWEEP = "--cache-sweep";

export interface SweepFlags {
  cacheSweep?: string;
  cacheSizes?: string;
  seed?: number;
}

export const addSweepFlags = (command: Command): Command =>
  command
    .optionsGroup("URL caches alongside:")
    .option(
      `${CACHE_SWEEP} <policies>`,
      `count the misses of URL caches during the crawl, comma-separated: ${helpFor(online(caches))}; min is added when the crawl ends`,
    )
    .option("--cache-sizes <list>", "... sizes in entries: 1,2,50000, or powers of 2 by exponent (default: pow2:0-25)");
