import { got, gotInstead, problem } from "../../base/error.js";
import { valuesOf } from "../../base/method.js";
import { requireMethod } from "../../base/methods-in.js";
import { isOurs, ours } from "../../base/ours.js";
import type { Capability, Web } from "../../web/web.js";
import { hotAtRule, IMPORTANCES, type Importance, type Threshold, valuesOn } from "./importance.js";

/**
 * A weighted sum of importances, IC(P) = k1 * a(P) + k2 * b(P) + ... Cho et al. 1998, section 2.
 *
 * @param parts pairs [k, importance]; the thresholds of the parts are ignored
 * @throws "option" when a weight or the threshold is no finite number, or no part is given
 */
export function mix<N extends Capability>(
  parts: readonly (readonly [number, Importance<N>])[],
  threshold: Threshold = {},
): Importance<N> {
  const { hotAt } = valuesOf("mix", { hotAt: hotAtRule }, threshold);
  if (!Array.isArray(parts) || parts.length === 0)
    throw problem.option`importances.mix needs at least one part: importances.mix([[0.5, backlinks()], [0.5, pageRankOf()]])`;
  for (const pair of parts) {
    if (!Array.isArray(pair))
      throw problem.option`importances.mix takes pairs of a weight and an importance: importances.mix([[0.5, backlinks()], [0.5, pageRankOf()]]); ${gotInstead(pair)}`;
    const [weight, part] = pair;
    requireMethod("importances.mix", IMPORTANCES, part);
    if (!Number.isFinite(weight)) throw problem.option`the weight of ${part.label} is a finite number; ${got(weight)}`;
  }
  const of = (web: Web) => {
    const sum = new Float64Array(web.graph.size);
    for (const [weight, part] of parts) {
      const values = valuesOn(web, part);
      for (let page = 0; page < sum.length; page++) sum[page] += weight * values[page];
    }
    return sum;
  };
  return {
    kind: "importance",
    name: "mix",
    label: parts.map(([weight, part]) => `${weight} x ${part.label}`).join(" + "),
    source: "Cho et al. 1998, section 2, IC(P)",
    needs: [...new Set(parts.flatMap(([, part]) => part.needs))],
    options: { parts: parts.map(([weight, { name, options }]) => ({ weight, name, options })) },
    hotAt,
    estimate: (web) => parts.reduce((sum, [, part]) => sum + (part.estimate?.(web) ?? 0), 0),
    of: parts.every(([, part]) => isOurs(part.of)) ? ours(of) : of,
  };
}
