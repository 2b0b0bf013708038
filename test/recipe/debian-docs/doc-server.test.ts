import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DocServer, serveDocs } from "../../../src/recipe/debian-docs/doc-server.js";
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
