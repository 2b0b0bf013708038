import { type Command, InvalidArgumentError, Option } from "commander";
import type { HowToRead } from "../web/dataset/open.js";

/** A number from the command line; refuses words. */
export function number(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("Expected a number.");
  return value;
}

export function integer(text: string): number {
  const value = number(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError("Expected a whole number.");
  return value;
}

/** A number from 0. */
export function notNegative(text: string): number {
  const value = number(text);
  if (value < 0) throw new InvalidArgumentError("Expected a number, 0 or more.");
  return value;
}

/** A number above 0. */
export function positive(text: string): number {
  const value = number(text);
  if (value <= 0) throw new InvalidArgumentError("Expected a number above 0.");
  return value;
}

/** A whole number from 0. */
export function whole(text: string): number {
  const value = number(text);
  if (!(Number.isInteger(value) && value >= 0)) throw new InvalidArgumentError("Expected a whole number, 0 or more.");
  return value;
}

/** A seed: generators take 32 bits, and two numbers that differ beyond these would be one seed. */
function seed(text: string): number {
  const value = number(text);
  if (Number.isInteger(value) && value >= 0 && value < 2 ** 32) return value;
  throw new InvalidArgumentError("Expected a whole number, 0 to 4294967295.");
}

/** A port of this machine; 0 is any that is free. */
export function port(text: string): number {
  const value = number(text);
  if (Number.isInteger(value) && value >= 0 && value < 2 ** 16) return value;
  throw new InvalidArgumentError("Expected a port, 0 to 65535; 0 is any that is free.");
}

/** A whole number from 1. */
export function count(text: string): number {
  const value = number(text);
  if (!(Number.isInteger(value) && value >= 1)) throw new InvalidArgumentError("Expected a whole number, 1 or more.");
  return value;
}

/** A share in (0, 1], as "20%", "20 %" or "0.2". */
export function share(text: string): number {
  const [, percent] = /^(.*?)\s*%$/.exec(text.trim()) ?? [];
  const value = percent === undefined ? number(text) : number(percent) / 100;
  if (value > 0 && value <= 1) return value;
  const meant = percent === undefined && value <= 100 && value > 1 ? ` Did you mean ${value}%?` : "";
  throw new InvalidArgumentError(`Expected a share above 0, at most 1, such as 20% or 0.2.${meant}`);
}

/** The name of what is to be written, where standard output cannot stand for it: - would be a folder of that name. */
export function named(text: string): string {
  if (text.trim() !== "" && text !== "-") return text;
  throw new InvalidArgumentError("Expected a name, not - for standard output.");
}

const START = "start page, by URL or the file's own number; on a web without URLs by title first";

/** What help sets options below. */
export const HEADINGS = {
  /** Commander's own for options that are set below no other. */
  main: "Options:",
  topic: "Crawls for a topic (--query):",
  web: "How the web is read:",
  log: "How the log is read:",
  output: "Output:",
} as const;

/** Options that several commands share, each with its default and unit. */
export const options = {
  /** @param what is printed, where it is not one object */
  json: (what = "one JSON object instead of text") => new Option("--json", `print ${what}`),
  seed: () => new Option("--seed <n>", "seed of every choice left to chance").argParser(seed).default(1),
  /** One start page. */
  start: () => new Option("--start <page>", `${START} (default: the web's own)`),
  /** Start pages, an option for each. */
  starts: () =>
    new Option("--start <page>", `${START}; again for each further one (default: the web's own)`).argParser(
      (page, before: readonly string[] = []) => [...before, page],
    ),
  format: () =>
    new Option(
      "--format <name>",
      "how to read a file of links: edge-list, adjacency-list, ... (default: told by its content; open says which)",
    ).helpGroup(HEADINGS.web),
  duplicates: () =>
    new Option("--duplicates <policy>", "repeated links between two pages: drop or keep")
      .choices(["drop", "keep"])
      .default("drop")
      .helpGroup(HEADINGS.web),
  selfLinks: () =>
    new Option("--self-links <policy>", "links from a page to itself: drop or keep")
      .choices(["drop", "keep"])
      .default("drop")
      .helpGroup(HEADINGS.web),
  pages: () =>
    new Option("--pages <n>", "size of a generated web, campus (default: as its card says)")
      .argParser(integer)
      .helpGroup(HEADINGS.web),
} as const;

/** What commands that crawl a stored web take. */
export interface StoredWebFlags extends HowToRead {
  start?: readonly string[];
  seed: number;
  cache: boolean;
  pages?: number;
  json?: boolean;
}

/** How a web is read. */
export const addReadingFlags = (command: Command): Command =>
  command.addOption(options.format()).addOption(options.duplicates()).addOption(options.selfLinks());
