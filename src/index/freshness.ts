// How often to fetch a page again: histories, closed forms, simulations, and what stored crawls show.

export { ageAt, ageAtRandom, freshnessAt, freshnessAtRandom } from "../freshness/closed-form.js";
export { correlated } from "../freshness/correlated.js";
export { refreshByDatabase } from "../freshness/database/refresh-by-database.js";
export { estimatedRate, likeliestRate } from "../freshness/estimated-rate.js";
export { poissonHistory, versionAt } from "../freshness/history.js";
export { compareSnapshots } from "../freshness/observed/compare-snapshots.js";
export { optimalFrequencies, optimalRandomFrequencies } from "../freshness/optimal-frequencies.js";
export { simulateRefresh } from "../freshness/simulate-refresh.js";
export { snapshots } from "../freshness/snapshots.js";
export { refreshRows, refreshStudy } from "../freshness/study.js";
