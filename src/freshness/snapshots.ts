import { option, problem } from "../base/error.js";
import { Random } from "../base/random.js";
import { requireList } from "../base/require-list.js";
import type { ChangeModel, ChangeSetting } from "./change-model.js";
import { type ChangeHistory, poissonHistory, versionAt } from "./history.js";

/** A web at one moment. */
export interface WebVersions {
  readonly time: number;
  /** How often each page has changed until then. */
  readonly versions: Uint32Array;
}

/**
 * A web that changes, at several moments: which version of each page a crawl at that moment would store. Nothing is
 * stored here; the testbed serves the versions of its own epochs (`serve`).
 *
 * @param pages number of pages, and their hosts for models by host
 * @param times ascending, above 0
 * @throws "option" for times that do not ascend
 */
export function snapshots(
  pages: Omit<ChangeSetting, "random">,
  model: ChangeModel,
  times: readonly number[],
  { seed = 1 }: { readonly seed?: number } = {},
): { readonly rates: Float64Array; readonly history: ChangeHistory; readonly snapshots: readonly WebVersions[] } {
  requireList("snapshots takes a list of times", times);
  const wrong = times.find((time, i) => !(time > (i === 0 ? 0 : times[i - 1])));
  if (wrong !== undefined || times.length === 0)
    throw problem.option`${option("times")} ascend from above 0; found ${times.join(", ") || "none"}`;
  const random = new Random(seed);
  const rates = model.rates({ ...pages, random: random.fork(1) });
  const history = poissonHistory(rates, times[times.length - 1], random.fork(2));
  const at = (time: number) => Uint32Array.from(rates, (_, page) => versionAt(history, page, time));
  return { rates, history, snapshots: times.map((time) => ({ time, versions: at(time) })) };
}
