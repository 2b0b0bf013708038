import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "cheerio";
import { describe, expect, it } from "vitest";
import { Result } from "../../../src/base/face/result.js";
import { crawlCurve } from "../../../src/figure/crawl-curve.js";
import { ownReport, type Tabular } from "../../../src/figure/report/own-report.js";
import { report } from "../../../src/figure/report/save-report.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { curveOf } from "../rows.js";

const result = {
  rows: () => [
    { ordering: "a", area: 0.5 },
    { ordering: "b <i>", area: 0.25 },
  ],
  provenance: { seed: 7 },
};

describe("a report of one's own", () => {
  it("holds headings, paragraphs, figures with their data, and results as tables, in the order given", async () => {
    const figure = await crawlCurve(curveOf("breadth-first", 2), { title: "The curve" });
    const $ = load(await ownReport("My <web>", ["# First & last", "A < B", figure, result]));
    expect($("h1").text()).toBe("My <web>");
    const kinds = $("main > *")
      .toArray()
      .map(({ tagName }) => tagName);
    expect(kinds).toEqual(["h2", "p", "figure", "div", "section"]);
    expect($("main > p").text()).toBe("A < B");
    expect($("figure details table")).toHaveLength(1);
    expect(
      $("main > div td")
        .toArray()
        .map((cell) => $(cell).text()),
    ).toEqual(["a", "0.5", "b <i>", "0.25"]);
    expect($("nav a").first().attr("href")).toBe(`#${$("h2").first().attr("id")}`);
    expect([$("dt").text(), $("dd").text()]).toEqual(["seed", "7"]);
  });

  it("prefers the summary of a result that has one", async () => {
    const $ = load(await ownReport("t", [{ ...result, summary: () => [{ best: "a" }] }]));
    expect($("td").text()).toBe("a");
  });

  it("numbers tables from 1, and says below each what follows from it", async () => {
    const $ = load(
      await ownReport("t", ["# One", "text", { ...result, conclusions: () => ["a < b.", "So what."] }, result]),
    );
    expect(
      $("caption")
        .toArray()
        .map((each) => $(each).text()),
    ).toEqual(["Table 1", "Table 2"]);
    const kinds = $("main > *")
      .toArray()
      .map(({ tagName }) => tagName);
    expect(kinds).toEqual(["h2", "p", "div", "p", "p", "div", "section"]);
    expect($("main > div + p").text()).toBe("a < b.");
  });

  it("shows a result as a notebook does", async () => {
    class Found extends Result {
      override toString = () => "";
      override face = () => ({ say: "a is ahead.", tables: [{ rows: [{ best: "a" }] }], warnings: ["few"] });
    }
    const $ = load(await ownReport("t", [result, new Found() as unknown as Tabular]));
    expect(
      $("main > div:last-of-type p")
        .toArray()
        .map((each) => $(each).text()),
    ).toEqual(["a is ahead.", "⚠ few", "Table 2"]);
    expect($("main > div:last-of-type td").text()).toBe("a");
  });

  it("says of which table each field of the provenance is, where there are several", async () => {
    const $ = load(await ownReport("t", ["# One", result, "text", { ...result, provenance: { seed: 8 } }]));
    const fields = $("dt").toArray();
    expect(fields.map((each) => [$(each).text(), $(each).next().text()])).toEqual([
      ["Table 1: seed", "7"],
      ["Table 2: seed", "8"],
    ]);
  });

  it("is one HTML file", async () => {
    const path = join(temporaryFolder(), "deep", "thesis.html");
    await report(path, ["# One", result], { title: "Thesis" });
    expect(load(readFileSync(path, "utf8"))("title").text()).toBe("Thesis");
    await expect(report("thesis.pdf", [])).rejects.toThrow(
      'a report is an HTML file: report("thesis.html", [...]); found "thesis.pdf"',
    );
  });

  it("refuses what it cannot show", async () => {
    await expect(ownReport("t", ["# One", {}])).rejects.toThrow("item 2 of a report is a text, a figure");
  });
});
