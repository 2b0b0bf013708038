// Written by write-families.mjs from src/crawl/importance.

export type * from "../../crawl/importance/backlinks.js";
export { backlinks } from "../../crawl/importance/backlinks.js";
export type * from "../../crawl/importance/centrality.js";
export { centrality } from "../../crawl/importance/centrality.js";
export type * from "../../crawl/importance/forward-links.js";
export { forwardLinks } from "../../crawl/importance/forward-links.js";
export type * from "../../crawl/importance/given.js";
export { given } from "../../crawl/importance/given.js";
export type * from "../../crawl/importance/location-of.js";
export { locationOf } from "../../crawl/importance/location-of.js";
export type * from "../../crawl/importance/mix.js";
export { mix } from "../../crawl/importance/mix.js";
export type * from "../../crawl/importance/page-rank-of.js";
export { pageRankOf } from "../../crawl/importance/page-rank-of.js";
export type * from "../../crawl/importance/relevance.js";
export { relevance } from "../../crawl/importance/relevance.js";
