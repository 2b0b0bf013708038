import type { DataFrame } from "danfojs-node";

/**
 * Rows as a danfo DataFrame. danfo is loaded at the first call: it takes a second and 100 MB.
 *
 * Mind danfo's own ways: arithmetic on a whole frame is in 32-bit floats, `toCSV` does not quote, `concat` damages its first
 * frame. Sort rows before they go in.
 */
export async function frameOf(rows: readonly object[]): Promise<DataFrame> {
  const danfo = await import("danfojs-node");
  danfo.tensorflow.enableProdMode(); // or the first tensor prints an advertisement
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const plain = rows.map((row) =>
    Object.fromEntries(columns.map((name) => [name, row[name as keyof typeof row] ?? null])),
  );
  return new danfo.DataFrame(plain);
}
