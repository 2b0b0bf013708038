// Webs
export { open, type OpenOptions } from "./dataset/open.js";
export { load, type LoadOptions } from "./dataset/load.js";
export { datasets, type DatasetCard } from "./dataset/card.js";
export type { CapabilitiesOf, DatasetName } from "./dataset/catalogue.js";
export { findPage, idOf, nameOf, type Capability, type Web } from "./graph/web.js";
export type { Graph, PageId } from "./graph/graph.js";
export { graphFrom, GraphBuilder, type LinkPolicy } from "./graph/builder.js";
export { transpose } from "./graph/transpose.js";
export { components } from "./graph/components.js";
export { inDegrees, outDegrees, statistics } from "./graph/statistics.js";
export { bestStarts, reach } from "./graph/reach.js";
export { clusters } from "./graph/clusters.js";
export { siteOf } from "./graph/site.js";
export { fromGraphology } from "./graph/read/graphology.js";
export { toGraphology } from "./graph/write/graphology.js";
export { writeGexf } from "./graph/write/gexf.js";
export { pageRankOf as pageRankKernel, type PageRankOptions } from "./graph/page-rank.js";

// I(P): what a page is worth
export type { Importance } from "./importance/importance.js";
export { backlinks } from "./importance/backlinks.js";
export { pageRankOf } from "./importance/page-rank-of.js";
export { forwardLinks } from "./importance/forward-links.js";
export { locationOf } from "./importance/location-of.js";
export { mix } from "./importance/mix.js";

// O(u): which page next
export type { Ordering, OrderingMethod } from "./ordering/ordering.js";
export { breadthFirst } from "./ordering/breadth-first.js";
export { depthFirst } from "./ordering/depth-first.js";
export { backlink } from "./ordering/backlink.js";
export { pageRank } from "./ordering/page-rank.js";
export { exactPageRank } from "./ordering/exact-page-rank.js";
export { frozenPageRank } from "./ordering/frozen-page-rank.js";
export { forwardLink } from "./ordering/forward-link.js";
export { location } from "./ordering/location.js";
export { random } from "./ordering/random.js";
export { ideal } from "./ordering/ideal.js";
export { exploring } from "./ordering/exploring.js";
export { ordering, type Seen } from "./ordering/custom.js";

// Crawl models and crawls
export { stop } from "./crawl/stop.js";
export { threshold } from "./crawl/threshold.js";
export { buffer } from "./crawl/buffer.js";
export { judge, type Judgement } from "./crawl/judge.js";
export { replay } from "./crawl/replay.js";
export { followShare } from "./crawl/follow-share.js";
export { compare, type CompareOptions } from "./run/compare.js";
export type { Comparison } from "./run/comparison.js";
export { Random } from "./random.js";

// Figures
export { hotPageCurve } from "./figure/hot-page-curve.js";
export { crawlCurve } from "./figure/crawl-curve.js";
export { areaStrip } from "./figure/area-strip.js";
export { bars } from "./figure/bars.js";
export { histogram } from "./figure/histogram.js";
export { claimsMap } from "./figure/claims-map.js";
export { frameOf } from "./rows/frame.js";

// The papers
export { reproduce, reproduceOne } from "./experiment/reproduce.js";
export type { ClaimVerdict } from "./experiment/claim.js";
