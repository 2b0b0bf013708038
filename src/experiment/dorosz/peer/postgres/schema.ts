import { createHash } from "node:crypto";
import { basename, resolve } from "node:path";
import type { ClientConfig } from "pg";
import { problem } from "../../../../base/error.js";
import type { Settings } from "../../../../urldb/settings.js";
import { Connection } from "./connection.js";
import { hold } from "./lock.js";
import { pause } from "./pause.js";
import { countAll, schemaOf, sessionOf } from "./statements.js";
import type { Counts } from "./store.js";

/** The schema of a database that has its server for itself. */
export const PRIVATE_SCHEMA = "crawlbench";

/**
 * Attempts to take hold of a schema, and milliseconds between them: the session of a killed process lasts for moments.
 */
const ATTEMPTS = 10;
const BETWEEN = 100;

/**
 * The schema that stands for a path on a server that serves others too: the last folder's name, and 64 bits of the
 * whole.
 */
export function schemaFor(path: string): string {
  const whole = resolve(path);
  const name = basename(whole)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .slice(0, 30);
  return `crawlbench_${name}_${createHash("sha256").update(whole).digest("hex").slice(0, 16)}`;
}

/**
 * A session that holds the schema alone, which is made if need be.
 *
 * @param where the database's folder, for messages
 * @throws "locked" when another session holds it, "settings" when it was made with others, "failed"
 */
export async function openSchema(
  config: ClientConfig,
  schema: string,
  settings: Settings,
  where: string,
): Promise<{ connection: Connection; counts: Counts }> {
  const connection = await Connection.open(config, where).catch((error: Error) => {
    throw problem.failed`${where}: PostgreSQL is not reached: ${error}`;
  });
  try {
    await holdAlone(connection, schema, where);
    await connection.query(`create schema if not exists ${schema}; set search_path to ${schema}`);
    const [{ exists }] = await connection.query<{ exists: boolean }>("select to_regclass($1) is not null as exists", [
      `${schema}.made_with`,
    ]);
    if (exists) await checkMadeWith(connection, settings, where);
    else await make(connection, settings);
    const [counts] = await connection.query<Record<keyof Counts, string>>(countAll);
    await connection.query(sessionOf(settings));
    const [urls, next, waiting, checks] = [counts.urls, counts.next, counts.waiting, counts.checks].map(Number);
    return { connection, counts: { urls, next, waiting, checks } };
  } catch (error) {
    await connection.end();
    throw error;
  }
}

async function holdAlone(connection: Connection, schema: string, where: string): Promise<void> {
  for (let attempt = 1; !(await hold(connection, schema)); attempt++) {
    if (attempt === ATTEMPTS) {
      const message = `${where} is open in another session, on schema ${schema}: close it there, and open it again`;
      throw problem.locked`${message}`;
    }
    await pause(BETWEEN);
  }
}

async function make(connection: Connection, settings: Settings): Promise<void> {
  await connection.transaction(async () => {
    await connection.query(schemaOf(settings));
    for (const [setting, value] of Object.entries(madeWith(settings))) {
      await connection.query("insert into made_with (setting, value) values ($1, $2)", [setting, value]);
    }
  });
}

async function checkMadeWith(connection: Connection, settings: Settings, where: string): Promise<void> {
  const stored = await connection.query<{ setting: string; value: string }>("select setting, value from made_with");
  const found = new Map(stored.map(({ setting, value }) => [setting, value]));
  for (const [setting, asked] of Object.entries(madeWith(settings))) {
    const was = found.get(setting);
    if (was === asked) continue;
    throw problem.settings`${where} was made with ${setting} ${was}, and is opened with ${asked}: open it as it was made, or take a new folder`;
  }
}

/** What must stay as it was: a hash function is known by what it gives for one URL. */
function madeWith({ order, domain, hash }: Settings): Readonly<Record<string, string>> {
  const words = new Uint32Array(4);
  const probe = Buffer.from("http://www.example.org/");
  hash(probe, 0, probe.length, words);
  return {
    format: "1",
    order: JSON.stringify(order),
    domain,
    hash: `${words[0].toString(16)} ${words[1].toString(16)}`,
  };
}
