import { risesAtTheEnd, stable, timeFigure } from "./time-figures.js";

/** Miss rates over time, full trace. Broder et al. 2003, section 5.2, Figure 10. */
export const figure10 = timeFigure({
  figure: 10,
  title: "Miss rate over time, full trace",
  paper:
    "Broder et al. 2003, section 5.2, Figure 10: caches of 2^18 entries, well past the critical region, along the trace. The differences are small, the miss " +
    "rate is stable after 1 to 2 billion URLs, and rises slightly towards the end, that of the infinite cache too.",
  which: "full",
  claims: [
    stable("Figure 10"),
    risesAtTheEnd("our crawls are cut after half of the links of a web that ends; the paper's web did not end"),
  ],
});
