/// <reference types="node" preserve="true" />

// What users import: the names of the main job, and namespaces for all others. index/families is written by the build.

// Webs
export { load } from "./web/dataset/load.js";
export { open } from "./web/dataset/open.js";
export { datasets } from "./web/dataset/card.js";
export { siteOf } from "./web/dataset/site.js";
export { nameOf } from "./web/web.js";

// Orderings O(u): which page next. All of them: orderings
export { backlink } from "./ordering/backlink.js";
export { breadthFirst } from "./ordering/breadth-first.js";
export { ideal } from "./ordering/ideal.js";
export { opic } from "./ordering/opic.js";
export { pageRank } from "./ordering/page-rank.js";
export { random } from "./ordering/random.js";
export { similarity } from "./ordering/similarity.js";
export { ordering } from "./ordering/custom.js";

// Importance I(P): what a page is worth. All of them: importances
export { backlinks } from "./crawl/importance/backlinks.js";
export { centrality } from "./crawl/importance/centrality.js";
export { pageRankOf } from "./crawl/importance/page-rank-of.js";
export { relevance } from "./crawl/importance/relevance.js";

// Crawls, and what they find
export { compare } from "./crawl/compare/compare.js";
export { league } from "./crawl/compare/league-of.js";
export { explain } from "./crawl/explain/explain.js";
export { replay } from "./crawl/replay.js";
export { judge } from "./crawl/judge.js";
export { playPage } from "./player/play-page.js";
import "./player/play.js"; // runs.play()
export { openCrew } from "./cluster/jobs/open-crew.js";

// Crawl models: how a crawl is judged. All of them: models
export { buffer } from "./crawl/model/buffer.js";
export { mass } from "./crawl/model/mass.js";
export { ndcg } from "./crawl/model/ndcg.js";
export { stop } from "./crawl/model/stop.js";
export { threshold } from "./crawl/model/threshold.js";

// Real crawler: what it stores, and a site to try it on
export { realCrawl } from "./fetch/real-crawl.js";
export { Crawl } from "./fetch/crawl.js";
export { openSnapshot } from "./archive/open-snapshot.js";
export { serve } from "./site/server.js";

// Figures, tables and reports
export { hotPageCurve } from "./figure/hot-page-curve.js";
export { report } from "./figure/report/save-report.js";
export { frameOf } from "./base/rows/frame.js";

// The papers
export { reproduce, reproduceAll } from "./experiment/reproduce.js";

// Errors: a code to branch on, the facts, and a message that says what to do
export { CrawlbenchError } from "./base/error.js";

// Random numbers: the only source of chance
export { Random } from "./base/random.js";

// Namespaces
export * as archives from "./index/archives.js";
export * as caches from "./index/caches.js";
export * as changes from "./index/families/changes.js";
export * as judging from "./index/judging.js";
export * as eliminators from "./index/eliminators.js";
export * as figures from "./index/families/figures.js";
export * as freshness from "./index/freshness.js";
export * as graphs from "./index/graphs.js";
export * as importances from "./index/families/importances.js";
export * as models from "./index/families/models.js";
export * as orderings from "./index/families/orderings.js";
export * as pages from "./index/pages.js";
export * as papers from "./index/papers.js";
export * as refreshers from "./index/refreshers.js";
export * as robots from "./index/robots.js";
export * as statistics from "./index/statistics.js";
export * as timed from "./index/timed.js";
export * as traces from "./index/traces.js";
export * as urldb from "./index/urldb.js";
export * as urls from "./index/urls.js";

// Types
export type { Code as ProblemCode } from "./base/error.js";
export type { LoadOptions } from "./web/dataset/load.js";
export type { OpenOptions } from "./web/dataset/open.js";
export type { DatasetCard } from "./web/dataset/card.js";
export type { CapabilitiesOf, DatasetName } from "./web/dataset/catalogue.js";
export type { Capability, Web, WebWith } from "./web/web.js";
export type { MixWeights } from "./ordering/score-mix.js";
export type { SimilarityOptions } from "./ordering/similarity.js";
export type { Seen } from "./ordering/custom.js";
export type { Ordering, OrderingMethod } from "./ordering/ordering.js";
export type { RelevanceOptions } from "./crawl/importance/relevance.js";
export type { Importance } from "./crawl/importance/importance.js";
export type { CompareOptions } from "./crawl/compare/compare.js";
export type { Comparison, OrderingDifference } from "./crawl/compare/comparison.js";
export type { League, LeagueRow, LeagueStanding } from "./crawl/compare/league.js";
export type { Regret, RegretRow, RegretSummary } from "./crawl/compare/regret.js";
export type { ExplainOptions } from "./crawl/explain/explain.js";
export type { Explanation, ExplanationFacts } from "./crawl/explain/explain-text.js";
export type { PlayOptions } from "./player/play-page.js";
export type { TimedReplayOptions } from "./crawl/timed/timed-replay.js";
export type { TimedReplay } from "./crawl/timed/timed-result.js";
export type { LinkedUrls, LinkedUrlsOptions } from "./crawl/timed/linked-urls.js";
export type { LinkShares } from "./crawl/timed/link-shares.js";
export type { LoadBalance } from "./crawl/timed/load-balance.js";
export type { LatencyModel } from "./crawl/timed/latency.js";
export type { Judgement } from "./crawl/judgement.js";
export type { NdcgOptions } from "./crawl/model/ndcg.js";
export type { RankAgreement, RankAgreementOptions } from "./crawl/rank-agreement.js";
export type { PairedDifference } from "./base/statistics/paired-difference.js";
export type { StartsNeededOptions } from "./crawl/compare/starts-needed.js";
export type { TrainMixOptions } from "./crawl/train-mix.js";
export type { CrawlOptions } from "./fetch/crawl-options.js";
export type { CrawlControl, CrawlStatus } from "./fetch/status.js";
export type { Snapshot } from "./archive/open-snapshot.js";
export type { MergeOptions, MergedSnapshot } from "./archive/shards/merge-snapshots.js";
export type { NearDuplicates } from "./web/snapshot/near-duplicates.js";
export type { ExportOptions } from "./web/snapshot/export-snapshot.js";
export type { Extracted, Rule } from "./page/html/extract.js";
export type {
  AddResult,
  CheckResult,
  ConfirmResult,
  Size,
  Taken,
  UrlDatabaseEngine,
  UrlRecord,
} from "./urldb/engine.js";
export type { KeyOrder, UrlDatabaseSettings } from "./urldb/settings.js";
export type { NewUrl, UrlKey } from "./urldb/url-batch.js";
export type { ChangeModel } from "./freshness/change-model.js";
export type { ChangeHistory } from "./freshness/history.js";
export type { WebVersions } from "./freshness/snapshots.js";
export type { RefreshPolicy, Refresher } from "./freshness/refresh-policy.js";
export type { Look } from "./freshness/estimated-rate.js";
export type { RefreshResult, SimulateRefreshOptions } from "./freshness/simulate-refresh.js";
export type { RefreshRow, RefreshStudyOptions } from "./freshness/study.js";
export type { ObservedChanges } from "./freshness/observed/compare-snapshots.js";
export type { Eliminator, EliminatorMethod, EliminatorOptions } from "./urldb/eliminator.js";
export type { UrlCache } from "./urldb/seen/behind.js";
export type { OpenTraceOptions } from "./trace/open-trace.js";
export type { ModelTrace } from "./trace/model/alpha-beta-gamma.js";
export type { AlphaBetaGammaFit, FitOptions } from "./cache/fit-alpha-beta-gamma.js";
export type { AlphaBetaGamma, AlphaBetaGammaOptions } from "./trace/model/parameters.js";
export type { DenseTrace, TracePages, UrlTrace } from "./trace/url-trace.js";
export type { Cache, CacheMethod } from "./cache/method.js";
export type { CrewOptions, EngineCrew } from "./cluster/jobs/crew.js";
export type { Crew } from "./base/crew/crew.js";
export type { PartitionKey } from "./url/partition.js";
export type { UrlCacheOptions } from "./cache/table/url-cache.js";
export type { CacheSweepOptions } from "./cache/sweep/cache-sweep.js";
export type { CacheSweep } from "./cache/sweep/sweep.js";
export type { Knee } from "./cache/advice/knee.js";
export type { ReportItem } from "./figure/report/own-report.js";
export type { ScalePlan, ScalePlanOptions } from "./experiment/ours/scale-plan.js";
export type { ClaimVerdict } from "./experiment/claim.js";
export type { ExperimentResult } from "./experiment/experiment.js";
export type { LinkPolicy } from "./web/graph/builder.js";
export type { PageRankOptions } from "./web/graph/page-rank.js";
export type { CopyingWebOptions } from "./web/model/copying-web.js";
export type { HostWebOptions } from "./web/model/host-web.js";
export type { PreferentialWebOptions } from "./web/model/preferential-web.js";
export type { RewiredOptions } from "./web/model/rewired.js";
export type { ModelledWeb } from "./web/model/modelled-web.js";
export type { Graph, PageId } from "./web/graph/graph.js";
export type { CentralityName } from "./web/graph/centralities.js";
