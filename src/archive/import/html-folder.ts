import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { hostLabel } from "../../url/host-label.js";
import { parseUrl } from "../../url/parse.js";
import type { Exchange } from "../exchange.js";
import { isHtmlName } from "./archive-kind.js";

/** A page in a folder, as if it had been fetched. */
export interface FolderPage {
  readonly exchange: Exchange;
  /** Bytes of files that stood before it, itself included. */
  readonly read: number;
}

/** Bytes of a file that are read. */
const FILE_LIMIT = 64 << 20;

/** Bytes of a file that tell whether it is HTML, whatever its name; and how HTML begins. */
const MAGIC = 512;
const HTML_START =
  /^(?:\xef\xbb\xbf)?(?:\s|<\?xml[^>]*>|<!--(?:(?!-->)[\s\S])*-->)*<(?:!doctype\s+html|html|head|title|meta|body)[\s>]/i;

/**
 * The HTML files of a folder, by path, with URLs: `<base><path>`. Where every top entry that holds HTML is a folder
 * named as a host, as wget's mirrors are, the URL is `https://host/path`, or http where more of the first pages name
 * their hosts so; and files that are HTML count whatever their names, as wget without -E names the page of /news. An
 * index.html is the first of its folder, and the folder's own page: a redirect leads from there. So does one from the
 * path with all escaped that can be, "c%2B%2B/" for "c++/", one from the path as `wget -k` has it in links, "a%3Fb.html"
 * for "a?b.html", and in a mirror one from "news" to "news.html", as `wget -E` names it, where there is no such file.
 *
 * @param base "https://docs.example/"; default `https://<folder name>.example/`
 * @param skip told of each file that is HTML, not named so, and in no mirror
 */
export function* folderPages(
  folder: string,
  base: string | undefined,
  skip: (what: string) => void,
): Generator<FolderPage> {
  const found = htmlFiles(folder, "");
  const named = found.filter((path) => isHtmlName(basename(path)));
  const isMirror = base === undefined && named.length > 0 && named.every(isOfHost);
  const paths = isMirror ? found.filter(isOfHost) : named;
  for (let left = found.length - paths.length; left > 0; left--) skip("html-not-named-so");
  const root =
    base ??
    (isMirror ? `${schemeOf(folder, paths)}://` : `https://${hostLabel(basename(folder), "folder", 63)}.example/`);
  const urlOf = (path: string, segment: (name: string) => string) => {
    const segments = path.split("/").map((name, at) => (isMirror && at === 0 ? name : segment(name)));
    return (root.endsWith("/") ? root : `${root}/`) + segments.join("/");
  };
  const taken = new Set(isMirror ? paths : []);
  let read = 0;
  for (const path of paths) {
    const file = join(folder, path);
    const body = readFileSync(file).subarray(0, FILE_LIMIT);
    read += body.length;
    const [url, ...forms] = SEGMENTS.map((segment) => urlOf(path, segment));
    const asked = path.replace(/\.html$/, "");
    if (isMirror && !taken.has(asked) && !isIndex(basename(path))) forms.push(urlOf(asked, SEGMENTS[0]));
    const time = Math.floor(statSync(file).mtimeMs);
    const head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    yield { read, exchange: { url, time, request: "", status: 200, head, body } };
    const others = new Set([folderOf(url), ...forms.flatMap((form) => [form, folderOf(form)])]);
    for (const other of others) {
      if (other === undefined || other === url) continue;
      const redirect = `HTTP/1.1 301 Moved Permanently\r\nLocation: ${url}\r\n\r\n`;
      yield {
        read,
        exchange: { url: other, time, request: "", status: 301, head: redirect, body: new Uint8Array(0) },
      };
    }
  }
}

/** The URL of a folder whose page this is. */
const folderOf = (url: string): string | undefined => {
  const name = url.slice(url.lastIndexOf("/") + 1);
  return isIndex(name) ? url.slice(0, -name.length) : undefined;
};

/** Paths of the files that are named as HTML, or begin so. */
function htmlFiles(folder: string, below: string): string[] {
  const paths: string[] = [];
  const entries = readdirSync(join(folder, below), { withFileTypes: true });
  const inOrder = (a: string, b: string) => Number(isIndex(b)) - Number(isIndex(a)) || (a < b ? -1 : 1);
  for (const entry of entries.sort((a, b) => inOrder(a.name, b.name))) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory()) paths.push(...htmlFiles(folder, path));
    else if (!entry.isFile()) continue;
    else if (isHtmlName(entry.name) || (!isCopy(entry.name) && beginsAsHtml(join(folder, path)))) paths.push(path);
  }
  return paths;
}

/** What a page was before, as `wget -K` and editors keep it. */
const isCopy = (name: string): boolean => /\.(?:orig|bak|tmp)$|~$/.test(name);

/** False where it cannot be told, as of a file that may not be read, or whose name is not UTF-8. */
function beginsAsHtml(path: string): boolean {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const begin = Buffer.alloc(MAGIC);
    return HTML_START.test(begin.toString("latin1", 0, readSync(file, begin)));
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const isIndex = (name: string): boolean => /^index\.x?html?$/i.test(name);

/** A name with a dot and letters behind it, localhost, or, with a port, any name and address. */
const isHost = (name: string): boolean =>
  /^(?:(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*|localhost|[a-z0-9.-]+(?=:))(?::\d+)?$/i.test(name) &&
  parseUrl(`http://${name}`) !== undefined &&
  !isHtmlName(name);

/** Is a path below a folder that is named as a host? */
const isOfHost = (path: string): boolean => path.includes("/") && isHost(path.split("/")[0]);

/** wget names a file with its query, "?" or, for Windows, "@" before it. */
const withQuery =
  (quote: (text: string) => string) =>
  (name: string): string => {
    const query = name.indexOf("?");
    return query < 0 ? quote(name) : `${quote(name.slice(0, query))}${name.slice(query)}`;
  };

/** A name as browsers have it in a link to it: "a+b,c" stays. */
const asLinked = (name: string): string =>
  new URL(`http://a/${name.replace(/[%#?\\\0-\x20]/g, encodeURIComponent)}`).pathname.slice(1);

/** A name in the links that `wget -E -k` turns to the file: "a?b;c" is "a%3Fb%3Bc" (convert.c, local_quote_string). */
const asConverted = (name: string): string => asLinked(name).replaceAll(";", "%3B");

/** What a name is in the URL of a page, and in others that lead there. */
const SEGMENTS = [withQuery(asLinked), withQuery(encodeURIComponent), asConverted];

/** Of "http" and "https" the one before which more of the hosts stand in the first pages. */
function schemeOf(folder: string, paths: readonly string[]): "http" | "https" {
  const hosts = new Set(paths.map((path) => path.split("/")[0].toLowerCase()));
  let lead = 0;
  for (const path of paths.slice(0, 50)) {
    const text = readFileSync(join(folder, path)).toString("latin1", 0, 1 << 20);
    for (const [, scheme, host] of text.matchAll(/\b(https?):\/\/([\w.:-]+)/gi)) {
      if (hosts.has(host.toLowerCase())) lead += scheme.toLowerCase() === "http" ? 1 : -1;
    }
  }
  return lead > 0 ? "http" : "https";
}
