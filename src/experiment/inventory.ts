/** Whose a graph, a figure, a table or a number is: a folder of this folder. */
export type PaperFamily = "cho1998" | "broder2003" | "shkapenyuk2001" | "dorosz";

/** One graph, figure, table, or group of numbers of a paper. */
export interface InventoryItem {
  readonly paper: PaperFamily;
  /** As the paper numbers it: "Graph 2", "Table 4.1", "section 5.2". */
  readonly item: string;
  /** What it shows or says, in our words. */
  readonly what: string;
  /** Experiments that hold ours beside it, by id; none where `why` says why not. */
  readonly experiments: readonly string[];
  /** Why it is not reproduced, or what of it is not. */
  readonly why?: string;
}

/** Items of a paper; an experiment without a folder stands in the paper's. */
const itemsOf =
  (paper: PaperFamily) =>
  (item: string, what: string, experiments: readonly string[], why?: string): InventoryItem => ({
    paper,
    item,
    what,
    experiments: experiments.map((each) => (each.includes("/") ? each : `${paper}/${each}`)),
    ...(why && { why }),
  });

const cho = itemsOf("cho1998");
const broder = itemsOf("broder2003");
const suel = itemsOf("shkapenyuk2001");
const dorosz = itemsOf("dorosz");

/** Every graph, figure, table and number of the four papers, in their order, and what became of it here. */
export const INVENTORY: readonly InventoryItem[] = [
  cho("section 2", "PageRank, and what its d is the probability of", ["figure-3"]),
  cho("section 3", "three models of a crawl; the ideal crawler and the random one", [
    "section-3",
    "ours/limited-buffer",
  ]),
  cho(
    "section 5.1",
    "25 pages per second for each process of WebBase, 50 indexed; 500 queues by hash of the host",
    [],
    "speeds of machines of 1997; the queues are a policy of our scheduler, held to the text by tests",
  ),
  cho("section 5.2", "784,592 URLs known, 352,944 of them on one server; 225,000 pages stored", ["section-5"]),
  cho("Figure 1", "listing: the basic crawler", ["graph-2", "ours/ties-decide"]),
  cho("Figure 2", "listing: three ways to reorder the queue", ["graph-2", "ours/ties-decide"]),
  cho("section 6", "H = 85,000, 17,500 and 1,400 of 179,000 pages that are reached", ["graph-1", "section-5"]),
  cho("Graph 1", "backlink order at three thresholds", ["graph-1"]),
  cho("Graph 2", "three orderings, hot pages by backlinks", ["graph-2"]),
  cho("Figure 3", "drawing: a cluster that backlink order is caught in", ["figure-3", "ours/exploration"]),
  cho("Graph 3", "the same under Crawl & Stop", ["graph-3", "section-3"]),
  cho("Graph 4", "hot pages by PageRank", ["graph-4"]),
  cho("Graph 5", "one small site", ["graph-5", "ours/which-centrality"]),
  cho(
    "Graph 6",
    "pages of that site by backlink count",
    ["graph-6"],
    "that ranks below 10 depend on the style of authors is not tested: who wrote which page is not known",
  ),
  cho("Figure 4", "listing: a crawler for a topic", ["graph-7", "section-8"]),
  cho("Graph 7", "its crawls", ["graph-7"]),
  cho("Figure 5", "listing: one that stays near hot pages", ["graph-8", "section-8"]),
  cho("Graph 8", "its crawls", ["graph-8"]),
  cho("Graph 9", "pages on topic with 5 backlinks", ["graph-9"]),
  cho("Graph 10", "the same for another topic", ["graph-10"]),
  cho("section 8", "the advice: PageRank order; anchors, addresses and distance for a topic", [
    "section-8",
    "graph-2",
    "graph-4",
  ]),

  broder("section 3", "30 % of the links on a page are repeats; how caches differ", ["trace-statistics", "figure-2"]),
  broder(
    "section 3.6",
    "STATIC of a previous crawl, and on line by sketches of frequent items: proposed",
    [],
    "the paper has no number of either; `crawlbench cache` counts both, `--earlier` and the policy `frequent`",
  ),
  broder("section 3.7", "what theory says of LRU, and what it is worth here", ["section-3-7", "figure-3"]),
  broder(
    "Figure 1",
    "drawing: the way of a URL through four processes",
    ["ours/scale-out"],
    "a drawing; our processes work so, and what they send is counted",
  ),
  broder("section 4.1", "81.5 % of the URLs stay with their process", ["ours/scale-out", "figure-4"]),
  broder("section 4.1, threads", "processes of typically 500 threads", ["large-trace", "real-crawls"]),
  broder(
    "section 4.1, memory",
    "5.2 bytes per URL for the set of all URLs",
    [],
    "at the paper's billion URLs; what our sets of URLs take is in docs/urldb.md",
  ),
  broder(
    "section 4.2, crawl",
    "1.04 billion attempts, 784 million downloads, 429 million of HTML, in 33 days on four machines",
    ["real-crawls"],
    "the crawl of 2002 and its logs are lost; real crawls of served webs stand in for it",
  ),
  broder("section 4.2, links", "62.55 links a page in the mean, 23 in the median; 42.74 and 17 counted once", [
    "trace-statistics",
  ]),
  broder("section 4.2, cross", "4.92 of 26.86 billion URLs go to other processes, called 19.5 %", [
    "figure-4",
    "ours/scale-out",
  ]),
  broder("section 5.2, hosts", "the other three processes' results are quasi-identical", ["four-processes"]),
  broder("Figure 2", "miss rate by cache size, full trace", ["figure-2"]),
  broder("Figure 3", "the same over MIN's", ["figure-3"]),
  broder("Figure 4", "miss rate by cache size, cross sub-trace", ["figure-4"]),
  broder("Figure 5", "the same over MIN's", ["figure-5"]),
  broder(
    "section 5.2, model",
    "URLs from G, L', L'' and at random; alpha small, gamma about 20 %, L'' say ten times L'",
    ["trace-statistics", "graph-models", "model-trace"],
  ),
  broder("Figure 6", "CLOCK by number of threads, full trace", ["figure-6"]),
  broder("Figure 7", "CLOCK by number of threads, cross sub-trace", ["figure-7"]),
  broder("Figure 8", "the same by entries per thread, full trace", ["figure-8"]),
  broder("Figure 9", "the same by entries per thread, cross sub-trace", ["figure-9"]),
  broder("Figure 10", "miss rate over time, full trace", ["figure-10"]),
  broder("Figure 11", "miss rate over time, cross sub-trace", ["figure-11"]),
  broder("Figure 12", "drawing: hashing with direct chaining", ["figure-12"]),
  broder("Figure 13", "drawing: direct circular chaining, and its bits", ["figure-13"]),
  broder("Figure 14", "drawing: a scatter table, and its bits", ["figure-14"]),
  broder(
    "section 7, advice",
    "100 to 500 entries per thread, 2 MB for 500 threads, CLOCK or RANDOM on a scatter table",
    ["figure-2", "figure-8", "figure-9", "figure-14"],
  ),
  broder("section 7, first question", "does the crawl order matter?", ["crawl-order"]),
  broder("section 7, second question", "one cache, or one for each thread?", ["thread-caches"]),
  broder("section 7, third question", "which models of the web explain the curves?", ["graph-models"]),

  suel(
    "Figure 2",
    "drawing: a small configuration",
    [],
    "a drawing of processes on several machines; ours are one process each",
  ),
  suel(
    "section 2.4, Figure 3",
    "drawing: a large configuration; probably about 1,500 pages per second on 20 machines",
    ["ours/scale-out"],
    "its authors could not test it either; docs/scale.md has a plan with measured costs",
  ),
  suel("section 3.1", "up to 400 pages parsed per second", ["speed"]),
  suel(
    "section 3.2",
    "the set of URLs seen, merged in bulk: never a bottleneck",
    ["dorosz/figure-2"],
    "their structure is an eliminator of ours, `suel-file`; docs/urldb.md has what it costs",
  ),
  suel("section 3.3", "URLs sorted by reversed host name, dealt to k files", ["unshuffle"]),
  suel("section 3.4, Figure 4", "drawing: queues by host, ready and waiting; 30 s between requests to one", [
    "crawl-manager",
  ]),
  suel("section 3.5", "x + s t + n_d + n_t hosts in memory; the order of requests", ["crawl-manager"]),
  suel(
    "section 4.1",
    "120 million pages on 5 million hosts in 18 days, 120 of 138 million of them different",
    [],
    "the Web of 2001; crashes made pages come twice, of which our crawl has none",
  ),
  suel("Table 4.1", "requests, errors, time-outs, robots.txt, bytes", ["tables-4-1-and-4-2"]),
  suel("Table 4.2", "answers by status", ["tables-4-1-and-4-2"]),
  suel(
    "section 4.2",
    "80 to 180 pages per second by time of day, 300 for a short time",
    ["speed"],
    "limits by time of day are held to the text by tests of the scheduler",
  ),
  suel(
    "section 4.2, unnumbered figure",
    "graph: traffic of a campus over 24 hours, with the dips of six checkpoints",
    ["speed"],
    "the traffic of that campus is lost; what a checkpoint costs is measured",
  ),
  suel("section 4.3", "140 pages per second on two workstations", ["speed"]),

  dorosz("section 1.1.1", "N, S(N) and Σ: speed and resources as the crawl grows", ["past-memory"]),
  dorosz("Figure 1", "drawing: the structures and what is done to them", ["figure-1"]),
  dorosz("section 2", "depth, priority, confirmation, time-out, re-crawl", ["figure-1"]),
  dorosz("Figure 2", "delay of adding a URL, as the database grows", ["figure-2", "figure-2-in-full"]),
];
