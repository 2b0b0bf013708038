import { problem } from "../../base/error.js";
import { quantile } from "../../base/statistics/quantile.js";
import { fitAlphaBetaGamma } from "../../cache/fit-alpha-beta-gamma.js";
import { sizeInShort } from "../../cache/sweep/sweep-rows.js";
import { timedReplay } from "../../crawl/timed/timed-replay.js";
import { type Finding, fixed } from "../../figure/finding.js";
import { missRateCurve } from "../../figure/miss-rate-curve.js";
import { ends } from "../../figure/who-is-first.js";
import { alphaBetaGamma } from "../../trace/model/alpha-beta-gamma.js";
import type { UrlTrace } from "../../trace/url-trace.js";
import { copyingWeb } from "../../web/model/copying-web.js";
import { hostWeb } from "../../web/model/host-web.js";
import { preferentialWeb } from "../../web/model/preferential-web.js";
import { randomWeb } from "../../web/model/random-web.js";
import { rewired } from "../../web/model/rewired.js";
import { shuffledPages } from "../../web/model/shuffled-pages.js";
import type { Web } from "../../web/web.js";
import { type Claim, testClaims, within } from "../claim.js";
import { type ExperimentOptions, resultOf, type WebExperiment } from "../experiment.js";
import { curveOf, points, threadsInWords, widestGap } from "./reading.js";
import { crawlPlan, SCALE, type Sweep, sweepTrace, threadsAt } from "./setting.js";
import { tooSmall } from "./shape-claims.js";

/**
 * A crawl of the web itself, of a control made from it, or of a model as large as it; or a trace that is a model's own.
 */
interface Contender extends Sweep {
  readonly name: string;
}

interface Evidence {
  readonly web: Contender;
  readonly others: readonly Contender[];
}

const NAMES = {
  web: "the web itself",
  page: "page links shuffled",
  host: "rewired, degrees and hosts kept",
  degrees: "rewired, degrees kept",
  hostWeb: "model of hosts",
  copying: "copying model",
  preferential: "preferential attachment",
  random: "uniform links",
  fitted: "fitted model of section 5.2",
} as const;

/**
 * Requests that the search compares, and model traces that it tries: fits to a few hundred thousand requests of a long
 * crawl miss its slow part.
 */
const FITTED = 1_000_000;
const TRIALS = 160;

const clockOf = ({ rows }: Sweep) => curveOf(rows, "CLOCK");

/** Widest gap between CLOCK's curve on the web and on a contender. */
function gapOf({ web, others }: Evidence, name: string): { gap: number; at: number } {
  const contender = others.find((each) => each.name === name);
  if (contender === undefined) throw problem.option`nothing is named "${name}"`;
  return widestGap(clockOf(web), clockOf(contender));
}

/** Which of the others is nearest to the web itself, and which furthest from it, by CLOCK's widest gap. */
const nearest = (evidence: Evidence): Finding =>
  ends(
    evidence.others.map(({ name }) => ({ name, value: -gapOf(evidence, name).gap })),
    ["Nearest to the web itself", "furthest"],
    (gap) => fixed(1, " points off")(-100 * gap),
  );

export const claims: readonly Claim<Evidence>[] = [
  {
    claim: "Models with links that stay on their host and are shared there come closer than those without",
    source: "section 7, third open question",
    published:
      "models where caching performs well due to correlation of links on a host are probably closer to reality",
    tolerance:
      "CLOCK's widest gap smaller by 2 points than under copying, preferential attachment and random links (mixed: than under one)",
    quote:
      "Models where caching performs well due to correlation of links on a given host are probably closer to reality",
    wouldChange:
      "The log of a crawl of many sites beside all four models, each fitted to the same degrees: the model of hosts nearest by less than 2 points, or not nearest",
    test(evidence) {
      const own = gapOf(evidence, NAMES.hostWeb).gap;
      const others = [NAMES.copying, NAMES.preferential, NAMES.random].map((name) => ({
        name,
        ...gapOf(evidence, name),
      }));
      const beaten = others.filter(({ gap }) => own < gap - 0.02).length;
      return (
        tooSmall(evidence.web) ?? {
          ours: `${NAMES.hostWeb} ${points(own)}, ${others.map(({ name, gap }) => `${name} ${points(gap)}`).join(", ")}`,
          verdict: beaten === others.length ? "agrees" : beaten > 0 ? "mixed" : "disagrees",
          because:
            "gaps to the web's own curve; models have its pages, hosts, mean and median of links, and nothing else of it",
        }
      );
    },
  },
  {
    claim: "Degrees do not explain the curve: with the same degrees and other links it is another",
    source: "ours, on section 7",
    published: "-",
    tolerance: "a gap of 10 points or more where only degrees are kept (mixed: 5)",
    wouldChange:
      "A web whose pages each have links of their own, no two pages sharing a list: a gap below 5 points between it and its rewired copy would mean that degrees explain it after all",
    test(evidence) {
      const { gap, at } = gapOf(evidence, NAMES.degrees);
      return (
        tooSmall(evidence.web) ?? {
          ours: `${points(gap)} at ${sizeInShort(at)} entries`,
          verdict: within(-gap, -0.1, -0.05),
          because: "the targets of all links in random order",
        }
      );
    },
  },
  {
    claim: "Nor does the share of links that stay on their host: which pages of it they share counts",
    source: "ours, on section 5.2's L''",
    published: "-",
    tolerance: "a gap of 5 points or more where degrees and hosts are kept (mixed: 2)",
    wouldChange:
      "Links drawn anew within a host but list by list, so that pages still share lists: a gap below 2 points would show which sharing it is that counts",
    test(evidence) {
      const { gap, at } = gapOf(evidence, NAMES.host);
      return (
        tooSmall(evidence.web) ?? {
          ours: `${points(gap)} at ${sizeInShort(at)} entries; ${points(gapOf(evidence, NAMES.degrees).gap)} where hosts are not kept`,
          verdict: within(-gap, -0.05, -0.02),
          because: "targets in random order, those of links on a host among themselves",
        }
      );
    },
  },
  {
    claim: "The hypothesis of section 5.2, fitted, gives the curve",
    source: "section 5.2: G, L', L'' and random URLs; section 7: if our model is correct",
    published: "conjectured, not tested",
    tolerance: "CLOCK's widest gap 5 points at most (mixed: 10)",
    quote:
      "We conjecture that this critical region is due to the following phenomenon. Assume that each crawler thread h produces URLs as follows",
    wouldChange:
      "A fit to the first half of a trace that is over 10 points off on the second: the parts would be a description, not a model",
    test(evidence) {
      const { gap, at } = gapOf(evidence, NAMES.fitted);
      return (
        tooSmall(evidence.web) ?? {
          ours: `${points(gap)} at ${sizeInShort(at)} entries`,
          verdict: within(gap, 0.05, 0.1),
          because: "fitted to LRU's curve and to the pages of the trace, tested with CLOCK at full length",
        }
      );
    },
  },
];

/** Crawls a web with the middle number of threads. */
async function crawled(
  web: Web,
  name: string,
  hostOf: Uint32Array | undefined,
  options: ExperimentOptions,
): Promise<Contender> {
  const [threads] = threadsAt(options.scale ?? SCALE).slice(-2);
  const { source, settings } = crawlPlan(web, options, [threads], hostOf);
  const { traces, openHosts } = timedReplay(source, { ...settings, threads });
  return swept(name, traces[0], threads, openHosts[0], options);
}

const swept = async (
  name: string,
  trace: UrlTrace,
  threads: number,
  openHosts: number,
  options: ExperimentOptions,
): Promise<Contender> => ({ name, ...(await sweepTrace(trace, { threads, openHosts }, options)) });

/** Which models of the web have the cache curve of a web? The third open question of Broder et al. 2003, section 7. */
export const graphModels: WebExperiment = {
  id: "broder2003/graph-models",
  title: "Miss rate by model of the web: the third open question",
  paper:
    "Broder et al. 2003, section 7: if links on a host are correlated as the paper conjectures, models of the web must show it, and cache performance tells which " +
    "do. Here a web, controls made from it by shuffling, models of the same size and the fitted alpha, beta, gamma model meet the same crawler and CLOCK.",
  suits: "broder2003",
  async run(web, options = {}) {
    const { source, provenance } = crawlPlan(web, options);
    const hostOf = source.hostOf.subarray(0, web.graph.size);
    const { seed = 1 } = options;
    const degrees = Array.from(
      { length: web.graph.size },
      (_, page) => web.graph.offsets[page + 1] - web.graph.offsets[page],
    );
    const median = Math.max(1, quantile(degrees, 0.5));
    const shape = {
      pages: web.graph.size,
      hosts: new Set(hostOf).size,
      linksPerPage: { mean: Math.max(median, web.graph.links / web.graph.size), median },
      seed,
    };
    const real = await crawled(web, NAMES.web, undefined, options);
    const webs: readonly [string, () => Web][] = [
      [NAMES.page, () => shuffledPages(web, { seed })],
      [NAMES.host, () => rewired(web, { keep: "degrees and host", hostOf, seed })],
      [NAMES.degrees, () => rewired(web, { seed })],
      [NAMES.hostWeb, () => hostWeb(shape)],
      [NAMES.copying, () => copyingWeb(shape)],
      [NAMES.preferential, () => preferentialWeb(shape)],
      [NAMES.random, () => randomWeb(shape)],
    ];
    const others: Contender[] = [];
    for (const [name, make] of webs) {
      const other = make();
      others.push(await crawled(other, name, other.urls ? undefined : hostOf, options));
    }
    const { parameters, fit } = fitAlphaBetaGamma(real.trace, { seed, requests: FITTED, evaluations: TRIALS });
    others.push(
      await swept(NAMES.fitted, alphaBetaGamma(optionsOf(parameters)), parameters.threads, parameters.threads, options),
    );
    const rows = [real, ...others].flatMap(({ name, rows: own }) =>
      own.filter(({ policy }) => policy === "CLOCK").map((row) => ({ dataset: web.name, ...row, policy: name })),
    );
    const { linksPerPage, ...numbers } = parameters;
    return resultOf(
      graphModels,
      web.name,
      testClaims(claims, { web: real, others }),
      rows,
      {
        ...provenance,
        threads: real.threads,
        models: shape,
        fitted: { ...numbers, maxGap: fit.maxGap, meanGap: fit.meanGap },
      },
      () =>
        missRateCurve(rows, {
          title: nearest({ web: real, others }),
          notes: [
            "CLOCK by model of the web",
            `${web.name}, controls made from it, models as large as it · one of 4 processes with ${threadsInWords(real.threads)}`,
          ],
        }),
    );
  },
};

/** What the generator is told, of what it resolved. */
function optionsOf({ beta, repeat, ...options }: ReturnType<typeof fitAlphaBetaGamma>["parameters"]) {
  return options;
}
