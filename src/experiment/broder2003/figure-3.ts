import { missRateCurve } from "../../figure/miss-rate-curve.js";
import { testClaims } from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";
import { statedOf } from "../paper-points.js";
import { relativeClaims } from "./relative-claims.js";
import { crawlsOf, drawnRows, notesOn, sweepOf } from "./setting.js";

/** The miss rates of Figure 2 over MIN's. Broder et al. 2003, section 5.2, Figure 3. */
export const figure3: WebExperiment = {
  id: "broder2003/figure-3",
  title: "Miss rate relative to MIN, full trace",
  paper:
    "Broder et al. 2003, sections 3.7 and 5.2, Figure 3: the miss rates of Figure 2 over those of the clairvoyant optimum. LRU stays below 1.05 at most " +
    "sizes and below 2 at all; STATIC comes below 1 at very large sizes, since its preload is free.",
  suits: "broder2003",
  async run(web, options) {
    const sweep = await sweepOf(web, "full", options);
    const { provenance } = await crawlsOf(web, options);
    const rows = drawnRows(web, sweep);
    return resultOf(figure3, web.name, testClaims(relativeClaims("Figure 3"), sweep), rows, provenance, () =>
      missRateCurve(rows, {
        relative: true,
        notes: notesOn(sweep),
        paper: statedOf(figure3.id),
      }),
    );
  },
};
