import { isDeepStrictEqual } from "node:util";
import { either, option, problem } from "../base/error.js";
import type { CrawlOptions } from "../fetch/crawl-options.js";
import type { Engine } from "./engine.js";

/**
 * What all processes of a crawl do alike, by the names of CrawlOptions; of `politeness` all but what is of each process
 * alone.
 */
const ALIKE = [
  ..."seeds contact agent scope normalize order follow links nofollow metaRobots robots content mostHops".split(" "),
  ..."bodyLimit retry politeness robotsFreshFor sitemaps".split(" "),
];

/** Of `politeness`: how much each process asks for. */
const OF_EACH = [
  "speed",
  "schedule",
  "timeZone",
  "bytesPerSecond",
  "control",
  "connections",
  "readyHosts",
  "maxQueued",
];

/** Milliseconds, which are typed in seconds. */
const TIMES = ["delay", "domainDelay", "addressDelay", "robotsFreshFor"];

export type Agreed = Readonly<Record<string, unknown>>;

/**
 * The part of a process's options that all must have alike, as JSON holds it. @throws "option" for what JSON does not
 * hold
 */
export function agreedOf(options: Partial<CrawlOptions>): Agreed {
  const { politeness = {}, scope, ...rest } = options;
  if (scope?.exclude?.some((pattern) => typeof pattern !== "string"))
    throw problem.option`processes that share a crawl take patterns of \`exclude\` as text, in which * stands for anything; found a regular expression`;
  const shared = Object.fromEntries(Object.entries(politeness).filter(([name]) => !OF_EACH.includes(name)));
  const all: Record<string, unknown> = { ...rest, scope, politeness: shared };
  const chosen = ALIKE.filter((name) => !isEmpty(all[name])).map((name) => [name, all[name]]);
  return JSON.parse(JSON.stringify(Object.fromEntries(chosen)));
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === "" ||
  (typeof value === "object" && value !== null && Object.keys(value).length === 0);

/** Lists of the same things in another order say the same: --exclude and --domains among them. */
const sorted = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (_, each) => (Array.isArray(each) ? each.toSorted() : each));

/** Of what was agreed on by itself, and of `politeness` by its parts. */
function differing(asked: Agreed, agreed: Agreed): [name: string, found: unknown, begun: unknown] | undefined {
  for (const [name, found] of Object.entries(asked)) {
    const begun = agreed[name];
    if (isDeepStrictEqual(sorted(found), sorted(begun))) continue;
    return name === "politeness" ? differing(found as Agreed, (begun ?? {}) as Agreed) : [name, found, begun];
  }
  return undefined;
}

/** @throws "option" when a process asks for something else than the crawl was begun with, naming it */
export function checkAgreed(asked: Agreed, agreed: Agreed, crawl: string): void {
  const found = differing(asked, agreed);
  if (found === undefined) return;
  const [name, here, begun] = found;
  throw problem.option`the crawl ${crawl} was begun with ${option(name)} ${shown(name, begun)}, and all of its processes go by it; found ${shown(name, here)}. Leave it out`;
}

/** A value as it is given, milliseconds as seconds where it is typed. */
function shown(name: string, value: unknown) {
  const text = JSON.stringify(value)?.slice(0, 80) ?? "nothing";
  return TIMES.includes(name) && typeof value === "number" ? either(text, `${value / 1000}`) : text;
}

/** The options of a process: what was agreed on, and what is its own. */
export function withAgreed<T extends Partial<CrawlOptions>>(own: T, agreed: Agreed): T {
  const politeness = { ...(agreed.politeness as object | undefined), ...own.politeness };
  return { ...own, ...agreed, politeness };
}

/** Bytes of seeds that stand under one key. */
const CHUNK = 500_000;

/** Where start pages stand. */
export interface SeedPlace {
  readonly name: string;
  readonly chunks: number;
}

/**
 * Start pages may be more than a message holds: they stand beside the table. @param name no other process's: several
 * may begin at once
 */
export async function writeSeeds(engine: Engine, seeds: readonly string[], name: string): Promise<SeedPlace> {
  const text = Buffer.from(seeds.join("\n"));
  const chunks = Math.ceil(text.length / CHUNK);
  for (let i = 0; i < chunks; i++) {
    const key = `seeds.${name}.${i}`;
    const before = await engine.read(key);
    await engine.write(key, text.subarray(i * CHUNK, (i + 1) * CHUNK), before?.revision ?? 0);
  }
  return { name, chunks };
}

/** @returns undefined: the engine has lost them */
export async function readSeeds(engine: Engine, { name, chunks }: SeedPlace): Promise<string[] | undefined> {
  const parts: Uint8Array[] = [];
  for (let i = 0; i < chunks; i++) {
    const entry = await engine.read(`seeds.${name}.${i}`);
    if (entry === undefined) return undefined;
    parts.push(entry.value);
  }
  const text = Buffer.concat(parts).toString();
  return text === "" ? [] : text.split("\n");
}
