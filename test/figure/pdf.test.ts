import { readdirSync, readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { toPdf } from "../../src/figure/pdf.js";
import { depth } from "../depth.js";

// The committed pictures: all that figures draw with.
const pictures = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".svg"))
  .map((name) => ({ name, svg: readFileSync(`${import.meta.dirname}/${name}`, "utf8") }));

/** The operators that paint the page, as text: PDF 1.7, section 7.3.8, a stream between two keywords. */
function contentOf(pdf: string): string {
  const streams = [...pdf.matchAll(/\/FlateDecode\n>>\nstream\n([\s\S]*?)\nendstream/g)].map(([, packed]) =>
    inflateSync(Buffer.from(packed, "latin1")).toString("latin1"),
  );
  const pages = streams.filter((text) => text.includes(" Tf"));
  expect(pages).toHaveLength(1);
  return pages[0];
}

const countOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** What a picture is drawn with: its elements, their attributes, and the commands of its paths. */
const meansOf = (svg: string): string[] =>
  [...svg.matchAll(/<(\w+)([^>]*)>/g)].flatMap(([, element, attributes]) => [
    ...[...attributes.matchAll(/([\w:-]+)="/g)].map(([, name]) => `${element} ${name}`),
    ...(/ d="([^"]*)"/.exec(attributes)?.[1].match(/[A-Za-z]/g) ?? []),
  ]);

/** The pictures that are drawn with something that none before them is drawn with. */
function ofEveryMeans(): typeof pictures {
  const known = new Set<string>();
  return pictures.filter(({ svg }) => {
    const before = known.size;
    for (const each of meansOf(svg)) known.add(each);
    return known.size > before;
  });
}

describe("toPdf", () => {
  const some = depth({ everyday: ofEveryMeans(), prove: pictures });
  it.each(some)("draws $name as text and vectors, in embedded fonts", async ({ svg }) => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const pdf = Buffer.from(await toPdf(svg, "A title")).toString("latin1");
    expect(warned).not.toHaveBeenCalled();
    const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg)!.map(Number);
    const [, right, top] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)!.map(Number);
    expect([right / 72, top / 72]).toEqual([expect.closeTo(width / 96, 4), expect.closeTo(height / 96, 4)]); // inches
    expect(pdf).not.toContain("/Subtype /Image");
    expect(pdf).not.toContain("/Subtype /Type1"); // a font of the reader's
    expect(countOf(pdf, /\/FontFile2/g)).toBe(countOf(pdf, /\/Type \/FontDescriptor/g));
    const content = contentOf(pdf);
    // a line of text: <text> without parts of its own, or a <tspan>
    const lines = [...svg.matchAll(/<(?:text|tspan)[^>]*>([^<]+)</g)].filter(([, text]) => text.trim() !== "");
    expect(lines.length).toBeGreaterThan(3);
    expect(countOf(content, / Tj| TJ/g)).toBeGreaterThanOrEqual(lines.length);
    expect(countOf(content, /^(?:[\d.-]+ )+[lc]$/gm)).toBeGreaterThan(10);
  });

  it("gives equal bytes for equal pictures, whenever they are drawn", async () => {
    const { svg } = pictures.find(({ name }) => name === "bars.svg")!;
    const first = await toPdf(svg, "A title");
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    expect(await toPdf(svg, "A title")).toEqual(first);
  });
});
