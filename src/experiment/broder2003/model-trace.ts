import { counted } from "../../base/numbers.js";
import { version } from "../../base/version.js";
import { clock } from "../../cache/policy/clock.js";
import { infinite } from "../../cache/policy/infinite.js";
import { cacheSweep } from "../../cache/sweep/cache-sweep.js";
import { missRateCurve } from "../../figure/miss-rate-curve.js";
import { alphaBetaGamma } from "../../trace/model/alpha-beta-gamma.js";
import { type Claim, testClaims } from "../claim.js";
import { checkScale, type LoadExperiment, resultOf, SCALE } from "../experiment.js";
import { claims as figureClaims } from "./figure-2.js";
import { threadsInWords } from "./reading.js";
import { relativeClaims } from "./relative-claims.js";
import { CHARGED, PAPER_POLICIES, PAPER_THREADS, type Sweep, simulationOptions, sizesFor } from "./setting.js";
import { coincides, regionMoves } from "./thread-figures.js";

/** Section 5.2: "the first 70 million URLs". */
const REQUESTS = 70_000_000;

/** Traces too short for 500 threads to finish a page tell nothing. */
const FEWEST = 200_000;

/** Repeats and the lengths of pages are the paper's, all else was chosen by its curve: what comes out was put in. */
const putIn = <E>(claims: readonly Claim<E>[]): Claim<E>[] =>
  claims.map((claim) => ({ kind: "construction", ...claim }));

/** Does the paper's explanation of its curves give its curves? Broder et al. 2003, section 5.2. */
export const modelTrace: LoadExperiment = {
  id: "broder2003/model-trace",
  title: "The curves of the paper's own model",
  paper:
    "Broder et al. 2003, section 5.2, explain their curves by threads that draw URLs from a set common to all (alpha), from sets of their page and host (beta) and " +
    "at random (gamma); alpha small, gamma about 20 %, L'' say ten times L'. They did not draw a trace from it. Here one is drawn, at 20, 100 and 500 threads. What the paper leaves open (sizes of the sets, distance of repeats) was chosen with its " +
    "curve in sight: agreement shows that such a setting exists, not that it is the web's.",
  load: "model-trace",
  repeatable: true,
  async run(options = {}) {
    const { seed = 1, scale = SCALE } = options;
    checkScale(scale, "the paper's 70 million URLs");
    const requests = Math.max(FEWEST, Math.round(REQUESTS * scale));
    const sweeps: Sweep[] = [];
    for (const threads of PAPER_THREADS) {
      const { parameters: _, ...trace } = alphaBetaGamma({ requests, threads, seed });
      const last = threads === PAPER_THREADS[PAPER_THREADS.length - 1];
      const sweep = await cacheSweep(trace, {
        policies: last ? [...PAPER_POLICIES, CHARGED] : [clock, infinite],
        sizes: sizesFor(trace),
        ...simulationOptions(options),
      });
      sweeps.push({ threads, openHosts: threads, trace, requests, distinct: trace.urls, rows: sweep.rows() });
    }
    const largest = sweeps[sweeps.length - 1];
    const rows = sweeps.flatMap(({ threads, rows: own }) =>
      own
        .filter(({ policy }) => policy === "CLOCK" || (threads === largest.threads && policy !== CHARGED.label))
        .map((row) => ({ ...row, policy: `${row.policy}, ${threadsInWords(threads)}` })),
    );
    return resultOf(
      modelTrace,
      modelTrace.load,
      [
        testClaims(putIn([...figureClaims, ...relativeClaims("Figure 3")]), largest),
        testClaims(putIn([...regionMoves("Figure 6"), ...coincides("Figure 8")]), sweeps),
      ],
      rows,
      { requests, threads: PAPER_THREADS, seed, scale, model: "alphaBetaGamma, its defaults", crawlbench: version },
      () =>
        missRateCurve(rows, {
          notes: [`${counted(requests)} requests of the model each`],
        }),
    );
  },
};
