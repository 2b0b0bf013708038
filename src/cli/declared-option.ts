import { InvalidArgumentError, Option } from "commander";
import type { OptionRule } from "../base/method.js";
import { integer, number } from "./choices.js";
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
export function optionOf(option: string, rule: OptionRule, { of, more = "", read = readerOf(rule) }: Telling): Option {
  const flag = `--${hyphened(option)}`;
  const words = rule.words?.every((word) => rule.says.includes(word)) ? "" : `: ${rule.takes}`;
  const says = `${of === undefined ? "" : `${of}: `}${rule.says}${rule.words ? words : ""}${more}`;
  if (rule.kind === "flag") return new Option(flag, says);
  return new Option(
    `${flag} <${rule.unit ?? (rule.words ? "word" : "n")}>`,
    `${says} (default: ${rule.default})`,
  ).argParser(read);
}

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
const readerOf = ({ kind, words }: OptionRule): ((text: string) => unknown) =>
  words ? oneOf(words) : kind === "integer" ? integer : number;
