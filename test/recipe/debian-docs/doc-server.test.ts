import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DocServer, serveDocs } from "../../../src/recipe/debian-docs/doc-server.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { madeUpAddresses, WHEN } from "./made-up.js";

let server: DocServer;
beforeAll(async () => {
  server = await serveDocs(madeUpAddresses());
});
afterAll(() => server.close());

const ask = (url: string, { method = "GET", forwarded = true } = {}) =>
  new Promise<{ status?: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const { protocol, host, pathname, search } = new URL(url);
    const headers = { host, ...(forwarded && { forwarded: `for=x;proto=${protocol.slice(0, -1)}` }) };
    const asked = { host: "127.0.0.1", port: server.port, path: pathname + search, method, headers };
    request(asked, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts).toString() }),
      );
    })
      .on("error", reject)
      .end();
  });

describe("serveDocs", () => {
  it("tells the type of a file by its suffix, in any case", async () => {
    const disk = join(temporaryFolder(), "file");
    writeFileSync(disk, "x");
    // IANA's registry of media types
    const types = {
      "text/html": ".html .htm .HTML",
      "application/xhtml+xml": ".xhtml .xht",
      "text/plain": ".txt .rst",
      "text/markdown": ".md",
      "text/x-python": ".py",
      "text/css": ".css",
      "text/javascript": ".js",
      "application/json": ".json",
      "application/xml": ".xml",
      "image/svg+xml": ".svg",
      "image/png": ".png",
      "image/jpeg": ".jpg .jpeg",
      "image/gif": ".gif",
      "image/vnd.microsoft.icon": ".ico",
      "application/pdf": ".pdf",
      "application/gzip": ".gz .txt.gz",
      "application/zip": ".zip",
      "application/octet-stream": ".woff .none",
    };
    const own = await serveDocs({
      find: (url: string) => ({ file: { path: new URL(url).pathname, disk } }),
      setOf: () => undefined,
    } as never);
    try {
      for (const [type, suffixes] of Object.entries(types))
        for (const suffix of suffixes.split(" ")) {
          const answer = await fetch(`http://127.0.0.1:${own.port}/a${suffix}`);
          expect([suffix, answer.status, answer.headers.get("content-type")]).toEqual([suffix, 200, type]);
        }
    } finally {
      await own.close();
    }
  });

  it("answers other methods with those that it takes, and a HEAD with no body", async () => {
    const page = "https://docs.alpha.example/3/library/os.html";
    expect(await ask(page, { method: "POST" })).toMatchObject({
      status: 405,
      headers: { allow: "GET, HEAD" },
      body: "",
    });
    const [whole, head] = [await ask(page), await ask(page, { method: "HEAD" })];
    expect(head).toMatchObject({ status: 200, body: "" });
    expect(head.headers["content-length"]).toBe(whole.headers["content-length"]);
    for (const path of ["/robots.txt", "/robots.txt?x", "/none"])
      expect(await ask(`https://docs.alpha.example${path}`)).toMatchObject({
        status: 404,
        headers: { "content-type": "text/plain" },
        body: "not found\n",
      });
  });

  it("sends a page with its type, without charset, and when it was made", async () => {
    const { status, headers, body } = await ask("https://docs.alpha.example/3/library/os.html");
    expect(status).toBe(200);
    expect(headers).toMatchObject({ "content-type": "text/html", "last-modified": new Date(WHEN).toUTCString() });
    expect(body).toMatch(/^<!doctype html>.*<title>os<\/title>/);
    const picture = await ask("https://docs.alpha.example/3/_images/picture.png");
    expect(picture).toMatchObject({ status: 200, headers: { "content-type": "image/png", "content-length": "4" } });
  });

  it("sends a compressed page plain, its references to local files rewritten", async () => {
    const { headers, body } = await ask("https://beta.example/guide.html");
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers["content-type"]).toBe("text/html");
    expect(body).toContain('<a href="https://docs.alpha.example/3/library/os.html#environ">');
    expect(body).toContain('<a href="https://gamma.example/en/latest/html/start.html">');
    expect(body).toContain('<a href="../../nobody/html/x.html">');
    expect(Number(headers["content-length"])).toBe(Buffer.byteLength(body));
  });

  it("learns the scheme from Forwarded: http redirects to https", async () => {
    const to = { status: 301, headers: { location: "https://beta.example/" } };
    expect(await ask("http://beta.example/")).toMatchObject(to);
    expect(await ask("https://beta.example/", { forwarded: false })).toMatchObject(to);
    expect((await ask("https://beta.example/")).status).toBe(200);
  });

  it("answers 404 for what is not there, robots.txt of packages too, and 405 for what is no GET", async () => {
    for (const url of [
      "https://docs.alpha.example/robots.txt",
      "https://beta.example/secret.html",
      "https://other.example/",
    ])
      expect((await ask(url)).status, url).toBe(404);
    expect(await ask("https://beta.example/", { method: "POST" })).toMatchObject({ status: 405, body: "" });
    expect(await ask("https://beta.example/", { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
  });
});
