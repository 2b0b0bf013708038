import { load as parsed } from "cheerio";
import { describe, expect, it } from "vitest";
import { IntervalCell, NameCell, scaleOf } from "../../../src/base/face/cell.js";
import { faceHtml } from "../../../src/base/face/face.js";

const cells = (html: string, element: string) =>
  parsed(html)(element)
    .toArray()
    .map((cell) => parsed(cell).text());

describe("faceHtml", () => {
  it("needs no style sheet, script, image or form, so that front ends that clean HTML show it", () => {
    const html = faceHtml({
      say: "found",
      tables: [{ title: "t", rows: [{ a: new NameCell("name, set", "name", "#123456"), b: 1 }] }],
      items: [{ mark: "agrees", color: "#000", text: "claim", more: "why" }],
      notes: ["small"],
      warnings: ["mind"],
      lines: "as it is",
    });
    const page = parsed(html);
    expect(page("style, script, svg, img, progress, link").length).toBe(0);
    expect(page("[class], [id]").length).toBe(0);
    expect(page.text()).toMatch(/found\s+⚠ mind\s+agrees claimwhy\s+t\s+a\s*b\s*name1\s+as it is\s+small/);
  });

  it("escapes what pages and labels hold", () => {
    const html = faceHtml({ say: "<b>", tables: [{ rows: [{ "<i>": '"><script>' }] }] });
    expect([html.match(/<div/g)?.length, html.match(/<\/div>/g)?.length]).toEqual([2, 2]);
    expect(html).not.toMatch(/<script>|<b>|<i>/);
    expect(cells(html, "td")).toEqual(['"><script>']);
  });

  it("aligns numbers and numbers in words to the right, and groups thousands", () => {
    const html = faceHtml({ tables: [{ rows: [{ name: "x", pages: 20000, share: "12.3 %", rank: "4=" }] }] });
    const sides = parsed(html)("th")
      .toArray()
      .map(({ attribs }) => /text-align:(\w+)/.exec(attribs.style)?.[1]);
    expect(sides).toEqual(["left", "right", "right", "right"]);
    expect(cells(html, "td")).toEqual(["x", "20,000", "12.3 %", "4="]);
  });

  it("cuts long text and long tables, and shows the whole text where it is pointed at", () => {
    const long = "x".repeat(200);
    const html = faceHtml({ tables: [{ rows: Array.from({ length: 100 }, () => ({ long })) }] });
    expect(cells(html, "td").length).toBe(30);
    expect(html).toContain("70 more rows");
    expect(parsed(html)("td span").first().attr("title")).toBe(long);
    expect(cells(html, "td")[0].length).toBe(64); // a SHA-256 is shown whole
  });

  it("cuts the longest texts of a wide row until it has 136 letters, two between columns counted, but none below 16", () => {
    const longest = (texts: readonly string[]) =>
      cells(faceHtml({ tables: [{ rows: [{ ...texts }] }] }), "td").map(({ length }) => length);
    const long = "x".repeat(200);
    expect(longest([long, long, long])).toEqual([43, 43, 43]); // 3 * (43 + 2) = 135
    expect(longest([long, "short", long])).toEqual([62, 5, 62]); // 62 + 5 + 62 + 3 * 2 = 135
    expect(longest(Array(10).fill(long))).toEqual(Array(10).fill(16));
  });
});

describe("IntervalCell", () => {
  it("is text in a terminal, and stands on the scale that it shares", () => {
    const intervals = [
      { low: 0, high: 0.5, at: 0.25 },
      { low: 0.5, high: 1, at: 0.75 },
    ];
    const [, second] = intervals.map((each) => new IntervalCell(each, scaleOf(intervals)));
    expect(String(second)).toBe("0.500 to 1.000");
    // of a scale 0 .. 1: from the middle to the end, its value at three quarters
    expect(second.html()).toContain("left:50.0%;width:50.0%");
    expect(second.html()).toContain("left:75.0%;width:3px");
  });
});
