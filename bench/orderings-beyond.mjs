// Orderings beyond Cho et al. 1998: replay speed as ratios to breadth-first and backlink in the same run, on webs with
// URLs and without.
import { backlink, breadthFirst, load, opic, orderings, pageRank, replay } from "crawlbench";
import { checksum, expectChecksum, measure, million, ms } from "./measure.mjs";

/** Checksums of the orders, of this engine (regression). */
const EXPECTED = {
  "campus breadth-first": "06661f3e7c318773",
  "campus backlink, ties fifo": "7e3cfa693f2c877c",
  "campus opic, ties fifo": "3acf9ae3f117619d",
  "campus opic, cash start-pages, ties fifo": "91ab4c0da5289776",
  "campus page-rank, accuracy 0.01, ties fifo": "1b5e5b8d95b4ad0c",
  "campus rank-mass, ties fifo": "a4eaeff499fccf97",
  "campus rank-mass, accuracy 0, ties fifo": "3d944de7f96a7071",
  "campus rank-mass, ties fifo, reorder every 1000": "04c1189bbd4fa796",
  "campus score-mix, weights 1 0 1 0 0, ties fifo": "e67bbca212d6b99d",
  "campus score-mix, ties fifo": "314d1f7f2a412f2d",
  "campus larger-sites-first, ties fifo": "18e21dbf1cb6d32f",
  "campus host-in-degree, ties fifo": "a5aa15de02600069",
  "campus host-in-degree, count links, ties fifo": "45c3734350fdc26a",
  "campus hits, ties fifo, solve every 100": "c0fec7a8a04cbfa7",
  "campus hits, by hub, ties fifo, solve every 100": "511e2dc172d7d2d7",
  "web-NotreDame breadth-first": "6f7e1abe243555b0",
  "web-NotreDame backlink, ties fifo": "15031686ed7c892f",
  "web-NotreDame opic, ties fifo": "03e988e5def3c4fd",
  "web-NotreDame opic, cash start-pages, ties fifo": "1a11aa78a0980a32",
  "web-NotreDame page-rank, accuracy 0.01, ties fifo": "cbc894e08cf4c785",
  "web-NotreDame rank-mass, ties fifo": "1cd1771fb9402e82",
  "web-NotreDame rank-mass, ties fifo, reorder every 1000": "efa3e25ce3d5c044",
  "web-NotreDame score-mix, weights 1 0 1 0 0, ties fifo": "3fa168fc2c7fc0ee",
  "web-NotreDame score-mix, ties fifo": "68ce4de863827f62",
  "campus-225k breadth-first": "3d1cd79ea0609395",
  "campus-225k backlink, ties fifo": "ea8602dee76cfa88",
  "campus-225k opic, ties fifo": "7494eda7b2043d01",
  "campus-225k opic, cash start-pages, ties fifo": "e95a021b9e0e49e7",
  "campus-225k page-rank, accuracy 0.01, ties fifo": "ce74afaaeca47c7a",
  "campus-225k rank-mass, ties fifo": "4045a743f50772db",
  "campus-225k rank-mass, ties fifo, reorder every 1000": "529d2289b9575515",
  "campus-225k score-mix, weights 1 0 1 0 0, ties fifo": "590db600297a8243",
  "campus-225k score-mix, ties fifo": "e1fbad5a3639b202",
  "campus-225k larger-sites-first, ties fifo": "cc39c3c01b2e3333",
  "campus-225k host-in-degree, ties fifo": "3d3a544d11881a7c",
  "campus-225k host-in-degree, count links, ties fifo": "268b46cf490c7241",
  "cnr-2000 breadth-first": "c2124234d88a1607",
  "cnr-2000 backlink, ties fifo": "75376f171a21c265",
  "cnr-2000 opic, ties fifo": "82e0c44168fdbdb9",
  "cnr-2000 opic, cash start-pages, ties fifo": "da5624101b65f29e",
  "cnr-2000 page-rank, accuracy 0.01, ties fifo": "14f754500659a936",
  "cnr-2000 rank-mass, ties fifo": "726fe3595cac1cf7",
  "cnr-2000 rank-mass, ties fifo, reorder every 1000": "2721484359d7161e",
  "cnr-2000 score-mix, weights 1 0 1 0 0, ties fifo": "641bbbc0f15205d8",
  "cnr-2000 score-mix, ties fifo": "3d5cf8c9f8aba538",
};

const withLinks = [
  backlink,
  opic,
  opic({ cash: "start-pages" }),
  pageRank({ accuracy: 1e-2 }),
  orderings.rankMass,
  orderings.rankMass({ reorderEvery: 1000 }),
  orderings.scoreMix({ pageRank: 0, cash: 1 }),
  orderings.scoreMix,
];
const withUrls = [orderings.largerSitesFirst, orderings.hostInDegree, orderings.hostInDegree({ count: "links" })];

export async function orderingsBeyond(names = ["campus", "campus-225k", "web-NotreDame", "cnr-2000"]) {
  const rows = [];
  for (const name of names) {
    const web = await load(name);
    const solved =
      web.graph.links > 500_000
        ? []
        : [orderings.hits, orderings.hits({ by: "hub" }), orderings.rankMass({ accuracy: 0 })];
    const base = await measure(() => replay(web, breadthFirst));
    let counted = base.best;
    for (const method of [breadthFirst, ...withLinks, ...(web.urls ? withUrls : []), ...solved]) {
      const { best, median, result } = await measure(() => replay(web, method), 3);
      if (method === backlink) counted = best;
      const key = `${name} ${method.label}`;
      expectChecksum(key, checksum(result), EXPECTED[key]);
      rows.push({
        web: name,
        ordering: method.label,
        pages: result.length,
        best: ms(best),
        median: ms(median),
        "pages per second": million(result.length, best),
        "x breadth-first": (best / base.best).toFixed(1),
        "x backlink": method === breadthFirst ? "-" : (best / counted).toFixed(2),
        checksum: checksum(result),
      });
    }
  }
  return rows;
}
