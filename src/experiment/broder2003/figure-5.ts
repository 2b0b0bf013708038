import { missRateCurve } from "../../figure/miss-rate-curve.js";
import { testClaims } from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";
import { relativeClaims, staticClaim } from "./relative-claims.js";
import { crossSetting, notesOn } from "./setting.js";

/** The miss rates of Figure 4 over MIN's. Broder et al. 2003, section 5.2, Figure 5. */
export const figure5: WebExperiment = {
  id: "broder2003/figure-5",
  title: "Miss rate relative to MIN, cross sub-trace",
  paper:
    "Broder et al. 2003, section 5.2, Figure 5: the miss rates of Figure 4 over those of the clairvoyant optimum. STATIC does relatively better than on the " +
    "full trace: links between hosts mostly lead to home pages, which are popular.",
  suits: "broder2003",
  async run(web, options) {
    const { full, cross, provenance, rows } = await crossSetting(web, options);
    return resultOf(
      figure5,
      web.name,
      [testClaims([staticClaim], { full, cross }), testClaims(relativeClaims("Figure 5"), cross)],
      rows,
      provenance,
      () => missRateCurve(rows, { relative: true, notes: notesOn(cross) }),
    );
  },
};
