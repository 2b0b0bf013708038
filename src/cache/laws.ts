import { problem } from "../base/error.js";
import { plural } from "../base/numbers.js";
import type { CacheMethod } from "./method.js";

/** Misses of one method on one trace, counted and not estimated. */
export interface CountedCurve {
  readonly method: CacheMethod;
  /** Entries, ascending, each once. */
  readonly sizes: readonly number[];
  /** By size. */
  readonly misses: ArrayLike<number>;
}

const mayBypass = ({ name, options }: CacheMethod) => name === "min" && options.bypass === "allowed";
const mustAdmit = ({ name, options }: CacheMethod) => name === "min" && options.bypass === "never";
const isUncharged = ({ name, options }: CacheMethod) => name === "static" && options.preload === "uncharged";
/** Misses that never rise with the size. */
const isMonotone = (method: CacheMethod) => ["lru", "min", "infinite"].includes(method.name) || isUncharged(method);
/** Holds at one entry what was asked for last. */
const admitsAll = (method: CacheMethod) =>
  !["static", "frequent", "infinite"].includes(method.name) && !mayBypass(method);

/**
 * Holds the curves of one trace against what is true of all traces, before figures are drawn from them.
 *
 * INFINITE <= MIN <= all others, STATIC only if its loading is charged; MIN, LRU and INFINITE never rise with the size;
 * where MIN must admit what missed, MIN(k) lies between that which need not at k and at k - 1 entries; with one entry
 * all methods that admit what missed are equal; with room for all URLs only first requests miss. Belady 1966; Mattson
 * et al. 1970; Broder et al. 2003, section 5.1.
 *
 * @param curves of one trace; sampled ones keep no laws
 * @param distinct URLs of the trace
 * @throws Error that names the law, the size and the methods
 */
export function checkLaws(curves: readonly CountedCurve[], distinct: number): void {
  for (const curve of curves) {
    const { method, sizes, misses } = curve;
    const least = isUncharged(method) ? 0 : distinct;
    for (const [i, size] of sizes.entries()) {
      const found = `${method.label} misses ${misses[i]} times with ${plural(size, "entry", "entries")}`;
      const enough = size >= distinct || method.name === "infinite";
      if (enough && misses[i] !== least)
        broken(`${found}, where only the first requests for ${distinct} URLs miss`, method);
      if (!(misses[i] >= least))
        broken(`${found}, though the trace has ${distinct} URLs, each of which misses once`, method);
      if (isMonotone(method) && i > 0 && misses[i] > misses[i - 1])
        broken(
          `${found}, and ${misses[i - 1]} times with ${sizes[i - 1]}: its misses never rise with the size`,
          method,
        );
    }
  }
  for (const optimum of curves.filter(({ method }) => mayBypass(method)))
    for (const curve of curves) checkAgainst(optimum, curve);
  const single = curves.filter(({ method, sizes }) => sizes[0] === 1 && admitsAll(method));
  for (const { method, misses } of single)
    if (misses[0] !== single[0].misses[0])
      broken(
        `with 1 entry ${method.label} misses ${misses[0]} times and ${single[0].method.label} ${single[0].misses[0]} times, ` +
          "where both hold what was asked for last",
        method,
      );
}

/** MIN(k) with bypass <= any(k); and MIN(k) without <= MIN(k - 1) with it. */
function checkAgainst(optimum: CountedCurve, { method, sizes, misses }: CountedCurve): void {
  if (isUncharged(method) || method.name === "infinite") return;
  let at = -1;
  for (const [i, size] of sizes.entries()) {
    while (optimum.sizes[at + 1] < size) at++;
    const found = `${method.label} misses ${misses[i]} times with ${plural(size, "entry", "entries")}`;
    if (optimum.sizes[at + 1] === size && misses[i] < optimum.misses[at + 1])
      broken(`${found}, MIN ${optimum.misses[at + 1]} times: no method misses less often than MIN`, method);
    if (mustAdmit(method) && at >= 0 && misses[i] > optimum.misses[at])
      broken(
        `${found}, MIN that need not admit what missed ${optimum.misses[at]} times with ${optimum.sizes[at]}: ` +
          "one more entry makes up for it",
        method,
      );
  }
}

function broken(what: string, { name }: CacheMethod): never {
  throw problem.law`the curves break a law, so they are not of one trace, or one is wrong: ${what}. Count that size alone: caches.simulate(trace, method, size) with the method "${name}"`;
}
