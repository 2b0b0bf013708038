import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Figure, renderFigure } from "../../src/figure/figure.js";
import { inCell } from "../base/in-cell.js";

const rows = [
  { url: "http://a/?x=1,2", pages: 3 },
  { url: 'http://a/"b"', pages: 5 },
];
const spec = {
  width: 100,
  height: 50,
  data: { values: rows },
  mark: "bar",
  encoding: { x: { field: "pages", type: "quantitative" }, y: { field: "url", type: "nominal" } },
};

let figure: Figure<(typeof rows)[number]>;
let folder: string;

beforeAll(async () => {
  figure = await renderFigure(spec, rows, { title: "Pages & <links>", description: "Two bars" });
  folder = await mkdtemp(join(tmpdir(), "figure-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("renderFigure", () => {
  it("names the picture for readers who do not see it", () => {
    expect(figure.svg).toMatch(
      /^<svg [^>]*role="img"><title>Pages &#38; &#60;links&#62;<\/title><desc>Two bars<\/desc>/,
    );
  });

  it("renders a PNG of twice the size of the SVG", () => {
    const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(figure.svg)!;
    const png = Buffer.from(figure.png());
    // PNG specification, section 11.2.2: width and height stand at bytes 16 and 20
    expect(Math.abs(png.readUInt32BE(16) - 2 * Number(width))).toBeLessThanOrEqual(1);
    expect(Math.abs(png.readUInt32BE(20) - 2 * Number(height))).toBeLessThanOrEqual(1);
  });

  it("is its title and a table in a terminal: the rows, or their summary where there is one", async () => {
    const table = [
      "url              pages",
      "---------------  -----",
      "http://a/?x=1,2      3",
      'http://a/"b"         5',
    ];
    expect(
      figure
        .table()
        .split("\n")
        .map((line) => line.trimEnd()),
    ).toEqual(table);
    expect(String(figure)).toBe(`Pages & <links>\n${figure.table()}`);
    const summary = [{ links: 8 }];
    const shown = await renderFigure(spec, rows, { title: "word ".repeat(30).trim(), summary });
    expect(shown.table()).toContain("links");
    expect(shown.table()).not.toContain("url");
    const lines = String(shown).split("\n");
    expect([lines[0], lines[1]]).toEqual(["word ".repeat(22).trim(), "word ".repeat(8).trim()]); // of at most 110 columns
    expect([shown.description, figure.description]).toEqual(["", "Two bars"]);
  });

  it("shows itself in a notebook as picture and spec, and elsewhere as text", async () => {
    expect(inspect(figure)).toBe(String(figure));
    expect(inspect({ figure })).toBe("{ figure: [Figure: Pages & <links>] }");
    expect(figure.display()).toBe(false);
    await inCell(async (shown) => {
      expect(inspect(figure)).toBe("");
      expect(figure.display()).toBe(true);
      expect(shown.length).toBe(2);
      const [{ data, metadata }] = shown;
      expect(Object.keys(data)).toEqual(["application/vnd.vegalite.v5+json", "image/png", "text/plain"]);
      expect([data["image/png"], data["text/plain"]]).toEqual([
        Buffer.from(figure.png()).toString("base64"),
        String(figure),
      ]);
      const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(figure.svg) as RegExpExecArray;
      expect(metadata).toEqual({
        "image/png": { width: Math.round(Number(width)), height: Math.round(Number(height)) },
      });
      expect(data["application/vnd.vegalite.v5+json"]).toMatchObject({
        $schema: "https://vega.github.io/schema/vega-lite/v5.json",
        mark: "bar",
      });
    });
  });

  it("gives a notebook its numbers with six digits, and keeps them whole otherwise", async () => {
    const exact = [{ share: 0.123456789, name: "0.123456789" }];
    const encoding = { x: { field: "share", type: "quantitative" } };
    const third = await renderFigure({ data: { values: exact }, mark: "bar", encoding }, exact, { title: "A third" });
    await inCell(async (shown) => {
      third.display();
      expect(shown[0].data["application/vnd.vegalite.v5+json"]).toMatchObject({
        data: { values: [{ share: 0.123457, name: "0.123456789" }] },
      });
    });
    expect(third.rows).toEqual(exact);
    expect(third.csv()).toBe("share,name\n0.123456789,0.123456789\n");
  });

  it("gives equal bytes for equal specs", async () => {
    const again = await renderFigure(spec, rows, { title: "Pages & <links>", description: "Two bars" });
    expect(again.svg).toBe(figure.svg);
    expect(again.png()).toEqual(figure.png());
  });

  it("leaves the caller's rows as they are", () => {
    expect(rows.flatMap((row) => Object.getOwnPropertySymbols(row))).toEqual([]);
  });

  it("lists what Vega-Lite warns of", async () => {
    const wrong = { ...spec, encoding: { ...spec.encoding, colour: { field: "url" } } };
    const { warnings } = await renderFigure(wrong, rows, { title: "Misspelt" });
    expect(warnings.join("\n")).toContain("colour");
  });

  it("refuses a spec that asks for data elsewhere", async () => {
    const remote = { ...spec, data: { url: "data/cars.json" } };
    const asked = renderFigure(remote, rows, { title: "Remote" }).then((drawn) => {
      throw new Error(drawn.warnings.join("\n") || "drawn without complaint");
    });
    await expect(asked).rejects.toThrow("a figure holds its data itself; its spec asks for data/cars.json");
  });
});

describe("Figure", () => {
  it("quotes commas and quotes of URLs in its CSV", () => {
    expect(figure.csv()).toBe('url,pages\n"http://a/?x=1,2",3\n"http://a/""b""",5\n');
  });

  it("saves by suffix, making folders as needed", async () => {
    for (const suffix of ["svg", "png", "csv", "json", "pdf", "parquet"])
      await figure.save(join(folder, "a/b", `chart.${suffix}`));
    expect(await readFile(join(folder, "a/b/chart.svg"), "utf8")).toBe(figure.svg);
    expect(new Uint8Array(await readFile(join(folder, "a/b/chart.png")))).toEqual(figure.png());
    expect(await readFile(join(folder, "a/b/chart.csv"), "utf8")).toBe(figure.csv());
    expect(JSON.parse(await readFile(join(folder, "a/b/chart.json"), "utf8"))).toEqual(figure.spec);
    expect((await readFile(join(folder, "a/b/chart.pdf"))).subarray(0, 5).toString()).toBe("%PDF-");
    expect(await parquetReadObjects({ file: await asyncBufferFromFile(join(folder, "a/b/chart.parquet")) })).toEqual(
      rows,
    );
  });

  it("saves picture and data beside each other", async () => {
    await figure.saveAll(join(folder, "all/graph-2"));
    expect((await readdir(join(folder, "all"))).sort()).toEqual(["graph-2.csv", "graph-2.png", "graph-2.svg"]);
  });

  it("names the suffixes it knows when given another", async () => {
    await expect(figure.save(join(folder, "chart.eps"))).rejects.toThrow(
      /expected a path ending in \.svg, \.pdf, \.png, \.csv, \.parquet, \.json, found .*chart\.eps/,
    );
  });
});
