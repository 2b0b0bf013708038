import { got, option, problem } from "../../base/error.js";
import { Random } from "../../base/random.js";
import { openUrlDatabase } from "../../urldb/database.js";
import type { UrlDatabaseEngine } from "../../urldb/engine.js";
import { type ChangeHistory, versionAt } from "../history.js";
import { recrawlAfter } from "../recrawl-after.js";
import { RecrawlPlan } from "../recrawl-plan.js";
import type { RefreshPolicy } from "../refresh-policy.js";
import { checkRefresh, normalised, type SimulateRefreshOptions } from "../simulate-refresh.js";

/** A fetch that a URL database led to. */
export interface DatabaseFetch {
  readonly page: number;
  /** Fetches that there was time for, this one included. */
  readonly slot: number;
  readonly changed: boolean;
}

export interface RefreshByDatabaseOptions
  extends Pick<SimulateRefreshOptions, "budget" | "rates" | "importance" | "seed"> {
  /** Folder of the database; engines that are not durable leave it alone. */
  readonly path: string;
  /** Default: the dedicated structure. */
  readonly engine?: UrlDatabaseEngine;
  /** URL of each page, all different. */
  readonly urls: readonly string[];
}

/** Milliseconds of a slot on the database's clock, and its time 0. */
const SLOT = 1000;
const BEGIN = 0;

/**
 * Does what `simulateRefresh` does, with a URL database in place of its lists: the database hands out which page is
 * next, and asks the policy for r(K). Both give the same fetches; this one serves to show that, and to try a policy on
 * an engine. About 100,000 fetches a second in memory.
 *
 * @throws CrawlbenchError as `openUrlDatabase`
 */
export async function refreshByDatabase(
  history: ChangeHistory,
  policy: RefreshPolicy,
  options: RefreshByDatabaseOptions,
): Promise<DatabaseFetch[]> {
  checkRefresh("refreshByDatabase", history, policy, options, ["path", "engine", "urls"]);
  const { path, engine, urls, budget, rates, importance, seed = 1 } = options;
  const size = history.offsets.length - 1;
  if (urls?.length !== size)
    throw problem.option`${option("urls")} has the URL of each page, ${size}; ${got(urls?.length)}`;
  const random = new Random(seed);
  const setting = {
    size,
    budget,
    importance: normalised(importance ?? new Float64Array(size).fill(1)),
    random: random.fork(1),
  };
  const refresher = policy.create(policy.offline && rates ? { ...setting, rates } : setting);
  const plan = new RecrawlPlan(refresher, size, budget, random.fork(2));
  const first = Float64Array.from({ length: size }, (_, page) => plan.first(page));
  const pages = new Map(urls.map((url, page) => [url, page]));
  const pageOf = (url: string) => pages.get(url) as number;
  const database = await openUrlDatabase(path, {
    order: ["added"],
    confirmTimeout: SLOT,
    recrawlAfter: recrawlAfter(plan, first, pageOf, SLOT),
    ...(engine && { engine }),
  });
  try {
    await database.add(urls);
    await database.confirm(await database.take(size, BEGIN), BEGIN);
    const fetches: DatabaseFetch[] = [];
    const versions = new Uint32Array(size);
    for (let slot = 1; slot <= Math.floor(history.duration * budget); slot++) {
      const now = BEGIN + slot * SLOT;
      const [taken] = await database.take(1, now);
      if (!taken) continue;
      const page = pageOf(taken.url);
      const version = versionAt(history, page, slot / budget);
      const changed = version !== versions[page];
      versions[page] = version;
      plan.fetched(page, slot, changed);
      await database.confirm(taken, now);
      fetches.push({ page, slot, changed });
    }
    return fetches;
  } finally {
    await database.close();
  }
}
