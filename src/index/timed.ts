// Crawls in virtual time, with processes, threads and politeness.

export { inferredHosts } from "../crawl/timed/inferred-hosts.js";
export { byteLatency, constantLatency, lognormalLatency } from "../crawl/timed/latency.js";
export { expectedLocal, linkShares, ownedLoads } from "../crawl/timed/link-shares.js";
export { linkedUrls } from "../crawl/timed/linked-urls.js";
export { loadBalance } from "../crawl/timed/load-balance.js";
export { timedReplay } from "../crawl/timed/timed-replay.js";
