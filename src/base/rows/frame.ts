import { inspect } from "node:util";
import { gotInstead, problem } from "../error.js";
import { showing } from "../face/result.js";
import { textTable } from "./text-table.js";

/** A danfo DataFrame. Of no known type where danfojs-node, the optional peer, is not installed. */
// biome-ignore lint/suspicious/noTsIgnore: in a checkout, where the peer is installed, there is no error to expect
/** @ts-ignore */
export type DataFrame = import("danfojs-node").DataFrame;

/** What danfojs-node needs in the place of packages that npm's registry does not hold, or that have known faults. */
export const DANFO_OVERRIDES = {
  xlsx: "npm:@e965/xlsx@0.20.3",
  "@tensorflow/tfjs-node": "npm:@tensorflow/tfjs@4.22.0",
  request: "npm:@cypress/request@4.0.1",
};

/**
 * Rows as a danfo DataFrame. danfo is loaded at the first call: it takes a second and 100 MB.
 *
 * Mind danfo's own ways: arithmetic on a whole frame is in 32-bit floats, `toCSV` does not quote, `concat` damages its
 * first frame. Sort rows before they go in.
 *
 * @throws Error when danfojs-node, an optional peer of this package, is not installed; it says how to install it
 */
export async function frameOf(rows: readonly object[]): Promise<DataFrame> {
  if (!Array.isArray(rows))
    throw problem.option`frameOf takes rows, a list of objects, such as runs.rows(); ${gotInstead(rows)}`;
  const danfo = await import("danfojs-node").catch(tellHowToInstall);
  danfo.tensorflow.enableProdMode(); // or the first tensor prints an advertisement
  letFramesShow(danfo);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const plain = rows.map((row) =>
    Object.fromEntries(columns.map((name) => [name, row[name as keyof typeof row] ?? null])),
  );
  return new danfo.DataFrame(plain);
}

/** Frames and series, and those made from them, show themselves as the last line of a cell. */
function letFramesShow({ DataFrame: Frame, Series, toJSON }: typeof import("danfojs-node")): void {
  const frames: DataFrame = Object.getPrototypeOf(Frame.prototype); // what head, query and groupby give is of this class
  if (inspect.custom in frames) return;
  const rows = (frame: DataFrame) => {
    const plain = toJSON(frame, { format: "column" }) as object[];
    const isNamed = frame.index.some((name: unknown) => typeof name === "string"); // describe() says what each row is
    return isNamed ? plain.map((row, i) => ({ index: frame.index[i], ...row })) : plain;
  };
  showing<DataFrame>(
    (frame) => ({ tables: [{ rows: rows(frame) }] }),
    (frame) => textTable(rows(frame)),
  )(frames);
  const values = ({ index, columns: [name], values: all }: InstanceType<typeof Series>) => {
    const isCounted = index.every((each, i) => each === i);
    const column = /^\d+$/.test(name) ? "value" : name; // danfo calls one without a name "0"
    return all.map((value, i) => ({ ...(!isCounted && { index: index[i] }), [column]: value }));
  };
  showing<InstanceType<typeof Series>>(
    (series) => ({ tables: [{ rows: values(series) }] }),
    (series) => textTable(values(series)),
  )(Object.getPrototypeOf(Series.prototype));
}

function tellHowToInstall(cause: { code?: string }): never {
  if (cause.code !== "ERR_MODULE_NOT_FOUND") throw cause;
  const needed = JSON.stringify({ overrides: { "danfojs-node": DANFO_OVERRIDES } });
  const missing = problem.unavailable({ cause });
  throw missing`data frames need danfojs-node, which is not installed: add ${needed} to package.json, then type npm i danfojs-node@1.2.0`;
}
