import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";
import { expect } from "vitest";
import type { Figure } from "../../src/figure/figure.js";

/** Numbers to one decimal, so that the last bits of another machine's arithmetic do not count. */
const rounded = (svg: string): string =>
  svg
    .replace(/-?\d+\.\d+(?:e-?\d+)?/g, (number) => String(Math.round(Number(number) * 10) / 10 + 0))
    .replaceAll("><", ">\n<");

/**
 * Compares a figure with test/figure/<name>.svg. A changed one is written beside it as <name>-changed.svg: look at
 * both, and rename the new one if it is right. A missing one is written, except on CI, where it fails.
 */
export function expectGolden(figure: Figure, name: string): void {
  expect(figure.warnings).toEqual([]);
  const path = fileURLToPath(new URL(`./${name}.svg`, import.meta.url));
  const changed = path.replace(/\.svg$/, "-changed.svg");
  const found = `${rounded(figure.svg)}\n`;
  if (!existsSync(path) && !process.env.CI) {
    writeFileSync(path, found);
    return;
  }
  const same = existsSync(path) && readFileSync(path, "utf8") === found;
  if (same) rmSync(changed, { force: true });
  else writeFileSync(changed, found);
  expect(same, `${name}.svg differs: look at ${name}-changed.svg, rename it if it is right`).toBe(true);
}

/** Pixels by which anything drawn, text in its real font included, leaves the picture. */
export function overhang(figure: Figure): number {
  const family = "DejaVu Sans";
  const fontFiles = ["DejaVuSans", "DejaVuSans-Bold"].map((name) =>
    fileURLToPath(new URL(`../../node_modules/dejavu-fonts-ttf/ttf/${name}.ttf`, import.meta.url)),
  );
  const font = { loadSystemFonts: false, fontFiles, defaultFontFamily: family, sansSerifFamily: family };
  const image = new Resvg(figure.svg, { font });
  const box = image.getBBox();
  if (!box) return Number.POSITIVE_INFINITY;
  return Math.max(0, -box.x, -box.y, box.x + box.width - image.width, box.y + box.height - image.height);
}
