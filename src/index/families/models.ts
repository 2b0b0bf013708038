// Written by write-families.mjs from src/crawl/model.

export type * from "../../crawl/model/buffer.js";
export { buffer } from "../../crawl/model/buffer.js";
export type * from "../../crawl/model/harvest.js";
export { harvest } from "../../crawl/model/harvest.js";
export type * from "../../crawl/model/mass.js";
export { mass } from "../../crawl/model/mass.js";
export type * from "../../crawl/model/ndcg.js";
export { ndcg } from "../../crawl/model/ndcg.js";
export type * from "../../crawl/model/precision.js";
export { precision, precisionAt } from "../../crawl/model/precision.js";
export type * from "../../crawl/model/stop.js";
export { stop } from "../../crawl/model/stop.js";
export type * from "../../crawl/model/target-recall.js";
export { targetRecall } from "../../crawl/model/target-recall.js";
export type * from "../../crawl/model/threshold.js";
export { threshold } from "../../crawl/model/threshold.js";
