import { fontFile } from "./font-file.js";

/** Points of a PDF per pixel of an SVG: 72 and 96 of them are an inch. */
const scale = 72 / 96;

/**
 * An SVG of this package as one page of vectors and text, its fonts embedded: equal pictures give equal bytes. Loads its
 * packages on first use.
 *
 * @param title the document's own
 */
export async function toPdf(svg: string, title: string): Promise<Uint8Array> {
  const [{ default: Document }, { default: drawOn }] = await Promise.all([import("pdfkit"), import("svg-to-pdfkit")]);
  const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg)!.map(Number);
  const [regular, bold] = [fontFile("DejaVuSans"), fontFile("DejaVuSans-Bold")];
  // The beginning of time, as in other reproducible builds: the hour would make each file another one.
  const info = { Title: title, Producer: "crawlbench", Creator: "crawlbench", CreationDate: new Date(0) };
  const size: [number, number] = [width * scale, height * scale];
  const page = new Document({ size, margin: 0, font: regular, lang: "en", displayTitle: true, info });
  drawOn(page as never, svg, 0, 0, { fontCallback: (_, isBold) => (isBold ? bold : regular) });
  page.end();
  const parts: Uint8Array[] = [];
  for await (const part of page) parts.push(part as Uint8Array);
  return new Uint8Array(Buffer.concat(parts));
}
