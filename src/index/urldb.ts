// URL databases: which URLs are known, which comes next. The engines, and what is done with them.

export { openUrlDatabase as open, UrlDatabase } from "../urldb/database.js";
export { Confirmation, Fate } from "../urldb/engine.js";
export { HostQueues } from "../urldb/host-queues.js";
export { DoroszLoad } from "../urldb/load.js";
export { measureAdds } from "../urldb/measure.js";
export { behind } from "../urldb/seen/behind.js";
export { byReversedHost, spread, unshuffle } from "../urldb/unshuffle.js";
export { UrlBatch } from "../urldb/url-batch.js";
export * from "./families/engines.js";
