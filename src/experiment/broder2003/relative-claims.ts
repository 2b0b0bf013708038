import { inPercent } from "../../base/numbers.js";
import { meanOf } from "../../base/statistics/mean-of.js";
import { sizeInShort } from "../../cache/sweep/sweep-rows.js";
import { type Claim, ofMost, unless, within } from "../claim.js";
import { curveOf, steepestPart } from "./reading.js";
import type { Sweep } from "./setting.js";
import { claimsBeside, type FigureClaim, noRegion, tooSmall } from "./shape-claims.js";

/** Miss rate of a policy as a multiple of MIN's, by size. */
function overMin(rows: Sweep["rows"], label: string): { sizes: readonly number[]; ratios: readonly number[] } {
  const optimum = curveOf(rows, "MIN");
  const { sizes, missRates } = curveOf(rows, label);
  return { sizes, ratios: missRates.map((rate, i) => rate / optimum.missRates[i]) };
}

/** Said of the full trace alone. */
const ofFigure3 = (quote: string) => (figure: string) => (figure === "Figure 3" ? quote : undefined);

/** Section 3.7 speaks of Figure 3 alone. */
const ofFullTrace = (figure: string): string =>
  figure === "Figure 3" ? "section 3.7, Figure 3" : `ours, on ${figure}: as section 3.7 has it of Figure 3`;

const relative: readonly FigureClaim[] = [
  {
    claim: "LRU misses less than 1.05 times as often as MIN at most sizes",
    source: ofFullTrace,
    published: "most cache sizes",
    tolerance: "at more than half of the sizes (mixed: at a third or more)",
    quote: ofFigure3("for most cache sizes, we observed ratios for LRU of less than 1.05 (see Figure 3)"),
    wouldChange:
      "The same traces under MIN that must admit the newcomer, as libraries have it: a median ratio that falls below 1.05 would make the difference one of definition",
    test: unless(tooSmall, (sweep) => {
      const { sizes, ratios } = overMin(sweep.rows, "LRU");
      const share = ratios.filter((ratio) => ratio < 1.05).length / ratios.length;
      return {
        ours: `at ${ratios.filter((ratio) => ratio < 1.05).length} of ${sizes.length} sizes`,
        verdict: ofMost(share),
        because: `median ratio ${ratios.toSorted((a, b) => a - b)[ratios.length >> 1].toFixed(3)}; MIN may refuse the newcomer here`,
      };
    }),
  },
  {
    claim: "LRU misses less than twice as often as MIN at all sizes",
    source: ofFullTrace,
    published: "all cache sizes",
    tolerance: "none above 2 (mixed: 2.5)",
    quote: ofFigure3(
      "we observed ratios for LRU of less than 1.05 (see Figure 3), and for all cache sizes, we observed ratios less than 2",
    ),
    wouldChange:
      "A trace on which a page's links come back in the same order page after page, just out of reach of the cache: LRU above 2.5 times MIN at some size",
    test(sweep) {
      const { sizes, ratios } = overMin(sweep.rows, "LRU");
      const most = Math.max(...ratios);
      return {
        ours: `${most.toFixed(2)} at most`,
        verdict: within(most, 2, 2.5),
        because: `at ${sizeInShort(sizes[ratios.indexOf(most)])} entries`,
      };
    },
  },
  {
    claim: "Only in the critical region are LRU and CLOCK more than slightly worse than MIN",
    source: (figure) => `section 5.2, ${figure}`,
    published: "only slightly worse than MIN, except in the critical region",
    tolerance:
      "mean ratio of LRU and CLOCK below 1.1 outside the steepest four doublings and larger inside (mixed: larger inside)",
    quote: () =>
      "For both traces, LRU and CLOCK perform almost identically and only slightly worse than the ideal MIN, except in the critical region",
    wouldChange:
      "The ratios outside of the region on a trace of 100 million requests: a mean above 1.1 there would leave the region nothing of its own",
    test: unless(noRegion, (sweep) => {
      const { from, to } = steepestPart(curveOf(sweep.rows, "CLOCK"));
      const part = (keep: (size: number) => boolean) =>
        meanOf(
          ["LRU", "CLOCK"].flatMap((label) => {
            const { sizes, ratios } = overMin(sweep.rows, label);
            return ratios.filter((_, i) => keep(sizes[i]));
          }),
        );
      const inside = part((size) => size >= from && size <= to);
      const outside = part((size) => size < from || size > to);
      return {
        ours: `${inside.toFixed(3)} inside, ${outside.toFixed(3)} outside`,
        verdict: inside <= outside ? "disagrees" : outside < 1.1 ? "agrees" : "mixed",
        because: `inside is ${sizeInShort(from)} to ${sizeInShort(to)}`,
      };
    }),
  },
];

/** What section 5.2 says of the practical policies beside the optimum. */
export const relativeClaims = claimsBeside(relative);

/**
 * Mean of STATIC's miss rate over MIN's, over the sizes below the number of URLs in which STATIC is not yet an
 * artefact.
 */
export function staticOverMin({ rows, distinct }: Sweep): number {
  const { sizes, ratios } = overMin(rows, "STATIC");
  return meanOf(ratios.filter((_, i) => sizes[i] <= distinct / 16));
}

/** Section 5.2, third paragraph after Figure 5's mention. */
export const staticClaim: Claim<{ readonly full: Sweep; readonly cross: Sweep }> = {
  claim: "STATIC does relatively better on the cross sub-trace than on the full trace",
  source: "section 5.2, Figures 3 and 5",
  published: "relatively better",
  tolerance: "mean ratio to MIN smaller by 0.1, over sizes up to a sixteenth of the URLs (mixed: smaller)",
  quote: "STATIC does relatively better for the cross trace than for the full trace",
  wouldChange:
    "The cross sub-trace of a crawl in which links between hosts go deep (mirrors, archives): STATIC no better there would bear out the paper's reason, short links to home pages",
  test({ full, cross }) {
    const [whole, part] = [staticOverMin(full), staticOverMin(cross)];
    return (
      tooSmall(full) ??
      tooSmall(cross) ?? {
        ours: `${part.toFixed(2)} times MIN on the cross sub-trace, ${whole.toFixed(2)} on the full one`,
        verdict: within(part - whole, -0.1, 0),
        because: `cross: ${inPercent(cross.requests / full.requests)} of the requests`,
      }
    );
  },
};
