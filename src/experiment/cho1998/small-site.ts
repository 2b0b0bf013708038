import { datasets } from "../../web/dataset/card.js";
import { isAvailable, loadOrOpen } from "../../web/dataset/load.js";
import { siteOf } from "../../web/dataset/site.js";
import type { Web } from "../../web/web.js";

/**
 * The site that Graphs 5 and 6 are about: the database group's host of a campus; a web that is one site, or a site of
 * one, as it is.
 */
export function smallSite(web: Web): Web {
  if (!web.name.startsWith("campus") || web.name.includes("/")) return web;
  return siteOf(web, "www-db.campus.example");
}

/** The web that a small site is a part of; undefined for a web that is one site, and where the rest is not at hand. */
export async function webAround(whole: Web, site: Web): Promise<Web | undefined> {
  if (site !== whole) return whole;
  const card = datasets().find(({ id }) => site.name.startsWith(`${id}/`));
  if (card === undefined || !isAvailable(card)) return undefined;
  const around = await loadOrOpen(card.id);
  return siteOf(around, site.name.slice(card.id.length + 1)).sha256 === site.sha256 ? around : undefined;
}
