import { attempt } from "../base/attempt.js";
import { type CrawlbenchError, isProblem, problem, type Said } from "../base/error.js";
import { hyphened } from "./typed-method.js";

/** A method on the command line that is still without some of its choices. */
export interface Taker<M> {
  /** Flags that it takes, in camel case, and the options that they set: { relevanceRule: "rule" }. */
  readonly options: Readonly<Record<string, string>>;
  /** Options that are chosen already; others may depend on them. */
  readonly chosen: Readonly<Record<string, unknown>>;
  /** Flags that have done their work: those behind `chosen`. */
  readonly used: readonly string[];
  /** Options that were typed behind the name: they outrank flags. */
  readonly typed: readonly string[];
  /** What may be chosen in place of `chosen`. */
  readonly alternatives: readonly Readonly<Record<string, unknown>>[];
  /** @throws "option" for options that make no sense, named as the method names them */
  make(options: Readonly<Record<string, unknown>>): M & { readonly options: Readonly<Record<string, unknown>> };
}

type Flags = Readonly<Record<string, unknown>>;

/**
 * Gives each flag to the methods that take it, and makes them. Of several methods, one to which a flag means nothing
 * does without it when another takes it: --damping says nothing to backlink.
 *
 * @param unknown called with each flag that no method takes; throws where that is an error
 * @returns a method per taker
 * @throws "choice" for a flag that goes with none of the methods as they are chosen, or a value that makes no sense,
 *   with what to type
 */
export function shareOut<M>(takers: readonly Taker<M>[], flags: Flags, unknown: (flag: string) => void): M[] {
  const shares = takers.map(({ chosen }): Record<string, unknown> => ({ ...chosen }));
  const given = takers.map(({ used }) => [...used]);
  for (const [flag, value] of Object.entries(flags)) {
    if (value === undefined || takers.some(({ used }) => used.includes(flag))) continue;
    const knowing = takers.filter(({ options, typed }) => flag in options && !typed.includes(options[flag]));
    if (!takers.some(({ options }) => flag in options)) unknown(flag);
    const soFar = (taker: Taker<M>): Taker<M> => ({ ...taker, chosen: shares[takers.indexOf(taker)] });
    const willing = knowing.filter((taker) => takes(soFar(taker), flag, value));
    const unwilling = knowing.filter((taker) => !willing.includes(taker));
    const wrong =
      willing.length > 0
        ? unwilling.find((taker) => !taker.alternatives.some((chosen) => takes({ ...taker, chosen }, flag, value)))
        : (unwilling.find((taker) => isAtHome(soFar(taker), flag)) ?? unwilling[0]);
    if (wrong) throw refusal(soFar(wrong), flag, value);
    for (const taker of willing) {
      shares[takers.indexOf(taker)][taker.options[flag]] = value;
      given[takers.indexOf(taker)].push(flag);
    }
  }
  return takers.map((taker, index) => {
    try {
      return taker.make(shares[index]);
    } catch (error) {
      throw problem.choice`${inFlags({ ...taker, used: given[index] }, error)}`;
    }
  });
}

/** Why a method does not take a flag, and what to type. */
export function refusal<M>(taker: Taker<M>, flag: string, value: unknown): CrawlbenchError {
  try {
    taker.make({ ...taker.chosen, [taker.options[flag]]: value });
  } catch (error) {
    const reason = inFlags({ ...taker, used: [...taker.used, flag] }, error);
    if (isAtHome(taker, flag)) return problem.choice`${reason}`;
    const others = taker.alternatives.map((chosen) => ({ ...taker, chosen }));
    const home = others.find((each) => takes(each, flag, value)) ?? others.find((each) => isAtHome(each, flag));
    const words = Object.entries(home?.chosen ?? {}).map(([option, word]) => `${flagOf(taker, option)} ${word}`);
    return problem.choice`${reason}. Leave it out${words.length > 0 ? `, or type: ${words.join(" ")}` : ""}`;
  }
  throw new TypeError(`${flag} is taken`);
}

/** atLeast -> "--at-least" */
export const typed = (flag: string): string => `--${hyphened(flag)}`;

const takes = <M>({ make, chosen, options }: Taker<M>, flag: string, value: unknown): boolean =>
  attempt(() => make({ ...chosen, [options[flag]]: value })) !== undefined;

/** True when a method takes this option at all, as the rest is chosen: then it takes its own default. */
function isAtHome<M>(taker: Taker<M>, flag: string): boolean {
  const own = attempt(() => taker.make(taker.chosen).options[taker.options[flag]]);
  return own !== undefined && takes(taker, flag, own);
}

const flagOf = ({ options, used }: Taker<unknown>, option: string): string => {
  const flags = Object.keys(options).filter((flag) => options[flag] === option);
  return typed(flags.find((flag) => used.includes(flag)) ?? flags[0] ?? option);
};

/** What a method says, its options named as they are typed. */
function inFlags(taker: Taker<unknown>, error: unknown): Said {
  if (!isProblem(error)) throw error;
  const flags = Object.values(taker.options).filter((option) => !taker.typed.includes(option));
  const parts = error.parts.map((part) => {
    if (typeof part === "string" || !("option" in part)) return part;
    const name = flags.includes(part.option) ? flagOf(taker, part.option) : hyphened(part.option);
    return part.owner ? `${part.owner}: ${name}` : name;
  });
  return { parts, facts: error.facts };
}
