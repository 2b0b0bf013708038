import { readdirSync } from "node:fs";
import { datasets } from "../dataset/card.js";
import { isAvailable, loadOrOpen } from "../dataset/load.js";
import type { Web } from "../graph/web.js";
import type { Experiment, ExperimentOptions, ExperimentResult, LoadExperiment, WebExperiment } from "./experiment.js";

/** Folders of this folder that hold experiments, one per file. */
const FAMILIES = ["cho1998", "broder2003", "dorosz", "ours"] as const;

/** Webs larger than this are left to those who name them: they cost minutes. */
const MOST_PAGES_UNASKED = 400_000;

/** Every experiment, found by listing the folder; nothing is registered. */
export async function experiments(): Promise<Experiment[]> {
  const found: Experiment[] = [];
  for (const family of FAMILIES) {
    const names = readdirSync(new URL(`./${family}/`, import.meta.url)).filter((name) =>
      /^[a-z0-9-]+\.(js|ts)$/.test(name),
    );
    for (const name of names.sort()) {
      const module = (await import(/* @vite-ignore */ `./${family}/${name}`)) as Record<string, unknown>;
      for (const value of Object.values(module)) if (isExperiment(value)) found.push(value);
    }
  }
  return found;
}

const isExperiment = (value: unknown): value is Experiment =>
  typeof value === "object" && value !== null && "run" in value && ("suits" in value || "load" in value);

/**
 * Webs that an experiment runs on unless some are named: the embedded one, then those of the catalogue that suit it and are at
 * hand; none for one that makes its own load.
 */
export function websFor(experiment: Pick<WebExperiment, "suits"> | Pick<LoadExperiment, "load">): string[] {
  if ("load" in experiment) return [];
  const { suits } = experiment;
  const real = datasets().filter(
    (card) =>
      card.suits.includes(suits) && !card.generator && card.counts.pages <= MOST_PAGES_UNASKED && isAvailable(card),
  );
  return ["campus", ...real.map(({ id }) => id)];
}

export interface ReproduceOptions extends ExperimentOptions {
  /** "all" (default), an experiment ("cho1998/graph-2"), or a family ("cho1998"). */
  readonly which?: string;
  /** Names of the catalogue, or paths; default: websFor each experiment. */
  readonly webs?: readonly string[];
  /** Called before each experiment. */
  readonly onExperiment?: (experiment: Experiment, web: string, done: number, total: number) => void;
}

/**
 * Runs experiments, web by web, and hands over each result as it comes.
 *
 * @throws RangeError when there is no such experiment, with those that there are
 */
export async function* reproduce({
  which = "all",
  webs,
  onExperiment,
  ...options
}: ReproduceOptions = {}): AsyncGenerator<ExperimentResult> {
  const all = await experiments();
  const chosen = all.filter(({ id }) => which === "all" || id === which || id.startsWith(`${which}/`));
  if (chosen.length === 0) {
    throw new RangeError(
      `no experiment "${which}". There are: ${all.map(({ id }) => id).join(", ")}; or a family: ${FAMILIES.join(", ")}`,
    );
  }
  const onWebs = chosen.filter((each) => "suits" in each);
  const loads = webs && which === "all" ? [] : chosen.filter((each) => "load" in each);
  const wanted = onWebs.flatMap((experiment) => (webs ?? websFor(experiment)).map((web) => ({ experiment, web })));
  const names = [...new Set(wanted.map(({ web }) => web))];
  const total = wanted.length + loads.length;
  let done = 0;
  for (const name of names) {
    const web: Web = await loadOrOpen(name);
    for (const { experiment } of wanted.filter((each) => each.web === name)) {
      if (experiment.id !== which && !carries(web, experiment)) {
        done++;
        continue;
      }
      onExperiment?.(experiment, name, done++, total);
      yield await experiment.run(web, options);
    }
  }
  for (const experiment of loads) {
    onExperiment?.(experiment, experiment.load, done++, total);
    yield await experiment.run(options);
  }
}

/** False where an experiment has nothing to read. Named by its id it runs all the same, and says what it lacks. */
const carries = ({ capabilities }: Web, { needs = [] }: WebExperiment): boolean =>
  needs.every((need) => capabilities.includes(need));

/** Runs one experiment, on one web if it needs one: `await reproduceOne("cho1998/graph-2")`. */
export async function reproduceOne(
  id: string,
  web = "campus",
  options: ExperimentOptions = {},
): Promise<ExperimentResult> {
  for await (const result of reproduce({ ...options, which: id, webs: [web] })) return result;
  throw new RangeError(`no experiment "${id}"`);
}
