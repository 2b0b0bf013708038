import { readFile, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { extname } from "node:path";
import { gunzipSync } from "node:zlib";
import { type DocAddresses, isHtml } from "./address.js";
import { rewriteLocalLinks } from "./local-links.js";

export interface DocServer {
  /** On 127.0.0.1. */
  readonly port: number;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".htm": "text/html",
  ".xhtml": "application/xhtml+xml",
  ".xht": "application/xhtml+xml",
  ".txt": "text/plain",
  ".rst": "text/plain",
  ".md": "text/markdown",
  ".py": "text/x-python",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".xml": "application/xml",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".ico": "image/vnd.microsoft.icon",
  ".pdf": "application/pdf",
  ".gz": "application/gzip",
  ".zip": "application/zip",
};

const NOT_FOUND = "not found\n";

/**
 * Serves documentation sets on 127.0.0.1 under their own host names, told apart by the Host header; see DocAddresses
 * for which URL is answered how. It speaks plain HTTP for both schemes: that a URL is https it learns as behind a
 * proxy, from `Forwarded: proto=https` (RFC 7239, section 5.4).
 *
 * Types go by suffix and name no charset: pages say theirs. HTML that is stored compressed is sent plain, with
 * references to local files rewritten. There is no robots.txt: those in packages keep search engines away from all but
 * the latest version of a project's own site (rust-doc disallows /1.63.0/), which here would be all that there is.
 */
export async function serveDocs(addresses: DocAddresses): Promise<DocServer> {
  const server = createServer((request, response) => {
    answer(addresses, request, response).catch((error: Error) => {
      response.destroy(error); // the crawler counts it as a fault
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as { readonly port: number }).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(addresses: DocAddresses, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "", headers, url = "" } = request;
  const send = (status: number, more: Readonly<Record<string, string>>, body: Uint8Array | string = "") => {
    response.writeHead(status, { ...more, "Content-Length": Buffer.byteLength(body) });
    response.end(method === "HEAD" ? undefined : body);
  };
  if (method !== "GET" && method !== "HEAD") return send(405, { Allow: "GET, HEAD" });
  if (/^\/robots\.txt(?:\?|$)/.test(url)) return send(404, { "Content-Type": "text/plain" }, NOT_FOUND);
  const scheme = /(?:^|[;,\s])proto="?(https?)\b/i.exec(headers.forwarded ?? "")?.[1].toLowerCase() ?? "http";
  const target = addresses.find(`${scheme}://${headers.host ?? ""}${url}`);
  if (target === undefined) return send(404, { "Content-Type": "text/plain" }, NOT_FOUND);
  if ("redirect" in target) return send(301, { Location: target.redirect });
  const { path, disk } = target.file;
  const [bytes, { mtime }] = await Promise.all([readFile(disk), stat(disk)]);
  const type = TYPES[extname(plainName(path)).toLowerCase()] ?? "application/octet-stream";
  send(200, { "Content-Type": type, "Last-Modified": mtime.toUTCString() }, contentOf(path, bytes, addresses));
}

const plainName = (path: string) => (isHtml(path) ? path.replace(/\.gz$/i, "") : path);

function contentOf(path: string, bytes: Buffer, addresses: DocAddresses): Buffer {
  if (!isHtml(path)) return bytes;
  const plain = /\.gz$/i.test(path) ? gunzipSync(bytes) : bytes;
  return Buffer.from(rewriteLocalLinks(plain.toString("latin1"), path, addresses), "latin1");
}
