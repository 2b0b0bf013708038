import { counted } from "../../src/base/numbers.js";
import type { ClaimVerdict, Verdict } from "../../src/experiment/claim.js";
import { SINGLE_COPY, WITHOUT_REPEATS } from "../../src/experiment/construction.js";
import { readLedger } from "../../src/experiment/ledger.js";
import { inWords, RecordedClaim } from "../../src/experiment/recorded-claim.js";

// What docs/evidence.md takes from the ledger: its tables, section by section, and its counts of webs in words.

const ledger = readLedger();

const WEBS = [
  ...["web-NotreDame", "cnr-2000", "uci-ics-2019", "uci-ics-2019-text", "debian-docs", "debian-docs-small"],
  ...["wikispeedia", "wb-cs-stanford", "webkb-1997", "campus"],
];
const SITES = [
  ...["wb-cs-stanford", "webkb-1997/www.cs.washington.edu", "webkb-1997/www.cs.cornell.edu"],
  ...["webkb-1997/www.cs.utexas.edu", "webkb-1997/www.cs.wisc.edu", "uci-ics-2019/flamingo.ics.uci.edu"],
  ...["uci-ics-2019/ngs.ics.uci.edu", "uci-ics-2019/wics.ics.uci.edu", "uci-ics-2019/www.informatics.uci.edu"],
  ...["debian-docs-small/docs.astropy.org", "campus"],
];

/** What one claim has on one web, as it was recorded. */
type Recorded = (web: string) => ClaimVerdict | undefined;
/** The words of a cell; "-" where the ledger has none. */
type Cell = (web: string) => string;

/** A claim by its beginning, or by all of its words. */
function recorded(experiment: string, claim: string): Recorded {
  const rows = ledger.filter((each) => each.experiment === experiment && each.claim.startsWith(claim));
  const same = rows.some((each) => each.claim === claim) ? rows.filter((each) => each.claim === claim) : rows;
  const claims = new Set(same.map((each) => each.claim));
  if (claims.size !== 1) throw new Error(`${claims.size} claims of ${experiment} begin with "${claim}"`);
  return (web) => same.find(({ dataset }) => dataset === web);
}

/** What a pattern finds in what was recorded, its groups put into a text. */
const found =
  (of: Recorded, pattern: RegExp, text = "$1"): Cell =>
  (web) => {
    const row = of(web);
    if (row === undefined || row.verdict === "cannot be tested") return "-";
    const groups = pattern.exec(`${row.ours}; ${row.because}`);
    if (groups === null) throw new Error(`no ${pattern} in "${row.ours}; ${row.because}" on ${web}`);
    return text.replace(/\$(\d)/g, (_, at) => grouped(groups[Number(at)]));
  };

/** 16494 -> "16,494"; all else as it is. */
const grouped = (number: string) => (/^\d{4,}$/.test(number) ? counted(Number(number)) : number);

/** What was recorded with another number put in, by how the words of the choice begin; "-" where there was no such run. */
const withAnother =
  (of: Recorded, words: string): Cell =>
  (web) =>
    of(web)?.varied?.find(({ choice }) => choice.startsWith(words))?.ours ?? "-";

const verdictOf =
  (of: Recorded): Cell =>
  (web) => {
    const verdict = of(web)?.verdict;
    return verdict === undefined || verdict === "cannot be tested" ? "-" : verdict;
  };

type Column = readonly [head: string, cell: Cell];

const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const ruled = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");

/** A row for each web of which the ledger has something. */
function byWeb(columns: readonly Column[], webs: readonly string[] = WEBS, name = "web"): string {
  const rows = webs.map((web) => [web, ...columns.map(([, cell]) => cell(web))]);
  return ruled(
    [name, ...columns.map(([head]) => head)],
    rows.filter((row) => row.slice(1).some((cell) => cell !== "-")),
  );
}

/** A column for each web: for many measures on few webs. */
const byMeasure = (measures: readonly Column[], webs: readonly string[]): string =>
  ruled(
    ["", ...webs],
    measures.map(([head, cell]) => [head, ...webs.map(cell)]),
  );

const NUMBER = "[+-]?\\d+(?:\\.\\d+)?";
const after = (words: string) => new RegExp(`${words} (${NUMBER})`);
const INTERVAL = new RegExp(`95 % interval (${NUMBER}) to (${NUMBER})`);

const lead = recorded("cho1998/graph-2", "PageRank order beats backlink order, though");
const leadOnFirst = recorded("cho1998/graph-2", "PageRank order beats breadth-first");
const frontier = recorded("cho1998/graph-2", "Orderings beat the random frontier");

const graph2 = byWeb([
  ["breadth-first", found(leadOnFirst, after("breadth-first"))],
  ["backlink", found(lead, after("IB'"))],
  ["PageRank", found(lead, after("IR'"))],
  ["random frontier", found(frontier, after("frontier"))],
  ["PageRank less backlink, 95 %", found(lead, INTERVAL, "$1 to $2")],
  ["PageRank beats backlink", verdictOf(lead)],
  ["PageRank beats breadth-first", verdictOf(leadOnFirst)],
]);

const rule = recorded("ours/ties-decide", "Under backlink order, the rule for ties moves");
const rank = recorded("ours/ties-decide", "PageRank order depends less on ties");

const ties = byWeb([
  ["first in, first out", found(rule, after("fifo"))],
  ["last in, first out", found(rule, after("lifo"))],
  ["drawn", found(rule, after("random"))],
  ["spread", found(rule, after("ties"))],
  ["backlink to PageRank order", found(rule, after("ordering"))],
  ["spread is larger", verdictOf(rule)],
  ["spread under PageRank order", found(rank, after("PageRank"))],
]);

const clusters = recorded("ours/hot-clusters", "The hot pages at G = 100 are a handful");
const sign = recorded("ours/hot-clusters", "One crawl does not tell");

const hotClusters = byWeb([
  ["hot pages", found(clusters, /^(\d+)/)],
  ["clusters", found(clusters, /in (\d+) clusters?/)],
  ["effectively", found(clusters, after("effectively"))],
  ["PageRank less backlink, clusters drawn anew", found(sign, new RegExp(`(${NUMBER}) to (${NUMBER})`), "$1 to $2")],
]);

const apart = recorded("cho1998/graph-3", "P_CS tells orderings apart");
const stop = recorded("cho1998/graph-3", "As in Graph 2, PageRank order beats backlink order");
const strict = recorded("cho1998/graph-3", "The same with exactly K hot pages");

const graph3 = byWeb([
  ["all curves at 1 from", found(apart, /from (\d+ %)/)],
  ["tells orderings apart", verdictOf(apart)],
  ["backlink, PageRank", found(stop, /IR' ([\d.]+), IB' ([\d.]+)/, "$2, $1")],
  ["PageRank beats backlink", verdictOf(stop)],
  ["strict: backlink, PageRank", found(strict, /IR' ([\d.]+), IB' ([\d.]+)/, "$2, $1")],
]);

const byRank = recorded("cho1998/graph-4", "PageRank order beats backlink order when importance is PageRank");
const byRankOnFirst = recorded("cho1998/graph-4", "PageRank order beats breadth-first when importance is PageRank");
const evenMore = recorded("cho1998/graph-4", "PageRank order is even more effective than in Graph 2");

const graph4 = byWeb([
  ["breadth-first", found(byRankOnFirst, after("breadth-first"))],
  ["backlink", found(byRank, after("IB'"))],
  ["PageRank", found(byRank, after("IR'"))],
  ["PageRank beats backlink", verdictOf(byRank)],
  ["PageRank beats breadth-first", verdictOf(byRankOnFirst)],
  ["lead by PageRank, by backlinks", found(evenMore, /I = IR (\S+), with I = IB ([^\s;]+)/, "$1, $2")],
  ["lead grows", verdictOf(evenMore)],
]);

const below = recorded("cho1998/graph-5", "On a small site every ordering");
const earlier = recorded("cho1998/graph-5", "PageRank order finds the large cluster earlier");
const few = recorded("cho1998/graph-6", "Most pages of a small site");

const smallSites = byWeb(
  [
    [
      "lowest distance to chance: breadth-first, backlink, PageRank",
      found(
        below,
        /breadth-first (\S+), backlink, ties fifo (\S+), page-rank, accuracy 0.01, ties fifo ([^\s;]+)/,
        "$1, $2, $3",
      ),
    ],
    ["below chance at times", verdictOf(below)],
    ["a third of the hot pages: backlink, PageRank", found(earlier, /IR' after (\d+ %), IB' after (\d+ %)/, "$2, $1")],
    ["pages with fewer than 10 backlinks", found(few, /^(\S+ %)/)],
  ],
  SITES,
  "site",
);

const TOPIC_WEBS = ["campus", "uci-ics-2019-text", "debian-docs", "debian-docs-small", "webkb-1997"];
const children = recorded("cho1998/graph-7", "Children of hot pages");
const plain = recorded("cho1998/section-8", "It is useful to visit URLs earlier that have a short link distance");
const anchors = recorded("cho1998/section-8", "It is useful to visit URLs earlier that have anchor text");
const addresses = recorded("cho1998/section-8", "It is useful to visit URLs earlier that have words");
const figure5 = recorded("cho1998/graph-8", "The distance to hot pages helps");
const single = recorded("cho1998/graph-8", "More than a third");
const graded = recorded("cho1998/graph-8", "Graded relevance");
const topicTies = recorded("cho1998/graph-7", "With backlink inside, the rule for ties");
const soon = recorded("cho1998/graph-9", "After 40 % of the pages");
const linked = recorded("cho1998/graph-9", "Pages on topic with 5 backlinks");
const combined = recorded("cho1998/graph-9", "A combined ordering is effective");
const otherTopic = recorded("cho1998/graph-10", "A combined ordering is effective");
/** Numbers of breadth-first, backlink and PageRank inside, behind the same words. */
const insides = (of: Recorded, words: string) =>
  found(
    of,
    new RegExp(
      ["breadth-first", "backlink", "page-rank"].map((name) => `${name}: [^;]*?${words} ([\\d.]+)`).join("[^;]*; "),
    ),
    "$1, $2, $3",
  );

const topics = byMeasure(
  [
    ["topic", found(children, /topic (\w+)/)],
    ["hot pages, Graphs 7 and 8", found(children, /, (\d+) of (\d+) of all/, "$1 of $2")],
    ["breadth-first, which knows no topic", found(plain, after("breadth-first"))],
    ["Figure 4: breadth-first, backlink, PageRank inside", insides(figure5, "Figure 4")],
    ["Figure 5: breadth-first, backlink, PageRank inside", insides(figure5, "Figure 5")],
    ["graded (shark-search)", found(graded, after("graded"))],
    ["breadth-first by one cue: distance to hot pages", found(plain, after("alone"))],
    ["by one cue: anchors", found(anchors, after("alone"))],
    ["by one cue: addresses", found(addresses, after("alone"))],
    [
      "Figure 4, backlink inside, ties fifo, lifo, drawn",
      found(topicTies, /fifo ([\d.]+), lifo ([\d.]+), random ([\d.]+)/, "$1, $2, $3"),
    ],
    [
      "how much more often children of hot pages are hot than all pages, with 95 % interval",
      found(children, /^(\S+) times \((\S+) to (\S+)\)/, "$1 ($2 to $3)"),
    ],
    ["hot pages with a single backlink", found(single, /^(\S+ %)/)],
    [
      "Graph 9: share of the hot pages after 40 % of the crawl, breadth-first and PageRank inside",
      found(soon, /breadth-first ([\d.]+), page-rank ([\d.]+)/, "$1, $2"),
    ],
    ["Graph 9: breadth-first, backlink, PageRank inside", insides(linked, "linked")],
    ["the same, backlinks not asked for", insides(linked, "all")],
    ["Graph 9: PageRank order alone", found(combined, after("alone"))],
    ["Graph 10, topic", found(otherTopic, /topic (\w+)/)],
    ["Graph 10: PageRank inside, PageRank order alone", found(otherTopic, /5 ([\d.]+), IR' alone ([\d.]+)/, "$1, $2")],
  ],
  TOPIC_WEBS,
);

const bufferBacklink = recorded("ours/limited-buffer", "With a small buffer the ranking is reversed");
const bufferRank = recorded("ours/limited-buffer", "A random frontier keeps more");
const bufferFirst = recorded("ours/limited-buffer", "Breadth-first keeps more");

const buffer = byWeb([
  ["random frontier", found(bufferBacklink, after("random"))],
  ["breadth-first", found(bufferFirst, after("breadth-first"))],
  ["backlink", found(bufferBacklink, after("IB'"))],
  ["PageRank", found(bufferRank, after("IR'"))],
  ["random beats backlink", verdictOf(bufferBacklink)],
  ["random beats PageRank", verdictOf(bufferRank)],
  ["breadth-first beats PageRank", verdictOf(bufferFirst)],
]);

/** A comparison of two databases: the ratio with its interval, and the times of one run. */
function compared(experiment: string, load: string, claim: string, slow: string, fast: string): string[] {
  const row = recorded(experiment, claim)(load);
  const escaped = (name: string) => name.replaceAll(".", "\\.");
  const ratio = new RegExp(`${escaped(slow)} / ${escaped(fast)}: ([\\d.]+), 95 % interval ([\\d.]+ to [\\d.]+)`);
  const times = new RegExp(`${escaped(slow)} ([\\d.]+ µs), ${escaped(fast)} ([\\d.]+ µs)`);
  const [, mean, interval] = ratio.exec(row?.ours ?? "") ?? [];
  const [, slowTime, fastTime] = times.exec(row?.ours ?? "") ?? [];
  if (!mean || !slowTime) throw new Error(`no ${ratio} and ${times} in "${row?.ours}"`);
  return [mean, interval, `${slowTime}, ${fastTime}`];
}

const [INSERT, COPY, UNSYNCED] = [
  "PostgreSQL, one INSERT per URL",
  "PostgreSQL, COPY per batch",
  "Berkeley DB, one by one, unsynced",
];
const [SYNCED, BATCHES] = ["Berkeley DB, one by one", "Berkeley DB, batches"];
const small = (...words: [claim: string, slow: string, fast: string]) =>
  compared("dorosz/figure-2", "dorosz-load", ...words);
const full = (...words: [claim: string, slow: string, fast: string]) =>
  compared("dorosz/figure-2-in-full", "dorosz-load-in-full", ...words);

const dorosz = ruled(
  ["slower / faster", "ratio", "95 % interval", "times of one run"],
  [
    [`${INSERT} / ${UNSYNCED}`, ...small("Berkeley DB adds a URL faster", INSERT, UNSYNCED)],
    ["the same, at the paper's counts", ...full("Berkeley DB adds a URL faster", INSERT, UNSYNCED)],
    [`${INSERT} / ${SYNCED}`, ...small("It still does when both wait", INSERT, SYNCED)],
    ["the same, at the paper's counts", ...full("It still does when both wait", INSERT, SYNCED)],
    [`${INSERT} / ${COPY}`, ...small("PostgreSQL fed one INSERT", INSERT, COPY)],
    [`${COPY} / ${BATCHES}`, ...small("In batches, too", COPY, BATCHES)],
    [`${COPY} / dedicated, batches`, ...small("A dedicated structure beats a relational", COPY, "dedicated, batches")],
    [`${BATCHES} / dedicated, batches`, ...small("A dedicated structure beats general", BATCHES, "dedicated, batches")],
    [
      "LMDB, batches / dedicated, batches",
      ...small("A dedicated structure beats general", "LMDB, batches", "dedicated, batches"),
    ],
  ],
);

const explored = ["Backlink", "PageRank"].map((name) =>
  recorded("ours/exploration", `${name} order finds hot pages sooner when one page in twenty`),
);

const exploration = byWeb(
  explored.flatMap((of, at): Column[] => {
    const name = ["backlink", "PageRank"][at];
    return [
      [name, found(of, after("greedy"))],
      [`${name}, one page in twenty drawn`, found(of, after("explored"))],
      ["it helps", verdictOf(of)],
    ];
  }),
);

const CACHE_WEBS = WEBS.filter((web) => recorded("broder2003/figure-2", "LRU and CLOCK perform")(web) !== undefined);
const cache = (figure: number, claim: string) => recorded(`broder2003/figure-${figure}`, claim);
const region = cache(2, "There is a critical region");
const past = cache(2, "Past the region little");
const plateau = cache(2, "Below the critical region about 70 %");
const hits = cache(2, "100 entries per thread hit");
const random = cache(2, "RANDOM is only slightly");
const fixed = cache(2, "STATIC is generally");
const toMin = cache(3, "LRU misses less than 1.05 times");
const twice = cache(3, "LRU misses less than twice");

const caches = byWeb(
  [
    ["hits at 100 entries per thread", found(hits, /^(\S+ %)/)],
    ["steepest four doublings", found(region, /^(\S+ to [^:]+)/)],
    ["their share of the fall", found(region, /points, (\S+ %)/)],
    [
      "CLOCK misses before, after them",
      (web) => [found(plateau, /^(\S+ %)/)(web), found(past, /CLOCK (\S+ %)/)(web)].join(", ").replace("-, -", "-"),
    ],
    ["INFINITE misses", found(past, /INFINITE (\S+ %)/)],
    ["STATIC misses after them", found(fixed, /STATIC (\S+ %)/)],
    ["RANDOM less LRU, points at most", found(random, /LRU: (\S+) points/)],
    ["LRU below 1.05 times MIN", found(toMin, /at (\d+ of \d+) sizes/)],
    ["LRU to MIN at most", found(twice, /^(\S+) at most/)],
  ],
  CACHE_WEBS,
);

const left = cache(6, "With fewer threads");
const coincide = cache(8, "Over entries per thread");
const enough = cache(8, "100 to 500 entries");
const perHost = recorded("broder2003/thread-caches", "What governs is entries per open host");
const oneCache = recorded("broder2003/thread-caches", "One cache for all threads");

const threads = byWeb(
  [
    [
      "region begins with 2, 10, 50 threads",
      found(left, /2 threads: (\S+), 10 threads: (\S+), 50 threads: ([^\s;]+)/, "$1, $2, $3"),
    ],
    ["points apart over entries", found(coincide, /(\S+) points over entries;/)],
    ["over entries per thread", found(coincide, /^(\S+) points/)],
    ["the same from 16 entries per thread on", found(coincide, /(\S+) points from 16/)],
    [
      "at 500 per thread, points above INFINITE with 2, 10, 50 threads",
      found(enough, /INFINITE by (\S+) points, (\S+) points, (\S+) points/, "$1, $2, $3"),
    ],
    [
      "other queues per thread: over entries per open host, per thread",
      found(perHost, /^(\S+) points.*, (\S+) points over entries per thread/, "$1, $2"),
    ],
    ["one cache ahead, points at most", found(oneCache, /ahead by (\S+) points/)],
  ],
  CACHE_WEBS,
);

const order = recorded("broder2003/crawl-order", "Caching performs very similarly");
const depthFirst = recorded("broder2003/crawl-order", "Depth-first order");
/** Crawls by words need text: elsewhere there are none. */
const ifThere =
  (of: Recorded, pattern: RegExp): Cell =>
  (web) =>
    pattern.test(of(web)?.ours ?? "") ? found(of, pattern)(web) : "-";

const orders = byWeb(
  [
    ["random", found(order, /random (\S+) points/)],
    ["backlink", found(order, /backlink (\S+) points/)],
    ["PageRank", found(order, /page-rank (\S+) points/)],
    ["similarity", ifThere(order, /similarity (\S+) points/)],
    ["very similar", verdictOf(order)],
    ["depth-first", found(depthFirst, /^(\S+) points/)],
  ],
  CACHE_WEBS,
);

const models = recorded("broder2003/graph-models", "Models with links that stay");
const degrees = recorded("broder2003/graph-models", "Degrees do not explain");
const stay = recorded("broder2003/graph-models", "Nor does the share");
const fitted = recorded("broder2003/graph-models", "The hypothesis of section 5.2");

const graphModels = byWeb(
  [
    ["hosts", found(models, /hosts (\S+) points/)],
    ["copying", found(models, /copying model (\S+) points/)],
    ["preferential attachment", found(models, /attachment (\S+) points/)],
    ["random links", found(models, /uniform links (\S+) points/)],
    ["links drawn anew within hosts", found(stay, /^(\S+) points/)],
    ["from anywhere", found(degrees, /^(\S+) points/)],
    ["the paper's model, fitted", found(fitted, /^(\S+) points/)],
  ],
  CACHE_WEBS,
);

const onTable = cache(14, "CLOCK on a scatter table");

const scatter = byWeb(
  [64, 1_024, 16_384].map(
    (entries): Column => [`${counted(entries)} entries`, found(onTable, new RegExp(`(\\S+ %) at ${counted(entries)}`))],
  ),
  CACHE_WEBS,
);

const local = recorded("ours/scale-out", "Four of five links stay");
const falls = recorded("ours/scale-out", "The local share falls slowly");
const saved = recorded("ours/scale-out", "A small cache in the host splitter");
const speed = recorded("ours/scale-out", "On one web a hundred times");

const scaleOut = byWeb(
  [
    ["links that stay on their host", found(local, /(\S+ %) stay on/)],
    ["in their process, of 4", found(local, /^(\S+ %)/)],
    ["of 400", found(falls, /400: (\S+ %)/)],
    ["a cache saves", found(saved, /^(\S+ %)/)],
    ["no cache could save more than", found(saved, /more than (\S+ %)/)],
    ["400 processes against 4", found(speed, /^(\S+ times as fast)/)],
    ["without the repeats put back", withAnother(speed, WITHOUT_REPEATS)],
    ["on a single copy of the web", withAnother(speed, SINGLE_COPY)],
  ],
  CACHE_WEBS,
);

const opic = recorded("ours/which-ordering", "OPIC gathers");
const mass = recorded("ours/which-ordering", "RankMass gathers");
const larger = recorded("ours/which-ordering", "Larger sites first");
const mix = recorded("ours/which-ordering", "A mix of scores");

const since1998 = byWeb([
  ["breadth-first", found(mass, after("breadth-first"))],
  ["PageRank order", found(opic, after("PageRank order"))],
  ["RankMass", found(mass, after("rank-mass, ties fifo"))],
  ["OPIC", found(opic, after("OPIC"))],
  ["learned mix", found(mix, after("learned mix"))],
  ["larger sites first", found(larger, after("larger-sites-first, ties fifo"))],
  ["RankMass beats breadth-first", verdictOf(mass)],
  ["OPIC keeps up with PageRank order", verdictOf(opic)],
]);

const regret = recorded("ours/regret", "PageRank order loses more");
const trust = recorded("ours/rank-agreement", "Crawls that gather");

const lost = byWeb([
  ["regret", found(regret, /of (\S+):/)],
  ["follows links", found(regret, /follows links (\d+ %)/)],
  ["information, at most", found(regret, /information (\d+ %)/)],
  ["policy, at least", found(regret, /policy (\d+ %)/)],
  ["rank correlation", found(trust, /correlation (\S+)/)],
]);

const uniform = recorded("ours/freshness-policies", "Fetching pages as often");
const optimal = recorded("ours/freshness-policies", "The optimal frequencies");
const budgets = ["0.125", "0.25", "0.5", "1", "2", "4"];

const freshness = ruled(
  ["fetches per page and mean time between changes", "in proportion", "all alike", "optimum"],
  budgets.map((budget) => {
    const cell = (of: Recorded, name: string) =>
      found(of, new RegExp(`budget ${budget.replace(".", "\\.")}: [^;]*${name} ([\\d.]+)`))("campus");
    return [budget, cell(uniform, "proportional"), cell(uniform, "uniform"), cell(optimal, "optimal")];
  }),
);

/** Beginning of a heading -> the tables below it that are written from the ledger, in order. */
export const TABLES: Readonly<Record<string, readonly string[]>> = {
  "Graph 2": [graph2],
  "Ties decide": [ties],
  "A curve is": [hotClusters],
  "Crawl and Stop": [graph3],
  "PageRank as importance": [graph4],
  "Small sites": [smallSites],
  "Topic crawls": [topics],
  "With a limited buffer": [buffer],
  "Dorosz's Figure 2": [dorosz],
  "A little exploration": [exploration],
  "URL caches": [caches, threads, orders, graphModels, scatter],
  "More machines": [scaleOut],
  "Orderings since 1998": [since1998, lost],
  Freshness: [freshness],
  "What the papers' own": [],
};

/** "three": on how many webs a claim came out so, or was tested. */
function on(experiment: string, claim: string, verdict?: Verdict): string {
  const whole = ledger.find((each) => each.experiment === experiment && each.claim.startsWith(claim))?.claim ?? claim;
  const told = new RecordedClaim(ledger, experiment, whole);
  return inWords(verdict === undefined ? told.tested.length : told.count(verdict));
}
/** "three webs of nine" */
const agreesOn = (experiment: string, claim: string, verdict: Verdict = "agrees", noun = "web") => {
  const count = on(experiment, claim, verdict);
  return `${count} ${noun}${count === "one" || count === "no" ? "" : "s"} of ${on(experiment, claim)}`;
};

const GRAPH_2 = ["cho1998/graph-2", "PageRank order beats backlink order, though"] as const;
const GRAPH_2_FIRST = ["cho1998/graph-2", "PageRank order beats breadth-first"] as const;
const GRAPH_4 = ["cho1998/graph-4", "PageRank order beats backlink order when"] as const;
const SMALLER = "Crawling performance is not as good on a small site as on the web that it is a part of";
const SMALLER_AT_SHARE = `${SMALLER}, with as large a share of hot pages`;
const FIGURE_2 = "broder2003/figure-2";
const CENTRAL = "The ordering that is first to the pages with most backlinks is first to those of largest";
const MODERN = "ours/which-ordering";

/** Statements of the text that count webs, in the order of the page. */
export const COUNTS: readonly string[] = [
  `PageRank order wins on ${agreesOn(...GRAPH_2)}: web-NotreDame`,
  `Backlink order wins on ${on(...GRAPH_2, "disagrees")}.`,
  `PageRank order wins on ${on(...GRAPH_2_FIRST, "agrees")} webs, web-NotreDame and wikispeedia`,
  `On the ${on(...GRAPH_2_FIRST, "mixed")} others crawls differ`,
  `PageRank order wins on ${agreesOn("cho1998/graph-2", "Orderings beat the random frontier")}, and loses on debian-docs`,
  `(0.78 %), PageRank order beats backlink order on ${agreesOn("cho1998/graph-2", "PageRank order beats backlink order, at the")}, and loses to it on ${on("cho1998/graph-2", "PageRank order beats backlink order, at the", "disagrees")}.`,
  `more often than PageRank order on ${agreesOn("cho1998/graph-2", "Backlink order behaves depth-first")}`,
  `On ${agreesOn("ours/ties-decide", "Under backlink order, the rule for ties")} the spread is larger`,
  `PageRank order beats backlink order on ${agreesOn("cho1998/graph-3", "As in Graph 2")}, and loses to it on ${on("cho1998/graph-3", "As in Graph 2", "disagrees")}.`,
  `PageRank order beats backlink order on ${agreesOn(...GRAPH_4)}, and loses to it on ${on(...GRAPH_4, "disagrees")}.`,
  `It beats breadth-first on ${on("cho1998/graph-4", "PageRank order beats breadth-first when", "agrees")}, and loses on none.`,
  `grows on ${agreesOn("cho1998/graph-4", "PageRank order is even more effective")}, and shrinks on web-NotreDame`,
  `On ${on("cho1998/graph-5", "On a small site every", "agrees")} of ten real sites`,
  `That holds on ${on("cho1998/graph-5", "Backlink order is flat", "agrees")} site,`,
  `backlink order on ${on("cho1998/graph-5", "PageRank order finds the large", "agrees")} of the ${on("cho1998/graph-5", "PageRank order finds the large")} sites`,
  `do worse on the site on ${agreesOn("cho1998/graph-5", SMALLER, "agrees", "site")}, campus and docs.astropy.org, and some do on ${on("cho1998/graph-5", SMALLER, "mixed")} more`,
  `no ordering does worse on ${agreesOn("cho1998/graph-5", SMALLER_AT_SHARE, "disagrees", "site")}, and all three do on ${on("cho1998/graph-5", SMALLER_AT_SHARE, "agrees")}, www.cs.washington.edu`,
  `On ${agreesOn("ours/which-centrality", `${CENTRAL} betweenness`, "agrees", "site").replace("sites of", "of")} sites it also finds`,
  `first on ${on("ours/which-centrality", `${CENTRAL} authority`, "agrees")} of the ${on("ours/which-centrality", `${CENTRAL} authority`)} sites where`,
  `another ordering is ahead on ${on("ours/which-centrality", `${CENTRAL} closeness`, "disagrees")} of ${on("ours/which-centrality", `${CENTRAL} closeness`)} sites`,
  `more often than pages at large, on all ${on("cho1998/graph-7", "Children of hot pages", "agrees")} webs:`,
  `Staying near hot pages helps on ${agreesOn("cho1998/section-8", "It is useful to visit URLs earlier that have a short")}.`,
  `the linked hot pages are found on ${agreesOn("cho1998/graph-9", "After 40 %")}.`,
  `beats PageRank order alone on ${agreesOn("cho1998/graph-9", "A combined ordering")}, in Graph 9 and in Graph 10.`,
  `beats PageRank order alone on ${agreesOn("cho1998/graph-10", "A combined ordering")}, in Graph 9 and in Graph 10.`,
  `On ${agreesOn("cho1998/graph-9", "Pages on topic with 5")} the gain is larger than the margin for every order inside`,
  `all three orders inside gain on ${agreesOn("cho1998/graph-8", "The distance to hot pages")}.`,
  `breadth-first inside is ahead on ${agreesOn("cho1998/graph-8", "Breadth-first inside is still")}. On ${on("cho1998/graph-8", "Breadth-first inside is still", "no difference")} it lies within`,
  `the best of the six crawlers on ${agreesOn("cho1998/graph-8", "Graded relevance")}.`,
  `than backlink order on ${agreesOn("ours/limited-buffer", "With a small buffer")}, and more than PageRank order on the same ${on("ours/limited-buffer", "A random frontier", "agrees")}.`,
  `Breadth-first keeps more than PageRank order on ${on("ours/limited-buffer", "Breadth-first keeps", "agrees")} webs, and fewer on ${on("ours/limited-buffer", "Breadth-first keeps", "disagrees")}.`,
  `helps backlink order on ${agreesOn("ours/exploration", "Backlink order")}, web-NotreDame, and PageRank order on ${on("ours/exploration", "PageRank order", "agrees")}.`,
  `LRU and CLOCK agree within 2 points on all ${on(FIGURE_2, "LRU and CLOCK", "agrees")} webs. STATIC misses far more on ${on(FIGURE_2, "STATIC is generally", "agrees")};`,
  `RANDOM is slightly worse on ${on(FIGURE_2, "RANDOM is only", "agrees")}, and more than slightly on ${on(FIGURE_2, "RANDOM is only", "mixed")}.`,
  `two thirds of the fall on ${on(FIGURE_2, "There is a critical", "agrees")} web, and at least half on ${on(FIGURE_2, "There is a critical", "mixed")} more.`,
  `about 70 % miss on ${on(FIGURE_2, "Below the critical region about 70 %", "agrees")} webs.`,
  `INFINITE is close on ${agreesOn(FIGURE_2, "Past the region little")}.`,
  `almost 80 % of the time on ${agreesOn(FIGURE_2, "100 entries per thread")}.`,
  `On ${inWords(new RecordedClaim(ledger, FIGURE_2, "100 entries per thread hit almost 80 % of the time").byConstruction)} of the ${on(FIGURE_2, "100 entries per thread")} this verdict is by construction`,
  `holds on ${agreesOn("broder2003/figure-3", "LRU misses less than 1.05")}. It stays below twice MIN on ${on("broder2003/figure-3", "LRU misses less than twice", "agrees")};`,
  `moves with the threads** on ${agreesOn("broder2003/figure-6", "With fewer threads")} (Figures 6 and 7)`,
  `moves with the threads** on ${agreesOn("broder2003/figure-7", "With fewer threads")} (Figures 6 and 7)`,
  `Ours do on ${agreesOn("broder2003/figure-8", "Over entries per thread")}; on ${on("broder2003/figure-8", "Over entries per thread", "mixed")} they lie half as far apart`,
  `(Figure 9) they do on ${on("broder2003/figure-9", "Over entries per thread", "agrees").replace(/^no$/, "none")} either`,
  `are enough"** on ${agreesOn("broder2003/figure-8", "100 to 500")}. On the ${on("broder2003/figure-8", "100 to 500", "disagrees")} others`,
  `the rate is stable on ${agreesOn("broder2003/figure-10", "The differences over time")}, and on ${agreesOn("broder2003/figure-11", "The differences over time")} for URLs sent`,
  `It does on ${agreesOn("broder2003/crawl-order", "Caching performs", "disagrees")}.`,
  `can be told on ${on("broder2003/crawl-order", "The critical region begins")} webs, where each order has one. On ${on("broder2003/crawl-order", "The critical region begins", "agrees")} it does,`,
  `On the ${on("broder2003/crawl-order", "The critical region begins", "mixed")} others, debian-docs`,
  `at every size on all ${on("broder2003/thread-caches", "One cache for all", "agrees")} webs`,
  `The model of hosts is nearest on ${agreesOn("broder2003/graph-models", "Models with links")},`,
  `comes within 5 points on ${agreesOn("broder2003/graph-models", "The hypothesis")}.`,
  `within 0.5 points on ${on("ours/scale-out", "Local are the links", "agrees")} webs`,
  `of the URLs to send, on ${agreesOn("ours/scale-out", "A small cache")}.`,
  `RankMass is ahead of breadth-first on ${agreesOn(MODERN, "RankMass")},`,
  `OPIC keeps up with PageRank order on ${agreesOn(MODERN, "OPIC")},`,
  `behind breadth-first on all ${on(MODERN, "Larger sites first", "disagrees")} webs with hosts`,
  `PageRank order and OPIC on ${agreesOn(MODERN, "A mix of scores")}.`,
  `than bad choices on all ${on("ours/regret", "PageRank order loses", "agrees")} webs.`,
  `On the ${on("ours/rank-agreement", "Crawls that", "no difference")} other webs the correlation`,
  `webkb-1997, but only in part on the ${on("broder2003/four-processes", "The other processes", "mixed")} other webs.`,
];
