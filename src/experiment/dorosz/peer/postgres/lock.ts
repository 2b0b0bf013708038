import type { Connection } from "./connection.js";

/** A database of this library; any number that others do not use. */
const OURS = 0x75726c; // "url"

/**
 * Holds `schema` for this session alone, until its end.
 *
 * @returns false when another session holds it
 */
export async function hold(connection: Connection, schema: string): Promise<boolean> {
  const text = "select pg_try_advisory_lock(hashtextextended($1, $2)) as held";
  const [{ held }] = await connection.query<{ held: boolean }>(text, [schema, OURS]);
  return held;
}
