import { got, gotInstead, problem } from "../base/error.js";
import { commonRules, valuesOf } from "../base/method.js";
import { requireMethod } from "../base/methods-in.js";
import { Random } from "../base/random.js";
import { type DenseTrace, requireTrace } from "../trace/url-trace.js";
import { CACHES, type Cache, type CacheMethod } from "./method.js";

export interface SimulateOptions {
  /** Seed of choices that a method leaves to chance; default 1. */
  readonly seed?: number;
}

type Loop = (cache: Cache, requests: Uint32Array) => number;

/** By name of the policy. */
const loops = new Map<string, Loop>();

/**
 * Asks for all, and counts what missed. One loop for all policies would call each through a table as soon as it has
 * seen some, at 8 ns per request; so each has one compiled of its own, from a text of its own.
 */
export function loopOf({ name }: CacheMethod): Loop {
  let loop = loops.get(name);
  if (loop === undefined) {
    const make = new Function(
      "checked",
      `// ${loops.size}
      return (cache, requests) => {
        if (requests.length === 0) return 0;
        let misses = checked(cache.request(requests[0])) ? 0 : 1;
        for (let i = 1; i < requests.length; i++) if (!cache.request(requests[i])) misses++;
        return misses;
      }`,
    );
    loop = make((answer: unknown) => checkedAnswer(name, answer)) as Loop;
    loops.set(name, loop);
  }
  return loop;
}

/** @throws "option" for what is no answer to a request, such as a promise, which would count as a hit */
function checkedAnswer(name: string, answer: unknown): boolean {
  if (typeof answer === "boolean") return answer;
  const { found } = gotInstead(answer).facts;
  const next = answer instanceof Promise ? "a promise: write request without async" : found;
  throw problem.option`${name}: request(url) returns whether the URL was in the cache, true or false; found ${next}`;
}

/**
 * Misses of one method at one size. The harness counts, not the method.
 *
 * @param capacity k, entries; 1 or more
 * @throws "option" for a size that is no whole number from 1
 */
export function simulate(
  trace: DenseTrace,
  method: CacheMethod,
  capacity: number,
  options: SimulateOptions = {},
): number {
  requireTrace("simulate", trace);
  requireMethod("simulate", CACHES, method);
  const { seed } = valuesOf("simulate", { seed: commonRules.seed }, options);
  const { requests, urls } = trace;
  if (!(Number.isInteger(capacity) && capacity >= 1))
    throw problem.option`a cache has room for 1 URL or more; ${got(capacity)}`;
  const cache = method.create({
    capacity,
    urls,
    random: new Random(seed),
    ...(method.offline && { trace: requests }),
  });
  return (cache.preloaded ?? 0) + loopOf(method)(cache, requests);
}
