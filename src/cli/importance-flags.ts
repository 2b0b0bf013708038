import { type Command, Option } from "commander";
import { problem } from "../base/error.js";
import { given } from "../base/given.js";
import type { ChosenOf } from "../base/method.js";
import { hotAtRule, type Importance } from "../crawl/importance/importance.js";
import { relevance } from "../crawl/importance/relevance.js";
import { RELEVANCE_RULES } from "../page/text/topic.js";
import { HEADINGS, integer, number } from "./choices.js";
import { optionOf } from "./declared-option.js";
import { importances } from "./family/importances.js";
import { isFileOfNumbers, numbersIn } from "./numbers-file.js";
import { shareOut, type Taker, typed } from "./share-out.js";
import { addIdfFromFlag, topicFlags } from "./topic-flags.js";
import { helpFor, methodTyped, type Typed } from "./typed-method.js";

/** Choices of importances that the command line offers. */
export interface ImportanceFlags extends Omit<ChosenOf<typeof relevance.declared>, "backlinksExactly"> {
  /** A name, or the path of a file of numbers. */
  readonly importance?: string;
  readonly hot?: number;
  readonly query?: string;
  readonly relevanceRule?: string;
  readonly relevanceAtLeast?: number;
  readonly relevanceIdf?: string;
  /** --backlinks, and pages with more links are worth 0 as well. */
  readonly backlinksExactly?: number;
}

const { rule, idf, backlinks, titleWeight } = relevance.declared;

const ruleOption = (flag: string) => optionOf(flag, rule, { of: "relevance" });
const idfOption = (flag: string) => optionOf(flag, idf, { of: "relevance" });

/**
 * The choices of importances. A command without orderings has --rule, --idf and the flags of a query for relevance; one
 * with them, whose --rule and --idf are the orderings', has --relevance-rule and --relevance-idf. Both understand the
 * long names.
 *
 * @param usualHot G that the command has for importances that have none, for --help
 */
export function addImportanceFlags(
  command: Command,
  { withOrderings = false, usualHot = "none" }: { readonly withOrderings?: boolean; readonly usualHot?: string } = {},
): Command {
  const long = [
    ruleOption("relevanceRule"),
    new Option(
      "--relevance-at-least <n>",
      'relevance: --at-least of the importance alone, 11 for Graph 7\'s "more than 10" (default: as --at-least)',
    )
      .argParser(integer)
      .helpGroup(HEADINGS.topic),
    idfOption("relevanceIdf"),
  ];
  const flags = [
    new Option(
      "--importance <name>",
      `I(P): ${helpFor(importances)}; or a file of numbers, ./visits.csv: a page and its number on each line (default: backlinks; with --query: relevance)`,
    ),
    new Option(
      "--hot <G>",
      `${hotAtRule.says} (default: ${usualHot}${withOrderings ? ", none for a file of numbers" : ""}; relevance by title-or-body: 1)`,
    ).argParser(number),
    ...(withOrderings
      ? long
      : [...topicFlags(), ruleOption("rule"), idfOption("idf"), ...long.map((each) => each.hideHelp())]),
    optionOf("backlinks", backlinks, { of: "relevance" }),
    new Option(
      "--backlinks-exactly <n>",
      "relevance: pages with fewer or more links to them are worth 0 (default: any number)",
    )
      .argParser(integer)
      .conflicts("backlinks")
      .helpGroup(HEADINGS.topic),
    optionOf("titleWeight", titleWeight, { of: "relevance" }),
  ];
  for (const flag of flags) command.addOption(flag);
  addIdfFromFlag(command);
  return command;
}

/** The flags of `addImportanceFlags` among all that a command was given, as `shareOut` takes them. */
export function importanceFlags(flags: ImportanceFlags): Readonly<Record<string, unknown>> {
  const { query, rule, relevanceRule, words, language, match, atLeast, relevanceAtLeast } = flags;
  const { backlinksExactly, backlinks = backlinksExactly, idf, relevanceIdf, idfFrom, titleWeight } = flags;
  const all = { query, rule, relevanceRule, words, language, match, atLeast, relevanceAtLeast };
  const exactly = backlinksExactly === undefined ? undefined : true;
  return given({ ...all, backlinks, backlinksExactly: exactly, idf, relevanceIdf, idfFrom, titleWeight });
}

/**
 * The importance of a command without orderings.
 *
 * @param usualHot G of importances that are for no topic, unless the user names one
 * @throws "choice" when there is no such importance, or for flags that do not go with it
 */
export function importanceNamed(flags: ImportanceFlags, usualHot?: number): Importance {
  return shareOut([importanceTaker(flags, { usualHot })], { ...importanceFlags(flags) }, refuseImportance(flags))[0];
}

/** An importance without the choices that it shares with orderings. */
export function importanceTaker(
  flags: ImportanceFlags,
  { usualHot, withOrderings = false }: { readonly usualHot?: number; readonly withOrderings?: boolean },
): Taker<Importance> {
  const name = importanceName(flags);
  if (isFileOfNumbers(name)) return numbersTaker(name, flags);
  const typed = methodTyped(name, importances);
  const { method, chosen } = typed;
  if (method.topical) return topicTaker(typed, flags, withOrderings);
  const hotAt = flags.hot ?? usualHot;
  return {
    options: {},
    chosen: { hotAt, ...chosen },
    typed: Object.keys(chosen),
    used: [],
    alternatives: [],
    make: method.make,
  };
}

/** Numbers of a file: they have no options but G, and none that is usual. */
function numbersTaker(path: string, { hot }: ImportanceFlags): Taker<Importance> {
  const importance = numbersIn(path, hot);
  return { options: {}, chosen: {}, typed: [], used: [], alternatives: [], make: () => importance };
}

/** Of --importance: what it says, else relevance where there is a query, else backlinks. */
const importanceName = ({ importance, query }: ImportanceFlags): string =>
  importance ?? (query === undefined ? "backlinks" : "relevance");

function topicTaker(
  { method, chosen }: Typed<Importance>,
  flags: ImportanceFlags,
  withOrderings: boolean,
): Taker<Importance> {
  const { query, hot } = flags;
  if (query === undefined)
    throw problem.choice`${method.name} needs a topic: --importance ${method.name} --query computer`;
  method.make({}, query); // refuses what is no topic
  const known = Object.keys(method.declared).filter((option) => option !== "hotAt");
  const shared = known.filter((option) => !(withOrderings && ["rule", "idf"].includes(option)));
  const asked = flags.relevanceRule ?? (withOrderings ? undefined : flags.rule);
  const hotAt = hot === undefined ? {} : { hotAt: hot };
  return {
    options: {
      ...Object.fromEntries(shared.map((option) => [option, option])),
      relevanceRule: "rule",
      relevanceAtLeast: "atLeast",
      relevanceIdf: "idf",
    },
    chosen: { ...hotAt, ...(asked !== undefined && { rule: asked }), ...chosen },
    typed: Object.keys(chosen),
    used: ["query", "relevanceRule", ...(withOrderings ? [] : ["rule"])],
    alternatives: RELEVANCE_RULES.map((each) => ({ ...hotAt, rule: each })),
    make: (options) => method.make(options, query),
  };
}

/** Complains of flags that say nothing to an importance, but would to relevance. */
export const refuseImportance = (flags: ImportanceFlags) => (flag: string) => {
  throw problem.choice`${typed(flag)} goes with --importance relevance; found --importance ${importanceName(flags)}. Leave it out, or type: --importance relevance --query computer`;
};
