// What users import: a table of contents.

// Webs
export { load, type LoadOptions } from "./dataset/load.js";
export { open, type OpenOptions } from "./dataset/open.js";
export { datasets, type DatasetCard } from "./dataset/card.js";
export type { CapabilitiesOf, DatasetName } from "./dataset/catalogue.js";
export { siteOf } from "./dataset/site.js";
export { findPage, idOf, nameOf, type Capability, type Web } from "./graph/web.js";

// Orderings O(u): which page next
export { backlink } from "./ordering/backlink.js";
export { breadthFirst } from "./ordering/breadth-first.js";
export { depthFirst } from "./ordering/depth-first.js";
export { exactPageRank } from "./ordering/exact-page-rank.js";
export { exploring } from "./ordering/exploring.js";
export { forwardLink } from "./ordering/forward-link.js";
export { frozenPageRank } from "./ordering/frozen-page-rank.js";
export { ideal } from "./ordering/ideal.js";
export { location } from "./ordering/location.js";
export { pageRank } from "./ordering/page-rank.js";
export { random } from "./ordering/random.js";
export { similarity, type SimilarityOptions } from "./ordering/similarity.js";
export { ordering, type Seen } from "./ordering/custom.js";
export type { Ordering, OrderingMethod } from "./ordering/ordering.js";

// Importance I(P): what a page is worth
export { backlinks } from "./importance/backlinks.js";
export { forwardLinks } from "./importance/forward-links.js";
export { locationOf } from "./importance/location-of.js";
export { mix } from "./importance/mix.js";
export { pageRankOf } from "./importance/page-rank-of.js";
export { relevance, type RelevanceOptions } from "./importance/relevance.js";
export type { Importance } from "./importance/importance.js";

// Crawls, and what they were worth
export { compare, type CompareOptions } from "./run/compare.js";
export type { Comparison, OrderingDifference } from "./run/comparison.js";
export { replay } from "./crawl/replay.js";
export { judge, judgedWeb, type Judgement } from "./crawl/judge.js";
export { buffer } from "./crawl/buffer.js";
export { stop } from "./crawl/stop.js";
export { threshold } from "./crawl/threshold.js";
export { harvest } from "./crawl/harvest.js";
export { precisionAt } from "./crawl/precision-at.js";
export { targetRecall } from "./crawl/target-recall.js";
export { estimatedRelevance } from "./crawl/estimated-relevance.js";
export { pairedDifference, type PairedDifference } from "./run/paired-difference.js";
export { followShare } from "./crawl/follow-share.js";

// The real crawler, and what it stores
export { realCrawl } from "./fetch/real-crawl.js";
export { Crawl } from "./fetch/crawl.js";
export type { CrawlOptions } from "./fetch/crawl-options.js";
export type { CrawlControl, CrawlStatus } from "./fetch/status.js";
export { openSnapshot, type Snapshot } from "./snapshot/open-snapshot.js";
export { webOf } from "./snapshot/snapshot-web.js";
export { nearDuplicates, type NearDuplicates } from "./snapshot/near-duplicates.js";
export { exportSnapshot, type ExportOptions } from "./snapshot/export/export-snapshot.js";
export { visitOrder } from "./snapshot/stored-pages.js";
export { openTrace } from "./trace/open-trace.js";
export { serve } from "./site/server.js";
export { parseRobots } from "./politeness/robots.js";
export { extract, type Extracted, type Rule } from "./html/extract.js";
export { parsePage } from "./html/parse-page.js";
export { normalizeUrl } from "./url/normalize.js";

// URL databases: which URLs are known, which comes next
export { Confirmation, Fate, openUrlDatabase, UrlDatabase } from "./urldb/database.js";
export type {
  AddResult,
  CheckResult,
  ConfirmResult,
  Size,
  Taken,
  UrlDatabaseEngine,
  UrlRecord,
} from "./urldb/database.js";
export type { KeyOrder, UrlDatabaseSettings } from "./urldb/settings.js";
export { UrlDatabaseError } from "./urldb/error.js";
export type { NewUrl, UrlKey } from "./urldb/url-batch.js";
export { berkeleyDb } from "./urldb/engine/berkeley-db.js";
export { dedicated, dedicatedWith } from "./urldb/engine/dedicated.js";
export { inMemory } from "./urldb/engine/in-memory.js";
export { lmdb } from "./urldb/engine/lmdb.js";
export { postgres, postgresBy } from "./urldb/engine/postgres.js";
export { HostQueues } from "./urldb/host-queues.js";
export { DoroszLoad } from "./urldb/load.js";
export { measureAdds } from "./urldb/measure.js";

// Duplicate-URL eliminators: is this URL new?
export { openEliminator, type Eliminator, type EliminatorMethod, type EliminatorOptions } from "./urldb/eliminator.js";
export { compactFilter } from "./urldb/eliminator/compact-filter.js";
export { mercatorDisk } from "./urldb/eliminator/mercator-disk.js";
export { mercatorMemory } from "./urldb/eliminator/mercator-memory.js";
export { suelFile } from "./urldb/eliminator/suel-file.js";
export { behind, type UrlCache } from "./urldb/seen/behind.js";
export { byReversedHost, spread, unshuffle } from "./urldb/unshuffle.js";
export { UrlBatch } from "./urldb/url-batch.js";

// Figures and tables
export { hotPageCurve } from "./figure/hot-page-curve.js";
export { areaStrip } from "./figure/area-strip.js";
export { bars } from "./figure/bars.js";
export { claimsMap } from "./figure/claims-map.js";
export { crawlCurve } from "./figure/crawl-curve.js";
export { delayCurve } from "./figure/delay-curve.js";
export { histogram } from "./figure/histogram.js";
export { frameOf } from "./rows/frame.js";

// The papers
export { reproduce, reproduceOne, websFor } from "./experiment/reproduce.js";
export type { ClaimVerdict } from "./experiment/claim.js";
export type { ExperimentResult } from "./experiment/experiment.js";

// Graphs
export { GraphBuilder, graphFrom, type LinkPolicy } from "./graph/builder.js";
export { clusters } from "./graph/clusters.js";
export { components } from "./graph/components.js";
export { pageRankOf as pageRankKernel, type PageRankOptions } from "./graph/page-rank.js";
export { bestStarts, reach } from "./graph/reach.js";
export { inDegrees, outDegrees, statistics } from "./graph/statistics.js";
export { transpose } from "./graph/transpose.js";
export { fromGraphology } from "./graph/read/graphology.js";
export { writeGexf } from "./graph/write/gexf.js";
export { toGraphology } from "./graph/write/graphology.js";
export type { Graph, PageId } from "./graph/graph.js";

export { Random } from "./random.js";
