import type { Client, ClientConfig, QueryResultRow } from "pg";
import { type CrawlbenchError, problem } from "../../../../base/error.js";
import type { Statement } from "./statements.js";

/**
 * One session of a PostgreSQL server, whose failures are told in this library's words: "disk-full" when the server has
 * no room, "damaged" when it found stored bytes damaged, "failed" when the session is lost, which it then stays.
 */
export class Connection {
  readonly #client: Client;
  readonly #copyFrom: typeof import("pg-copy-streams").from;
  /** The database, for messages: its folder. */
  readonly where: string;
  #lost: CrawlbenchError | undefined;

  private constructor(client: Client, copyFrom: typeof import("pg-copy-streams").from, where: string) {
    this.#client = client;
    this.#copyFrom = copyFrom;
    this.where = where;
  }

  /** @throws what pg throws: the server's error, or the socket's */
  static async open(config: ClientConfig, where: string): Promise<Connection> {
    const [{ Client }, { from }] = await Promise.all([import("pg"), import("pg-copy-streams")]);
    const client = new Client({ application_name: "crawlbench", ...config });
    client.on("error", () => {}); // the next call tells of it
    await client.connect();
    return new Connection(client, from, where);
  }

  /** @param values Buffers go as they are, in the type's binary form */
  async query<Row extends QueryResultRow>(statement: Statement | string, values?: unknown[]): Promise<Row[]> {
    return (await this.#run(() => this.#client.query<Row>(asConfig(statement, values)))).rows;
  }

  /** @returns how many rows the statement changed */
  async change(statement: Statement | string, values?: unknown[]): Promise<number> {
    return (await this.#run(() => this.#client.query(asConfig(statement, values)))).rowCount ?? 0;
  }

  /** Sends rows to a COPY ... FROM STDIN. */
  async copy(statement: string, rows: Buffer): Promise<void> {
    await this.#run(
      () =>
        new Promise<void>((resolve, reject) => {
          const stream = this.#client.query(this.#copyFrom(statement));
          stream.once("finish", resolve).once("error", reject).end(rows);
        }),
    );
  }

  /** Runs `work` in one transaction; when it throws, nothing of it stays. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.query("begin");
    try {
      const result = await work();
      await this.query("commit");
      return result;
    } catch (error) {
      if (!this.#lost) await this.query("rollback").catch(() => {});
      throw error;
    }
  }

  async end(): Promise<void> {
    await this.#client.end().catch(() => {});
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#lost) throw this.#lost;
    try {
      return await work();
    } catch (error) {
      throw this.#problem(error as Error);
    }
  }

  #problem(error: Error): CrawlbenchError {
    const state = stateOf(error);
    const said = `${this.where}: PostgreSQL says "${error.message}"`;
    if (isFull(error)) {
      const message = `${said}; nothing of this call was kept: make room, and call again`;
      return problem.diskFull({ cause: error })`${message}`;
    }
    if (state?.startsWith("XX00") && state !== "XX000") {
      return problem.damaged({ cause: error })`${said}; restore a copy, or fill a new folder`;
    }
    if (state !== undefined && !/^(08|57P0)/.test(state)) {
      return problem.failed({ cause: error })`${said} (SQLSTATE ${state}); nothing of this call was kept`;
    }
    const message = `${said}: the session is lost; what was acknowledged is safe, close the database and open it again`;
    this.#lost = problem.failed({ cause: error })`${message}`;
    return this.#lost;
  }
}

const asConfig = (statement: Statement | string, values: unknown[] = []) =>
  typeof statement === "string" ? { text: statement, ...(values.length > 0 && { values }) } : { ...statement, values };

/** The server's five characters; undefined when the error is not the server's. */
export function stateOf(error: Error): string | undefined {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return severity !== undefined && typeof code === "string" ? code : undefined;
}

/** 53100 is disk_full; while the log of transactions is written, the system's words stand under other states. */
const isFull = (error: Error): boolean =>
  stateOf(error) === "53100" ||
  (stateOf(error) !== undefined && /No space left on device|Disk quota exceeded/.test(error.message));
