import { number, word } from "../../base/method.js";

/** Options that several orderings have, with one meaning; each is a flag of the command line. */

/** Which of several pages with the same score comes first: the one discovered first, last, or one drawn; see `Ties`. */
export const ties = word(
  ["fifo", "lifo", "random"],
  "which page comes first among equal scores: fifo (discovered first), lifo, random",
  { named: true, unit: "rule" },
);

/** "stable": the one that reached its score first. */
export const stableTies = word(
  ["fifo", "lifo", "random", "stable"],
  `${ties.says}; stable: which reached its score first`,
  { named: true, unit: "rule" },
);

/** Before the first of k pages; 1 is the paper. */
export const reorderEvery = number(1, "[1, ∞)", "sort the frontier only before every k-th page", {
  whole: true,
  is: "a number of pages, 1 or more",
  unit: "pages",
});

/** 0.9 in Cho et al. 1998. Its prose of section 2 calls d what its formula calls 1 - d: 0.1 is that reading. */
export const damping = number(0.9, "(0, 1)", "d, the share of rank that flows along links", { unit: "d" });

/** Of the rank of a page that was crawled. */
export const accuracy = (usual: number, about: { readonly named?: boolean } = {}) =>
  number(usual, "(0, 1)", "largest residual of a page, as a share of its rank", {
    unit: "share",
    ...about,
  });
