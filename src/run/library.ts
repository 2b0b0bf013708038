import { readdirSync } from "node:fs";
import type { Capability } from "../graph/web.js";
import type { Importance } from "../importance/importance.js";
import type { OrderingFamily, OrderingMethod } from "../ordering/ordering.js";

/** Any importance of the library: a function from its choices. */
export type ImportanceFamily = (options?: { readonly hotAt?: number }) => Importance;

/** A method of the library for a topic, which takes a query first: similarity("computer", { rule: "figure5" }). */
export interface TopicFamily<M> {
  readonly name: string;
  /** @throws RangeError for a choice that makes no sense */
  make(query: string, options?: object): M;
}

/** Every ordering of the library that is usable as it is, found by listing its folder; nothing is registered. */
export async function libraryOrderings(): Promise<OrderingFamily<never, Capability>[]> {
  return (await orderingExports()).filter(
    (value) => (value as { kind?: unknown }).kind === "ordering",
  ) as OrderingFamily<never, Capability>[];
}

/** Every importance of the library that needs no parts, found by listing its folder. */
export async function libraryImportances(): Promise<ImportanceFamily[]> {
  return (await importanceExports()).filter((value): value is ImportanceFamily => {
    try {
      return (value as ImportanceFamily)().kind === "importance";
    } catch {
      return false; // a helper, or one that is made of others
    }
  });
}

/** Every ordering of the library for a topic, found by listing its folder: what makes an ordering of a word, and keeps it as its query. */
export async function libraryTopicOrderings(): Promise<TopicFamily<OrderingMethod>[]> {
  return topicFamilies("ordering", await orderingExports());
}

/** Every importance of the library for a topic, found in the same way. */
export async function libraryTopicImportances(): Promise<TopicFamily<Importance>[]> {
  return topicFamilies("importance", await importanceExports());
}

function topicFamilies<M extends OrderingMethod | Importance>(
  kind: M["kind"],
  exported: readonly unknown[],
): TopicFamily<M>[] {
  return exported.flatMap((value) => {
    const make = value as TopicFamily<M>["make"];
    try {
      const made = make("topic");
      return made.kind === kind && made.options.query === "topic" ? [{ name: made.name, make }] : [];
    } catch {
      return []; // it takes something else
    }
  });
}

const orderingExports = () => exportsOf("ordering", (file) => import(`../ordering/${file}`));
const importanceExports = () => exportsOf("importance", (file) => import(`../importance/${file}`));

/** What the files of a folder of methods export as functions, in alphabetical order. */
async function exportsOf(folder: string, load: (file: string) => Promise<Record<string, unknown>>): Promise<unknown[]> {
  const files = readdirSync(new URL(`../${folder}/`, import.meta.url)).filter((name) =>
    /^[a-z0-9-]+\.[jt]s$/.test(name),
  );
  const modules = await Promise.all(files.sort().map(load));
  return modules.flatMap((module) => Object.values(module)).filter((value) => typeof value === "function");
}
