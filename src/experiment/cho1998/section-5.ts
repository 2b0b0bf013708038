import { counted, inPercent } from "../../base/numbers.js";
import { bars } from "../../figure/bars.js";
import { hostOf } from "../../url/host.js";
import { reach } from "../../web/graph/reach.js";
import type { Web } from "../../web/web.js";
import { type Claim, type Finding, testClaims, untestable } from "../claim.js";
import { ExperimentResult, type WebExperiment } from "../experiment.js";

/** Sections 5.2 and 6. */
const PAPER = { pages: 225_000, reachable: 179_000, known: 784_592, onOneServer: 352_944 } as const;

export interface Evidence {
  readonly dataset: string;
  readonly pages: number;
  /** From the web's own start page. */
  readonly reachable: number;
  /** Pages of the largest host; undefined where pages have no names. */
  readonly largestHost: number | undefined;
}
const near = (ours: number, theirs: number, agrees: number, mixed: number): Finding["verdict"] =>
  Math.abs(ours - theirs) <= agrees ? "agrees" : Math.abs(ours - theirs) <= mixed ? "mixed" : "disagrees";

export const claims: readonly Claim<Evidence>[] = [
  {
    claim: "Four of five pages can be reached from the start page",
    source: "section 6, on Graph 1",
    published: "179,000 of 225,000: 79.6 %",
    tolerance: "within 10 points (mixed: 20)",
    quote:
      "our dataset has 225,000 valid pages. However, out of these, 46,000 pages were unreachable from the starting point of the crawling",
    wouldChange:
      "The share over ten start pages in place of the web's own: if it differs by more than 20 points between them, it tells of the page and not of the web",
    test({ dataset, pages, reachable }) {
      const share = reachable / pages;
      const because = `${counted(reachable)} of ${counted(pages)} pages; webs that were crawled from one page hold little that it does not reach`;
      if (dataset.startsWith("campus")) return untestable("campus was made with this share in sight", inPercent(share));
      return { ours: inPercent(share), verdict: near(share, PAPER.reachable / PAPER.pages, 0.1, 0.2), because };
    },
  },
  {
    claim: "One server holds nearly half of all that is known",
    source: "section 5.2",
    published: "352,944 of 784,592 known URLs, 45.0 %: a program there generates pages without end",
    tolerance:
      "the largest host's share of the stored pages within 10 points of 45 % (mixed: 20); of URLs known and not stored nothing is left",
    quote:
      "we had 784,592 known URLs to Stanford pages. It should be noted that 352,944 of the known URLs were on one server",
    wouldChange:
      "The list of known URLs of a crawl that was stopped, traps included: `crawlbench serve` with traps gives one, and a share outside 25 to 65 % there would turn this",
    test({ pages, largestHost }) {
      if (largestHost === undefined) return untestable("its pages have no URLs, so its hosts have no names");
      return {
        ours: inPercent(largestHost / pages),
        verdict: near(largestHost / pages, PAPER.onOneServer / PAPER.known, 0.1, 0.2),
        because: `${counted(largestHost)} pages; stored ones, where the paper counts URLs that were seen`,
      };
    },
  },
  {
    claim: "Most known URLs are no pages that were stored",
    source: "section 5.2",
    published: "about 225,000 valid pages of 784,592 known URLs: 28.7 %",
    tolerance: "not set: webs at hand tell of URLs outside of them in different ways, or not at all",
    quote:
      "we had 784,592 known URLs to Stanford pages ... This dataset consisted of about 225,000 crawled valid HTML pages",
    wouldChange:
      "The frontier of a crawl as it stood when it was stopped; our own crawler keeps it, and one of a university of today would do",
    test: ({ pages }) =>
      untestable(
        "the lists of URLs that these crawls knew and did not fetch are not kept",
        `${counted(pages)} pages stored`,
      ),
  },
];

/** The web that is crawled. Cho et al. 1998, sections 5.2 and 6. */
export const section5: WebExperiment = {
  id: "cho1998/section-5",
  title: "How much of a web its start page reaches",
  paper:
    "Cho et al. 1998, sections 5.2 and 6: 784,592 URLs known, 352,944 of them on one server that generates pages without end; 225,000 valid pages were stored, 179,000 of which the start page reaches. " +
    "All results are about the latter. Here the same is counted on the webs at hand.",
  suits: "cho1998",
  async run(web: Web) {
    const { members } = reach(web.graph, [web.start]);
    const evidence: Evidence = {
      dataset: web.name,
      pages: web.graph.size,
      reachable: members.reduce((sum, each) => sum + each, 0),
      largestHost: largestHost(web),
    };
    const { pages, reachable, largestHost: largest } = evidence;
    const rows = [
      {
        dataset: web.name,
        ordering: "reached from the start",
        group: "Stanford, 1998",
        value: PAPER.reachable / PAPER.pages,
      },
      { dataset: web.name, ordering: "reached from the start", group: web.name, value: reachable / pages },
      {
        dataset: web.name,
        ordering: "on the largest host",
        group: "Stanford, 1998",
        value: PAPER.onOneServer / PAPER.known,
      },
      ...(largest === undefined
        ? []
        : [{ dataset: web.name, ordering: "on the largest host", group: web.name, value: largest / pages }]),
    ];
    return new ExperimentResult(
      section5,
      web.name,
      testClaims(section5.id, web.name, claims, evidence),
      rows,
      { dataset: { name: web.name, sha256: web.sha256 }, pages, start: web.start },
      () =>
        bars(rows, {
          title: "Pages reached, and pages on one host",
          axis: "share of the pages (%)",
          notes: ["the paper's host: share of known URLs, stored or not"],
        }),
    );
  },
};

/** Pages of the host that has most; undefined for webs without URLs. */
export function largestHost({ urls, graph }: Pick<Web, "urls" | "graph">): number | undefined {
  if (urls === undefined) return undefined;
  const counts = new Map<string, number>();
  for (let page = 0; page < graph.size; page++) {
    const host = hostOf(urls.at(page));
    counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return Math.max(...counts.values());
}
