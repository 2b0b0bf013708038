import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphFrom } from "../../../src/web/graph/builder.js";
import { matrixMarket } from "../../../src/web/read/matrix-market.js";
import { pairsOf } from "../../fixture/pairs.js";
import { anyLinks, KEEP, pairs, plain, stream } from "./text.js";

const read = async (text: string) => plain(await matrixMarket.read(stream(text)));
const HEAD = "%%MatrixMarket matrix coordinate";

describe("matrixMarket", () => {
  it("takes entry (i, j) as a link from i to j, and keeps the numbering from 1 as ids", async () => {
    expect(await read(`${HEAD} pattern general\n% c\n3 3 2\n1 3\n3 2\n`)).toMatchObject({
      size: 3,
      links: pairsOf("0,2 2,1"),
      ids: [1, 2, 3],
    });
  });

  it("takes an entry of value zero for no link, and says how many there are", async () => {
    const data = await matrixMarket.read(stream(`${HEAD} real general\n2 2 3\n1 2 0.0\n2 1 1\n2 2 -0\n`));
    expect(plain(data).links).toEqual([[1, 0]]);
    expect(data.ignored).toEqual(["2 entries of value 0, no links"]);
  });

  it("says that it leaves out weights, where some link has another than 1", async () => {
    const ignored = async (entries: string) =>
      (await matrixMarket.read(stream(`${HEAD} real general\n2 2 2\n${entries}`))).ignored;
    expect(await ignored("1 2 1\n2 1 3\n")).toEqual(["weights of links"]);
    expect(await ignored("1 2 1.0\n2 1 1\n")).toBeUndefined();
  });

  it("makes two links of an entry off the diagonal of a symmetric matrix, one of an entry on it", async () => {
    const text = `${HEAD} integer symmetric\n2 2 2\n2 1 5\n2 2 1\n`;
    expect(pairs((await matrixMarket.read(stream(text), KEEP)).graph)).toEqual(pairsOf("0,1 1,0 1,1"));
  });

  it("reads values as Fortran writes them: 1.0D+00", async () => {
    const text = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 -1.0D+00\n2 1 0d0\n";
    expect(plain(await matrixMarket.read(stream(text))).links).toEqual([[0, 1]]);
  });

  it("reads the heading in any case", async () => {
    expect((await read("%%matrixmarket MATRIX Coordinate Pattern General\n2 2 1\n1 2\n")).links).toEqual([[0, 1]]);
  });

  it.each([
    ["%%MatrixMarket matrix array real general\n2 2\n", /line 1: expected a sparse matrix.*\n.*dense/],
    ["%%Market matrix coordinate pattern general\n2 2 1\n1 2\n", /line 1: expected %%MatrixMarket matrix coordinate/],
    ["%%MatrixMarket vector coordinate pattern general\n2 2 1\n1 2\n", /line 1: expected %%MatrixMarket matrix coord/],
    [`${HEAD} pattern general more\n2 2 1\n1 2\n`, /line 1: expected %%MatrixMarket matrix coordinate pattern gen/],
    [`${HEAD} pattern general\n2 2 1 1\n1 2\n`, /line 2: expected three numbers: rows, columns, entries/],
    [`${HEAD} pattern general\n2 2\n1 2\n`, /line 2: expected three numbers: rows, columns, entries/],
    [`${HEAD} complex general\n`, /line 1: expected values that are pattern, real or integer/],
    [`${HEAD} pattern hermitian\n2 2 1\n1 2\n`, /line 1: expected a matrix that is general, symmetric or skew-symm/],
    [`${HEAD} pattern general\n2 3 1\n1 2\n`, /line 2: expected as many rows as columns, found "2 3 1"\n.*square/],
    [`${HEAD} pattern general\n2 2 2\n1 2\n`, /line 3: expected 2 entries, found 1, then the end/],
    [`${HEAD} pattern general\n2 2 1\n1 2\n2 1\n`, /line 4: expected the end of the file after 1 entry/],
    [`${HEAD} pattern general\n2 2 1\n0 2\n`, /line 3: expected row and column from 1 to 2, found "0 2"/],
    [`${HEAD} pattern general\n2 2 1\n1 3\n`, /line 3: expected row and column from 1 to 2, found "1 3"/],
    [`${HEAD} pattern general\n2 2 1\n1 2 7\n`, /line 3: expected row and column from 1 to 2, found "1 2 7"/],
    [`${HEAD} real general\n2 2 1\n1 2\n`, /line 3: expected row and column from 1 to 2, then a value/],
    [`${HEAD} real general\n2 2 1\n1 2 x\n`, /line 3: expected row and column from 1 to 2, then a value, found/],
  ])("refuses %j with the line", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it("takes a last line without a newline only where no digit can be missing", async () => {
    const text = `${HEAD} pattern general\n20 20 1\n`;
    // 1, or 10 .. 19
    await expect(read(`${text}1 1`)).rejects.toThrow(/line 3: expected a newline at the end of the file/);
    expect((await read(`${text}1 12`)).links).toEqual([[0, 11]]);
    // a value that begins with 0 may go on, 0.5; one that is not zero is a link, whatever it is
    const values = `${HEAD} real general\n20 20 1\n`;
    await expect(read(`${values}1 2 0`)).rejects.toThrow(/line 3: expected a newline after the last value/);
    expect((await read(`${values}1 2 0\n`)).links).toEqual([]);
    expect((await read(`${values}1 2 3`)).links).toEqual([[0, 1]]);
  });

  it("reads what is written, for any graph", async () => {
    await fc.assert(
      fc.asyncProperty(anyLinks, async ({ size, links }) => {
        const lines = links.map(([from, to]) => `${from + 1} ${to + 1}\n`);
        const text = `${HEAD} pattern general\n${size} ${size} ${links.length}\n${lines.join("")}`;
        const { graph } = await matrixMarket.read(stream(text), KEEP);
        expect(pairs(graph)).toEqual(pairs(graphFrom(size, links, KEEP)));
      }),
    );
  });
});
