import { parseUrl } from "./parse.js";

/**
 * The key under which archives index a URL: host labels in reverse, then the path, all in lower case, so that the pages
 * of a domain stand together when keys are sorted. Sort-friendly URI Reordering Transform, in the form that CDXJ
 * indexes of pywb and of warcio.js have: "https://www.Example.com:8080/B?c=2&a=1#d" is "com,example:8080)/b?a=1&c=2".
 *
 * Scheme, user, "www", "www1" .. before the host, fragment and a default port are left out; parameters are sorted by
 * code units. Texts that do not begin with "http:" or "https:" in lower case, and those that are no URL, stand as they
 * are.
 */
export function surt(url: string): string {
  if (!url.startsWith("http:") && !url.startsWith("https:")) return url;
  const bare = withoutWww(url);
  const lower = bare.toLowerCase();
  const parsed = parseUrl(lower);
  if (!parsed) return bare;
  const { hostname, port, pathname, search } = parsed;
  const host = hostname.split(".").reverse().join(",");
  const query = search === "" ? "" : `?${search.slice(1).split("&").sort().join("&")}`;
  return `${host}${port === "" ? "" : `:${port}`})${pathname}${query}`;
}

function withoutWww(url: string): string {
  const host = url.indexOf("://") + 3;
  if (host < 3 || !url.startsWith("www", host) || host > 8) return url;
  let at = host + 3;
  while (url.charCodeAt(at) >= 0x30 && url.charCodeAt(at) <= 0x39) at++;
  return url[at] === "." ? url.slice(0, host) + url.slice(at + 1) : url;
}
