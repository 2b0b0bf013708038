import {
  checkDefinition,
  type Declared,
  type Definition,
  type Family,
  familyOf,
  type Made,
  type ValuesOf,
} from "../base/method.js";
import type { Random } from "../base/random.js";
import type { DenseTrace, UrlId } from "../trace/url-trace.js";
import type { UrlPlaces } from "./places.js";

/** A cache of URLs that is asked for one after the other. Broder et al. 2003, section 3. */
export interface Cache {
  /** Asks for a URL. @returns was it there? If not, it may be from now on */
  request(url: UrlId): boolean;
  /** Entries that were loaded before the first request and are charged as misses; left out: none. */
  readonly preloaded?: number;
}

/** What a cache is made from. */
export interface CacheSetting {
  /** k, entries; 1 or more. */
  readonly capacity: number;
  /** Bounds UrlId. */
  readonly urls: number;
  /**
   * Makes the slots of a policy that has them, for URLs that are whole numbers of any size; left out: URLs are numbered
   * from 0.
   */
  readonly keyed?: (most: number) => UrlPlaces;
  readonly random: Random;
  /** All requests, for methods marked `offline`. */
  readonly trace?: Uint32Array;
}

/** What a policy keeps besides the fingerprints when it is built on the tables of Broder et al. 2003, section 6. */
export interface Upkeep {
  /** Links of 32 bits per entry, of policies that keep their entries in lists. */
  readonly links: number;
  /** Further bits per entry: marks, counters, which list. */
  readonly bits: number;
  /** URLs remembered that are not in the cache, per entry. */
  readonly ghosts?: number;
  /** Entries have to stay where they are: direct circular chaining in place of a scatter table. */
  readonly inPlace?: true;
}

/** A caching policy with all of its choices made. */
export interface CacheMethod extends Made {
  readonly kind: "cache";
  /** True when it looks at requests that have not come yet. */
  readonly offline: boolean;
  /** What it takes to build; left out: taken for what LRU needs, see `memoryOf`. */
  readonly upkeep?: Upkeep;
  create(setting: CacheSetting): Cache;
  /** Misses at many sizes at once, where that is dearer to have one by one; see `missCurve`. */
  readonly curve?: OnePassCurve;
  /** The same while requests come in, for methods that need no future; see `passOf`. */
  readonly pass?: (setting: PassSetting) => CurvePass;
}

/**
 * Misses at many sizes in one pass over a trace: exactly those that one simulation after the other counts.
 *
 * @param sizes entries, ascending, each once
 * @param random seeded as each simulation
 * @returns misses by size
 */
export type OnePassCurve = (trace: DenseTrace, sizes: readonly number[], random: Random) => Float64Array;

/** Counts misses at many sizes while requests come in: exactly those that one simulation after the other counts. */
export interface CurvePass {
  /** Goes on with the next requests, for URLs that are numbered as they turn up. */
  add(requests: Uint32Array): void;
  /** Misses so far, by size; a copy. */
  misses(): Float64Array;
}

/** What such a pass is made from. */
export interface PassSetting {
  /** Entries, ascending, each once. */
  readonly sizes: readonly number[];
  /** Bounds UrlId. */
  readonly urls: number;
  /** Bounds the requests that will come. */
  readonly requests: number;
  /** Seeded as the simulation of each size. */
  readonly random: Random;
}
/** Where users find policies. */
export const CACHES = { holds: "cache", one: "a policy", folder: "cache/policy", namespace: "caches" } as const;

/** A method with its default choices, which makes the same method with others when called. */
export type CacheFamily<D extends Declared = Declared> = Family<D, CacheMethod>;

/** What a file of the folder `policy` states about its method. */
export interface CacheDefinition<D extends Declared> extends Definition<D> {
  readonly offline?: boolean;
  /** Of a policy that could be built, which knows no future. */
  readonly upkeep?: Upkeep | ((options: ValuesOf<D>) => Upkeep);
  create(setting: CacheSetting, options: ValuesOf<D>): Cache;
  /** All sizes in one pass, where there is a way; the contract suite holds it against `create`. */
  pass?(setting: PassSetting, options: ValuesOf<D>): CurvePass;
  /** The same for a method marked `offline`, which is given the whole trace. */
  curve?(trace: DenseTrace, sizes: readonly number[], options: ValuesOf<D>): Float64Array;
}

/** By `create`, `curve` or `pass` of a method: the definition that it was made from. */
const definitions = new WeakMap<object, object>();

/**
 * Whether two methods run the same code: both were made from one definition, and neither was given a `create`, `curve`
 * or `pass` of its own since.
 */
export function sameDefinition(a: CacheMethod, b: CacheMethod): boolean {
  const definition = definitions.get(a.create);
  if (definition === undefined || definitions.get(b.create) !== definition) return false;
  return [a.curve, b.curve, a.pass, b.pass].every((made) => made === undefined || definitions.get(made) === definition);
}

/**
 * Makes a policy of the folder `policy`: usable as it is, `clock`, and with other choices, `clock({ newcomer: "marked"
 * })`.
 *
 * @throws "option" for a definition without a name, a source, or create
 */
export function defineCache<D extends Declared>(definition: CacheDefinition<D>): CacheFamily<D> {
  checkDefinition("defineCache", definition);
  const { offline = false, upkeep } = definition;
  return familyOf(definition, (options) => {
    const own = {
      kind: "cache" as const,
      offline,
      ...(upkeep && { upkeep: typeof upkeep === "function" ? upkeep(options) : upkeep }),
      create: (setting: CacheSetting) => definition.create(setting, options),
      ...onePassOf(definition, options),
    };
    for (const made of [own.create, own.curve, own.pass]) if (made) definitions.set(made, definition);
    return own;
  });
}

/** What counts all sizes at once: of a method that needs no future, a pass, which the whole trace may be given to. */
function onePassOf<D extends Declared>(
  definition: CacheDefinition<D>,
  options: ValuesOf<D>,
): Pick<CacheMethod, "curve" | "pass"> {
  const { curve, pass } = definition;
  if (curve) return { curve: (trace, sizes) => curve(trace, sizes, options) };
  if (!pass) return {};
  return {
    pass: (setting) => pass(setting, options),
    curve({ requests, urls }, sizes, random) {
      const counting = pass({ sizes, urls, requests: requests.length, random }, options);
      counting.add(requests);
      return counting.misses();
    },
  };
}
