import { cellSignal } from "../../base/cell-signal.js";
import { problem } from "../../base/error.js";
import { Random } from "../../base/random.js";
import { pageRankOf } from "../../crawl/importance/page-rank-of.js";
import { hostsOfUrls } from "../../crawl/timed/url-hosts.js";
import { classes } from "../../freshness/change/classes.js";
import { gamma } from "../../freshness/change/gamma.js";
import { optimalFrequencies } from "../../freshness/optimal-frequencies.js";
import { estimated } from "../../freshness/policy/estimated.js";
import { importanceFirst } from "../../freshness/policy/importance-first.js";
import { optimal } from "../../freshness/policy/optimal.js";
import { proportional } from "../../freshness/policy/proportional.js";
import { uniform } from "../../freshness/policy/uniform.js";
import { type RefreshedPages, type RefreshRun, type RefreshStudyOptions, refreshStudy } from "../../freshness/study.js";
import type { Web } from "../../web/web.js";
import { type ExperimentOptions, REPEATS } from "../experiment.js";

/** Fetches per page and unit of time, in which a page changes once on the mean. */
export const BUDGETS = [1 / 8, 1 / 4, 1 / 2, 1, 2, 4] as const;
/**
 * Of these, those under which a fetch tells something of the rate: neither nearly always a change, nor nearly never.
 */
export const MIDDLE = [1 / 2, 1, 2] as const;
export const MONTHLY = 1 / 30;
export const BY_IMPORTANCE = optimal({ of: "importance" });

/** Fetches per page in all, and before the means begin. */
export const ROUNDS = { rounds: 8, warmUp: 4 } as const;
/** More pages than this are thinned out evenly: the policies look at no link. */
const MOST_PAGES = 5000;

/** What the claims are tested on. */
export interface FreshnessRuns {
  readonly pages: RefreshedPages;
  readonly seeds: readonly number[];
  /** Rates by gamma, all budgets. */
  readonly gamma: readonly RefreshRun[];
  /**
   * The same for those that learn and those they are held against, middle budgets, from the 16th fetch per page to the
   * 24th.
   */
  readonly later: readonly RefreshRun[];
  /** Rates by the five classes, one fetch per page and month. */
  readonly monthly: readonly RefreshRun[];
  /** Rates by gamma that go with importance, correlation 0.5; half a fetch per page and unit of time. */
  readonly correlated: readonly RefreshRun[];
  /** The plan of the optimal policy for a drawn web, half a fetch per page. */
  readonly plan: { readonly rates: Float64Array; readonly frequencies: Float64Array };
}

/** The pages of a web as the policies see them: how important each is, and on which host. */
export function pagesOf(web: Web): RefreshedPages {
  const size = Math.min(MOST_PAGES, web.graph.size);
  const page = (i: number) => Math.floor((i * web.graph.size) / size);
  const rank = pageRankOf().of(web);
  const hosts = web.urls && hostsOfUrls(web.urls).hostOf;
  return {
    size,
    importance: Float64Array.from({ length: size }, (_, i) => rank[page(i)]),
    ...(hosts && { hosts: Uint32Array.from({ length: size }, (_, i) => hosts[page(i)]) }),
  };
}

/** Draws changes for the pages of a web, and keeps them fresh under every policy. */
export async function freshnessRuns(
  web: Web,
  { repeats = REPEATS, seed = 1, onProgress, signal = cellSignal() }: ExperimentOptions,
): Promise<FreshnessRuns> {
  const pages = pagesOf(web);
  const study = async (
    options: Pick<RefreshStudyOptions, "policies" | "model" | "budgets" | "correlation" | "rounds" | "warmUp">,
  ) => {
    const stopped = () => signal?.aborted === true;
    const runs = await refreshStudy(pages, {
      ...ROUNDS,
      ...options,
      repeats,
      seed,
      stopped,
      onProgress,
    });
    if (stopped()) throw problem.stopped`the simulation of freshness was stopped`;
    return runs;
  };
  const rates = gamma.rates({ size: pages.size, random: new Random(seed) });
  return {
    pages,
    seeds: Array.from({ length: repeats }, (_, repeat) => seed + repeat),
    gamma: await study({
      policies: [uniform, proportional, optimal, estimated, importanceFirst],
      model: gamma,
      budgets: BUDGETS,
    }),
    later: await study({
      policies: [uniform, optimal, estimated],
      model: gamma,
      budgets: MIDDLE,
      rounds: 24,
      warmUp: 16,
    }),
    monthly: await study({ policies: [uniform, proportional, optimal], model: classes, budgets: [MONTHLY] }),
    correlated: await study({
      policies: [uniform, optimal, BY_IMPORTANCE],
      model: gamma,
      budgets: [1 / 2],
      correlation: 0.5,
    }),
    plan: { rates, frequencies: optimalFrequencies(rates, pages.size / 2) },
  };
}

/** A value of each run of a policy under a budget, web by web. */
export function valuesOf(
  runs: readonly RefreshRun[],
  { label }: { readonly label: string },
  budget: number,
  value: (run: RefreshRun) => number = ({ freshness }) => freshness,
): number[] {
  return runs.filter((run) => run.policy === label && run.budget === budget).map(value);
}
