import type { Declared } from "../../base/method.js";
import { exportsOf, methodsIn } from "../../base/methods-in.js";
import type { OrderingFamily, OrderingMethod } from "../../ordering/ordering.js";
import { hotAtRule, type Importance, type ImportanceFamily, type Threshold } from "../importance/importance.js";

/** An importance of the library by its name. */
export interface NamedImportance {
  readonly name: string;
  readonly source: string;
  readonly declared: Declared;
  make(chosen?: Threshold): Importance;
}

/** A method of the library for a topic, which takes a query first: similarity("computer", { rule: "figure5" }). */
export interface TopicFamily<M> {
  readonly name: string;
  readonly declared: Declared;
  /** @throws "option" for a choice that makes no sense */
  make(query: string, options?: object): M;
}

/** Every ordering of the library that is usable as it is, by name; nothing is registered. */
export const libraryOrderings = (): Promise<OrderingFamily[]> => methodsIn("ordering", "ordering");

/** Every importance of the library that needs no parts, by name; and each centrality. */
export async function libraryImportances(): Promise<NamedImportance[]> {
  const { CENTRALITIES, CENTRALITY_NAMES } = await import("../../web/graph/centralities.js");
  const { centrality } = await import("../importance/centrality.js");
  const families = await methodsIn<ImportanceFamily>("crawl/importance", "importance");
  const usual = families.map((make) => ({ name: make.name, source: make.source, declared: make.declared, make }));
  const central = CENTRALITY_NAMES.map((name) => ({
    name,
    source: CENTRALITIES[name].source,
    declared: { hotAt: hotAtRule },
    make: (chosen?: Threshold) => centrality(name, chosen),
  }));
  return [...usual, ...central];
}

/** Every ordering of the library for a topic: what takes a query. */
export const libraryTopicOrderings = (): Promise<TopicFamily<OrderingMethod>[]> => topicFamilies("ordering");

/** Every importance of the library for a topic. */
export const libraryTopicImportances = (): Promise<TopicFamily<Importance>[]> => topicFamilies("crawl/importance");

async function topicFamilies<M>(folder: string): Promise<TopicFamily<M>[]> {
  type Topical = TopicFamily<M>["make"] & { readonly takes?: string; readonly declared: Declared };
  return (await exportsOf(folder)).flatMap(({ file, value }) => {
    const make = value as Topical;
    return make?.takes === "query" ? [{ name: file, declared: make.declared, make }] : [];
  });
}
