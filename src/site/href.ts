/** What a href may look like; the names of RFC 3986, section 4.2, for those that are relative. */
export type LinkForm = "absolute" | "network-path" | "absolute-path" | "relative-path";

/** A reference without surprises when it is resolved: no empty segments, no dot segments. */
const PLAIN_PATH = /^\/(?!\/)(?:(?!\/\/|\/\.{1,2}(?:[/?]|$)|^\/\.{1,2}(?:[/?]|$))[^#])*$/;

/**
 * The reference by which a page at `from` names another at `to` on the same host, so that it resolves to `to` (RFC
 * 3986, section 5.3): "../b/c.html". Paths that would not survive come back as they are.
 *
 * @param from path with query of the page that holds the link
 * @param to path with query
 */
export function relativePath(from: string, to: string): string {
  if (!PLAIN_PATH.test(to) || !PLAIN_PATH.test(from)) return to;
  const folder = from.slice(0, from.replace(/\?.*$/, "").lastIndexOf("/") + 1);
  let shared = 0;
  const most = Math.min(folder.length, to.replace(/\?.*$/, "").length);
  for (let i = 0; i < most && folder[i] === to[i]; i++) if (folder[i] === "/") shared = i + 1;
  let up = "";
  for (let i = shared; i < folder.length; i++) if (folder[i] === "/") up += "../";
  const rest = to.slice(shared);
  if (up === "" && (rest === "" || rest.startsWith("?") || /^[^/?]*:/.test(rest))) return `./${rest}`;
  return up + rest;
}

/**
 * What to write for a link to `path` on `host`, on the page `fromPath` of `fromHost`. Relative forms count within a
 * host only.
 */
export function href(form: LinkForm, fromHost: string, fromPath: string, host: string, path: string): string {
  if (form === "network-path") return `//${host}${path}`;
  if (host !== fromHost || form === "absolute" || path.startsWith("//")) return `http://${host}${path}`;
  return form === "absolute-path" ? path : relativePath(fromPath, path);
}

const special: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** For texts and double-quoted attributes. */
export const escapeHtml = (text: string): string =>
  /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (char) => special[char]) : text;
