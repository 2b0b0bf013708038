import { coincides, threadFigure } from "./thread-figures.js";

/** Figure 7 over entries per thread. Broder et al. 2003, section 5.2, Figure 9. */
export const figure9 = threadFigure({
  figure: 9,
  title: "Miss rate by cache size per thread, cross sub-trace",
  paper:
    "Broder et al. 2003, sections 5.2 and 7, Figure 9: the curves of Figure 7 over the size divided by the number of threads almost coincide as well; a cache " +
    "that only saves traffic between machines may be slightly smaller.",
  which: "cross",
  perThread: true,
  claims: coincides("Figure 9"),
});
