import { defineOrdering } from "./ordering.js";

/**
 * Crawls a page drawn uniformly from the frontier: a random crawler that does not revisit. Not the random crawler of
 * Cho et al. 1998, section 3, which draws from all pages of the Web, known or not: that one is a closed form, see
 * crawl/baseline.ts.
 *
 * O(1) per page.
 */
export const random = defineOrdering({
  name: "random",
  source: "baseline; compare Cho et al. 1998, section 3",
  needs: ["links"],
  options: {},
  create({ size, random }) {
    const waiting = new Uint32Array(size);
    let count = 0;
    return {
      discover(pages, fresh) {
        for (let i = 0; i < fresh; i++) waiting[count++] = pages[i];
      },
      next() {
        if (count === 0) return -1;
        const index = random.below(count);
        const page = waiting[index];
        waiting[index] = waiting[--count];
        return page;
      },
      explain: () => [{ name: "chance to be drawn", value: 1 / count }],
    };
  },
});
