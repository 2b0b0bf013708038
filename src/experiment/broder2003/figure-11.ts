import { stable, timeFigure } from "./time-figures.js";

/** Miss rates over time, cross sub-trace. Broder et al. 2003, section 5.2, Figure 11. */
export const figure11 = timeFigure({
  figure: 11,
  title: "Miss rate over time, cross sub-trace",
  paper:
    "Broder et al. 2003, section 5.2, Figure 11: as Figure 10, on the URLs that one process sent to the other three. The differences over time are small.",
  which: "cross",
  claims: [stable("Figure 11")],
});
