import { counted, inPercent } from "../../base/numbers.js";
import { linkedUrls } from "../../crawl/timed/linked-urls.js";
import { bars } from "../../figure/bars.js";
import { reach } from "../../web/graph/reach.js";
import type { Web } from "../../web/web.js";
import { type Claim, testClaims, untestable, within } from "../claim.js";
import { resultOf, type WebExperiment } from "../experiment.js";

/** Sections 5.2 and 6. */
const PAPER = { pages: 225_000, reachable: 179_000, known: 784_592, onOneServer: 352_944 } as const;

export interface Evidence {
  readonly dataset: string;
  readonly pages: number;
  /** From the web's own start page. */
  readonly reachable: number;
  /** URLs that the web knows, stored or not; undefined where it kept no link that leaves it. */
  readonly known: Known | undefined;
}

interface Known {
  readonly urls: number;
  /** Of the host that has most; undefined where they have no names. */
  readonly onLargestHost: number | undefined;
}

const NONE_KNOWN = "the links that leave this web are not kept, so URLs that were known and not stored are unknown";

/** How far shares may lie apart: within a tenth, or nearly. */
const near = (ours: number, theirs: number) => within(Math.abs(ours - theirs), 0.1, 0.2);

export const claims: readonly Claim<Evidence>[] = [
  {
    claim: "Four of five pages can be reached from the start page",
    source: "ours, on section 6: what the paper counted on its web, asked of others",
    published: "179,000 of 225,000: 79.6 %",
    tolerance: "within 10 points (mixed: 20)",
    wouldChange:
      "The share over ten start pages in place of the web's own: if it differs by more than 20 points between them, it tells of the page and not of the web",
    test({ dataset, pages, reachable }) {
      const share = reachable / pages;
      const because = `${counted(reachable)} of ${counted(pages)} pages; webs that were crawled from one page hold little that it does not reach`;
      if (dataset.startsWith("campus")) return untestable("campus was made with this share in sight", inPercent(share));
      return { ours: inPercent(share), verdict: near(share, PAPER.reachable / PAPER.pages), because };
    },
  },
  {
    claim: "One server holds nearly half of all that is known",
    source: "section 5.2",
    published: "352,944 of 784,592 known URLs, 45.0 %: a program there generates pages without end",
    tolerance: "the largest host's share of all known URLs, stored or not, within 10 points of 45 % (mixed: 20)",
    quote:
      "we had 784,592 known URLs to Stanford pages. It should be noted that 352,944 of the known URLs were on one server",
    wouldChange:
      "The list of known URLs of a crawl that was stopped, traps included: `crawlbench serve` with traps gives one, and a share outside 25 to 65 % there would turn this",
    test({ known }) {
      if (known === undefined) return untestable(NONE_KNOWN);
      const { urls, onLargestHost } = known;
      if (onLargestHost === undefined) return untestable("its pages have no URLs, so its hosts have no names");
      return {
        ours: inPercent(onLargestHost / urls),
        verdict: near(onLargestHost / urls, PAPER.onOneServer / PAPER.known),
        because: `${counted(onLargestHost)} of ${counted(urls)} known URLs`,
      };
    },
  },
  {
    claim: "Most known URLs are no pages that were stored",
    source: "section 5.2",
    published: "about 225,000 valid pages of 784,592 known URLs: 28.7 %",
    tolerance: "stored pages within 10 points of 28.7 % of the known URLs (mixed: less than half of them)",
    quote:
      "we had 784,592 known URLs to Stanford pages ... This dataset consisted of about 225,000 crawled valid HTML pages",
    wouldChange:
      "The frontier of a crawl as it stood when it was stopped; our own crawler keeps it, and one of a university of today would do",
    test({ pages, known }) {
      if (known === undefined) return untestable(NONE_KNOWN, `${counted(pages)} pages stored`);
      const share = pages / known.urls;
      const well = Math.abs(share - PAPER.pages / PAPER.known) <= 0.1;
      return {
        ours: inPercent(share),
        verdict: well ? "agrees" : share < 0.5 ? "mixed" : "disagrees",
        because: `${counted(pages)} pages of ${counted(known.urls)} URLs that they link to`,
      };
    },
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
      known: knownUrls(web),
    };
    const { pages, reachable, known } = evidence;
    const onHost = known?.onLargestHost;
    const rows = [
      {
        dataset: web.name,
        ordering: "reached from the start",
        group: "Stanford, 1998",
        value: PAPER.reachable / PAPER.pages,
      },
      { dataset: web.name, ordering: "reached from the start", group: "this web", value: reachable / pages },
      {
        dataset: web.name,
        ordering: "on the largest host",
        group: "Stanford, 1998",
        value: PAPER.onOneServer / PAPER.known,
      },
      ...(known === undefined || onHost === undefined
        ? []
        : [{ dataset: web.name, ordering: "on the largest host", group: "this web", value: onHost / known.urls }]),
    ];
    return resultOf(
      section5,
      web.name,
      testClaims(claims, evidence),
      rows,
      { dataset: { name: web.name, sha256: web.sha256 }, pages, start: web.start },
      () =>
        bars(rows, {
          axis: "share (%)",
          notes: ["reached: of the stored pages; on one host: of the known URLs, stored or not"],
        }),
    );
  },
};

/** URLs that a web's pages name, those that were not stored among them. */
export function knownUrls(web: Web): Known | undefined {
  if (web.allLinks === undefined) return undefined;
  const { size, hosts, hostOf, urls } = linkedUrls(web);
  if (urls === undefined) return { urls: size, onLargestHost: undefined };
  const counts = new Uint32Array(hosts);
  for (let url = 0; url < size; url++) counts[hostOf[url]]++;
  return { urls: size, onLargestHost: counts.reduce((most, count) => Math.max(most, count), 0) };
}
