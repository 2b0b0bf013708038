import { createWriteStream } from "node:fs";
import { promises, Readable } from "node:stream";
import { toCsv } from "../../base/rows/csv.js";
import type { Table } from "./tables.js";

/** A table's rows: as they are, or with others at work in between. */
type Rows = ReturnType<Table["rows"]> | AsyncIterable<Record<string, unknown>>;

/** Rows that are held at once. */
const BATCH = 20_000;

/** Writes a table as Parquet, snappy, a group per 20,000 rows. */
export async function writeParquet(path: string, table: Table, rows: Rows = table.rows()): Promise<void> {
  const { fileWriter, parquetWriteRows } = await import("hyparquet-writer");
  await parquetWriteRows({
    writer: fileWriter(path),
    columns: table.columns.map((column) => ({ ...column, nullable: true })),
    rows,
    rowGroupSize: BATCH,
    createdBy: "crawlbench",
  });
}

/** Writes a table as CSV; see toCsv. Times are ISO 8601. */
export async function writeCsv(path: string, table: Table, rows: Rows = table.rows()): Promise<void> {
  const { columns } = table;
  const header = toCsv([Object.fromEntries(columns.map(({ name }) => [name, undefined]))]).split("\n", 1)[0];
  async function* pieces() {
    yield `${header}\n`;
    let batch: object[] = [];
    const text = () => toCsv(batch).slice(header.length + 1);
    for await (const row of rows) {
      batch.push(Object.fromEntries(columns.map(({ name }) => [name, plain(row[name])])));
      if (batch.length < BATCH) continue;
      yield text();
      batch = [];
    }
    if (batch.length > 0) yield text();
  }
  await promises.pipeline(Readable.from(pieces()), createWriteStream(path));
}

const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
