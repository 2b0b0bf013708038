// Webs as graphs: makers, models, measures, and graphology.

export { webFrom } from "../web/dataset/web-from.js";
export { GraphBuilder, graphFrom } from "../web/graph/builder.js";
export { clusters } from "../web/graph/clusters.js";
export { components } from "../web/graph/components.js";
export { pageRankKernel } from "../web/graph/page-rank.js";
export { bestStarts, reach } from "../web/graph/reach.js";
export { inDegrees, outDegrees, statistics } from "../web/graph/statistics.js";
export { transpose } from "../web/graph/transpose.js";
export { rewired } from "../web/model/rewired.js";
export { shuffledPages } from "../web/model/shuffled-pages.js";
export { fromGraphology } from "../web/read/graphology.js";
export { findPage } from "../web/web.js";
export { writeGexf } from "../web/write/gexf.js";
export { toGraphology } from "../web/write/graphology.js";
export * from "./families/webs.js";
