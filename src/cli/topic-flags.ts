import { InvalidArgumentError, Option } from "commander";
import { plain } from "../nearest.js";
import { STEM_LANGUAGES } from "../text/stem.js";
import { TOPIC_RULES } from "../text/topic.js";
import { integer } from "./choices.js";

/** What a person may type beside the name itself. */
const SHORT: Readonly<Record<string, string>> = { "4": "figure4", "5": "figure5", bfs: "breadthfirst" };

/** Reads one of some words, written with or without hyphens. */
export const oneOf =
  <W extends string>(words: readonly W[]) =>
  (text: string): W => {
    const wanted = SHORT[plain(text)] ?? plain(text);
    const found = words.find((word) => plain(word) === wanted);
    if (found) return found;
    throw new InvalidArgumentError(`Allowed choices are ${words.join(", ")}.`);
  };

/** Reads one or more of some words, with commas between them. */
export const someOf =
  <W extends string>(words: readonly W[]) =>
  (text: string): W[] =>
    text.split(",").map(oneOf(words));

const valued = (flags: string, description: string, read: (text: string) => unknown) =>
  new Option(flags, description).argParser(read);

/** Options that every method for a topic has; none has a default here, for the methods have. */
export const topicOptions = {
  query: () =>
    new Option("--query <words>", "the topic, one word or several: similarity crawls for it, relevance judges by it"),
  words: () =>
    valued(
      "--words <how>",
      "topic: what counts as a word of the query: whole, stem (computers for computer) or part (minicomputer) (default: whole)",
      oneOf(TOPIC_RULES.words),
    ),
  language: () =>
    new Option("--language <name>", "topic: language of --words stem (default: english)").choices(STEM_LANGUAGES),
  match: () => valued("--match <how>", "topic: of several words, all or any (default: all)", oneOf(TOPIC_RULES.match)),
  atLeast: () =>
    valued(
      "--at-least <n>",
      "topic: a page is on it with the words in its title, or so many times in its body (default: 10)",
      integer,
    ),
} as const;
