import { Option } from "commander";
import { TOPIC_OPTIONS } from "../page/text/topic.js";
import { optionOf } from "./declared-option.js";

/** Flags that every method for a topic has. */
export const topicFlags = (): Option[] => [
  new Option("--query <words>", "the topic, one word or several: similarity crawls for it, relevance judges by it"),
  ...Object.entries(TOPIC_OPTIONS).map(([option, rule]) => optionOf(option, rule, { of: "topic" })),
];
