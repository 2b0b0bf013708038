import { problem } from "../base/error.js";
import { powersOf2, powersUpTo } from "../cache/miss-curve.js";

/** What such a flag takes, for messages. */
const FORMS = "takes whole numbers of entries from 1, or powers of 2 by exponent: 1,2,50000 or pow2:0-25";

/** More entries than URLs have numbers: no cache is larger. */
const MOST = 2 ** 32;

/**
 * Sizes as they are typed, ascending, each once: "1,2,50000", "pow2:0-25" (1, 2, 4, .. 2^25), or both:
 * "pow2:0-16,50000".
 *
 * @param flag where they are typed
 * @throws "choice" that names the part which is none
 */
export function sizesIn(text: string, flag = "--sizes"): number[] {
  const sizes = text.split(",").flatMap((part) => sizesOf(part.trim(), text, flag));
  return [...new Set(sizes)].sort((a, b) => a - b);
}

/**
 * 1, 2, 4, .. to the first power of 2 that holds all URLs, at most 2^25: the sizes of Broder et al. 2003, Figures 2 to
 * 5.
 */
export const usualSizes = (distinct: number): number[] => powersUpTo(distinct, 25);

function sizesOf(part: string, text: string, flag: string): number[] {
  const [, low, high] = /^pow2:(\d+)-(\d+)$/.exec(part) ?? [];
  if (low !== undefined) return powers(Number(low), Number(high), flag);
  const size = Number(part);
  if (/^\d+$/.test(part) && size >= 1 && size <= MOST) return [size];
  if (size > MOST && Number.isInteger(size))
    throw problem.choice`${flag}: ${part} is more than 2^32 entries, and no trace has so many URLs. Leave it out`;
  const found = part === "" ? (text.trim() === "" ? "nothing" : `nothing beside a comma in "${text}"`) : `"${part}"`;
  throw problem.choice`${flag} ${FORMS}; found ${found}`;
}

function powers(low: number, high: number, flag: string): number[] {
  if (low > high)
    throw problem.choice`${flag}: exponents ascend; found pow2:${low}-${high}. Type: ${flag} pow2:${high}-${low}`;
  if (high > 31)
    throw problem.choice`${flag}: exponents are 0 to 31; found pow2:${low}-${high}. Type: ${flag} pow2:${Math.min(low, 31)}-31`;
  return powersOf2(low, high);
}
