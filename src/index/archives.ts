// Stored crawls: what the real crawler leaves on disk, several as one, and webs made of them; `openSnapshot` opens one.

export { mergeSnapshots } from "../archive/shards/merge-snapshots.js";
export { openShards } from "../archive/shards/open-shards.js";
export { exportSnapshot } from "../web/snapshot/export-snapshot.js";
export { nearDuplicates } from "../web/snapshot/near-duplicates.js";
export { webOf } from "../web/snapshot/snapshot-web.js";
export { visitOrder } from "../web/snapshot/stored-pages.js";
