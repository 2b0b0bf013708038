import type { Snapshot } from "../../archive/open-snapshot.js";
import { rowOf } from "../../base/search.js";
import { Strings } from "../../base/strings.js";
import type { AllLinks } from "../graph/all-links.js";
import { NOWHERE, pagesOf, redirectsOf } from "./stored-pages.js";

/**
 * All links of the stored pages, from every element that names a URL. Pages come first, as in `webOf`; then URLs that
 * redirect, each of which shows where it leads; then the others.
 *
 * O(URLs + links); a copy of the URLs, and 4 bytes per link.
 */
export function allLinksOf(snapshot: Snapshot): AllLinks {
  const { storedPages, pageOfUrl } = pagesOf(snapshot);
  const leadsTo = redirectsOf(snapshot);
  for (const url of leadsTo.keys()) if (pageOfUrl[url] !== NOWHERE) leadsTo.delete(url);
  const places = placesOf(pageOfUrl, storedPages.length, leadsTo);
  const pages = storedPages.length;
  const offsets = new Uint32Array(pages + leadsTo.size + 1);
  for (let page = 0; page < pages; page++)
    offsets[page + 1] = offsets[page] + snapshot.pageLinks(storedPages[page]).length;
  for (let url = pages; url + 1 < offsets.length; url++) offsets[url + 1] = offsets[url] + 1;
  const targets = new Uint32Array(offsets[offsets.length - 1]);
  for (let page = 0; page < pages; page++) {
    const links = snapshot.pageLinks(storedPages[page]);
    for (let i = 0; i < links.length; i++) targets[offsets[page] + i] = places[links[i]];
  }
  let at = offsets[pages];
  for (const to of leadsTo.values()) targets[at++] = places[to];
  return { urls: inPlaces(snapshot.urls, places), offsets, targets, anchor: anchors(snapshot, storedPages, offsets) };
}

/** The new id of each URL. */
function placesOf(pageOfUrl: Int32Array, pages: number, redirects: Map<number, number>): Uint32Array {
  const places = Uint32Array.from(pageOfUrl);
  let next = pages;
  for (const url of redirects.keys()) places[url] = next++;
  for (let url = 0; url < places.length; url++) {
    if (pageOfUrl[url] === NOWHERE && !redirects.has(url)) places[url] = next++;
  }
  return places;
}

function inPlaces({ size, bytes, offsets }: Strings, places: Uint32Array): Strings {
  const moved = new Uint32Array(size + 1);
  for (let url = 0; url < size; url++) moved[places[url] + 1] = offsets[url + 1] - offsets[url];
  for (let url = 0; url < size; url++) moved[url + 1] += moved[url];
  const text = new Uint8Array(bytes.length);
  for (let url = 0; url < size; url++) text.set(bytes.subarray(offsets[url], offsets[url + 1]), moved[places[url]]);
  return new Strings(text, moved);
}

/** Anchors by position; those of the page last asked about are kept. */
function anchors(snapshot: Snapshot, storedPages: Uint32Array, offsets: Uint32Array): (link: number) => string {
  let page = 0;
  let texts: string[] | undefined;
  return (link) => {
    if (!(link >= 0 && link < offsets[storedPages.length])) return "";
    if (texts === undefined || link < offsets[page] || link >= offsets[page + 1]) {
      page = rowOf(offsets, link);
      texts = snapshot.anchorsOf(storedPages[page]);
    }
    return texts[link - offsets[page]];
  };
}
