import { either, option, problem } from "../base/error.js";
import { checkOptions, commonRules, flag, list, number, text } from "../base/method.js";
import { exportsOf } from "../base/methods-in.js";
import { meant } from "../base/nearest.js";
import { type Progress, withProgress } from "../base/progress.js";
import { Query } from "../page/text/query.js";
import { datasets } from "../web/dataset/card.js";
import { isAvailable, loadOrOpen } from "../web/dataset/load.js";
import type { Web } from "../web/web.js";
import type { ClaimVerdict } from "./claim.js";
import { withKinds } from "./construction.js";
import type { Experiment, ExperimentOptions, ExperimentResult, LoadExperiment, WebExperiment } from "./experiment.js";
import { FAMILIES } from "./families.js";
import { readLedger } from "./ledger.js";
import { heldAgainst, withKnownKinds } from "./recorded.js";
import { ResultStore, resultKey } from "./result-store.js";

/** Webs larger than this are left to those who name them: they cost minutes. */
const MOST_PAGES_UNASKED = 400_000;

interface Found {
  readonly experiment: Experiment;
  /** File URL. */
  readonly module: URL;
}

/** Every experiment, found by listing the folder; nothing is registered. */
export async function experiments(): Promise<Experiment[]> {
  return (await found()).map(({ experiment }) => experiment);
}

async function found(): Promise<Found[]> {
  const families = Object.keys(FAMILIES).map(async (family) =>
    (await exportsOf(`experiment/${family}`)).flatMap(({ value, module }): Found[] =>
      isExperiment(value) ? [{ experiment: value, module }] : [],
    ),
  );
  return (await Promise.all(families)).flatMap((each) =>
    each.sort((a, b) => a.experiment.id.localeCompare(b.experiment.id, "en", { numeric: true })),
  );
}

const isExperiment = (value: unknown): value is Experiment =>
  typeof value === "object" && value !== null && "run" in value && ("suits" in value || "load" in value);

/**
 * Webs that an experiment runs on unless some are named: the generated one, then those of the catalogue that suit it and
 * are at hand, as the real one of this package always is; none for one that makes its own load.
 */
export function websFor(experiment: Pick<WebExperiment, "suits"> | Pick<LoadExperiment, "load">): string[] {
  if ("load" in experiment) return [];
  const { suits } = experiment;
  const real = datasets().filter(
    (card) =>
      card.suits.includes(suits) && !card.generator && card.counts.pages <= MOST_PAGES_UNASKED && isAvailable(card),
  );
  return ["campus", ...real.flatMap(({ id }) => partsOf(id, experiment))];
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
  /** "all" (default), an experiment ("cho1998/graph-2"), or a family ("cho1998"). */
  readonly which?: string;
  /** Names of the catalogue, or paths; default: websFor each experiment. */
  readonly webs?: readonly string[];
  /** Run all again, also what has not changed since it was run last. */
  readonly again?: boolean;
  /**
   * Run experiments that put a number of the paper's in with other numbers, too, and say which verdicts follow from it:
   * three times the work. Default: as the ledger has it.
   */
  readonly vary?: boolean;
  /** Called before each experiment. */
  readonly onExperiment?: (experiment: Experiment, web: string, done: number, total: number) => void;
  /** Called in its place for one that cannot run on a web, with the reason; named by its id it runs all the same. */
  readonly onLeftOut?: (experiment: Experiment, web: string, why: string) => void;
}

/** What an experiment takes, and what each may be. */
const COMMON = {
  repeats: number(5, "[1, ∞)", "", { whole: true, is: "a number of crawls, 1 or more" }),
  crew: undefined,
  cache: undefined,
  scale: undefined,
  putBack: number(0.317, "[0, 1)", "", { is: "a share of the links, from 0 to less than 1" }),
  query: undefined,
  ...commonRules,
} as const;

const ALL_RULES = {
  which: text("all", "", []),
  webs: list,
  again: flag(""),
  vary: flag(""),
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
  const { which = "all", webs, again = false, vary = false, onExperiment, onLeftOut, ...others } = all;
  const { onProgress: given, ...options } = others;
  const chosen = chosenFrom(await found(), which);
  checkQuery(options, chosen);
  const store = storeFor(options);
  const ledger = vary ? [] : readLedger();
  const keptOf = (each: Found, web: Web | undefined, run: () => Promise<ExperimentResult>, choices = options) =>
    kept(store, each, web, choices, run, () => !again);
  const wanted = chosen.flatMap((each) => {
    const { experiment } = each;
    if (!("suits" in experiment)) return [];
    const named = webs?.flatMap((web) => partsOf(web, experiment)) ?? websFor(experiment);
    return named.map((web) => ({ ...each, experiment, web }));
  });
  const onWebsOnly = webs !== undefined && wanted.length > 0; // who names webs asks for what runs on them
  const loads = chosen.flatMap((each) => {
    const { experiment } = each;
    return "load" in experiment && !onWebsOnly ? [{ ...each, experiment }] : [];
  });
  const total = wanted.length + loads.length;
  let done = 0;
  for (const name of new Set(wanted.map(({ web }) => web))) {
    const web: Web = await loadOrOpen(name);
    for (const each of wanted.filter((one) => one.web === name)) {
      const { experiment } = each;
      const why = experiment.id === which ? undefined : refusalOf(experiment, web);
      if (why !== undefined) {
        onLeftOut?.(experiment, name, why);
        done++;
        continue;
      }
      onExperiment?.(experiment, name, done++, total);
      const runWith = (choices: typeof options) =>
        keptOf(
          each,
          web,
          () =>
            withProgress(`${experiment.id} on ${name}`, given, (onProgress) =>
              experiment.run(web, { ...choices, onProgress }),
            ),
          choices,
        );
      const result = await runWith(options);
      yield vary
        ? await withKinds(result, (putBack) => runWith({ ...options, putBack }))
        : besideLedger(ledger, result, name, options);
    }
  }
  for (const each of loads) {
    const { experiment } = each;
    onExperiment?.(experiment, experiment.load, done++, total);
    const result = await keptOf(each, undefined, () =>
      withProgress(experiment.id, given, (onProgress) => experiment.run({ ...options, onProgress })),
    );
    yield vary ? result : besideLedger(ledger, result, undefined, options);
  }
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
  { repeats, seed = 1, scale, putBack, query }: ExperimentOptions,
): ExperimentResult {
  const chosen = [repeats, scale, putBack, query].some((each) => each !== undefined) || seed !== 1;
  const isKnown = web === undefined || (typeof web === "string" && isRecordable(web));
  return chosen || !isKnown || !isRepeatable(result.experiment)
    ? withKnownKinds(ledger, result)
    : heldAgainst(ledger, result);
}

/** Are its numbers the same each time, on any machine? */
export const isRepeatable = (experiment: object): boolean =>
  "load" in experiment
    ? "repeatable" in experiment && experiment.repeatable === true
    : !("repeatable" in experiment && experiment.repeatable === false);

/**
 * Those of a family, one by its id, or all; of a family and of all without those that are run alone. @throws "option"
 * when there is none of the name
 */
export function chosenFrom<F extends Pick<Found, "experiment">>(all: readonly F[], which: string): F[] {
  const chosen = all.filter(
    ({ experiment }) =>
      experiment.id === which ||
      ((which === "all" || experiment.id.startsWith(`${which}/`)) && !("alone" in experiment)),
  );
  if (chosen.length > 0) return chosen;
  const ids = all.map(({ experiment }) => experiment.id);
  const families = Object.keys(FAMILIES);
  const near = meant(which, [...families, ...ids]);
  throw problem.option`no experiment "${which}".${near} There are: ${ids.join(", ")}; or a family: ${families.join(", ")}`;
}

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
  const key = store && (await resultKey(experiment, module, web, choices));
  const before = key && store.find(key, experiment);
  if (before && serves(before)) return before;
  const result = await run();
  return key ? store.keep(key, result) : result;
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
  const { web: named = "campus", onProgress: given, ...rest } = options;
  const [one, ...more] = chosenFrom(await found(), String(id));
  if (more.length > 0)
    throw problem.option`"${id}" is a family of experiments: name one of them, or use reproduceAll({ which: "${id}" })`;
  checkQuery(rest, [one]);
  const { experiment } = one;
  return withProgress(experiment.id, given, async (onProgress) => {
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
