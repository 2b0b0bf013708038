import { createHash } from "node:crypto";
import { counted } from "../../base/numbers.js";
import { version } from "../../base/version.js";
import { systemClock } from "../../fetch/clock.js";
import { said } from "../../figure/finding.js";
import { inTimes, ratioBars } from "../../figure/ratio-bars.js";
import { parsePage } from "../../page/html/parse-page.js";
import type { AccessEntry } from "../../site/access-log.js";
import { urlOf } from "../../site/address.js";
import { type Claim, testClaims } from "../claim.js";
import { type LoadExperiment, resultOf, SCALE } from "../experiment.js";
import { paperPoints } from "../paper-points.js";
import { ratioOf } from "../timed.js";
import { crawlTestbed, type TestbedCrawl } from "./testbed.js";

/** Pages per second of the paper, by what it calls them. */
const PAPER = Object.fromEntries(
  paperPoints.filter(({ figure }) => figure === "shkapenyuk2001/speed").map(({ x, y }) => [x, y]),
) as Readonly<Record<"sustained" | "briefly" | "parsing", number>>;

/** Milliseconds of parsing, and of hashing, that are measured, at least. */
const WORKED_FOR = 500;

export interface Evidence {
  /** Pages per second, from the first request to the last. */
  readonly sustained: number;
  /** Pages of the best second. */
  readonly briefly: number;
  /** Pages per second of parsing alone, and their mean size. */
  readonly parsing: number;
  readonly bytes: number;
  /** Pages per second of nothing but SHA-256 of their text: what parsing is held against in the same run. */
  readonly hashing: number;
  /** Milliseconds: the longest time between two requests, and the mean. */
  readonly pause: number;
  readonly gap: number;
  readonly pages: number;
}

const ONE_MACHINE = "crawler and server share one process of this machine, on loopback, without delays";

/** Of a claim that says "at least": "agrees" where ours is no less than the paper's, "mixed" at half of it. */
const reached = (ours: number, theirs: number) =>
  ours >= theirs ? "agrees" : ours >= theirs / 2 ? "mixed" : "disagrees";

export const claims: readonly Claim<Evidence>[] = [
  {
    claim: "On a machine of today a crawl sustains their 140 pages per second at least",
    source: "ours, on section 4.3: their machines are gone",
    published: "about 140 per second on two workstations: 12 million a day",
    tolerance: "140 per second or more (mixed: 70)",
    wouldChange:
      "The same on a network with 100 ms to a host and 30 s between requests to it: below 140 there with 4,200 hosts or more, the crawler would be the bound",
    test: ({ sustained, parsing, pages }) => ({
      ours: `${sustained.toFixed(0)} pages per second`,
      verdict: reached(sustained, PAPER.sustained),
      because: `${counted(pages)} pages; ${ONE_MACHINE}`,
      ratios: ratioOf("pages parsed / pages crawled, a second", parsing, sustained),
    }),
  },
  {
    claim: "For a short time it reaches their 300 pages per second at least",
    source: "ours, on section 4.2",
    published: "300 per second, briefly, which the campus router bore for no longer",
    tolerance: "300 or more in the best second (mixed: 150)",
    wouldChange:
      "A best second below 300 on a machine that does nothing else, with crawler and server in processes of their own",
    test: ({ briefly, sustained }) => ({
      ours: `${briefly} pages in the best second`,
      verdict: reached(briefly, PAPER.briefly),
      because: ONE_MACHINE,
      ratios: ratioOf("pages of the best second / of a mean one", briefly, sustained),
    }),
  },
  {
    claim: "Parsing pages for links runs at their 400 pages of 13 KB per second at least",
    source: "ours, on section 3.1; section 2.4 calls it the first bottleneck",
    published: "up to 400 per second by regular expressions",
    tolerance: "400 per second or more on one core (mixed: 200)",
    wouldChange:
      "Pages of today, ten to fifty times as long and full of scripts: below 400 per second there, parsing would be the bottleneck again",
    test: ({ parsing, bytes, hashing }) => ({
      ours: `${parsing.toFixed(0)} pages per second of ${(bytes / 1000).toFixed(1)} KB`,
      verdict: reached(parsing, PAPER.parsing),
      because: "one core, for links alone; pages of the testbed, which have more text and fewer tags than most",
      ratios: ratioOf("pages hashed by SHA-256 / pages parsed, a second", hashing, parsing),
    }),
  },
  {
    claim: "While a checkpoint is written the crawl stands nearly still",
    source: "section 4.2",
    published: "close to zero for a few minutes, every 4 hours",
    tolerance: "a second or more without a request in the server's log (mixed: a quarter)",
    quote:
      "The crawler performed a checkpoint every 4 hours, during which crawling speed was close to zero for a few minutes",
    wouldChange:
      "A checkpoint of a frontier of a hundred million URLs: a pause of seconds there would show that ours only seems to go on because it is small",
    test: ({ pause, gap }) => ({
      ours: `${(pause / 1000).toFixed(2)} s without a request at most`,
      verdict: pause >= 1_000 ? "agrees" : pause >= 250 ? "mixed" : "disagrees",
      because:
        "checkpoints every 500 to 1,000 pages; answers wait while the frontier is written, requests under way do not",
      ratios: ratioOf("longest time between two requests / mean time", pause, gap),
    }),
  },
];

/** Pages by second of the log, and the longest pause in it. */
export function paceOf(log: readonly AccessEntry[]): Pick<Evidence, "sustained" | "briefly" | "pause" | "gap"> {
  const times = log.map(({ time }) => time).sort((a, b) => a - b);
  const pages = log
    .filter(({ kind, status }) => kind === "page" && status === 200)
    .map(({ time }) => time)
    .sort((a, b) => a - b);
  let [briefly, from, pause] = [0, 0, 0];
  pages.forEach((time, to) => {
    while (time - pages[from] >= 1_000) from++;
    briefly = Math.max(briefly, to - from + 1);
  });
  for (let i = 1; i < times.length; i++) pause = Math.max(pause, times[i] - times[i - 1]);
  const elapsed = Math.max(1, times[times.length - 1] - times[0]);
  return {
    sustained: (1000 * pages.length) / elapsed,
    briefly,
    pause,
    gap: elapsed / Math.max(1, times.length - 1),
  };
}

/** Parses pages of the testbed for a while, and then hashes them for as long. */
function parsingOf({ content, pages }: TestbedCrawl): Pick<Evidence, "parsing" | "hashing" | "bytes"> {
  const { addresses } = content;
  const texts = Array.from({ length: Math.min(300, pages) }, (_, page) => {
    const url = urlOf(addresses, page);
    const { host, pathname, search } = new URL(url);
    const { body } = content.answer({ method: "GET", host, path: pathname + search, header: () => undefined });
    return { url, body, html: new TextDecoder().decode(body) };
  });
  return {
    parsing: perSecond(texts, ({ html, url }) => parsePage(html, url)),
    hashing: perSecond(texts, ({ body }) => createHash("sha256").update(body).digest()),
    bytes: texts.reduce((sum, { body }) => sum + body.length, 0) / texts.length,
  };
}

/** How many items a second are worked on, once all were, untimed. */
function perSecond<T>(items: readonly T[], work: (item: T) => unknown): number {
  const clock = systemClock();
  items.forEach((item) => void work(item));
  let [done, elapsed] = [0, 0];
  for (const begun = clock.now(); elapsed < WORKED_FOR; elapsed = clock.now() - begun) {
    for (const item of items) work(item);
    done += items.length;
  }
  return (1000 * done) / elapsed;
}

/** How fast the crawler is on this machine. Shkapenyuk and Suel 2001, sections 3.1, 4.2 and 4.3. */
export const speed: LoadExperiment = {
  id: "shkapenyuk2001/speed",
  title: "Pages per second",
  paper:
    "Shkapenyuk and Suel 2001, sections 3.1, 4.2 and 4.3: about 140 pages per second on two workstations of 2001, 300 for a short time, up to 400 parsed; every 4 hours a checkpoint, during which the crawl is close to standing still. " +
    "Times of another machine: that ours reaches those numbers says little; where the time goes is what can be compared.",
  load: "testbed-load",
  async run(options = {}) {
    const { seed = 1, scale = SCALE } = options;
    const crawl = await crawlTestbed({}, options);
    const evidence: Evidence = { ...paceOf(crawl.log), ...parsingOf(crawl), pages: crawl.pages };
    const measures = ["sustained", "briefly", "parsing"] as const;
    const rows = measures.flatMap((measure) =>
      [["Shkapenyuk and Suel 2001", PAPER[measure]] as const, ["this machine", evidence[measure]] as const].map(
        ([group, perSecond]) => ({ dataset: speed.load, ordering: measure, group, perSecond }),
      ),
    );
    return resultOf(
      speed,
      speed.load,
      testClaims(claims, evidence),
      rows,
      { pages: crawl.pages, hosts: crawl.hosts, seed, scale, crawlbench: version },
      () =>
        ratioBars(
          measures.map((measure) => ({
            measure: `${measure}, ${PAPER[measure]} pages/s in 2001`,
            ratio: evidence[measure] / PAPER[measure],
          })),
          {
            title: said`This machine crawls ${inTimes(evidence.sustained / PAPER.sustained)} as fast as the paper's, and parses ${inTimes(evidence.parsing / PAPER.parsing)} as fast`,
            one: "the paper's own pages per second",
            notes: [ONE_MACHINE],
          },
        ),
    );
  },
};
