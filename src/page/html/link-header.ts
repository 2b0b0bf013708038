/** One link of an HTTP Link header. */
export interface HeaderLink {
  /** As written, relative to the URL of the response. */
  readonly reference: string;
  /** Lower case: ["canonical"]. */
  readonly rel: readonly string[];
  /** The link leads from another page than this (parameter "anchor"). */
  readonly elsewhere: boolean;
}

const link = /[\s,]*<([^>]*)>((?:"(?:[^"\\]|\\.)*"?|[^",])*)/y;
const parameter = /;\s*([^\s=;"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"?|([^\s;"]*)))?/g;

/**
 * Links of the value of an HTTP Link header (RFC 8288, section 3): `<a.html>; rel="canonical", <b.css>; rel=preload`.
 * Reading stops at the first text that is no link.
 *
 * O(length).
 */
export function headerLinks(value: string): HeaderLink[] {
  const links: HeaderLink[] = [];
  link.lastIndex = 0;
  for (let found = link.exec(value); found; found = link.exec(value)) {
    let rel: string | undefined;
    let elsewhere = false;
    for (const [, name, quoted, plain] of found[2].matchAll(parameter)) {
      if (/^rel$/i.test(name)) rel ??= quoted ?? plain ?? "";
      if (/^anchor$/i.test(name)) elsewhere = true;
    }
    links.push({ reference: found[1], rel: rel?.toLowerCase().split(/\s+/).filter(Boolean) ?? [], elsewhere });
  }
  return links;
}
