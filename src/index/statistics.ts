// How far one can trust a difference, and how alike two orders are.

export { pairedDifference } from "../base/statistics/paired-difference.js";
export { startsNeeded } from "../crawl/compare/starts-needed.js";
export { kendallTau } from "../crawl/kendall-tau.js";
