import { problem } from "../../base/error.js";
import type { Random } from "../../base/random.js";
import type { LinksPerPage } from "./model-options.js";

/**
 * Where the links of each page begin, for numbers of links drawn by a law; `extra` links of page p come on top. Length
 * pages + 1.
 */
export function drawOffsets(
  pages: number,
  law: LinksPerPage,
  random: Random,
  extra: (page: number) => number = () => 0,
): Uint32Array {
  const offsets = new Uint32Array(pages + 1);
  const draw = typeof law === "number" ? () => law : lognormal(law, random);
  let total = 0;
  for (let page = 0; page < pages; page++) {
    total += draw() + extra(page);
    offsets[page + 1] = total;
  }
  if (total >= 2 ** 32)
    throw problem.option`these pages have ${total} links; a graph has less than 2^32: lower pages or linksPerPage`;
  return offsets;
}

/** mu = ln median, sigma^2 = 2 ln(mean / median); by Box and Muller 1958. */
function lognormal({ mean, median }: { readonly mean: number; readonly median: number }, random: Random): () => number {
  const sigma = Math.sqrt(2 * Math.log(mean / median));
  return () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    return Math.max(1, Math.round(median * Math.exp(sigma * normal)));
  };
}

/** Draws 0 <= value < limit from one word; biased by less than limit / 2^32, and several times as fast as `below`. */
export const quick = (random: Random, limit: number): number => Math.floor((random.bits() * limit) / 4294967296);
