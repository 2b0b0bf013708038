import { columnsOf } from "./csv.js";

/**
 * Rows as Parquet, snappy. A column of text is a string, of truth values a boolean, of numbers a double; what a row
 * does not have is null.
 *
 * @param about kept as JSON in the file's own metadata, a key each
 */
export async function toParquet(rows: readonly object[], about: object = {}): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const columnData = columnsOf(rows).map((name) => {
    const data = rows.map((row): unknown => row[name as keyof typeof row] ?? null);
    const type = types[typeof data.find((value) => value !== null)];
    return type === "JSON" ? { name, data: data.map(asJson), type: "STRING" as const } : { name, data, type };
  });
  const kvMetadata = Object.entries(about).map(([key, value]) => ({ key, value: JSON.stringify(value) }));
  const columns = columnData.map((column) => ({ ...column, nullable: true }));
  return new Uint8Array(parquetWriteBuffer({ columnData: columns, kvMetadata, createdBy: "crawlbench" }));
}

const asJson = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** By the type of the first value; a column without values has the type of numbers. */
const types: Readonly<Record<string, "STRING" | "BOOLEAN" | "DOUBLE" | "JSON">> = {
  string: "STRING",
  boolean: "BOOLEAN",
  number: "DOUBLE",
  undefined: "DOUBLE",
  object: "JSON",
};
