import { load } from "cheerio";
import { beforeAll, describe, expect, it } from "vitest";
import { claimsMap } from "../../../src/figure/claims-map.js";
import { crawlCurve } from "../../../src/figure/crawl-curve.js";
import { drawingOnce } from "../../../src/figure/draw-once.js";
import { type Figure, renderFigure } from "../../../src/figure/figure.js";
import { panels } from "../../../src/figure/panels.js";
import type { ReportedClaim } from "../../../src/figure/report/claims.js";
import { figureBlock } from "../../../src/figure/report/figure-block.js";
import { thinned } from "../../../src/figure/report/html-table.js";
import { type Report, reportPages } from "../../../src/figure/report/report.js";
import type { ReportedExperiment } from "../../../src/figure/report/reported.js";
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
let pages: ReadonlyMap<string, string>;

/** A page of the report, read. */
const page = (file: string, of: ReadonlyMap<string, string> = pages) => load(of.get(file) as string);
const paper = () => page("paper.html");
const FILES = ["index.html", "paper.html", "ledger.html", "glossary.html"];

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
    paperText: "The paper says: a < b, 2^14 of P_ST",
    webs: [
      { dataset: claim.dataset, verdicts: [{ ...claim, experiment: id }], provenance: { seeds: [1, 2, 3] } },
      { dataset: "other", verdicts: [], provenance: {} },
    ],
    figures: async () => ({ each: [figure, figure] }),
  });
  const finding = {
    name: "first",
    headline: "PageRank <b>wins</b>",
    text: 'By 0.2 with `stop({ tied: "strict" })` & more.',
    sure: "2 webs.",
    claims: ["cho1998/graph-2", "not/run", "not/run"].map((experiment) => ({ experiment, claim: "" })),
    figure: curve,
  };
  report = {
    findings: [finding, { ...finding, name: "second" }],
    summary: ["What holds: 1 & no more"],
    provenance: { version: "0.1.0", "<script>": "</dd><script>alert(1)</script>" },
    ledger: [
      { ...claim, verdict: "mixed" },
      { ...claim, experiment: "not/run", dataset: "other", verdict: "disagrees", kind: "theorem" },
    ],
    glossary: { "G <i>": "A threshold & more." },
    parts: [
      {
        name: "paper",
        title: "Paper & co: a title",
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
  pages = await reportPages(report);
});

/** Texts of the cells of a row. */
const cells = ($: ReturnType<typeof load>, row: Parameters<ReturnType<typeof load>>[0]) =>
  $(row)
    .find("td")
    .toArray()
    .map((cell) => $(cell).text());

describe("reportPages", () => {
  it("shows several webs side by side with the claims by webs below, and folds the webs away", async () => {
    const [part] = report.parts;
    const other = curveOf("PageRank", 3, { dataset: "other" });
    const both = await panels([curve, await crawlCurve(other)], { title: "Two webs" });
    const [first] = part.experiments;
    const verdicts = [{ ...claim, dataset: "other", verdict: "disagrees" as const }];
    const webs = [first.webs[0], { ...first.webs[1], verdicts }];
    const figures = async () => ({ ...(await first.figures()), panels: both });
    const parts = [{ ...part, experiments: [{ ...first, webs, figures }] }];
    const $ = page("paper.html", await reportPages({ ...report, parts }));
    const section = $('section[aria-labelledby="section-cho1998-graph-2"]');
    expect(section.find("> figure > .chart").attr("aria-label")).toBe("Two webs");
    expect(
      section
        .find("> .grid tbody td .verdict")
        .toArray()
        .map((badge) => $(badge).text()),
    ).toEqual(["✓ agrees", "✗ disagrees"]);
    // on a phone and in print, where there is no room for a column a web
    expect(
      section
        .find("> .grid td[data-web]")
        .toArray()
        .map((cell) => cell.attribs["data-web"]),
    ).toEqual([claim.dataset, "other"]);
    expect(section.find("> .paper").html()).toBe("The paper says: a &lt; b, 2<sup>14</sup> of P<sub>ST</sub>");
    expect(section.find("> details.web").length).toBe(2);
    expect(section.find("> details.web[open]").length).toBe(0);
  });

  it("makes the findings, a page a paper, the ledger and a glossary, which link each other", () => {
    expect([...pages.keys()]).toEqual(FILES);
    for (const file of FILES) {
      const links = page(file)("nav.pages a")
        .toArray()
        .map((link) => [link.attribs.href, link.attribs["aria-current"]]);
      expect(links).toEqual(FILES.map((to) => [to, to === file ? "page" : undefined]));
    }
  });

  it.each(FILES)("has one h1, headings without gaps, a skip link to the content and a language: %s", (file) => {
    const $ = page(file);
    expect($("html").attr("lang")).toBe("en");
    expect($("h1")).toHaveLength(1);
    const levels = $("h1, h2, h3")
      .toArray()
      .map((heading) => Number(heading.tagName[1]));
    for (const [i, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[i - 1] ?? 0) + 1);
    expect($("body > a").first().attr("href")).toBe("#content");
    expect($("main#content")).toHaveLength(1);
  });

  it("gives every figure of a paper a title and a table of its data", () => {
    const $ = paper();
    expect($("figure")).toHaveLength(7); // three experiments on two webs, and the map
    $("figure").each((_, figure) => {
      expect($(figure).find("svg[role=img] > title").first().text()).not.toBe("");
      expect($(figure).find("figcaption > details table")).toHaveLength(1);
    });
  });

  it.each(FILES.slice(0, 3))("gives every table a caption, and rows as wide as its header: %s", (file) => {
    const $ = page(file);
    expect($("table").length).toBeGreaterThan(0);
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

  it("puts the title of a column of numbers over them, to the right", () => {
    const $ = paper();
    const headers = $("figcaption table thead th");
    expect(headers.filter(".number").length).toBeGreaterThan(0);
    headers.each((i, header) => {
      const cells = $(header)
        .closest("table")
        .find(`tbody td:nth-child(${$(header).index() + 1}):not(:empty)`);
      const isNumber = cells.length > 0 && cells.not(".number").length === 0;
      expect($(header).hasClass("number"), `column ${i}`).toBe(isNumber);
    });
  });

  it("has no id twice in a page, and every reference, into other pages too, names one", () => {
    const idsOf = (file: string) => {
      const $ = load(pages.get(file) as string);
      return $("[id]")
        .toArray()
        .map((element) => element.attribs.id);
    };
    expect(idsOf("paper.html").some((id) => id.includes("gradient"))).toBe(true);
    for (const [file, html] of pages) {
      const ids = idsOf(file);
      expect(new Set(ids).size).toBe(ids.length);
      const inside = [...html.matchAll(/url\(#([^)]+)\)|href="#([^"]+)"|aria-labelledby="([^"]+)"/g)];
      expect(inside.length).toBeGreaterThan(1);
      for (const [, url, href, label] of inside) expect(ids).toContain(url ?? href ?? label);
      for (const [, to, id] of html.matchAll(/href="([\w.]+)#([^"]+)"/g)) expect(idsOf(to)).toContain(id);
    }
  });

  it("shows text as text, whatever it holds", () => {
    const first = page("index.html");
    expect(first("section[aria-labelledby=claims] thead th").first().text()).toBe("Paper");
    expect(first("script, main b, main i")).toHaveLength(0);
    expect(first("main h2").first().text()).toBe("1. PageRank <b>wins</b>");
    expect(first("dd").last().text()).toBe("</dd><script>alert(1)</script>");
    const $ = paper();
    expect($("script, main b, main i")).toHaveLength(0);
    expect($("dd").text()).toContain("a web on which <backlink> wins");
    expect($("dd q").first().text()).toBe("the <PageRank> metric outperforms the other");
    expect($("h1").text()).toBe("Paper & co: a title");
    expect($("main h2").eq(0).text()).toBe("Graph 2 <i> cho1998/graph-2");
    expect($("details td").text()).toContain("http://a/<0>");
    expect(page("glossary.html")("dt").first().text()).toBe("G <i>");
    expect(page("ledger.html")("tbody").text()).toContain("beats <b>backlink</b> ordering");
  });

  it("loads nothing, and forbids the browser to", () => {
    for (const [file, html] of pages) {
      const $ = load(html);
      expect($("link, iframe, object, embed, img, image, use, base")).toHaveLength(0);
      expect($("script")).toHaveLength(file === "ledger.html" ? 1 : 0);
      expect($("[src], [srcset], [xlink\\:href], [data]")).toHaveLength(0);
      $("[href]").each((_, element) => {
        expect($(element).attr("href")).toMatch(/^(?:#|[a-z]+\.html(?:#|$))/);
      });
      expect(html).not.toMatch(/@import|url\((?!#)/);
      expect($("meta[http-equiv=Content-Security-Policy]").attr("content")).toMatch(/^default-src 'none'/);
    }
  });

  it("gives a finding its figure, and links to what it rests on", () => {
    const $ = page("index.html");
    const [first] = $("article.finding").toArray();
    expect($(first).find(".wide svg, .narrow svg")).toHaveLength(2);
    expect($(first).find("code").text()).toBe('stop({ tied: "strict" })');
    const hrefs = $(first)
      .find("a")
      .toArray()
      .map((link) => link.attribs.href);
    expect(hrefs).toEqual(["paper.html#section-cho1998-graph-2", "ledger.html#section-not-run"]);
  });

  it("lays what was found now beside what the ledger has, and adds what it does not hold", () => {
    const $ = page("ledger.html");
    const rows = $("tbody tr")
      .toArray()
      .map((row) => [row.attribs["data-web"], row.attribs["data-verdict"], ...cells($, row).slice(0, 2)]);
    expect(rows).toEqual([
      [claim.dataset, "mixed", "◐ mixed", "✓ agrees"],
      ["other", "disagrees", "✗ disagreesa theorem", ""],
      [claim.dataset, "agrees", "", "✓ agrees"],
      [claim.dataset, "agrees", "", "✓ agrees"],
    ]);
    expect($("#filter").attr("hidden")).toBeDefined(); // without a script there is nothing to choose by
  });

  it("rounds what is drawn, and no text of a picture", async () => {
    const figure = await crawlCurve(curveOf("PageRank, accuracy 0.001", 2.5));
    const block = await figureBlock(figure, "a");
    expect(block).toContain("PageRank: accuracy 0.001");
    expect(block).not.toMatch(/ d="[^"]*\d\.\d\d/);
    expect(figure.svg).toMatch(/ d="[^"]*\d\.\d\d/);
  });

  it("tells every verdict by sign and word", () => {
    const $ = page("index.html");
    expect($("#claims ~ p").first().text()).toBe("What holds: 1 & no more");
    expect($(".verdict").first().text()).toBe("✓ agrees");
    expect(paper()("ul.claims summary").first().text()).toBe(
      "✓ agrees PageRank ordering beats <b>backlink</b> ordering 0.83 and 0.76",
    );
  });

  it("thins long tables to 100 rows and says so", () => {
    const $ = paper();
    const table = $("#section-shaded-2").parent().find("table").last();
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
    const webs = [{ dataset: "web", verdicts: [claim], provenance: {} }];
    const figures = async () => ({ each: [figure] });
    const [first] = part.experiments;
    const experiments = Array.from({ length: 20 }, (_, i) => ({ ...first, id: `graph-${i}`, webs, figures }));
    const pages = () => reportPages({ ...report, parts: [{ ...part, experiments }] });
    const html = (await drawingOnce(new Map(), pages)).result.get("paper.html") as string; // the same figure twenty times
    expect(Buffer.byteLength(html)).toBeLessThan(2_000_000);
  });

  it("says that its verdicts are those on record where a run is held against them, and not where they are its own", async () => {
    const [part] = report.parts;
    const held = { ...claim, thisRun: { ours: "0.84", verdict: "agrees" as const, expected: true } };
    const webs = [{ dataset: "web", verdicts: [held], provenance: {} }];
    const figures = async () => ({ each: [curve] });
    const experiments = [{ ...part.experiments[0], webs, figures }];
    const pages = await reportPages({ ...report, parts: [{ ...part, experiments }] });
    expect(page("paper.html", pages)("main > p.soft").text()).toMatch(/^Figures show this run\. Verdicts .* on record/);
    expect(paper()("main > p.soft").text()).toBe("");
  });

  it("links what the inventory names where this report has it, and names the rest", () => {
    const $ = paper();
    const row = $("td").filter((_, cell) => $(cell).text() === "Graph 2 <i>");
    const where = row.first().next();
    expect(where.text()).toBe("cho1998/graph-2, not/run");
    expect(
      where
        .find("a")
        .toArray()
        .map((link) => $(link).attr("href")),
    ).toEqual(["paper.html#section-cho1998-graph-2"]);
  });

  it("opens the first web of each experiment and folds the others, with their verdicts counted on the fold", () => {
    const $ = paper();
    expect($("details.web")).toHaveLength(6);
    expect($("details.web[open]")).toHaveLength(3);
    expect($("details.web > summary").first().text()).toBe('web "campus" & co 1 agrees');
  });

  it("asks for the figures of an experiment once those before are written", async () => {
    const [part] = report.parts;
    const said: string[] = [];
    const watched = ({ id, figures, ...rest }: ReportedExperiment): ReportedExperiment => ({
      ...{ ...rest, id },
      figures: async () => {
        said.push(`asks for ${id}`);
        const write = (figure: Figure): Figure =>
          Object.create(figure, { svg: { get: () => said.push(`writes ${id}`) && figure.svg } });
        return { each: (await figures()).each.map(write) };
      },
    });
    await reportPages({ ...report, parts: [{ ...part, experiments: part.experiments.map(watched) }] });
    const turns = said.filter((line, i) => line !== said[i - 1]);
    expect(turns).toEqual(part.experiments.flatMap(({ id }) => [`asks for ${id}`, `writes ${id}`]));
  });

  it("refuses experiments with the same id", async () => {
    const [part] = report.parts;
    const experiments = [part.experiments[0], part.experiments[0]];
    await expect(reportPages({ ...report, parts: [{ ...part, experiments }] })).rejects.toThrow(
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
