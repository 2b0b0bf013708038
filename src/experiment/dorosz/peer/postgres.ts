import { type ChosenOf, text, undecided, valuesOf, word } from "../../../base/method.js";
import type { UrlDatabaseEngine } from "../../../urldb/engine.js";
import type { Settings } from "../../../urldb/settings.js";
import { missingBinaries } from "./postgres/binaries.js";
import { openSchema, PRIVATE_SCHEMA, schemaFor } from "./postgres/schema.js";
import { startServer } from "./postgres/server.js";
import { type Insert, PostgresStore } from "./postgres/store.js";

const OPTIONS = {
  /**
   * "unnest": one INSERT per batch, of arrays. "copy": one binary COPY into a temporary table and one INSERT from there
   * per batch. "one by one": one INSERT and one transaction per URL, as Figure 2 may be read; a kill may then keep the
   * first part of a batch.
   */
  insert: word<Insert>(["unnest", "copy", "one by one"], "how a batch of URLs comes into the table"),
  /** The path then names a schema there, and no folder is made. None: a server of its own, whose files are the path's. */
  server: undecided(text("", 'a server that runs: "postgres://user@host/database"', [])),
} as const;

export type PostgresOptions = ChosenOf<typeof OPTIONS>;

const names: Readonly<Record<Insert, string>> = {
  unnest: "PostgreSQL, one INSERT per batch",
  copy: "PostgreSQL, COPY per batch",
  "one by one": "PostgreSQL, one INSERT per URL",
};

/** PostgreSQL with another way to insert, or on another server. */
export function postgresBy(chosen: PostgresOptions): UrlDatabaseEngine {
  const { insert, server } = valuesOf("postgres", OPTIONS, chosen);
  return {
    name: names[insert],
    source: "Dorosz, sections 2 and 3: the relational database of Figure 2",
    durable: true,
    missing: server === undefined ? () => missingBinaries() : undefined,
    open: (path, settings) =>
      server === undefined ? openPrivate(path, settings, insert) : openOn(server, path, settings, insert),
  };
}

postgresBy.declared = OPTIONS;

/**
 * PostgreSQL, the relational database that the paper measured against, as one would use it today: batches, prepared
 * statements, binary arrays, a session on a Unix socket, one table whose partial indices are Q and Q_c.
 *
 * A server of its own is started on the path and ends with the database, or with its process. Against PostgreSQL's
 * defaults it has 256 MB of page cache and checkpoints after 4 GB of log instead of 1; synchronous_commit is off when
 * durability is "none".
 */
export const postgres: UrlDatabaseEngine = { ...postgresBy({ insert: "unnest" }), name: "PostgreSQL" };

async function openPrivate(path: string, settings: Settings, insert: Insert): Promise<PostgresStore> {
  const server = await startServer(path);
  try {
    const { connection, counts } = await openSchema(server.config, PRIVATE_SCHEMA, settings, path);
    return new PostgresStore(connection, settings, insert, counts, () => server.stop());
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function openOn(server: string, path: string, settings: Settings, insert: Insert): Promise<PostgresStore> {
  const schema = schemaFor(path);
  const { connection, counts } = await openSchema({ connectionString: server }, schema, settings, path);
  return new PostgresStore(connection, settings, insert, counts, async () => {});
}
