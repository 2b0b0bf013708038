import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { DARK_GROUND, inBothThemes } from "../../src/figure/both-themes.js";
import { verdictStyles } from "../../src/figure/claims-map.js";
import { crawlCurve } from "../../src/figure/crawl-curve.js";
import { DARK, readable } from "../../src/figure/series-style.js";
import { distance } from "./color-distance.js";
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
  it("leaves what cannot be tested the faintest of all verdicts", () => {
    const svg = picture("claims-map");
    const dark = rules(svg);
    const strengths = Object.values(verdictStyles).map(({ color }) =>
      onDark(dark.get(`:not(text)[fill="${color}"]`) ?? color),
    );
    expect(strengths.indexOf(Math.min(...strengths))).toBe(4);
    const { color, ink } = verdictStyles["cannot be tested"];
    const [ground, sign] = [`:not(text)[fill="${color}"]`, `text[fill="${ink}"]`].map((of) => luminance(dark.get(of)!));
    expect((sign + 0.05) / (ground + 0.05)).toBeGreaterThan(4.5);
  });

  it("is the same picture with a style sheet for the dark", () => {
    const svg = picture("crawl-curve");
    const both = inBothThemes(svg);
    expect(both.replace(/<style>.*?<\/style>/s, "")).toBe(svg);
    expect(both).toContain("<style>@media screen and (prefers-color-scheme: dark){");
  });

  it("has inks and greys of the frame of its own, cells as they are, and other colours as strong as on white", () => {
    const frame = {
      white: "#16181c",
      "#ffffff": "#16181c",
      "#f4f4f4": "#24272c",
      "#e4e4e4": "#33373d",
      "#222222": "#e8e8e8",
      "#333333": "#a8acb2",
      "#444444": "#b8bcc2",
      "#777777": "#8c9096",
    };
    const colors = Object.keys(frame);
    const shapes = (make: (color: string) => string) => `<svg x="1">${colors.map(make).join("")}</svg>`;
    const styleOf = (svg: string) => /dark\)\{(.*)\}<\/style>/.exec(inBothThemes(svg))?.[1];
    const each = (rule: (color: string, dark: string) => string, of = colors) =>
      of.map((color) => rule(color, frame[color as keyof typeof frame])).join("");
    expect(styleOf(shapes((color) => `<path d="M0" stroke="${color}"/>`))).toBe(
      each((color, dark) => `[stroke="${color}"]{stroke:${dark}}`),
    );
    expect(styleOf(shapes((color) => `<rect x="0" fill="${color}"/>`))).toBe(
      each((color, dark) => `:not(text)[fill="${color}"]{fill:${dark}}`),
    );
    expect(styleOf(shapes((color) => `<text x="0" fill="${color}">a</text>`))).toBe(
      each(
        (color, dark) => `text[fill="${color}"]{fill:${dark}}`,
        colors.filter((color) => color !== "#ffffff"),
      ),
    );
    expect(styleOf('<svg x="1"><text x="0" fill="#111111">a</text><rect x="0" fill="#abcdef"/></svg>')).toBe("");
    // a fill is a line's where a stroke has its colour, too
    expect(styleOf('<svg x="1"><path d="" stroke="#123456"/><rect x="0" fill="#123456"/></svg>')).toMatch(
      /^\[stroke="#123456"\]\{stroke:(#[0-9a-f]{6})\}:not\(text\)\[fill="#123456"\]\{fill:\1\}$/,
    );
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

  it.each(["freshness-curve", "miss-rate-curve-per-thread", "paper-marks"])(
    "names a line in the colour that it has in the dark, lighter only where text needs it: %s",
    (name) => {
      const found = rules(picture(name));
      const named = [...DARK].filter(([light]) => found.has(`text[fill="${readable(light)}"]`));
      expect(named.length).toBeGreaterThan(1);
      for (const [light, dark] of named) {
        const text = found.get(`text[fill="${readable(light)}"]`)!;
        expect(onDark(text), light).toBeGreaterThanOrEqual(4.5);
        // the contrast that text needs, by WCAG 2.1
        if (onDark(dark) >= 4.5) expect(text, light).toBe(dark);
        else expect(distance(text, dark), light).toBeLessThan(20);
      }
    },
  );

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
