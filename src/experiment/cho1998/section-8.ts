import { counted } from "../../base/numbers.js";
import { Strings } from "../../base/strings.js";
import type { Comparison } from "../../crawl/compare/comparison.js";
import { replay } from "../../crawl/replay.js";
import { crawlCurve } from "../../figure/crawl-curve.js";
import { nothingToFind } from "../../figure/frame.js";
import { breadthFirst } from "../../ordering/breadth-first.js";
import { similarity } from "../../ordering/similarity.js";
import { changed, type Web } from "../../web/web.js";
import { AREA_MARGIN, type Claim, larger } from "../claim.js";
import { REPEATS, resultOf, type WebExperiment } from "../experiment.js";
import { crawlForTopic, onTopic, TOPIC_NEEDS, testOnTopic, tooFewOnTopic, topicsOf } from "./topic-setting.js";

/** What a crawler of Figures 4 and 5 is told of a link. */
const CUES = ["anchors", "addresses", "distance"] as const;
type Cue = (typeof CUES)[number];

export interface Evidence {
  readonly plain: Comparison;
  /** By the one cue that is left; breadth-first inside. */
  readonly by: Readonly<Record<Cue, Comparison>>;
  readonly pages: number;
  /** Pages that Figure 4 and Figure 5 crawl as printed. */
  readonly printed: readonly [figure4: number, figure5: number];
}

const NAMES = {
  anchors: "anchors alone",
  addresses: "addresses alone",
  distance: "distance to hot pages alone",
} as const satisfies Record<Cue, string>;

const WHAT = {
  anchors: "have anchor text that is similar to the query",
  addresses: "have words of the query in the URL",
  distance: "have a short link distance to a page known to be hot",
} as const satisfies Record<Cue, string>;

const QUOTES = {
  anchors: "it is also useful to visit earlier URLs that: ... Have anchor text that is similar to the driving query",
  addresses: "it is also useful to visit earlier URLs that: ... Have some of the query terms within the URL itself",
  distance:
    "it is also useful to visit earlier URLs that: ... Have a short link distance to a page that is known to be hot",
} as const satisfies Record<Cue, string>;

const WOULD_CHANGE = {
  anchors:
    'A web whose anchors name no topics ("next", "here"): the queue of hot URLs stays empty there, and the area is that of breadth-first',
  addresses:
    "A web whose addresses are numbers, as most content managers make them: the area is that of breadth-first there",
  distance:
    "A topic scattered so evenly that children of hot pages are no hotter than others: no gain in 4 of 5 crawls there",
} as const satisfies Record<Cue, string>;

export const claims: readonly Claim<Evidence>[] = [
  ...CUES.map(
    (cue): Claim<Evidence> => ({
      claim: `It is useful to visit URLs earlier that ${WHAT[cue]}`,
      source: "section 8",
      published: "useful, where similarity to a query matters",
      tolerance: `with this cue alone, breadth-first inside: median area larger than plain breadth-first's by ${AREA_MARGIN}, in 4 of 5 crawls`,
      quote: QUOTES[cue],
      wouldChange: WOULD_CHANGE[cue],
      test: ({ plain, by }) =>
        tooFewOnTopic(plain) ??
        larger([NAMES[cue], by[cue].areas(NAMES[cue])], ["breadth-first", plain.areas(breadthFirst.label)]),
    }),
  ),
  {
    claim: "Figures 4 and 5 crawl all that the start page reaches",
    source: "ours, on the listings of Figures 4 and 5, whose graphs go to 100 %",
    published: '"while (not empty(hot_queue) and not empty(url_queue))"',
    tolerance: "as printed, all pages that are reached are crawled (mixed: more than half), by both",
    wouldChange: "A start URL that is put into both queues: the loop then begins, and ends as soon as either is empty",
    test: ({ printed, pages }) => ({
      ours: `${printed[0]} and ${printed[1]} of ${counted(pages)} pages`,
      verdict: printed.every((count) => count === pages)
        ? "agrees"
        : printed.every((count) => count > pages / 2)
          ? "mixed"
          : "disagrees",
      because:
        'a slip: hot_queue is empty when the loop begins; with "or", which all other experiments here have, every page is crawled',
    }),
  },
];

/**
 * The web as a crawler sees it that is kept from anchors, or from addresses. Its pages, links and texts are the same.
 */
function without(web: Web, hidden: "anchors" | "addresses" | "both"): Web {
  const numbered = () =>
    Strings.from(Array.from({ length: web.graph.size }, (_, page) => `http://page.example/${page}`));
  return changed(web, {
    ...(hidden !== "addresses" && { anchor: () => "" }),
    ...(hidden !== "anchors" && { urls: numbered() }),
  });
}

/** What the paper advises in the end, cue by cue; and its loops as printed. Cho et al. 1998, sections 7 and 8. */
export const section8: WebExperiment = {
  id: "cho1998/section-8",
  title: "Crawling for a topic by one cue alone",
  paper:
    "Cho et al. 1998, section 8: where similarity to a query matters, visit URLs earlier whose anchor is similar to it, that hold its words, or that are near a page known to be hot. Section 7 tests the first two together, and then all three; " +
    "here each is tested alone. Its loops are printed so that they do not begin: that is shown too.",
  suits: "cho1998-topic",
  needs: TOPIC_NEEDS,
  async run(web: Web, options = {}) {
    const [topic] = topicsOf(web, options);
    const importance = onTopic(topic);
    const alone = (cue: Cue, seen: Web) => {
      const method = { ...similarity(topic, { rule: cue === "distance" ? "figure5" : "figure4" }), label: NAMES[cue] };
      // kept crawls are told apart by the web, and this one is not the web itself
      return crawlForTopic(seen, [method], importance, { ...options, cache: false });
    };
    const plain = await crawlForTopic(web, [breadthFirst], importance, options);
    const by = {
      anchors: await alone("anchors", without(web, "addresses")),
      addresses: await alone("addresses", without(web, "anchors")),
      distance: await alone("distance", without(web, "both")),
    };
    const crawledAsPrinted = (rule: "figure4" | "figure5") =>
      replay(web, similarity(topic, { rule, ends: "one-empty" })).length;
    const evidence: Evidence = {
      plain,
      by,
      pages: replay(web, breadthFirst).length,
      printed: [crawledAsPrinted("figure4"), crawledAsPrinted("figure5")],
    };
    const rows = [plain, ...CUES.map((cue) => by[cue])].flatMap((runs, i) =>
      runs.curveRows({ references: i === 0, crawls: true }),
    );
    return resultOf(
      section8,
      web.name,
      testOnTopic(topic, claims, evidence),
      rows,
      { ...plain.provenance, repeats: options.repeats ?? REPEATS },
      () => {
        const notes = [`one cue alone, topic ${topic}`, ...plain.notes()];
        return rows.length === 0 ? nothingToFind({ notes }) : crawlCurve(rows, { notes });
      },
    );
  },
};
