import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { DARK_GROUND, inBothThemes } from "../../src/figure/both-themes.js";
import { crawlCurve } from "../../src/figure/crawl-curve.js";
import { DARK } from "../../src/figure/series-style.js";
import { luminance } from "./luminance.js";
import { curveOf } from "./rows.js";

const rules = (svg: string) =>
  new Map(
    [...inBothThemes(svg).matchAll(/([^{}]*\[\w+="[^"]+"\])\{\w+:(#[0-9a-f]{6})\}/g)].map(([, which, color]) => [
      which,
      color,
    ]),
  );
const folder = mkdtempSync(join(tmpdir(), "both-themes-"));
afterAll(() => rmSync(folder, { recursive: true }));

const onDark = (color: string) => (luminance(color) + 0.05) / (luminance(DARK_GROUND) + 0.05);
const picture = (name: string) =>
  readFileSync(join(import.meta.dirname, `${name}.svg`), "utf8").replaceAll(">\n<", "><");

describe("a picture in both themes", () => {
  it("is the same picture with a style sheet for the dark", () => {
    const svg = picture("crawl-curve");
    const both = inBothThemes(svg);
    expect(both.replace(/<style>.*?<\/style>/s, "")).toBe(svg);
    expect(both).toContain("<style>@media screen and (prefers-color-scheme: dark){");
  });

  it("has text that can be read on the dark ground, and names in the colours of the dark", () => {
    const found = rules(picture("crawl-curve"));
    const texts = [...found].filter(([which]) => which.includes("text[fill"));
    expect(texts.length).toBeGreaterThan(1);
    for (const [which, color] of texts.filter(([name]) => !name.startsWith(":not"))) {
      expect(onDark(color), which).toBeGreaterThanOrEqual(4.5);
    }
    expect([...found.values()]).toEqual(expect.arrayContaining([DARK.get("#008a5a"), DARK.get("#b74900")]));
  });

  it("keeps the order of a ramp: what was strong on white is strong in the dark", () => {
    const found = rules(picture("crawl-curve-thresholds"));
    const [few, some, many] = ["#3c98dc", "#005aa8", "#0b1a33"].map((color) => found.get(`[stroke="${color}"]`)!);
    expect(onDark(few)).toBeLessThan(onDark(some));
    expect(onDark(some)).toBeLessThan(onDark(many));
    expect(onDark(few)).toBeGreaterThanOrEqual(2.9);
  });

  it("leaves the cells of a table and the text on them as they are", () => {
    const found = rules(picture("league-table"));
    expect([...found.keys()].join()).not.toMatch(/#08519c|#111111|text\[fill="#ffffff"/);
  });

  it("is saved by theme, as SVG alone", async () => {
    const figure = await crawlCurve(curveOf("backlink", 2));
    await figure.save(join(folder, "both.svg"), { theme: "auto" });
    await figure.save(join(folder, "light.svg"));
    expect(readFileSync(join(folder, "both.svg"), "utf8")).toContain("prefers-color-scheme");
    expect(readFileSync(join(folder, "light.svg"), "utf8")).toBe(figure.svg);
    await expect(figure.save(join(folder, "both.png"), { theme: "auto" })).rejects.toThrow('theme "auto" is for .svg');
  });
});
