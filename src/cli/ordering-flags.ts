import type { Command } from "commander";
import { attempt } from "../base/attempt.js";
import { problem } from "../base/error.js";
import { given } from "../base/given.js";
import type { ChosenOf } from "../base/method.js";
import { INSIDES } from "../ordering/frontier/queue-metric.js";
import { damping, reorderEvery, stableTies } from "../ordering/frontier/shared-options.js";
import type { OrderingMethod } from "../ordering/ordering.js";
import { pageRank } from "../ordering/page-rank.js";
import { SIMILARITY_RULES, similarity } from "../ordering/similarity.js";
import { options } from "./choices.js";
import { oneOf, optionOf, someOf } from "./declared-option.js";
import { orderings } from "./family/orderings.js";
import { refusal, shareOut, type Taker, typed } from "./share-out.js";
import { addIdfFromFlag, topicFlags } from "./topic-flags.js";
import { methodsTyped, methodTyped, type Typed } from "./typed-method.js";

/**
 * Choices of orderings that the command line offers, by option. `rule` and `inside` may be several: each is an ordering
 * of its own.
 */
export interface OrderingFlags extends Omit<ChosenOf<typeof similarity.declared>, "rule" | "inside"> {
  readonly query?: string;
  readonly rule?: readonly string[];
  readonly inside?: readonly string[];
}

const single = (words: readonly string[]) => (text: string) => [oneOf(words)(text)];

/** Options that are flags as well, beside those for a topic. */
const { rule, inside, distance, promote, ends, decay, inherited, anchor, idf } = similarity.declared;

/** The choices of orderings. @param several whether --rule and --inside may be lists */
export function addOrderingFlags(command: Command, { several = false }: { readonly several?: boolean } = {}): Command {
  const read = several ? someOf : single;
  const more = several ? "; comma-separated values are separate orderings" : "";
  const listed = Object.entries({ rule, inside }).map(([option, each]) =>
    optionOf(option, each, { of: "similarity", more, read: read(each.words ?? []) }),
  );
  const own = Object.entries({ distance, promote, ends, decay, inherited, anchor, idf }).map(([option, each]) =>
    optionOf(option, each, { of: "similarity" }),
  );
  const flags = [
    optionOf("ties", stableTies, {}),
    options.seed(),
    optionOf("reorderEvery", reorderEvery, {}),
    optionOf("accuracy", pageRank.declared.accuracy, { of: "pagerank" }),
    optionOf("damping", damping, { of: "pagerank orderings" }),
    ...topicFlags(),
    ...listed,
    ...own,
  ];
  for (const flag of flags) command.addOption(flag);
  addIdfFromFlag(command);
  return command;
}

/** The flags of `addOrderingFlags` among all that a command was given. */
export const orderingFlags = <F extends OrderingFlags>(flags: F): OrderingFlags =>
  given(
    Object.fromEntries(
      ["query", ...Object.keys(similarity.declared)].map((option) => [option, flags[option as keyof OrderingFlags]]),
    ),
  );

/**
 * "backlink" -> backlink({ ties }). Names may be written with or without hyphens; bfs and dfs are understood. An option
 * behind a colon outranks the flag: "opic:ties=lifo".
 *
 * @throws "choice" when there is no such ordering, or for flags that do not go with it
 */
export function orderingNamed(name: string, flags: OrderingFlags = {}): OrderingMethod {
  return shareOut(takersOf(methodTyped(name, orderings), flags), { ...flags }, refuseOrdering(`--by ${name}`))[0];
}

/** Orderings by name, without the choices that they share with others. @throws "choice" as `orderingNamed` */
export const orderingTakers = (names: string, flags: OrderingFlags): Taker<OrderingMethod>[] =>
  methodsTyped(names, orderings).flatMap((typed) => takersOf(typed, flags));

function takersOf(typed: Typed<OrderingMethod>, flags: OrderingFlags): Taker<OrderingMethod>[] {
  const { method, chosen } = typed;
  if (method.topical) return topicTakers(typed, flags);
  return [{ ...takerOf(typed), chosen, used: [], alternatives: [], make: method.make }];
}

const takerOf = ({ method, chosen }: Typed<OrderingMethod>) => ({
  options: Object.fromEntries(Object.keys(method.declared).map((option) => [option, option])),
  typed: Object.keys(chosen),
});

/** An ordering for each rule, and for each ordering inside where the rule has one. */
function topicTakers(typed: Typed<OrderingMethod>, flags: OrderingFlags): Taker<OrderingMethod>[] {
  const { query } = flags;
  const { method, chosen } = typed;
  if (query === undefined) throw problem.choice`${method.name} needs a topic: --by ${method.name} --query computer`;
  method.make({}, query); // refuses what is no topic
  const rules = "rule" in chosen ? undefined : flags.rule;
  const insides = "inside" in chosen ? undefined : flags.inside;
  const make = (options: object) => method.make(options, query) as ReturnType<Taker<OrderingMethod>["make"]>;
  const fits = (options: object) => attempt(() => make(options)) !== undefined;
  const combined = (rules: readonly object[], insides: readonly string[]) =>
    rules.flatMap((each) => {
      const both = insides.map((name) => ({ ...each, inside: name })).filter(fits);
      return both.length > 0 ? both : [each];
    });
  const all = SIMILARITY_RULES.map((each) => ({ rule: each }));
  const begun = rules?.map((each) => ({ ...chosen, rule: each })) ?? [chosen];
  const takers = combined(begun, insides ?? []).map(
    (each): Taker<OrderingMethod> => ({
      ...takerOf(typed),
      chosen: each as Taker<OrderingMethod>["chosen"],
      used: ["query", "rule", ...("inside" in each ? ["inside"] : [])],
      alternatives: [...all, ...(combined(all, INSIDES) as Taker<OrderingMethod>["alternatives"])],
      make,
    }),
  );
  if (insides && !takers.some(({ used }) => used.includes("inside"))) throw refusal(takers[0], "inside", insides[0]);
  return takers;
}

/** Complains of flags that say nothing to the orderings, but would to others. */
export const refuseOrdering =
  (found: string) =>
  (flag: string): never => {
    const takers = orderings.methods.filter(({ declared, topical }) => flag in declared && !topical);
    if (takers.length === 0)
      throw problem.choice`${typed(flag)} goes with --by similarity; found ${found}. Leave it out, or type: --by similarity --query computer`;
    const names = takers.map(({ name }) => name).join(", ");
    throw problem.choice`${typed(flag)} goes with --by ${names}; found ${found}. Leave it out, or name one of these`;
  };
