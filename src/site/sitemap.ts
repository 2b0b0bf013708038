import { gzipSync } from "node:zlib";
import { type Addresses, type HostIndex, urlOf } from "./address.js";
import { escapeHtml } from "./href.js";

/** URLs per part; sitemaps.org allows 50,000. */
const PART = 10_000;
const OPEN = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Where the index of a host's sitemaps is. */
export const sitemapUrl = (hostName: string): string => `http://${hostName}/sitemap.xml`;

/**
 * The sitemap index of a host at /sitemap.xml, and its parts, gzip files of up to 10,000 pages each, at
 * /sitemap-0.xml.gz and so on (sitemaps.org 0.9). They name every page of the host, those that no link leads to
 * included.
 *
 * @returns undefined for a path that is none of these
 */
export function sitemapAt(addresses: Addresses, host: HostIndex, path: string): Buffer | undefined {
  const name = addresses.hostName(host);
  if (path === "/sitemap.xml") {
    const parts = Math.ceil(addresses.pagesOf(host).length / PART);
    const entries = Array.from(
      { length: parts },
      (_, part) => `<sitemap><loc>http://${escapeHtml(name)}/sitemap-${part}.xml.gz</loc></sitemap>\n`,
    );
    return Buffer.from(`${OPEN}<sitemapindex ${SPACE}>\n${entries.join("")}</sitemapindex>\n`);
  }
  const part = /^\/sitemap-(0|[1-9]\d{0,5})\.xml\.gz$/.exec(path)?.[1];
  if (part === undefined) return undefined;
  const pages = addresses.pagesOf(host).subarray(Number(part) * PART, (Number(part) + 1) * PART);
  if (pages.length === 0) return undefined;
  let entries = "";
  for (const page of pages) entries += `<url><loc>${escapeHtml(urlOf(addresses, page))}</loc></url>\n`;
  return gzipSync(`${OPEN}<urlset ${SPACE}>\n${entries}</urlset>\n`, { level: 1 });
}
