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
export { hits } from "./ordering/hits.js";
export { hostInDegree } from "./ordering/host-in-degree.js";
export { ideal } from "./ordering/ideal.js";
export { largerSitesFirst } from "./ordering/larger-sites-first.js";
export { location } from "./ordering/location.js";
export { opic } from "./ordering/opic.js";
export { pageRank } from "./ordering/page-rank.js";
export { random } from "./ordering/random.js";
export { rankMass } from "./ordering/rank-mass.js";
export { type MixWeights, scoreMix } from "./ordering/score-mix.js";
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
export { league } from "./run/league-of.js";
export type { League, LeagueRow, LeagueStanding } from "./run/league.js";
export type { Regret, RegretRow, RegretSummary } from "./run/regret.js";
export { explain, type ExplainOptions } from "./run/explain.js";
export type { Explanation, ExplanationFacts } from "./run/explain-text.js";
export { playPage, type PlayOptions } from "./player/play-page.js";
export { replay } from "./crawl/replay.js";
export { timedReplay, type TimedReplay, type TimedReplayOptions } from "./crawl/timed/timed-replay.js";
export { linkedUrls, type LinkedUrls, type LinkedUrlsOptions } from "./crawl/timed/linked-urls.js";
export { expectedLocal, linkShares, type LinkShares, ownedLoads } from "./crawl/timed/link-shares.js";
export { type LoadBalance, loadBalance } from "./crawl/timed/load-balance.js";
export { inferredHosts } from "./crawl/timed/inferred-hosts.js";
export { byteLatency, constantLatency, lognormalLatency, type LatencyModel } from "./crawl/timed/latency.js";
export { judge, judgedWeb, type Judgement } from "./crawl/judge.js";
export { buffer } from "./crawl/buffer.js";
export { stop } from "./crawl/stop.js";
export { threshold } from "./crawl/threshold.js";
export { harvest } from "./crawl/harvest.js";
export { mass } from "./crawl/mass.js";
export { ndcg, type NdcgOptions } from "./crawl/ndcg.js";
export { kendallTau } from "./crawl/kendall-tau.js";
export { type RankAgreement, rankAgreement, type RankAgreementOptions } from "./crawl/rank-agreement.js";
export { precisionAt } from "./crawl/precision-at.js";
export { targetRecall } from "./crawl/target-recall.js";
export { estimatedRelevance } from "./crawl/estimated-relevance.js";
export { pairedDifference, type PairedDifference } from "./run/paired-difference.js";
export { startsNeeded, type StartsNeededOptions } from "./run/starts-needed.js";
export { followShare } from "./crawl/follow-share.js";
export { guaranteedRankMass } from "./crawl/guaranteed-rank-mass.js";
export { trainMix, type TrainMixOptions } from "./crawl/train-mix.js";

// The real crawler, and what it stores
export { realCrawl } from "./fetch/real-crawl.js";
export { Crawl } from "./fetch/crawl.js";
export type { CrawlOptions } from "./fetch/crawl-options.js";
export type { CrawlControl, CrawlStatus } from "./fetch/status.js";
export { openSnapshot, type Snapshot } from "./snapshot/open-snapshot.js";
export { type MergedSnapshot, type MergeOptions, mergeSnapshots } from "./snapshot/shards/merge-snapshots.js";
export { openShards } from "./snapshot/shards/open-shards.js";
export { webOf } from "./snapshot/snapshot-web.js";
export { nearDuplicates, type NearDuplicates } from "./snapshot/near-duplicates.js";
export { exportSnapshot, type ExportOptions } from "./snapshot/export/export-snapshot.js";
export { visitOrder } from "./snapshot/stored-pages.js";
export { openCrawlTrace } from "./trace/crawl-trace.js";
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

// Freshness: how often to fetch a page again
export { classes } from "./freshness/change/classes.js";
export { gamma } from "./freshness/change/gamma.js";
export { hostClasses } from "./freshness/change/host-classes.js";
export { oneRate } from "./freshness/change/one-rate.js";
export { pareto } from "./freshness/change/pareto.js";
export type { ChangeModel } from "./freshness/change-model.js";
export { type ChangeHistory, poissonHistory, versionAt } from "./freshness/history.js";
export { snapshots, type WebVersions } from "./freshness/snapshots.js";
export { correlated } from "./freshness/correlated.js";
export { estimated as estimatedRefresh } from "./freshness/policy/estimated.js";
export { importanceFirst as importanceFirstRefresh } from "./freshness/policy/importance-first.js";
export { optimal as optimalRefresh } from "./freshness/policy/optimal.js";
export { proportional as proportionalRefresh } from "./freshness/policy/proportional.js";
export { purelyRandom as purelyRandomRefresh } from "./freshness/policy/purely-random.js";
export { randomised as randomisedRefresh } from "./freshness/policy/randomised.js";
export { roundRobin as roundRobinRefresh } from "./freshness/policy/round-robin.js";
export { uniform as uniformRefresh } from "./freshness/policy/uniform.js";
export { definePolicy, type Refresher, type RefreshPolicy } from "./freshness/refresh-policy.js";
export { ageAt, ageAtRandom, freshnessAt, freshnessAtRandom } from "./freshness/closed-form.js";
export { optimalFrequencies, optimalRandomFrequencies } from "./freshness/optimal-frequencies.js";
export { estimatedRate, likeliestRate, type Look } from "./freshness/estimated-rate.js";
export { type RefreshResult, simulateRefresh, type SimulateRefreshOptions } from "./freshness/simulate-refresh.js";
export { refreshByDatabase } from "./freshness/database/refresh-by-database.js";
export { type RefreshRow, refreshRows, refreshStudy, type RefreshStudyOptions } from "./freshness/study.js";
export { compareSnapshots, type ObservedChanges } from "./freshness/observed/compare-snapshots.js";

// Duplicate-URL eliminators: is this URL new?
export { openEliminator, type Eliminator, type EliminatorMethod, type EliminatorOptions } from "./urldb/eliminator.js";
export { compactFilter } from "./urldb/eliminator/compact-filter.js";
export { mercatorDisk } from "./urldb/eliminator/mercator-disk.js";
export { mercatorMemory } from "./urldb/eliminator/mercator-memory.js";
export { suelFile } from "./urldb/eliminator/suel-file.js";
export { behind, type UrlCache } from "./urldb/seen/behind.js";
export { byReversedHost, spread, unshuffle } from "./urldb/unshuffle.js";
export { UrlBatch } from "./urldb/url-batch.js";

// Traces: the stream of URLs that a crawl meets
export { openTrace, type OpenTraceOptions } from "./trace/open-trace.js";
export { streamRequests } from "./trace/file/read-trace-file.js";
export { TraceFileWriter, writeTraceFile } from "./trace/file/write-trace-file.js";
export { denseIds } from "./trace/dense-ids.js";
export { alphaBetaGamma, type ModelTrace } from "./trace/model/alpha-beta-gamma.js";
export { fitAlphaBetaGamma, type AlphaBetaGammaFit, type FitOptions } from "./trace/model/fit-alpha-beta-gamma.js";
export type { AlphaBetaGamma, AlphaBetaGammaOptions } from "./trace/model/parameters.js";
export {
  crossTrace,
  firstRequests,
  requestsOfPages,
  requestsWhere,
  splitByProcess,
  threadTraces,
} from "./trace/sub-trace.js";
export { TraceError } from "./trace/trace-error.js";
export type { DenseTrace, TracePages, UrlTrace } from "./trace/url-trace.js";

// URL caches: policies, sweeps, sizes
export { arc } from "./cache/policy/arc.js";
export { clock } from "./cache/policy/clock.js";
export { fifo } from "./cache/policy/fifo.js";
export { infinite } from "./cache/policy/infinite.js";
export { lfu } from "./cache/policy/lfu.js";
export { lirs } from "./cache/policy/lirs.js";
export { lru } from "./cache/policy/lru.js";
export { min } from "./cache/policy/min.js";
export { random as randomCache } from "./cache/policy/random.js";
export { s3Fifo } from "./cache/policy/s3-fifo.js";
export { sieve } from "./cache/policy/sieve.js";
export { staticCache } from "./cache/policy/static-cache.js";
export { twoQ } from "./cache/policy/two-q.js";
export { wTinyLfu } from "./cache/policy/w-tiny-lfu.js";
export { defineCache, type Cache, type CacheMethod } from "./cache/method.js";
export { missCurve, powersOf2 } from "./cache/miss-curve.js";
export { simulate } from "./cache/simulate.js";
export { openCrew } from "./cluster/jobs/open-crew.js";
export type { CrewOptions, EngineCrew } from "./cluster/jobs/crew.js";
export { type Crew, CrewError } from "./run/crew.js";
export { PARTITION_KEYS, partitioner, type PartitionKey } from "./url/partition.js";
export { urlCache, type UrlCacheOptions } from "./cache/table/url-cache.js";
export { CircularChaining } from "./cache/table/circular-chaining.js";
export { ScatterTable } from "./cache/table/scatter-table.js";
export { clockCache } from "./cache/table/clock-cache.js";
export { compareWithPlainClock } from "./cache/table/relocation.js";
export { tableRows } from "./cache/table/table-rows.js";
export { fingerprint } from "./url/fingerprint.js";
export { cacheMethodNamed, cacheMethodNames } from "./run/cache-methods.js";
export { cacheSweep, type CacheSweepOptions } from "./run/cache-sweep.js";
export type { CacheSweep } from "./run/sweep.js";
export { perThreadSweep } from "./run/per-thread-sweep.js";
export { missesOverTime } from "./run/misses-over-time.js";
export { sampledSweep } from "./run/sampled-sweep.js";
export { sampleStream } from "./run/sample-stream.js";
export { sampleTrace, UrlSampler } from "./cache/sampled/url-sampler.js";
export { kneeOf, type Knee } from "./cache/knee.js";

// Figures and tables
export { hotPageCurve } from "./figure/hot-page-curve.js";
export { areaStrip } from "./figure/area-strip.js";
export { bars } from "./figure/bars.js";
export { claimsMap } from "./figure/claims-map.js";
export { tableDiagram } from "./figure/table-diagram.js";
export { crawlCurve } from "./figure/crawl-curve.js";
export { delayCurve } from "./figure/delay-curve.js";
export { freshnessCurve } from "./figure/freshness-curve.js";
export { histogram } from "./figure/histogram.js";
export { leagueTable } from "./figure/league-table.js";
export { missRateCurve } from "./figure/miss-rate-curve.js";
export { missesOverTimeCurve } from "./figure/misses-over-time-curve.js";
export { rankAgreementCurve } from "./figure/rank-agreement-curve.js";
export { regretBars } from "./figure/regret-bars.js";
export { frameOf } from "./rows/frame.js";
export { report } from "./report/save-report.js";
export type { ReportItem } from "./report/own-report.js";

// The papers
export { reproduce, reproduceOne, websFor } from "./experiment/reproduce.js";
export { readLedger } from "./experiment/ledger.js";
export { type ScalePlan, type ScalePlanOptions, scalePlan } from "./experiment/ours/scale-plan.js";
export { planRow } from "./experiment/ours/scale-rows.js";
export type { ClaimVerdict } from "./experiment/claim.js";
export type { ExperimentResult } from "./experiment/experiment.js";

// Graphs
export { GraphBuilder, graphFrom, type LinkPolicy } from "./graph/builder.js";
export { clusters } from "./graph/clusters.js";
export { components } from "./graph/components.js";
export { pageRankOf as pageRankKernel, type PageRankOptions } from "./graph/page-rank.js";
export { bestStarts, reach } from "./graph/reach.js";
export { copyingWeb, type CopyingWebOptions } from "./graph/model/copying-web.js";
export { hostWeb, type HostWebOptions } from "./graph/model/host-web.js";
export { preferentialWeb, type PreferentialWebOptions } from "./graph/model/preferential-web.js";
export { randomWeb } from "./graph/model/random-web.js";
export { rewired, type RewiredOptions } from "./graph/model/rewired.js";
export { shuffledPages } from "./graph/model/shuffled-pages.js";
export type { ModelledWeb } from "./graph/model/modelled-web.js";
export { inDegrees, outDegrees, statistics } from "./graph/statistics.js";
export { transpose } from "./graph/transpose.js";
export { fromGraphology } from "./graph/read/graphology.js";
export { writeGexf } from "./graph/write/gexf.js";
export { toGraphology } from "./graph/write/graphology.js";
export type { Graph, PageId } from "./graph/graph.js";

export { Random } from "./random.js";
