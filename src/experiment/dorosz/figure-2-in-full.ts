import { checkScale, type LoadExperiment } from "../experiment.js";
import { addsTo, installed } from "./adds.js";
import { AS_THE_PAPER } from "./contestants.js";
import { claims, PAPER } from "./figure-2.js";

/** Those of the paper, one URL a call. */
const CONTESTANTS = Object.values(AS_THE_PAPER);

/** Claims on these alone. */
const ofThem = claims.slice(0, 3);

/** The same at the paper's size, on the paper's databases. */
export const figure2InFull: LoadExperiment = {
  id: "dorosz/figure-2-in-full",
  title: "The delay of adding a URL, at the paper's size",
  paper:
    "Dorosz, section 3, Figure 2, at its own counts: 1,000,000 URLs at the start, 3,000,000 added, a point for each 100,000. Only the databases of the paper run, " +
    "one URL a call. Of each block 200 URLs are timed and the others added in batches, which tells the delay at that size and costs minutes in place of hours.",
  load: "dorosz-load-in-full",
  alone: "4 million URLs into three databases: some seven minutes",
  runs: 3,
  uses: () => installed(CONTESTANTS),
  run(options = {}) {
    const { scale = 1 } = options;
    checkScale(scale, "the paper's counts");
    const [start, add, block] = [PAPER.start, PAPER.add, PAPER.block].map((count) => Math.ceil(count * scale));
    const counts = { start, add, block };
    return addsTo(figure2InFull, { contestants: CONTESTANTS, claims: ofThem, counts, scale }, options);
  },
};
