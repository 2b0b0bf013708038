import { type Command, Option } from "commander";
import type { Importance } from "../importance/importance.js";
import { meant, plain } from "../nearest.js";
import { libraryImportances, libraryTopicImportances, type TopicFamily } from "../run/library.js";
import { IDFS } from "../text/collection.js";
import { RELEVANCE_RULES } from "../text/topic.js";
import { ChoiceError, integer, number } from "./choices.js";
import { shareOut, type Taker, typed } from "./share-out.js";
import { oneOf, topicOptions } from "./topic-flags.js";

/** Choices of importances that the command line offers. */
export interface ImportanceFlags {
  readonly importance?: string;
  readonly hot?: number;
  readonly query?: string;
  readonly rule?: string;
  readonly relevanceRule?: string;
  readonly words?: string;
  readonly language?: string;
  readonly match?: string;
  readonly atLeast?: number;
  readonly relevanceAtLeast?: number;
  readonly backlinks?: number;
  /** --backlinks, and pages with more links are worth 0 as well. */
  readonly backlinksExactly?: number;
  readonly idf?: string;
  readonly relevanceIdf?: string;
  readonly titleWeight?: number;
}

const importanceOption = () =>
  new Option(
    "--importance <name>",
    "I(P): backlinks, pagerank, forward-links, location or relevance (default: backlinks; with --query: relevance)",
  );

const hotOption = (usual: string) =>
  new Option("--hot <G>", `a page is hot when I(P) >= G (default: ${usual}; relevance by title-or-body: 1)`).argParser(
    number,
  );

interface AddedFlags {
  readonly withOrderings?: boolean;
  /** G that the command has for importances that have none, for --help. */
  readonly usualHot?: string;
}

const ruleOption = (flag: string) =>
  new Option(
    `--${flag} <rule>`,
    "relevance: title-or-body, 1 or 0 as in Cho et al. 1998, section 7; cosine or inner-product, section 2 (default: title-or-body)",
  ).argParser(oneOf(RELEVANCE_RULES));

const idfOption = (flag: string) =>
  new Option(
    `--${flag} <how>`,
    "relevance, cosine and inner-product: weight of a word by its rarity on the whole web: paper (1 / occurrences), log or none (default: paper)",
  ).argParser(oneOf(IDFS));

const atLeastOption = () =>
  new Option(
    "--relevance-at-least <n>",
    'relevance: --at-least of the importance alone, 11 for Graph 7\'s "more than 10" (default: as --at-least)',
  ).argParser(integer);

/**
 * The choices of importances. A command without orderings has --rule, --idf and the flags of a query for relevance; one with them, whose
 * --rule and --idf are the orderings', has --relevance-rule and --relevance-idf. Both understand the long names.
 */
export function addImportanceFlags(
  command: Command,
  { withOrderings = false, usualHot = "none" }: AddedFlags = {},
): Command {
  command.addOption(importanceOption()).addOption(hotOption(usualHot));
  if (!withOrderings) {
    for (const option of [topicOptions.query(), ruleOption("rule"), topicOptions.words(), topicOptions.language()])
      command.addOption(option);
    for (const option of [topicOptions.match(), topicOptions.atLeast(), idfOption("idf")]) command.addOption(option);
  }
  const long = [ruleOption("relevance-rule"), atLeastOption(), idfOption("relevance-idf")];
  for (const option of long) command.addOption(withOrderings ? option : option.hideHelp());
  return command
    .addOption(
      new Option("--backlinks <n>", "relevance: pages with fewer links to them are worth 0 (default: 0)").argParser(
        integer,
      ),
    )
    .addOption(
      new Option(
        "--backlinks-exactly <n>",
        "relevance: pages with fewer or more links to them are worth 0 (default: any number)",
      )
        .argParser(integer)
        .conflicts("backlinks"),
    )
    .addOption(
      new Option(
        "--title-weight <n>",
        "relevance, cosine and inner-product: an occurrence in the title, in occurrences in the body (default: 1)",
      ).argParser(number),
    );
}

/** The flags of `addImportanceFlags` among all that a command was given, as `shareOut` takes them. */
export function importanceFlags(flags: ImportanceFlags): Readonly<Record<string, unknown>> {
  const { query, rule, relevanceRule, words, language, match, atLeast, relevanceAtLeast } = flags;
  const { backlinksExactly, backlinks = backlinksExactly, idf, relevanceIdf, titleWeight } = flags;
  const all = { query, rule, relevanceRule, words, language, match, atLeast, relevanceAtLeast };
  const exactly = backlinksExactly === undefined ? undefined : true;
  const given = { ...all, backlinks, backlinksExactly: exactly, idf, relevanceIdf, titleWeight };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/**
 * The importance of a command without orderings.
 *
 * @param usualHot G of importances that are for no topic, unless the user names one
 * @throws ChoiceError when there is no such importance, or for flags that do not go with it
 */
export async function importanceNamed(flags: ImportanceFlags, usualHot?: number): Promise<Importance> {
  const taker = await importanceTaker(flags, { usualHot });
  return shareOut([taker], { ...importanceFlags(flags) }, refuseImportance(flags))[0];
}

/** An importance without the choices that it shares with orderings. */
export async function importanceTaker(
  flags: ImportanceFlags,
  { usualHot, withOrderings = false }: { readonly usualHot?: number; readonly withOrderings?: boolean },
): Promise<Taker<Importance>> {
  const name = importanceName(flags);
  const made = (await libraryImportances()).map((make) => make({ hotAt: flags.hot ?? usualHot }));
  const found = made.find((each) => plain(each.name) === plain(name));
  if (found) return { options: {}, chosen: {}, used: [], alternatives: [], make: () => found };
  const topics = await libraryTopicImportances();
  const topic = topics.find((each) => plain(each.name) === plain(name));
  if (topic) return topicTaker(topic, flags, withOrderings);
  const all = [...made, ...topics].map((each) => each.name).sort();
  throw new ChoiceError(`no importance "${name}".${meant(name, all)} There are: ${all.join(", ")}`);
}

/** Of --importance: what it says, else relevance where there is a query, else backlinks. */
export const importanceName = ({ importance, query }: ImportanceFlags): string =>
  importance ?? (query === undefined ? "backlinks" : "relevance");

function topicTaker(
  { name, make }: TopicFamily<Importance>,
  flags: ImportanceFlags,
  withOrderings: boolean,
): Taker<Importance> {
  const { query, hot } = flags;
  if (query === undefined) throw new ChoiceError(`${name} needs a topic: --importance ${name} --query computer`);
  const known = Object.keys(make(query).options).filter((option) => option !== "query");
  const shared = known.filter((option) => !(withOrderings && ["rule", "idf"].includes(option)));
  const rule = flags.relevanceRule ?? (withOrderings ? undefined : flags.rule);
  return {
    options: {
      ...Object.fromEntries(shared.map((option) => [option, option])),
      relevanceRule: "rule",
      relevanceAtLeast: "atLeast",
      relevanceIdf: "idf",
    },
    chosen: { ...(hot !== undefined && { hotAt: hot }), ...(rule !== undefined && { rule }) },
    used: ["query", "relevanceRule", ...(withOrderings ? [] : ["rule"])],
    alternatives: RELEVANCE_RULES.map((each) => ({ ...(hot !== undefined && { hotAt: hot }), rule: each })),
    make: (options) => make(query, options),
  };
}

/** Complains of flags that say nothing to an importance, but would to relevance. */
export const refuseImportance = (flags: ImportanceFlags) => (flag: string) => {
  throw new ChoiceError(
    `${typed(flag)} goes with --importance relevance; found --importance ${importanceName(flags)}. Leave it out, or type: --importance relevance --query computer`,
  );
};
