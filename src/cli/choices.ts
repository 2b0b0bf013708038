import { InvalidArgumentError, Option } from "commander";
import { buffer } from "../crawl/buffer.js";
import { harvest } from "../crawl/harvest.js";
import { mass } from "../crawl/mass.js";
import type { CrawlModel } from "../crawl/model.js";
import { ndcg } from "../crawl/ndcg.js";
import { precisionAt } from "../crawl/precision-at.js";
import { stop } from "../crawl/stop.js";
import { targetRecall } from "../crawl/target-recall.js";
import { threshold } from "../crawl/threshold.js";
import { meant } from "../nearest.js";

/** A choice on the command line that makes no sense; says what there is. */
export class ChoiceError extends Error {
  override readonly name = "ChoiceError";
}

const MODELS = ["threshold", "stop", "buffer", "mass", "ndcg", "harvest", "target-recall", "precision-at-100"];

export function modelNamed(name: string, { buffer: size }: { readonly buffer?: number }): CrawlModel {
  if (name === "threshold") return threshold();
  if (name === "stop") return stop();
  if (name === "buffer") return buffer(size === undefined ? {} : { size });
  if (name === "harvest") return harvest();
  if (name === "target-recall") return targetRecall();
  if (name === "mass") return mass();
  if (name === "ndcg") return ndcg();
  const [, measure, pages] = /^(precision|ndcg)-at-(\d+)$/.exec(name) ?? [];
  if (Number(pages) >= 1) return measure === "ndcg" ? ndcg({ at: Number(pages) }) : precisionAt(Number(pages));
  throw new ChoiceError(
    `no model "${name}".${meant(name, MODELS)} There are: threshold (P_ST), stop (P_CS), buffer (P_BC), mass, ndcg, ndcg-at-100 (any number), harvest, target-recall, precision-at-100`,
  );
}

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

/** A whole number from 0. */
export function whole(text: string): number {
  const value = number(text);
  if (!(Number.isInteger(value) && value >= 0)) throw new InvalidArgumentError("Expected a whole number, 0 or more.");
  return value;
}

/** A seed: generators take 32 bits, and two numbers that differ beyond these would be one seed. */
export function seed(text: string): number {
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

/** Options that several commands share, each with its default and unit. */
export const options = {
  json: () => new Option("--json", "print one JSON object instead of text"),
  ties: () =>
    new Option(
      "--ties <rule>",
      "which of several pages with the same score comes first: fifo (discovered first), lifo, random; backlink knows stable too",
    )
      .choices(["fifo", "lifo", "random", "stable"])
      .default("fifo"),
  seed: () => new Option("--seed <n>", "seed of every choice left to chance").argParser(seed).default(1),
  start: () => new Option("--start <page>", "start page, by the file's own number or by URL (default: the web's own)"),
  model: () =>
    new Option(
      "--model <name>",
      "threshold (P_ST), stop (P_CS) or buffer (P_BC); mass, ndcg or ndcg-at-100, of all importance; harvest, target-recall or precision-at-100, of topic crawls",
    ).default("threshold"),
  buffer: () =>
    new Option(
      "--buffer <size>",
      "model buffer: B in pages, or below 1 the share of the pages (default: 0.02)",
    ).argParser(number),
  duplicates: () =>
    new Option("--duplicates <policy>", "repeated links between two pages: drop or keep")
      .choices(["drop", "keep"])
      .default("drop"),
  selfLinks: () =>
    new Option("--self-links <policy>", "links from a page to itself: drop or keep")
      .choices(["drop", "keep"])
      .default("drop"),
} as const;
