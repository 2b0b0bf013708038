import { coincides, threadFigure } from "./thread-figures.js";

/** Figure 6 over entries per thread. Broder et al. 2003, section 5.2, Figure 8. */
export const figure8 = threadFigure({
  figure: 8,
  title: "Miss rate by cache size per thread, full trace",
  paper:
    "Broder et al. 2003, sections 5.2 and 7, Figure 8: the curves of Figure 6 over the size divided by the number of threads almost coincide, so the " +
    "paper advises 100 to 500 entries per thread.",
  which: "full",
  perThread: true,
  claims: coincides("Figure 8"),
});
