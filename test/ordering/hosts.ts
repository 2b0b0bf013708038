import type { PageId } from "../../src/web/graph/graph.js";
import type { Web } from "../../src/web/web.js";

/** Host of a page by the platform's own parser. */
export const hostIn = (web: Web, page: PageId): string => new URL(web.urls?.at(page) ?? "").host;
