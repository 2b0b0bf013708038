import { load as parsed } from "cheerio";
import { describe, expect, it } from "vitest";
import { showPlain } from "../../../src/base/face/plain-face.js";
import { showing } from "../../../src/base/face/result.js";
import { inCell } from "../in-cell.js";

/** Texts of all cells that a value is shown in, row by row; undefined where it is not shown. */
async function shownAs(value: unknown): Promise<string[][] | undefined> {
  let rows: string[][] | undefined;
  await inCell(async (shown) => {
    if (!showPlain(value)) return;
    const page = parsed(String(shown[0].data["text/html"]));
    rows = page("tr")
      .toArray()
      .map((row) =>
        page(row)
          .find("th, td")
          .toArray()
          .map((cell) => page(cell).text()),
      );
  });
  return rows;
}

describe("showPlain", () => {
  it("shows rows as a table, records inside them as columns", async () => {
    expect(await shownAs([{ web: "campus", reach: { pages: 1234, share: 0.5 } }])).toEqual([
      ["web", "reach.pages", "reach.share"],
      ["campus", "1,234", "0.5"],
    ]);
  });

  it("shows the fields of a record, and each list of rows in it as a table of its own", async () => {
    expect(
      await shownAs({ added: 3, rows: [{ urls: 1 }, { urls: 2 }], curve: Float64Array.of(1, 2), log: () => 1 }),
    ).toEqual([["field", "value"], ["added", "3"], ["curve", "Float64Array(2) [ 1, 2 ]"], ["urls"], ["1"], ["2"]]);
  });

  it("shows a record as one output, what shows itself inside of it by its first line", async () => {
    const web = showing(
      () => ({ say: "two pages" }),
      () => "two pages\nand a link",
    )({ pages: 2 });
    await inCell(async (shown) => {
      showPlain({ web, links: 1 });
      expect(shown).toHaveLength(1);
      expect(shown[0].data["text/html"]).toContain("two pages");
      expect(shown[0].data["text/plain"]).toMatch(/web: two pages\s+and a link/);
    });
    expect(await shownAs([{ web }])).toEqual([["web"], ["two pages"]]);
  });

  it("leaves alone what is no data, or shows itself", async () => {
    for (const value of [1, "text", [1, 2], [], {}, { log: () => 1 }, null, new Map(), new (class Own {})()])
      expect(await shownAs(value)).toBeUndefined();
  });

  it("shows nothing outside a notebook", () => {
    expect(showPlain([{ a: 1 }])).toBe(false);
  });
});
