/**
 * Letters of a host at the most, where some are no ASCII: DNS has 253, and a port may follow. Node takes a time that grows
 * with their square: 40,000 took ten seconds, in which a crawl stood still.
 */
const LONGEST_HOST = 260;

/**
 * A URL as the WHATWG parser reads it, or undefined where there is none, or where its host has more letters than any.
 *
 * Instead of `URL.canParse`: once it was called often enough to be compiled, that of Node 20 takes strings with
 * characters U+0080 .. U+00FF for no URLs ("http://\u00e9/", seen in 20.20.2).
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  if (text.length > LONGEST_HOST && lettersOfHost(text) > LONGEST_HOST) return undefined;
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Path with query, as a request line has it. An empty query is one: "/plain?" is not "/plain". */
export const pathOf = ({ pathname, search, href }: URL): string =>
  pathname + (search === "" && href.split("#", 1)[0].endsWith("?") ? "?" : search);

/** Letters of the host that a text begins with; 0 where it begins with none, or they are all ASCII. */
function lettersOfHost(text: string): number {
  const plain = text.replace(/[\t\n\r]/g, ""); // the parser passes them over
  const before = /^[\0- ]*(?:(?:https?|ftp|wss?|file):[/\\]*|[/\\]{2,})/i.exec(plain)?.[0].length;
  if (before === undefined) return 0;
  const authority = plain.slice(before, before + plain.slice(before).search(/[/\\?#]|$/));
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  return /[^\0-\x7f]|%/.test(host) ? host.replace(/%../g, "x").length : 0;
}
