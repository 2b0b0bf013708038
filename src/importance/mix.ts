import type { Capability } from "../graph/web.js";
import { checkThreshold, type Importance, type Threshold } from "./importance.js";

/**
 * A weighted sum of importances, IC(P) = k1 * a(P) + k2 * b(P) + ... Cho et al. 1998, section 2.
 *
 * @param parts pairs [k, importance]; the thresholds of the parts are ignored
 * @throws RangeError when a weight or the threshold is no finite number, or no part is given
 */
export function mix<N extends Capability>(
  parts: readonly (readonly [number, Importance<N>])[],
  { hotAt }: Threshold = {},
): Importance<N> {
  checkThreshold(hotAt);
  if (parts.length === 0)
    throw new RangeError("mix needs at least one part: mix([[0.5, backlinks()], [0.5, pageRankOf()]])");
  for (const [weight, part] of parts) {
    if (!Number.isFinite(weight))
      throw new RangeError(`the weight of ${part.label} is a finite number; found ${weight}`);
  }
  return {
    kind: "importance",
    name: "mix",
    label: parts.map(([weight, part]) => `${weight} x ${part.label}`).join(" + "),
    source: "Cho et al. 1998, section 2, IC(P)",
    needs: [...new Set(parts.flatMap(([, part]) => part.needs))],
    options: { parts: parts.map(([weight, { name, options }]) => ({ weight, name, options })) },
    hotAt,
    of(web) {
      const sum = new Float64Array(web.graph.size);
      for (const [weight, part] of parts) {
        const values = part.of(web);
        for (let page = 0; page < sum.length; page++) sum[page] += weight * values[page];
      }
      return sum;
    },
  };
}
