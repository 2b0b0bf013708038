// Written by write-families.mjs from src/urldb/engine and src/experiment/dorosz/peer.

export type * from "../../experiment/dorosz/peer/berkeley-db.js";
export { berkeleyDb } from "../../experiment/dorosz/peer/berkeley-db.js";
export type * from "../../experiment/dorosz/peer/postgres.js";
export { postgres, postgresBy } from "../../experiment/dorosz/peer/postgres.js";
export type * from "../../urldb/engine/dedicated.js";
export { dedicated, dedicatedWith } from "../../urldb/engine/dedicated.js";
export type * from "../../urldb/engine/in-memory.js";
export { inMemory } from "../../urldb/engine/in-memory.js";
export type * from "../../urldb/engine/lmdb.js";
export { lmdb } from "../../urldb/engine/lmdb.js";
