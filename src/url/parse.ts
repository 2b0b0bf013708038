/**
 * A URL as the WHATWG parser reads it, or undefined where there is none.
 *
 * Instead of `URL.canParse`: once it was called often enough to be compiled, that of Node 20 takes strings with
 * characters U+0080 .. U+00FF for no URLs ("http://\u00e9/", seen in 20.20.2).
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
