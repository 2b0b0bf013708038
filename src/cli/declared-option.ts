import { InvalidArgumentError, Option } from "commander";
import type { Declared, OptionRule } from "../base/method.js";
import { HEADINGS, integer, notNegative, number } from "./choices.js";
import { hyphened, wordIn } from "./typed-method.js";

/** What a flag tells beside what its option declares. */
interface Telling {
  /** Whose option it is: "similarity". */
  readonly of?: string;
  /** Behind the declaration's sentence. */
  readonly more?: string;
  readonly read?: (text: string) => unknown;
}

/**
 * A flag that sets an option of some methods: what it takes, says and has for default is what the option declares. It
 * has no value of its own, for the methods have.
 */
export function optionOf(
  option: string,
  rule: OptionRule,
  { of, more = "", read = flagReader(rule) }: Telling,
): Option {
  const flag = `--${hyphened(option)}`;
  const words = rule.words?.every((word) => rule.says.includes(word)) ? "" : `: ${rule.takes}`;
  const says = `${of === undefined ? "" : `${of}: `}${rule.says}${rule.words ? words : ""}${more}`;
  const isOfTopics = of !== undefined && OF_TOPICS.includes(of);
  const told =
    rule.kind === "flag"
      ? new Option(flag, says)
      : new Option(
          `${flag} <${rule.unit ?? (rule.words ? "word" : "n")}>`,
          `${says} (default: ${typed(rule)})`,
        ).argParser(read);
  return isOfTopics ? told.helpGroup(HEADINGS.topic) : told;
}

/** Methods that take a topic, and what they share. */
const OF_TOPICS: readonly string[] = ["topic", "similarity", "relevance"];

/** Reads one of some words, written with or without hyphens. */
export const oneOf =
  <W extends string>(words: readonly W[]) =>
  (text: string): W => {
    const found = wordIn(words, text);
    if (found) return found;
    throw new InvalidArgumentError(`Allowed choices are ${words.join(", ")}.`);
  };

/** Reads one or more of some words, with commas between them. */
export const someOf =
  <W extends string>(words: readonly W[]) =>
  (text: string): W[] =>
    text.split(",").map(oneOf(words));

/** Of the kind alone: what does not fit a method, the method refuses. */
const readerOf = ({ kind, words, unit }: OptionRule): ((text: string) => unknown) => {
  if (unit === SECONDS) return (text) => 1000 * notNegative(text);
  return words ? oneOf(words) : kind === "integer" ? integer : number;
};

/** A time that does not fit is refused here: the method would name milliseconds, which nobody typed. */
const flagReader = (rule: OptionRule) => (text: string) => {
  const value = readerOf(rule)(text);
  if (rule.unit === SECONDS && rule.wrong(value) !== undefined)
    throw new InvalidArgumentError(`Expected ${rule.takes}.`);
  return value;
};

/** Such options are milliseconds in a call. */
const SECONDS = "s";

/** A default as it would be typed. */
const typed = ({ default: usual, unit }: OptionRule) => (unit === SECONDS ? Number(usual) / 1000 : usual);

/**
 * A flag for options that belong together: --timeouts connect=5,total=60.
 *
 * @param says what they are for
 * @param alone does the flag alone mean all defaults?
 */
export function groupOf(group: string, declared: Declared, says: string, alone = false): Option {
  const names = Object.keys(declared).map(hyphened);
  const each = Object.entries(declared).map(
    ([name, rule]) => `${hyphened(name)} (${rule.says}; default: ${typed(rule)}${rule.unit ? ` ${rule.unit}` : ""})`,
  );
  const read = (pair: string) => {
    const [, name = "", value] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
    const found = Object.keys(declared).find((each) => hyphened(each) === hyphened(name.trim()));
    if (found === undefined)
      throw new InvalidArgumentError(`Expected name=number, with commas between; names are ${names.join(", ")}.`);
    return [found, readerOf(declared[found])(value)];
  };
  const takes = alone ? "[name=n,...]" : "<name=n,...>";
  return new Option(`--${hyphened(group)} ${takes}`, `${says}: ${each.join(", ")}`).argParser(
    (text, before: object = {}) => ({
      ...before,
      ...Object.fromEntries(text.split(",").map(read)),
    }),
  );
}
