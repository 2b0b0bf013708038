import { dedicated } from "../../urldb/engine/dedicated.js";
import { inMemory } from "../../urldb/engine/in-memory.js";
import { lmdb } from "../../urldb/engine/lmdb.js";
import type { Contestant } from "../../urldb/measure.js";
import { berkeleyDb } from "./peer/berkeley-db.js";
import { postgres, postgresBy } from "./peer/postgres.js";

/** URLs per call where batches are compared; COPY is at its best from here on. */
export const BATCH = 10_000;

/** URLs timed per block where each is added alone and waits for the disk. */
export const TIMED = 200;

/** One URL a call: the delay of a single URL is what the paper draws. */
const alone = (label: string, engine: Contestant["engine"], filler: Contestant["engine"] = engine): Contestant => ({
  label,
  engine,
  batch: 1,
  timed: TIMED,
  warmUp: 50,
  filler,
});

const batched = (label: string, engine: Contestant["engine"]): Contestant => ({ label, engine, batch: BATCH });

/**
 * The two databases of the paper, one URL a call. PostgreSQL waits for the disk at each commit unless told otherwise;
 * Berkeley DB without transactions, which is how bsddb3 opens a file, does not.
 */
export const AS_THE_PAPER = {
  postgres: alone("PostgreSQL, one INSERT per URL", postgresBy({ insert: "one by one" }), postgres),
  berkeleyDb: alone("Berkeley DB, one by one", berkeleyDb),
  berkeleyDbUnsynced: {
    ...alone("Berkeley DB, one by one, unsynced", berkeleyDb),
    durability: "none",
  },
} as const satisfies Readonly<Record<string, Contestant>>;

/** What one would use today, in batches. */
export const TODAY = {
  postgres: batched("PostgreSQL, COPY per batch", postgresBy({ insert: "copy" })),
  berkeleyDb: batched("Berkeley DB, batches", berkeleyDb),
  lmdb: batched("LMDB, batches", lmdb),
  dedicated: batched("dedicated, batches", dedicated),
  inMemory: batched("in memory, not durable", inMemory),
} as const;
