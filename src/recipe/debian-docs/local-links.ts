import { posix } from "node:path";
import { decodeAttribute } from "../../page/html/entities.js";
import { scan } from "../../page/html/scan.js";
import type { DocAddresses } from "./address.js";

/**
 * What a reference to a file of the machine, or out of `depth` folders and one more, looks like: pages without one are
 * not looked at closely.
 */
const suspicious = (depth: number) => new RegExp(`=\\s*["']?\\s*(?:file:|/usr/|(?:\\.\\./){${depth + 1}})`, "i");

/**
 * Rewrites references that Debian made to lead to files of other packages:
 * `file:///usr/share/doc/other/html/page.html`, `/usr/share/doc/...`, `../../other/html/page.html`. Each becomes the
 * canonical URL of the file, fragment kept. A relative one is rewritten only if it leaves the root of its set; and none
 * where the file is in no set.
 *
 * They cannot be redirected in place of that: crawlers drop `file:`, and the steps of `..` that lead above a host's
 * root are lost when a URL is resolved.
 *
 * @param html each char is one byte (latin-1), so that pages of any charset that keeps ASCII stay as they are
 * @param path of the page in the tree, with no link in it
 */
export function rewriteLocalLinks(html: string, path: string, addresses: DocAddresses): string {
  const set = addresses.setOf(path);
  if (set === undefined) return html;
  const depth = path.slice(set.root.length + 1).split("/").length - 1;
  if (!suspicious(depth).test(html)) return html;
  const pieces: string[] = [];
  let done = 0;
  const attribute = (nameStart: number, nameEnd: number, start: number, end: number) => {
    if (!/^(?:href|src)$/i.test(html.slice(nameStart, nameEnd))) return;
    const reference = decodeAttribute(html.slice(start, end)).trim();
    const [, place, fragment] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(reference) ?? [];
    const target = place && pathOf(place, path, set.root);
    const url = target && addresses.urlOfPath(target);
    if (!url) return;
    pieces.push(html.slice(done, start), attributeValue(url + (fragment ?? "")));
    done = end;
  };
  const ignore = () => {};
  scan(html, { begin: ignore, open: ignore, attribute, opened: ignore, close: ignore, text: ignore, rawText: ignore });
  return pieces.join("") + html.slice(done);
}

/** The path that a reference to a file means; undefined for one that stays as it is. */
function pathOf(place: string, page: string, root: string): string | undefined {
  try {
    if (/^file:/i.test(place)) return decodeURIComponent(new URL(place).pathname);
    if (place.startsWith("/usr/")) return decodeURIComponent(place);
    if (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(place) || !place.startsWith("..")) return undefined;
    const target = posix.join(posix.dirname(page), decodeURIComponent(place));
    return `${target}/`.startsWith(`${root}/`) || target.startsWith("..") ? undefined : target;
  } catch {
    return undefined; // no URL, or escapes that stand for no text
  }
}

const attributeValue = (url: string) => url.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");
