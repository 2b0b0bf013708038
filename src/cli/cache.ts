import { type Command, Option } from "commander";
import { type CacheFlags, runCache } from "./cache-run.js";
import { addTraceFlags } from "./cache-trace.js";
import { count, HEADINGS, options, share } from "./choices.js";
import { commandOf } from "./command-of.js";
import { caches } from "./family/caches.js";
import { joinOption } from "./join.js";
import { helpFor } from "./typed-method.js";

/** Without `static`, which needs a crawl like this one beforehand. */
const USUAL = "clock,lru,random,min,infinite";

/** `crawlbench cache`: how large a cache of URLs must be, and which URLs it should keep. */
export function cacheCommand(): Command {
  const command = commandOf(
    "cache",
    "count what URL caches miss on the log of a crawl: every policy at every size, and which to build",
    [
      "crawlbench cache urls.gz --threads 64 --target-miss 20%       # every URL that the crawl found, one per line",
      "zcat urls-met.gz | crawlbench cache -",
      "crawlbench cache urls.gz --policies clock,sieve,s3-fifo,min --sizes pow2:4-20 --figure curves.svg",
      "crawlbench cache urls.gz --earlier urls-last-month.gz --policies clock,frequent,static    # what an old log is worth",
      "crawlbench cache example --thread-caches      # the folder of a crawl",
      "crawlbench cache campus --by random --threads 100    # what a polite crawl of a stored web meets in another order",
      "crawlbench cache all.u64 --sample 1%          # a log that is larger than memory",
      "crawlbench cache fingerprints.u64 --json      # exact misses, as rows",
    ],
  ).argument(
    "<log>",
    "URLs that the crawl found, one per line, with repeats; or the folder of a crawl, a web of the catalogue, or another format. Plain, gz or zst; - reads standard input",
  );
  return addTraceFlags(addCountingFlags(command))
    .optionsGroup(HEADINGS.output)
    .option(
      "--figure <file>",
      "draw the curves: .svg, .pdf, .png, .csv, .parquet or .json (Vega-Lite) (default: no figure)",
    )
    .option("--save <file>", "write the rows: .csv, .json or .parquet (default: not written)")
    .option("--write <file>", "store the log in a compressed form that loads much faster (default: not stored)")
    .addOption(new Option("--json", "print the rows as one JSON array: policy, size, requests, distinct, misses"))
    .action((path: string, flags: CacheFlags) => runCache(path, flags));
}

/** What is counted. */
const addCountingFlags = (command: Command): Command =>
  command
    .option(
      "--policies <names>",
      `comma-separated: ${helpFor(caches)}; bounds: min, min-mandatory, static, static-charged, infinite`,
      USUAL,
    )
    .option(
      "--earlier <log>",
      "also count static-earlier: STATIC that holds the URLs requested most often in this log of an earlier crawl (default: none)",
    )
    .option(
      "--sizes <list>",
      "entries: 1,2,50000, or powers of 2 by exponent, pow2:4-20 (default: 1, 2, 4, .. until all URLs fit, at most 2^25)",
    )
    .option(
      "--target-miss <share>",
      "miss rate to reach: 20% or 0.2 (default: the rate past the critical region where doubling the entries gains little)",
      share,
    )
    .option(
      "--threads <n>",
      "threads that share the cache, to show entries per thread (default: as in the log; of a web: 20, which crawl it)",
      count,
    )
    .option(
      "--thread-caches",
      "also count one cache per thread, with the same total memory; the log must name its threads",
    )
    .option(
      "--sample <share>",
      "estimate from a sample of the URLs: 1% or 0.01; it cannot estimate small caches (default: exact, from all)",
      share,
    )
    .addOption(options.seed())
    .option("--workers <n>", "policies counted in parallel on this machine (default: one per core)", count)
    .addOption(joinOption());
