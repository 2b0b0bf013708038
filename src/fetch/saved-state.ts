import { problem } from "../base/error.js";
import type { SmallFiles } from "../base/file/small-files.js";
import type { TallyState } from "./tally.js";

const VERSION = 1;

/** What is committed along with the snapshot: it is always of the same moment. */
export interface CrawlState {
  readonly version: typeof VERSION;
  /** False: the run that wrote it may have gone on, and ended by a kill. */
  readonly clean: boolean;
  /**
   * Milliseconds since 1970: a kill came before, and since then nothing was asked for, as nothing is to be before this
   * time. Left out: something may have been.
   */
  readonly restsUntil?: number;
  /** Label of the ordering; for people. */
  readonly ordering: string;
  /** Of all runs: how many stand in `SEEDS_FILE`; crawls of version 0.1 have them here. */
  readonly seeds: number | readonly string[];
  readonly tally: TallyState;
  /** Under what its runs went, the last one last; crawls of earlier versions do not say. */
  readonly versions?: readonly Versions[];
  /** Where cookies are kept: version of the walls that are of this moment. */
  readonly walls?: number;
  /** Where several processes share the crawl: what this one is to know when it comes back. */
  readonly neighbours?: unknown;
}

/** What decides how URLs are written: another version may write some otherwise. */
export interface Versions {
  readonly node: string;
  /** The URL parser in it. */
  readonly ada: string;
}

const { node, ada = "" } = process.versions;

/** Versions of all runs, this one included; and what to say where the last run had others. */
export function versionsOf(
  before: readonly Versions[] = [],
  now: Versions = { node, ada },
): { readonly versions: readonly Versions[]; readonly warning?: string } {
  const last = before.at(-1);
  const told = ({ node, ada }: Versions) => `Node ${node} with the URL parser ada ${ada}`;
  if (last === undefined) return { versions: [now] };
  if (told(last) === told(now)) return { versions: before };
  const warning = `this crawl ran under ${told(last)}, and resumes under ${told(now)}: if they write a URL differently, its page is fetched twice`;
  return { versions: [...before, now], warning };
}

/**
 * The crawl's part of what the snapshot holds. @throws "version" for a snapshot that no crawl of this version
 * wrote
 */
export function crawlStateIn(state: unknown, folder: string): CrawlState | undefined {
  if (state === undefined || state === null) return undefined;
  const found = state as CrawlState;
  if (found.version === VERSION && found.tally !== undefined) return found;
  throw problem.version`${folder} holds a snapshot that cannot be resumed: expected a crawl of version ${VERSION}, found ${JSON.stringify(state).slice(0, 60)}. Name another folder`;
}

/**
 * Until when hosts may have been asked of which nobody knows, milliseconds since 1970: after a kill until now, but for
 * runs that were killed before they asked for anything. Undefined: all is known.
 *
 * @param rest for how long a run that goes on leaves all hosts alone
 */
export function askedUntil(former: CrawlState | undefined, now: number, rest: number): number | undefined {
  if (former === undefined || (former.clean && former.restsUntil === undefined)) return undefined;
  return Math.min((former.restsUntil ?? Number.POSITIVE_INFINITY) - rest, now);
}

/** A start page a line: a crawl again has as many as pages, which are not to be written at each checkpoint. */
const SEEDS_FILE = "seeds.txt";

/** The start pages of all runs. @throws "damaged" where some are missing */
export function seedsOf({ seeds }: Pick<CrawlState, "seeds">, files: SmallFiles): readonly string[] {
  if (typeof seeds !== "number") return seeds;
  const bytes = files.read(SEEDS_FILE) ?? Buffer.alloc(0);
  const found = Buffer.from(bytes).toString().split("\n").slice(0, -1);
  if (found.length >= seeds) return found;
  throw problem.damaged`state/${SEEDS_FILE} should have ${seeds} start pages, and has ${found.length}. Put it back, or crawl into another folder`;
}

/** Keeps the start pages, before a state refers to them. @param before those that `seedsOf` found */
export async function keepSeeds(seeds: readonly string[], files: SmallFiles, before: number): Promise<void> {
  if (before === seeds.length && files.read(SEEDS_FILE)) return;
  await files.replace(SEEDS_FILE, Buffer.from(seeds.map((seed) => `${seed}\n`).join("")));
}

export const newCrawlState = (state: Omit<CrawlState, "version">): CrawlState => ({ version: VERSION, ...state });
