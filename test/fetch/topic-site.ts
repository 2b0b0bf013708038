import { gzipSync } from "node:zlib";
import { campus } from "../../src/web/campus/campus.js";
import type { Web } from "../../src/web/web.js";
import type { Answer, SimulatedPage } from "./simulated-web.js";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * A campus of `pages` pages as a site, and as the web that a perfect crawler would store: the body of a page ends with
 * its anchors. Each page also repeats its first link, and links to itself, by anchors about computers, which a web
 * without duplicates and self-links does not have; and it shows a picture.
 *
 * Of five pages one comes as UTF-16, one in gzip, one as windows-1252.
 */
export function topicSite(pages: number) {
  const made = campus({ pages });
  const { graph, urls, titles, text, anchor, start } = made;
  if (!urls || !titles || !text || !anchor) throw new Error("campus has URLs, titles, text and anchors");
  const linksOf = (id: number): { readonly url: string; readonly anchor: string }[] => {
    const links = Array.from({ length: graph.offsets[id + 1] - graph.offsets[id] }, (_, i) => {
      const link = graph.offsets[id] + i;
      return { url: urls.at(graph.targets[link]), anchor: anchor(link) };
    });
    const again = links.slice(0, 1).map(({ url }) => ({ url, anchor: "computer, again" }));
    return [{ url: urls.at(id), anchor: "this page on the computer" }, ...links, ...again];
  };
  const anchors = (id: number) => linksOf(id).map((link) => link.anchor);
  const web: Web = {
    ...made,
    text: (id) => ({ title: titles.at(id), body: [text(id).body, ...anchors(id)].join(" ") }),
    references: Uint32Array.from({ length: pages }, (_, id) => linksOf(id).length),
  };
  const html = (id: number): string =>
    `<!doctype html><title>${escaped(titles.at(id))}</title><p>${escaped(text(id).body)}</p><img src="/picture">` +
    linksOf(id)
      .map((link) => `<p><a href="${escaped(link.url)}">${escaped(link.anchor)}</a></p>`)
      .join("");
  const idOf = new Map(Array.from({ length: pages }, (_, id) => [urls.at(id), id]));
  const answer: Answer = (url) => {
    const id = idOf.get(url);
    return id === undefined ? { status: 404 } : { ...coded(html(id), id % 5), latency: 20 + (id % 7) * 30 };
  };
  return { web, answer, seeds: [urls.at(start)], urlOf: (id: number) => urls.at(id), idOf };
}

function coded(html: string, kind: number): SimulatedPage {
  if (kind === 0)
    return { body: Buffer.from(html, "utf16le"), headers: { "content-type": "text/html; charset=utf-16le" } };
  if (kind === 1)
    return {
      body: gzipSync(html),
      headers: { "content-encoding": "gzip", "content-type": "text/html; charset=utf-8" },
    };
  if (kind === 2 && /^[\0-\xff]*$/.test(html) && !/[\x80-\x9f]/.test(html))
    return { body: Buffer.from(html, "latin1"), headers: { "content-type": "text/html; charset=windows-1252" } };
  return { body: html, headers: { "content-type": "text/html; charset=utf-8" } };
}
