// `compare` as a user calls it: four orderings, ten repeats, no cache, on a real web of 326k pages; one thread and all
// cores.
import { backlink, backlinks, breadthFirst, compare, load, pageRank, random } from "crawlbench";
import { ms } from "./measure.mjs";

export async function comparing() {
  const rows = [];
  for (const name of ["web-NotreDame", "cnr-2000"]) {
    const web = await load(name);
    const times = {};
    const areas = {};
    for (const workers of [undefined, 1]) {
      const begun = performance.now();
      const runs = await compare(web, {
        orderings: [breadthFirst, backlink, pageRank({ accuracy: 1e-2 }), random],
        importance: backlinks({ hotAt: 100 }),
        repeats: 10,
        cache: false,
        ...(workers && { workers }),
      });
      const label = workers === undefined ? "all cores" : "one thread";
      times[label] = performance.now() - begun;
      areas[label] = JSON.stringify(runs.summary());
    }
    if (areas["all cores"] !== areas["one thread"]) throw new Error("threads changed the result");
    for (const [label, time] of Object.entries(times)) {
      rows.push({
        web: name,
        crawls: 40,
        threads: label,
        time: ms(time),
        "x faster": (times["one thread"] / time).toFixed(2),
      });
    }
  }
  return rows;
}
