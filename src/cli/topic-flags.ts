import { type Command, Option } from "commander";
import { ProgressLine } from "../base/progress-line.js";
import { TOPIC_OPTIONS } from "../page/text/topic.js";
import { HEADINGS } from "./choices.js";
import { optionOf } from "./declared-option.js";

/** Flags that every method for a topic has. */
export const topicFlags = (): Option[] => [
  new Option(
    "--query <words>",
    "the topic, one word or several: similarity crawls for it, relevance judges by it",
  ).helpGroup(HEADINGS.topic),
  ...Object.entries(TOPIC_OPTIONS).map(([option, rule]) => optionOf(option, rule, { of: "topic" })),
];

/** The flag of what weighs words by their rarity on another web, which is loaded before the command begins. */
export function addIdfFromFlag(command: Command): void {
  if (command.options.some(({ long }) => long === "--idf-from")) return;
  command
    .addOption(
      new Option(
        "--idf-from <web>",
        "similarity graded, relevance by cosine or inner-product: another web with text, which tells how rare words are (default: this one)",
      ).helpGroup(HEADINGS.topic),
    )
    .hook("preAction", async () => {
      const { idfFrom } = command.opts<{ idfFrom?: string }>();
      if (idfFrom === undefined) return;
      const { loadOrOpen } = await import("../web/dataset/load.js");
      const line = new ProgressLine();
      try {
        command.setOptionValue("idfFrom", await loadOrOpen(idfFrom, { onProgress: line.listener }));
      } finally {
        line.end();
      }
    });
}
