import { problem } from "../base/error.js";
import { exportsOfFile, filesIn } from "../base/methods-in.js";
import { meant } from "../base/nearest.js";
import type { Experiment } from "./experiment.js";
import { FAMILIES } from "./families.js";

/** An experiment and where it stands. */
export interface Found {
  readonly experiment: Experiment;
  /** File URL. */
  readonly module: URL;
}

/** Every experiment, found by listing the folder; nothing is registered. */
export async function experiments(): Promise<Experiment[]> {
  return experimentsWhere(() => true);
}

/** Those whose ids are meant, in the same order. The files of others are not loaded. */
export async function experimentsWhere(isMeant: (id: string) => boolean): Promise<Experiment[]> {
  return (await found(isMeant)).map(({ experiment }) => experiment);
}

/** An experiment stands in the file of its id: cho1998/graph-2.ts. */
async function found(isMeant: (id: string) => boolean): Promise<Found[]> {
  const all: Found[] = [];
  for (const family of Object.keys(FAMILIES)) {
    const files = filesIn(`experiment/${family}`).filter((file) => isMeant(`${family}/${file}`));
    for (const file of files.sort((a, b) => a.localeCompare(b, "en", { numeric: true })))
      for (const { value, module } of await exportsOfFile(`experiment/${family}`, file))
        if (isExperiment(value)) all.push({ experiment: value, module });
  }
  return all;
}

/** Those of families, by their ids, or all; only their files are loaded. @throws "option" when there is none of a name */
export async function chosenBy(...names: readonly string[]): Promise<Found[]> {
  const meant = await found((id) => names.some((name) => isNamed(id, name)));
  const isWhole = names.every((name) => meant.some(({ experiment: { id } }) => isNamed(id, name)));
  return chosenFrom(isWhole ? meant : await found(() => true), ...names);
}

/** Is it the name of an experiment, of its family, or "all"? */
const isNamed = (id: string, name: string): boolean => name === "all" || id === name || id.startsWith(`${name}/`);

const isExperiment = (value: unknown): value is Experiment =>
  typeof value === "object" && value !== null && "run" in value && ("suits" in value || "load" in value);

/**
 * Those of families, by their ids, or all; of a family and of all without those that are run alone. @throws "option"
 * when there is none of a name
 */
export function chosenFrom<F extends Pick<Found, "experiment">>(all: readonly F[], ...names: readonly string[]): F[] {
  const belongs = ({ experiment }: F, name: string) =>
    isNamed(experiment.id, name) && (experiment.id === name || !("alone" in experiment));
  const which = names.find((name) => !all.some((each) => belongs(each, name)));
  if (which === undefined) return all.filter((each) => names.some((name) => belongs(each, name)));
  const ids = all.map(({ experiment }) => experiment.id);
  const families = Object.keys(FAMILIES);
  const near = meant(which, [...families, ...ids]);
  throw problem.option`no experiment "${which}".${near} There are: ${ids.join(", ")}; or a family: ${families.join(", ")}`;
}
