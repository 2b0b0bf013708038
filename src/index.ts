// Webs

export { buffer } from "./crawl/buffer.js";
export { followShare } from "./crawl/follow-share.js";
export { type Judgement, judge, judgedWeb } from "./crawl/judge.js";
export { replay } from "./crawl/replay.js";
// Crawl models and crawls
export { stop } from "./crawl/stop.js";
export { threshold } from "./crawl/threshold.js";
export { type DatasetCard, datasets } from "./dataset/card.js";
export type { CapabilitiesOf, DatasetName } from "./dataset/catalogue.js";
export { type LoadOptions, load } from "./dataset/load.js";
export { type OpenOptions, open } from "./dataset/open.js";
export type { ClaimVerdict } from "./experiment/claim.js";
export type { ExperimentResult } from "./experiment/experiment.js";
// The papers
export { reproduce, reproduceOne, websFor } from "./experiment/reproduce.js";
export { areaStrip } from "./figure/area-strip.js";
export { bars } from "./figure/bars.js";
export { claimsMap } from "./figure/claims-map.js";
export { crawlCurve } from "./figure/crawl-curve.js";
export { histogram } from "./figure/histogram.js";
// Figures
export { hotPageCurve } from "./figure/hot-page-curve.js";
export { GraphBuilder, graphFrom, type LinkPolicy } from "./graph/builder.js";
export { clusters } from "./graph/clusters.js";
export { components } from "./graph/components.js";
export type { Graph, PageId } from "./graph/graph.js";
export { type PageRankOptions, pageRankOf as pageRankKernel } from "./graph/page-rank.js";
export { bestStarts, reach } from "./graph/reach.js";
export { fromGraphology } from "./graph/read/graphology.js";
export { siteOf } from "./graph/site.js";
export { inDegrees, outDegrees, statistics } from "./graph/statistics.js";
export { transpose } from "./graph/transpose.js";
export { type Capability, findPage, idOf, nameOf, type Web } from "./graph/web.js";
export { writeGexf } from "./graph/write/gexf.js";
export { toGraphology } from "./graph/write/graphology.js";
export { backlinks } from "./importance/backlinks.js";
export { forwardLinks } from "./importance/forward-links.js";
// I(P): what a page is worth
export type { Importance } from "./importance/importance.js";
export { locationOf } from "./importance/location-of.js";
export { mix } from "./importance/mix.js";
export { pageRankOf } from "./importance/page-rank-of.js";
export { backlink } from "./ordering/backlink.js";
export { breadthFirst } from "./ordering/breadth-first.js";
export { ordering, type Seen } from "./ordering/custom.js";
export { depthFirst } from "./ordering/depth-first.js";
export { exactPageRank } from "./ordering/exact-page-rank.js";
export { exploring } from "./ordering/exploring.js";
export { forwardLink } from "./ordering/forward-link.js";
export { frozenPageRank } from "./ordering/frozen-page-rank.js";
export { ideal } from "./ordering/ideal.js";
export { location } from "./ordering/location.js";
// O(u): which page next
export type { Ordering, OrderingMethod } from "./ordering/ordering.js";
export { pageRank } from "./ordering/page-rank.js";
export { random } from "./ordering/random.js";
export { Random } from "./random.js";
export { frameOf } from "./rows/frame.js";
export { type CompareOptions, compare } from "./run/compare.js";
export type { Comparison } from "./run/comparison.js";
