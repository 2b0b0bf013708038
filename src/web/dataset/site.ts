import { siteOf as siteIn } from "../graph/site.js";
import type { Web } from "../web.js";
import { textDigest } from "./source.js";
import { showingItself } from "./web-card.js";

/**
 * One site as a web of its own: the pages of one host and the links among them; see graph/site.ts.
 *
 * @param host as URLs write it: "www-db.campus.example"
 * @throws "no-page" when `web` has no URLs, or no page on `host`, naming hosts that it has
 */
export const siteOf = <W extends Web>(web: W, host: string): W => showingItself(siteIn(web, host, textDigest));
