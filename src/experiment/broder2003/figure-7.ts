import { regionMoves, threadFigure } from "./thread-figures.js";

/** Figure 6 on the URLs that go to other processes. Broder et al. 2003, section 5.2, Figure 7. */
export const figure7 = threadFigure({
  figure: 7,
  title: "Miss rate by cache size and threads, cross sub-trace",
  paper:
    "Broder et al. 2003, section 5.2, Figure 7: as Figure 6, on the URLs that one process sent to the other three. Here too the critical region begins " +
    "further left with fewer threads.",
  which: "cross",
  perThread: false,
  claims: regionMoves("Figure 7"),
});
