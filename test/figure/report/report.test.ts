import { load } from "cheerio";
import { beforeAll, describe, expect, it } from "vitest";
import { claimsMap } from "../../../src/figure/claims-map.js";
import { crawlCurve } from "../../../src/figure/crawl-curve.js";
import { type Figure, renderFigure } from "../../../src/figure/figure.js";
import { figureBlock } from "../../../src/figure/report/figure-block.js";
import { thinned } from "../../../src/figure/report/html-table.js";
import {
  htmlReport,
  type Report,
  type ReportedClaim,
  type ReportedExperiment,
} from "../../../src/figure/report/report.js";
import { curveOf } from "../rows.js";

const claim: ReportedClaim = {
  experiment: "cho1998/graph-2",
  claim: "PageRank ordering beats <b>backlink</b> ordering",
  where: "section 5.1",
  quote: "the <PageRank> metric outperforms the other",
  kind: "measured",
  dataset: 'web "campus" & co',
  published: "curve above",
  ours: "0.83 and 0.76",
  tolerance: "0.02",
  verdict: "agrees",
  because: "another web: a replication",
  wouldChange: "a web on which <backlink> wins in 4 of 5 crawls",
};

let curve: Figure;
let report: Report;

beforeAll(async () => {
  // a gradient, so that the SVG holds ids that clash when it stands in the page twice
  const gradient = {
    gradient: "linear",
    stops: [
      { offset: 0, color: "white" },
      { offset: 1, color: "black" },
    ],
  };
  const rows = Array.from({ length: 505 }, (_, i) => ({ i, url: `http://a/<${i}>` }));
  const shaded = await renderFigure(
    {
      data: { values: [{ x: 1 }] },
      mark: { type: "bar", fill: gradient },
      encoding: { x: { field: "x", type: "quantitative" } },
    },
    rows,
    { title: "Shaded <bar>" },
  );
  curve = await crawlCurve([...curveOf("breadth-first", 2), ...curveOf("PageRank", 5)]);
  const experiment = (id: string, figure: Figure): ReportedExperiment => ({
    id,
    title: "Graph 2 <i>",
    paperText: "The paper says: a < b",
    webs: [
      { dataset: claim.dataset, figure, verdicts: [claim] },
      { dataset: "other", figure, verdicts: [] },
    ],
  });
  report = {
    title: "Crawl ordering <again>",
    summary: ["What holds: 1 & no more"],
    created: "3 May 2025",
    provenance: { version: "0.1.0", seeds: [1, 2, 3], "<script>": "</dd><script>alert(1)</script>" },
    parts: [
      {
        title: "Paper & co",
        map: await claimsMap([claim]),
        inventory: [{ item: "Graph 2 <i>", experiments: ["cho1998/graph-2", "not/run"], note: "a < b" }],
        experiments: [
          experiment("cho1998/graph-2", curve),
          experiment("shaded/1", shaded),
          experiment("shaded/2", shaded),
        ],
      },
    ],
  };
});

describe("htmlReport", () => {
  it("has one h1, headings without gaps, a skip link to the content and a language", () => {
    const $ = load(htmlReport(report));
    expect($("html").attr("lang")).toBe("en");
    expect($("h1")).toHaveLength(1);
    const levels = $("h1, h2, h3")
      .toArray()
      .map((heading) => Number(heading.tagName[1]));
    for (const [i, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[i - 1] ?? 0) + 1);
    expect($("body > a").first().attr("href")).toBe("#content");
    expect($("main#content")).toHaveLength(1);
  });

  it("gives every figure a title, a caption and a table of its data", () => {
    const $ = load(htmlReport(report));
    expect($("figure")).toHaveLength(7); // three experiments on two webs, and the map
    $("figure").each((_, figure) => {
      expect($(figure).find("svg[role=img] > title").first().text()).not.toBe("");
      expect($(figure).find("figcaption").text()).not.toBe("");
      expect($(figure).find("details table")).toHaveLength(1);
    });
  });

  it("gives every table a caption, column headers, and rows as wide as its header", () => {
    const $ = load(htmlReport(report));
    expect($("table").length).toBeGreaterThan(4);
    $("table").each((_, table) => {
      expect($(table).find("caption").text()).not.toBe("");
      const headers = $(table).find("thead th[scope=col]").length;
      expect(headers).toBeGreaterThan(0);
      $(table)
        .find("tbody tr")
        .each((__, row) => {
          expect($(row).find("td, th")).toHaveLength(headers);
        });
    });
  });

  it("has no id twice, and every reference inside the page names one", () => {
    const html = htmlReport(report);
    const $ = load(html);
    const ids = $("[id]")
      .toArray()
      .map((element) => $(element).attr("id")!);
    expect(ids.some((id) => id.includes("gradient"))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    const references = [...html.matchAll(/url\(#([^)]+)\)|href="#([^"]+)"|aria-labelledby="([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(5);
    for (const [, url, href, label] of references) expect(ids).toContain(url ?? href ?? label);
  });

  it("shows text as text, whatever it holds", () => {
    const $ = load(htmlReport(report));
    expect($("script, main b, main i")).toHaveLength(0);
    expect($("td").text()).toContain("a web on which <backlink> wins");
    expect($("td q").first().text()).toBe("the <PageRank> metric outperforms the other");
    expect($("h1").text()).toBe("Crawl ordering <again>");
    expect($("main h2").eq(1).text()).toBe("Paper & co");
    expect($("main h3").eq(0).text()).toBe("Graph 2 <i> cho1998/graph-2");
    expect($("dd").last().text()).toBe("</dd><script>alert(1)</script>");
    expect(
      $("td")
        .toArray()
        .some((cell) => $(cell).text() === "curve above"),
    ).toBe(true);
    expect(
      $("details td")
        .toArray()
        .some((cell) => $(cell).text() === "http://a/<0>"),
    ).toBe(true);
  });

  it("loads nothing, and forbids the browser to", () => {
    const html = htmlReport(report);
    const $ = load(html);
    expect($("link, script, iframe, object, embed, img, image, use, base")).toHaveLength(0);
    expect($("[src], [srcset], [xlink\\:href], [data]")).toHaveLength(0);
    $("[href]").each((_, element) => {
      expect($(element).attr("href")).toMatch(/^#/);
    });
    expect(html).not.toMatch(/@import|url\((?!#)/);
    expect($("meta[http-equiv=Content-Security-Policy]").attr("content")).toMatch(/^default-src 'none'/);
  });

  it("rounds what is drawn, and no text of a picture", async () => {
    const figure = await crawlCurve(curveOf("PageRank, accuracy 0.001", 2.5));
    expect(figureBlock(figure, "a")).toContain("PageRank: accuracy 0.001");
    expect(figureBlock(figure, "a")).not.toMatch(/ d="[^"]*\d\.\d\d/);
    expect(figure.svg).toMatch(/ d="[^"]*\d\.\d\d/);
  });

  it("tells every verdict by sign and word", () => {
    const $ = load(htmlReport(report));
    expect($("#claims ~ p").first().text()).toBe("What holds: 1 & no more");
    expect($(".verdict").first().text()).toBe("✓ agrees");
  });

  it("thins long tables to 100 rows and says so", () => {
    const $ = load(htmlReport(report));
    const table = $("figure").last().find("table");
    expect(table.find("tbody tr")).toHaveLength(100);
    expect(table.find("caption").text()).toBe("Shaded <bar> (100 of 505 rows, evenly spaced)");
  });

  it("stays under 2 MB with twenty figures of five series and a hundred points each", async () => {
    const names = ["breadth-first", "backlink", "PageRank", "depth-first", "OPIC"];
    const fine = names.flatMap((name, i) =>
      Array.from({ length: 5 }, (_, k) =>
        curveOf(name, i + 1, { band: 0.2 }).map((row) => ({ ...row, crawled: (row.crawled + k) / 5 })),
      ).flat(),
    );
    const figure = await crawlCurve(fine);
    const [part] = report.parts;
    const webs = [{ dataset: "web", figure, verdicts: [claim] }];
    const experiments = Array.from({ length: 20 }, (_, i) => ({ ...part.experiments[0], id: `graph-${i}`, webs }));
    expect(Buffer.byteLength(htmlReport({ ...report, parts: [{ ...part, experiments }] }))).toBeLessThan(2_000_000);
  });

  it("links what the inventory names where this report has it, and names the rest", () => {
    const $ = load(htmlReport(report));
    const row = $("td").filter((_, cell) => $(cell).text() === "Graph 2 <i>");
    const where = row.first().next();
    expect(where.text()).toBe("cho1998/graph-2, not/run");
    expect(
      where
        .find("a")
        .toArray()
        .map((link) => $(link).attr("href")),
    ).toEqual(["#section-cho1998-graph-2"]);
  });

  it("opens the first web of each experiment and folds the others, with their verdicts counted on the fold", () => {
    const $ = load(htmlReport(report));
    expect($("details.web")).toHaveLength(6);
    expect($("details.web[open]")).toHaveLength(3);
    expect($("details.web > summary").first().text()).toBe('web "campus" & co 1 agrees');
  });

  it("refuses experiments with the same id", () => {
    const [part] = report.parts;
    const experiments = [part.experiments[0], part.experiments[0]];
    expect(() => htmlReport({ ...report, parts: [{ ...part, experiments }] })).toThrow(
      "ids of experiments must differ, found cho1998/graph-2, cho1998/graph-2",
    );
  });
});

describe("thinned", () => {
  it("keeps the first and the last row", () => {
    const rows = Array.from({ length: 1000 }, (_, i) => i);
    const kept = thinned(rows, 10);
    expect(kept).toEqual([0, 111, 222, 333, 444, 555, 666, 777, 888, 999]);
    expect(thinned(rows.slice(0, 10), 10)).toHaveLength(10);
  });
});
