import { problem } from "../../base/error.js";
import { drawClass } from "../change-classes.js";
import { defineChange } from "../change-model.js";

/**
 * The classes of `classes`, but a whole host draws one: all of its pages change equally often. Pages of one domain
 * resemble each other (Cho and Garcia-Molina 2000 find com to change daily, gov hardly); that a host is all alike is
 * the extreme of that, and ours. The unit of time is a day.
 */
export const hostClasses = defineChange({
  name: "host-classes",
  source: "ours, on the classes of Cho and Garcia-Molina 2003",
  options: {},
  rates({ size, random, hosts }) {
    if (!hosts) throw problem.option`host-classes needs a web with URLs, whose hosts it knows; take classes instead`;
    const ofHost = new Map<number, number>();
    return Float64Array.from({ length: size }, (_, page) => {
      const known = ofHost.get(hosts[page]);
      if (known !== undefined) return known;
      const drawn = drawClass(random);
      ofHost.set(hosts[page], drawn);
      return drawn;
    });
  },
});
