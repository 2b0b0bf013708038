import { setImmediate } from "node:timers/promises";
import { got, gotInstead, option, problem } from "../base/error.js";
import { groupedBy } from "../base/grouped-by.js";
import {
  type ChosenOf,
  checkOptions,
  commonRules,
  list,
  number,
  type OptionRule,
  unruled,
  type ValuesOf,
  valuesOf,
} from "../base/method.js";
import { requireMethod } from "../base/methods-in.js";
import { type Progress, withStop } from "../base/progress.js";
import type { ProgressListener } from "../base/progress-event.js";
import { Random } from "../base/random.js";
import { meanOf } from "../base/statistics/mean-of.js";
import type { FreshnessRow } from "../figure/freshness-curve.js";
import type { ChangeModel } from "./change-model.js";
import { correlated } from "./correlated.js";
import { poissonHistory } from "./history.js";
import { REFRESHERS, type RefreshPolicy } from "./refresh-policy.js";
import { type RefreshResult, simulateRefresh } from "./simulate-refresh.js";

/** The pages that are kept fresh. */
export interface RefreshedPages {
  /** Number of pages. */
  readonly size: number;
  /** What the freshness of each is worth; only ratios count. Default: all the same. */
  readonly importance?: Float64Array;
  /** Host of each page, for models by host. */
  readonly hosts?: Uint32Array;
}

const RULES = {
  policies: list as OptionRule<readonly RefreshPolicy[]>,
  budgets: list as OptionRule<readonly number[]>,
  model: unruled<ChangeModel | undefined>(undefined),
  /** Webs drawn, each with rates and changes of its own; default 3, at most 10,000. */
  repeats: number(3, "[1, 10000]", "", { whole: true, is: "a number of webs, 1 to 10000" }),
  /** Seed of the first; the others follow. Default 1. */
  seed: commonRules.seed,
  /** Of importance and rate, from -1 to 1; default 0: independent. See `correlated`. */
  correlation: unruled(0),
  /** Fetches per page, on the mean, in all; default 8. */
  rounds: unruled(8),
  /** Of these, those before the means begin; default 4. */
  warmUp: unruled(4),
  onProgress: unruled<Progress | undefined>(undefined),
  /** Asked before each policy, when whoever waits was let in; stops the study, which then gives what it has. */
  stopped: unruled<(() => boolean) | undefined>(undefined),
} as const;

export interface RefreshStudyOptions extends ChosenOf<typeof RULES> {
  readonly policies: readonly RefreshPolicy[];
  readonly model: ChangeModel;
  /**
   * Fetches per page and unit of time, on the mean: 0.1 is every page once in ten units, were all fetched equally
   * often.
   */
  readonly budgets: readonly number[];
}

/** One policy under one budget on one drawn web. */
export interface RefreshRun extends Omit<RefreshResult, "perPage" | "curve"> {
  readonly policy: string;
  readonly budget: number;
  readonly seed: number;
  /** Fetches that the budget has room for. */
  readonly room: number;
}

/** One policy under one budget: means over the webs drawn, with the least and the greatest freshness. */
export interface RefreshRow extends Required<FreshnessRow> {
  /** Freshness, each page counting by its importance. */
  readonly weighted: number;
  /** Age on the mean, units of time. */
  readonly age: number;
  /** Fetches made, as a share of what the budget had room for. */
  readonly used: number;
  /** Fetches that found the page changed, as a share of those made. */
  readonly useful: number;
}

/**
 * Policies under budgets, each on the same drawn webs, so that they can be compared pair by pair.
 *
 * @throws "option" for options that make no sense
 */
export async function refreshStudy(pages: RefreshedPages, options: RefreshStudyOptions): Promise<RefreshRun[]> {
  checkOptions("refreshStudy", options, RULES);
  const values = valuesOf("refreshStudy", RULES, options);
  return withStop("freshness", options.onProgress, (onProgress) => study(pages, values, onProgress));
}

async function study(
  pages: RefreshedPages,
  options: ValuesOf<typeof RULES>,
  onProgress: ProgressListener,
): Promise<RefreshRun[]> {
  const { policies, model, budgets, repeats, seed, correlation, rounds, warmUp } = options;
  if (!(Number.isInteger(pages?.size) && pages.size >= 1))
    throw problem.option`refreshStudy takes pages, { size: web.graph.size }; ${gotInstead(pages)}`;
  const { size, importance = new Float64Array(size).fill(1) } = pages;
  if (typeof model?.rates !== "function")
    throw problem.option`refreshStudy takes a model of change, { model: changes.gamma }; ${gotInstead(model)}`;
  if (policies.length === 0)
    throw problem.option`refreshStudy needs policies: { policies: [refreshers.uniform, refreshers.optimal] }`;
  const labels = new Set<string>();
  for (const policy of policies) {
    requireMethod("refreshStudy", REFRESHERS, policy);
    if (labels.has(policy.label))
      throw problem.option`two policies are called "${policy.label}": give them different names or choices`;
    labels.add(policy.label);
  }
  const wrong = budgets.find((budget) => !(budget > 0 && Number.isFinite(budget)));
  if (wrong !== undefined || budgets.length === 0)
    throw problem.option`a budget is a number of fetches per page and unit of time above 0; found ${wrong ?? "none"}`;
  if (!(warmUp >= 0 && warmUp < rounds))
    throw problem.option`${option("warmUp")} is less than rounds, ${rounds}, and 0 or more; ${got(warmUp)}`;
  const runs: RefreshRun[] = [];
  const total = repeats * budgets.length * policies.length;
  for (let repeat = 0; repeat < repeats; repeat++) {
    const random = new Random(seed + repeat);
    const drawn = model.rates({ ...pages, random: random.fork(1) });
    const rates = correlation === 0 ? drawn : correlated(drawn, importance, correlation, random.fork(2));
    for (const budget of budgets) {
      const history = poissonHistory(rates, rounds / budget, random.fork(3));
      for (const policy of policies) {
        await setImmediate(); // Ctrl-C arrives here
        if (options.stopped?.()) return runs;
        onProgress({ task: policy.label, done: runs.length, total });
        const { perPage, curve, ...result } = simulateRefresh(history, policy, {
          budget: budget * size,
          rates,
          importance,
          settled: true,
          from: warmUp / budget,
          points: 1,
          seed: seed + repeat,
        });
        runs.push({ policy: policy.label, budget, seed: seed + repeat, room: Math.floor(rounds * size), ...result });
      }
    }
  }
  return runs;
}

/**
 * Means over the webs drawn, policies and budgets in the order in which they were given.
 *
 * @throws "option" for what `refreshStudy` did not give
 */
export function refreshRows(runs: readonly RefreshRun[]): RefreshRow[] {
  if (!Array.isArray(runs) || !runs.every((run) => Number.isFinite(run?.room)))
    throw problem.option`refreshRows takes the runs that refreshStudy gave; ${gotInstead(runs)}`;
  return groupedBy(runs, ({ policy, budget }) => JSON.stringify([policy, budget])).map((own) => {
    const mean = (value: (run: RefreshRun) => number) => meanOf(own.map(value));
    const freshness = own.map((run) => run.freshness);
    return {
      policy: own[0].policy,
      budget: own[0].budget,
      freshness: mean((run) => run.freshness),
      low: Math.min(...freshness),
      high: Math.max(...freshness),
      weighted: mean((run) => run.weighted),
      age: mean((run) => run.age),
      used: mean((run) => run.fetches) / mean((run) => run.room),
      useful: mean((run) => run.useful / Math.max(1, run.fetches)),
    };
  });
}
