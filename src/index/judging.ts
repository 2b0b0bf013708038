// More on crawls: the part of a web that they are judged on, what orderings guarantee, weights that are learned.

export { estimatedRelevance } from "../crawl/estimated-relevance.js";
export { followShare } from "../crawl/follow-share.js";
export { guaranteedRankMass } from "../crawl/guaranteed-rank-mass.js";
export { judgedWeb } from "../crawl/judge.js";
export { randomWalk } from "../crawl/random-walk.js";
export { rankAgreement } from "../crawl/rank-agreement.js";
export { samplingBias } from "../crawl/sampling-bias.js";
export { foreignOrderWarning } from "../crawl/start-pages.js";
export { trainMix } from "../crawl/train-mix.js";
export { idOf } from "../web/web.js";
