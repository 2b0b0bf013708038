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
