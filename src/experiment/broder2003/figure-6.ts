import { regionMoves, threadFigure } from "./thread-figures.js";

/** CLOCK with few, more and many threads. Broder et al. 2003, section 5.2, Figure 6. */
export const figure6 = threadFigure({
  figure: 6,
  title: "Miss rate by cache size and threads, full trace",
  paper:
    "Broder et al. 2003, section 5.2, Figure 6: CLOCK on the traces of three crawls of 53 to 75 million URLs, with 20, 100 and 500 threads per process. " +
    "The fewer threads, the further left the critical region begins, since pages of fewer hosts mingle.",
  which: "full",
  perThread: false,
  claims: regionMoves("Figure 6"),
});
