import { availableParallelism } from "node:os";
import { crewRule } from "../base/crew/crew.js";
import { either, gotInstead, option, problem } from "../base/error.js";
import { diskSettled } from "../base/file/disk-settled.js";
import { given } from "../base/given.js";
import { groupedBy } from "../base/grouped-by.js";
import { cacheRule, checkOptions, commonRules, flag, list, number, ruleOf } from "../base/method.js";
import { type Progress, withProgress } from "../base/progress.js";
import { repeatsRule } from "../crawl/compare/compare.js";
import { hasOtherWords } from "../crawl/pool/crawl-key.js";
import { PAGES_PER_HOST } from "../crawl/timed/linked-urls.js";
import { Query } from "../page/text/query.js";
import { datasets } from "../web/dataset/card.js";
import { isAvailable, loadOrOpen } from "../web/dataset/load.js";
import type { Web } from "../web/web.js";
import type { ClaimVerdict } from "./claim.js";
import { withKinds } from "./construction.js";
import {
  type Experiment,
  type ExperimentOptions,
  type ExperimentResult,
  type LoadExperiment,
  REPEATS,
  type WebExperiment,
} from "./experiment.js";
import { chosenBy, experiments, type Found } from "./found.js";
import { type LaneAnswer, type LaneSetting, Lanes, type LaneTask } from "./lanes.js";
import { readLedger } from "./ledger.js";
import { overRuns, TIMED_RUNS } from "./over-runs.js";
import { heldAgainst, withKnownKinds } from "./recorded.js";
import { ResultStore, resultKey } from "./result-store.js";

/** Webs larger than this are left to those who name them: they cost minutes. */
const MOST_PAGES_UNASKED = 400_000;

/**
 * Webs that an experiment runs on unless some are named: the generated one, then those of the catalogue that suit it and
 * are at hand, as the real one of this package always is; none for one that makes its own load.
 *
 * @throws "option" for what is no experiment
 */
export function websFor(experiment: Pick<WebExperiment, "suits"> | Pick<LoadExperiment, "load">): string[] {
  const { suits, load } = Object(experiment) as Partial<WebExperiment & LoadExperiment>;
  if (load !== undefined) return [];
  if (suits === undefined)
    throw problem.option`websFor takes an experiment, or what it suits: websFor({ suits: "cho1998" }); ${gotInstead(experiment)}`;
  const real = datasets().filter(
    (card) =>
      card.suits.includes(suits) && !card.generator && card.counts.pages <= MOST_PAGES_UNASKED && isAvailable(card),
  );
  return ["campus", ...real.flatMap(({ id }) => partsOf(id, { suits }))];
}

/**
 * What of a web an experiment runs on: all of it, and one on small sites on each that the web's card names.
 *
 * @param web name of the catalogue, or a path
 * @returns names: "webkb-1997/www.cs.wisc.edu"
 */
function partsOf(web: string, { suits }: Pick<WebExperiment, "suits">): readonly string[] {
  const card = datasets().find(({ id }) => id.toLowerCase() === web.toLowerCase());
  return suits === "cho1998-small-site" && card?.sites ? card.sites.map((host) => `${card.id}/${host}`) : [web];
}

/** Whether there is such an experiment, and it runs on such a web of the catalogue unasked, were it at hand. */
export async function suitability(): Promise<(experiment: string, dataset: string) => boolean> {
  const known = new Map((await experiments()).map((each) => [each.id, each]));
  const cards = new Map(datasets().map((card) => [card.id, card]));
  return (id, dataset) => {
    const experiment = known.get(id);
    if (experiment === undefined || "load" in experiment) return experiment !== undefined;
    const [web, site] = dataset.split("/");
    const card = cards.get(web);
    const onSites = experiment.suits === "cho1998-small-site" && card?.sites !== undefined;
    if ((site !== undefined) !== onSites) return false;
    return web === "campus" || card?.suits.includes(experiment.suits) === true;
  };
}

/** What one experiment takes. */
export interface ReproduceOneOptions extends Omit<ExperimentOptions, "onProgress"> {
  readonly onProgress?: Progress;
}

export interface ReproduceAllOptions extends ReproduceOneOptions {
  /** "all" (default), an experiment ("cho1998/graph-2"), or a family ("cho1998"); or several of these. */
  readonly which?: string | readonly string[];
  /** Names of the catalogue, or paths; default: websFor each experiment. */
  readonly webs?: readonly string[];
  /** Run all again, also what has not changed since it was run last. */
  readonly again?: boolean;
  /**
   * Run experiments that put a number of the paper's in with other numbers, too, and say which verdicts follow from it:
   * three times the work; and those whose times are measured five times, each on a load of its own. Default: as the
   * ledger has it.
   */
  readonly vary?: boolean;
  /**
   * Run two experiments at a time, each in a process of its own; those that measure times stay alone. Their results come
   * without the crawls that they judge, `runs`. Default: one after the other; so, too, where nothing is kept on disk,
   * where verdicts are varied, and where a crew helps.
   */
  readonly sideBySide?: boolean;
  /** Called before each experiment; two at a time: when one is done. */
  readonly onExperiment?: (experiment: Experiment, web: string, done: number, total: number) => void;
  /** Called in its place for one that cannot run on a web, with the reason; named by its id it runs all the same. */
  readonly onLeftOut?: (experiment: Experiment, web: string, why: string) => void;
}

const isOneOrMore = (value: unknown): boolean => {
  const names = Array.isArray(value) ? value : [value];
  return names.length > 0 && names.every((name) => typeof name === "string");
};

/** What an experiment takes, and what each may be. */
const COMMON = {
  repeats: repeatsRule(REPEATS),
  crew: crewRule,
  cache: cacheRule,
  scale: undefined,
  putBack: number(0.317, "[0, 1)", "", { is: "a share of the links, from 0 to less than 1" }),
  copies: number(1, "[1, ∞)", "", { whole: true, is: "a number of copies, 1 or more" }),
  pagesPerHost: number(PAGES_PER_HOST, "[1, ∞)", "", { is: "a number of pages, 1 or more" }),
  query: undefined,
  ...commonRules,
} as const;

const ALL_RULES = {
  which: ruleOf<string | readonly string[]>("all", "", "a name, or a list of names", isOneOrMore),
  webs: list,
  again: flag(""),
  vary: flag(""),
  sideBySide: flag(""),
  onExperiment: commonRules.onProgress,
  onLeftOut: commonRules.onProgress,
  ...COMMON,
} as const;

const ONE_RULES = { web: undefined, ...COMMON } as const;

/**
 * Runs experiments, web by web, and hands over each result as it comes. What was run before and would show the same,
 * since neither its code nor its web nor its options changed, is taken from disk; `cache: false` keeps nothing, and
 * takes nothing.
 *
 * @throws "option" when there is no such experiment, with those that there are
 */
export async function* reproduceAll(all: ReproduceAllOptions = {}): AsyncGenerator<ExperimentResult> {
  checkOptions("reproduceAll", all, ALL_RULES);
  const {
    which = "all",
    webs,
    again = false,
    vary = false,
    sideBySide = false,
    onExperiment,
    onLeftOut,
    ...more
  } = given(all);
  const { onProgress, signal, ...options } = more;
  const names = typeof which === "string" ? [which] : which;
  const chosen = await chosenBy(...names);
  checkQuery(options, chosen);
  const store = storeFor(options);
  const ledger = vary ? [] : readLedger();
  const tasks = tasksOf(chosen, webs, names);
  const here = new Runner({ store, names, again });
  const { crew, ...plain } = options;
  const lanes =
    sideBySide && store && !vary && crew === undefined
      ? Lanes.for(
          tasks.filter(({ found: { experiment } }) => isRepeatable(experiment)),
          { options: plain, again, names },
          signal,
        )
      : undefined;
  const beside = new AbortController();
  const waiting = new Map<Task, Promise<ExperimentResult>>();
  for (const task of lanes ? tasks.filter(({ found: { experiment } }) => mostlyWaits(experiment)) : []) {
    const stop = AbortSignal.any([beside.signal, ...(signal ? [signal] : [])]);
    const begun = here.run(task, { ...options, signal: stop, onProgress: false });
    begun.catch(() => {}); // thrown when its turn comes
    waiting.set(task, begun);
  }
  let done = 0;
  const tell = ({ found: { experiment }, web }: Task) =>
    onExperiment?.(experiment, web ?? ("load" in experiment ? experiment.load : ""), done, tasks.length);
  try {
    for (const task of tasks) {
      const { experiment } = task.found;
      const given = { ...options, signal, onProgress };
      const answer = await lanes?.answer(task);
      if (!answer) await Promise.allSettled([lanes?.done, ...waiting.values()]); // what measures times is alone
      const why = answer ? "why" in answer && answer.why : await here.refusal(task);
      if (why) {
        onLeftOut?.(experiment, task.web ?? "", why);
        done++;
        continue;
      }
      tell(task);
      done++;
      if (vary && !isRepeatable(experiment)) {
        yield overRuns(await here.runs(task, given));
        continue;
      }
      const kept = answer && "key" in answer ? store?.find(answer.key, experiment, answer.reused) : undefined;
      const result = kept ?? (await (waiting.get(task) ?? here.run(task, given)));
      if (!vary) yield besideLedger(ledger, result, task.web, options);
      else if (task.web === undefined) yield result;
      else yield await withKinds(result, (choice) => here.run(task, { ...given, ...choice }));
    }
  } finally {
    beside.abort();
    await Promise.allSettled(waiting.values());
    await lanes?.end();
  }
}

/** An experiment on a web, or with its own load. */
interface Task extends LaneTask {
  readonly found: Found;
}

/** What is to be run, web by web, then what makes its own load. */
function tasksOf(chosen: readonly Found[], webs: readonly string[] | undefined, names: readonly string[]): Task[] {
  const onWebs = chosen.flatMap((each): Task[] => {
    const { experiment } = each;
    if (!("suits" in experiment)) return [];
    const named = webs?.flatMap((web) => partsOf(web, experiment)) ?? websFor(experiment);
    return named.map((web) => ({ id: experiment.id, found: each, web }));
  });
  const isAskedFor = webs === undefined || onWebs.length === 0; // who names webs asks for what runs on them
  const loads = chosen.filter(
    ({ experiment }) => "load" in experiment && (isAskedFor || names.includes(experiment.id)),
  );
  return [...byWeb(onWebs), ...loads.map((each): Task => ({ id: each.experiment.id, found: each, web: undefined }))];
}

const byWeb = (tasks: readonly Task[]): Task[] => groupedBy(tasks, ({ web }) => web).flat();

/** Runs experiments where it is called, one after the other. */
class Runner {
  readonly #how: Pick<LaneSetting, "names" | "again"> & { readonly store: ResultStore | undefined };
  /** The web of the last experiment. */
  #web: { readonly name: string; readonly web: Web } | undefined;

  constructor(how: Pick<LaneSetting, "names" | "again"> & { readonly store: ResultStore | undefined }) {
    this.#how = how;
  }

  async web({ web: name }: LaneTask): Promise<Web | undefined> {
    if (name === undefined) return undefined;
    if (this.#web?.name !== name) this.#web = { name, web: await loadOrOpen(name) };
    return this.#web.web;
  }

  /** Why an experiment cannot run on its web; asked for by its name, it runs all the same. */
  async refusal(task: Task): Promise<string | undefined> {
    const { experiment } = task.found;
    const web = await this.web(task);
    return web === undefined || "load" in experiment || this.#how.names.includes(experiment.id)
      ? undefined
      : refusalOf(experiment, web);
  }

  /** What measures times, or depends on when answers came, over several runs, each of a load with another seed. */
  async runs(task: Task, options: ReproduceOneOptions): Promise<ExperimentResult[]> {
    const { seed = 1 } = options;
    const results: ExperimentResult[] = [];
    const { alone, runs = alone === undefined ? TIMED_RUNS : 1 } = task.found.experiment; // what is long: one
    for (let run = 0; run < runs; run++) results.push(await this.run(task, { ...options, seed: seed + run }));
    return results;
  }

  async run(task: Task, { onProgress: given, ...options }: ReproduceOneOptions): Promise<ExperimentResult> {
    const { experiment } = task.found;
    const web = await this.web(task);
    const run = async () => {
      if (!isRepeatable(experiment) && !mostlyWaits(experiment)) await diskSettled();
      return withProgress(
        task.web === undefined ? experiment.id : `${experiment.id} on ${task.web}`,
        given,
        (onProgress) =>
          "load" in experiment
            ? experiment.run({ ...options, onProgress })
            : experiment.run(web as Web, { ...options, onProgress }),
      );
    };
    return kept(this.#how.store, task.found, web, options, run, () => !this.#how.again);
  }
}

/** What a process of the lanes does with each experiment: runs it, and keeps the result on disk for who asked. */
export function runInLane(setting: LaneSetting, signal: AbortSignal): (task: LaneTask) => Promise<LaneAnswer> {
  const { options, again, names } = setting;
  const runner = new Runner({ store: storeFor(options), names, again });
  const workers = Math.max(1, (options.workers ?? availableParallelism()) >> 1); // the other half is the other lane's
  return async ({ id, web: name }) => {
    const task: Task = { id, web: name, found: (await chosenBy(id))[0] };
    const why = await runner.refusal(task);
    if (why !== undefined) return { why };
    const { reused } = await runner.run(task, { ...options, workers, signal, onProgress: false });
    const { experiment, module } = task.found;
    return { key: await resultKey(experiment, module, await runner.web(task), options), reused };
  };
}

/** Has the ledger verdicts under such a name: of a web of the catalogue, or of a site that its card names? */
export const isRecordable = (name: string): boolean =>
  datasets().some(({ id, sites = [] }) =>
    [id, ...sites.map((host) => `${id}/${host}`)].some((known) => known.toLowerCase() === name.toLowerCase()),
  );

/** A result as the ledger lets it speak: a plain run is held against it, one with choices of its own stands by itself. */
function besideLedger(
  ledger: readonly ClaimVerdict[],
  result: ExperimentResult,
  web: string | Web | undefined,
  { repeats, seed = 1, scale, putBack, copies, pagesPerHost, query }: ExperimentOptions,
): ExperimentResult {
  const chosen =
    [repeats, scale, putBack, copies, pagesPerHost, query].some((each) => each !== undefined) || seed !== 1;
  const isKnown = web === undefined || (typeof web === "string" && isRecordable(web));
  // of a real crawl the order of answers, and what it did to the URLs, has no interval in the ledger
  return chosen || !isKnown || (!isRepeatable(result.experiment) && !("load" in result.experiment))
    ? withKnownKinds(ledger, result)
    : heldAgainst(ledger, result);
}

/** Are its numbers the same each time, on any machine? */
export const isRepeatable = (experiment: object): boolean =>
  "load" in experiment
    ? "repeatable" in experiment && experiment.repeatable === true
    : !("repeatable" in experiment && experiment.repeatable === false);

const mostlyWaits = (experiment: Experiment): boolean => "load" in experiment && experiment.waits === true;

/** @throws "option" for a query without a word, or where nothing that was asked for crawls for a topic */
function checkQuery({ query }: Pick<ExperimentOptions, "query">, chosen: readonly Found[]): void {
  if (query === undefined) return;
  new Query(query);
  if (chosen.some(({ experiment }) => "suits" in experiment && experiment.suits === "cho1998-topic")) return;
  throw problem.option`${option("query")} is for crawls for a topic, Graphs 7 to 10 of Cho et al. 1998: ${either('reproduce("cho1998/graph-7", { query: "computer" })', "crawlbench reproduce cho1998/graph-7 --query computer")}`;
}

const storeFor = ({ cache }: Pick<ExperimentOptions, "cache">) => (cache === false ? undefined : new ResultStore());

/** A result from disk, where it serves and nothing that it depends on has changed; else from a run, which is kept. */
async function kept(
  store: ResultStore | undefined,
  { experiment, module }: Found,
  web: Web | undefined,
  options: ReproduceOneOptions,
  run: () => Promise<ExperimentResult>,
  serves: (before: ExperimentResult) => boolean,
): Promise<ExperimentResult> {
  const { onProgress: _, ...choices } = options;
  const key = store && !(web && hasOtherWords(web)) && (await resultKey(experiment, module, web, choices));
  const before = key ? store?.find(key, experiment) : undefined;
  if (before && serves(before)) return before;
  if (key) store?.requireWritable();
  const result = await run();
  return key && store ? store.keep(key, result) : result;
}

/** Why an experiment cannot run on a web; undefined where it can. */
function refusalOf({ needs = [], refuses }: WebExperiment, web: Web): string | undefined {
  const missing = needs.filter((need) => !web.capabilities.includes(need));
  return missing.length > 0 ? `it needs ${missing.join(", ")}` : refuses?.(web);
}

/** What `reproduce` takes. */
export interface ReproduceOptions extends ReproduceOneOptions {
  /** A name of the catalogue, a path, or a web that is loaded; default campus. */
  readonly web?: string | Web;
}

/**
 * Reproduces one figure, or one of our own experiments, on one web: `await reproduce("cho1998/graph-2")`. As the last
 * line of a cell it draws the figure, with the verdicts below.
 *
 * @throws "option" when there is no such experiment, with those that there are
 */
export async function reproduce(id: string, options: ReproduceOptions = {}): Promise<ExperimentResult> {
  checkOptions("reproduce", options, ONE_RULES);
  const { web: named = "campus", onProgress: listener, ...rest } = given(options);
  const [one, ...more] = await chosenBy(String(id));
  if (more.length > 0)
    throw problem.option`"${id}" is a family of experiments: name one of them, or use reproduceAll({ which: "${id}" })`;
  checkQuery(rest, [one]);
  const { experiment } = one;
  return withProgress(experiment.id, listener, async (onProgress) => {
    const web = "load" in experiment ? undefined : typeof named === "string" ? await loadOrOpen(named) : named;
    const run = () =>
      "load" in experiment
        ? experiment.run({ ...rest, onProgress })
        : experiment.run(web as Web, { ...rest, onProgress });
    // crawls come from their own store, so that they can be judged anew
    const result = await kept(storeFor(rest), one, web, rest, run, (before) => !before.hasRuns);
    return besideLedger(readLedger(), result, web && named, rest).drawn();
  });
}
