import { setImmediate } from "node:timers/promises";
import { writePieces } from "../../base/file/write-pieces.js";
import { toCsv } from "../../base/rows/csv.js";
import type { Table } from "./tables.js";

/** Rows that are held at once. */
const BATCH = 20_000;

/** Told how many rows are written, at 0, at every 20,000 and at the end; what it throws ends the work. */
type WhenWritten = (rows: number) => void;

/** Writes a table as Parquet, snappy, a group per 20,000 rows. Others have their turn between two groups. */
export async function writeParquet(path: string, table: Table, whenWritten: WhenWritten = () => {}): Promise<void> {
  const { fileWriter, parquetWriteRows } = await import("hyparquet-writer");
  whenWritten(0);
  let written = 0;
  function* rows() {
    for (const row of table.rows()) {
      written++;
      yield row;
    }
  }
  const flush = () => {
    whenWritten(written);
    return setImmediate();
  };
  await parquetWriteRows({
    writer: Object.assign(fileWriter(path), { flush }),
    columns: table.columns.map((column) => ({ ...column, nullable: true })),
    rows: rows(),
    rowGroupSize: BATCH,
    createdBy: "crawlbench",
  });
}

/** Writes a table as CSV; see toCsv. Times are ISO 8601. Others have their turn while a batch of rows goes to disk. */
export async function writeCsv(path: string, table: Table, whenWritten: WhenWritten = () => {}): Promise<void> {
  const { columns } = table;
  whenWritten(0);
  const header = toCsv([Object.fromEntries(columns.map(({ name }) => [name, undefined]))]).split("\n", 1)[0];
  function* pieces() {
    yield `${header}\n`;
    let batch: object[] = [];
    let written = 0;
    function* text() {
      if (batch.length === 0) return;
      yield toCsv(batch).slice(header.length + 1);
      written += batch.length;
      whenWritten(written);
      batch = [];
    }
    for (const row of table.rows()) {
      batch.push(Object.fromEntries(columns.map(({ name }) => [name, plain(row[name])])));
      if (batch.length === BATCH) yield* text();
    }
    yield* text();
  }
  await writePieces(path, pieces());
}

const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
