import { gotInstead, problem } from "../../base/error.js";
import { checkOptions } from "../../base/method.js";
import { type BootstrapOptions, bootstrapRules } from "../../base/statistics/paired-difference.js";
import type { Comparison } from "./comparison.js";
import { League, type LeagueRow } from "./league.js";

/**
 * The league table of orderings over several webs.
 *
 * league(await Promise.all(webs.map((web) => compare(web, { orderings, importance, repeats: 20 }))))
 *
 * @param comparisons one per web, all under one model and one importance; thresholds may differ
 * @throws "option" for no comparison, two of one web, different models or importances, or a web that was crawled from
 *   one start page
 *
 * O(k^2) intervals per web for k orderings.
 */
export function league(comparisons: readonly Comparison[], options: BootstrapOptions = {}): League {
  checkOptions("league", options, bootstrapRules);
  if (!Array.isArray(comparisons))
    throw problem.option`a league takes a list of comparisons, one per web: league([runs, ...]); ${gotInstead(comparisons)}`;
  for (const runs of comparisons)
    if (!Array.isArray(runs?.crawls))
      throw problem.option`a league takes what compare gives: league([await compare(web, { ... }), ...]); ${gotInstead(runs)}`;
  const judgedBy = new Set(comparisons.map(judgedByOf));
  const names = comparisons.map(({ web }) => web.name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (comparisons.length === 0) throw problem.option`a league needs comparisons, one per web; found none`;
  if (twice !== undefined) throw problem.option`a league takes one comparison per web; found two of ${twice}`;
  if (judgedBy.size > 1) {
    throw problem.option`a league is judged by one model and one importance; found ${[...judgedBy].join("; ")}. Judge again: runs.judge(importance, { model })`;
  }
  return new League(
    comparisons.flatMap((runs) => rowsOf(runs, options)),
    [...judgedBy][0],
  );
}

const judgedByOf = ({ provenance, importance }: Comparison): string =>
  `model ${provenance.model}, importance ${importance.label}`;

function rowsOf(runs: Comparison, options: BootstrapOptions): LeagueRow[] {
  const { name } = runs.web;
  const starts = new Set(runs.crawls.map(({ from }) => from.join(" "))).size;
  if (starts < 2) {
    throw problem.option`${name} was crawled from one start page, and orderings are told apart over start pages. Crawl from more: compare(web, { ..., repeats: 20 })`;
  }
  if (runs.summary().every(({ area }) => Number.isNaN(area)))
    throw problem.option`${name} has no areas, for none of its pages is hot: judge by a lower threshold, runs.judge(backlinks({ hotAt: 10 }))`;
  const offline = new Set(runs.crawls.filter(({ method }) => method.offline).map(({ method }) => method.label));
  const players = runs.summary().filter(({ ordering }) => !offline.has(ordering));
  const results = players.map(({ ordering }) => ({ ordering, won: 0, lost: 0, open: 0 }));
  for (const [i, one] of results.entries()) {
    for (const other of results.slice(0, i)) {
      const { low, high } = runs.difference(one.ordering, other.ordering, options);
      const [winner, loser] = low > 0 ? [one, other] : [other, one];
      if (low > 0 || high < 0) {
        winner.won++;
        loser.lost++;
      } else {
        one.open++;
        other.open++;
      }
    }
  }
  return players.map(({ ordering, area, low, high }, i) => {
    const { won, lost, open } = results[i];
    const shared = results.some((other, j) => j !== i && other.lost === lost);
    return { dataset: name, ordering, area, low, high, rank: 1 + lost, shared, won, lost, open, starts };
  });
}
