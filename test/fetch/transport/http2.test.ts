import { constants, createSecureServer, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSnapshot } from "../../../src/archive/open-snapshot.js";
import { Crawl } from "../../../src/fetch/crawl.js";
import { proxiesOf } from "../../../src/fetch/transport/proxies.js";
import { openTransport, type TransportOptions } from "../../../src/fetch/transport.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { openProxy } from "../../fixture/proxy.js";
import { selfSigned } from "../../fixture/torture/certificate.js";
import { ask, fault, text, transportTo } from "./serve.js";

const DAY = 86_400_000;
const pair = selfSigned(["a.example"], new Date(Date.now() - DAY), new Date(Date.now() + DAY));
const URL_OF = "https://a.example/";

/** A server that speaks HTTP/2 alone, and how often it was connected to. */
async function serveHttp2(answer: (stream: ServerHttp2Stream, asked: IncomingHttpHeaders, socket: Socket) => void) {
  const server = createSecureServer(pair);
  const sockets: Socket[] = [];
  server.on("connection", (socket: Socket) => sockets.push(socket.on("error", () => {})));
  server.on("session", (session) => session.on("error", () => {}));
  server.on("stream", (stream, headers) => {
    stream.on("error", () => {});
    answer(stream, headers, sockets[sockets.length - 1]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

const to = (port: number, options: Partial<TransportOptions> = {}) => transportTo(port, { ca: pair.cert, ...options });

describe("a server that speaks HTTP/2 alone", () => {
  it("is crawled: its robots.txt is obeyed, and asked for again where it was cut, and its pages are stored", async () => {
    const asked: string[] = [];
    const { port } = await serveHttp2((stream, { ":path": path = "" }) => {
      asked.push(path);
      if (path === "/robots.txt" && asked.length < 2) {
        stream.respond({ ":status": 200 });
        return stream.write("User-agent: *\n", () => stream.destroy());
      }
      const html = '<title>Page</title><a href="/a">a</a> <a href="/secret">b</a> <a href="/b">c</a>';
      stream.respond({ ":status": 200, "content-type": path === "/robots.txt" ? "text/plain" : "text/html" });
      return stream.end(path === "/robots.txt" ? "User-agent: *\nDisallow: /secret" : html);
    });
    const out = join(temporaryFolder(), "crawl");
    const crawl = await Crawl.open({
      out,
      seeds: [URL_OF],
      contact: "crawl@web.example",
      resolve: [`*=127.0.0.1:${port}`],
      insecure: ["a.example"],
      politeness: { delay: 0, factor: 0, robotsDelay: 0 },
    });
    expect(await crawl.run()).toMatchObject({ state: "done", pages: 3 });
    expect(asked.slice(0, 3)).toEqual(["/robots.txt", "/robots.txt", "/"]);
    expect(asked.slice(3).sort()).toEqual(["/a", "/b"]);
    const snapshot = await openSnapshot(out);
    expect(snapshot.pages).toBe(3);
  });

  it("is reached through a proxy's tunnel", async () => {
    const { port } = await serveHttp2((stream) => {
      stream.respond({ ":status": 200 });
      stream.end("hello");
    });
    const proxy = await openProxy({ pair, kind: "http", lead: () => port });
    const proxies = proxiesOf(`http://localhost:${proxy.port}`, {});
    const transport = openTransport({ userAgent: "test", proxies, ca: pair.cert });
    onTestFinished(() => transport.close());
    expect(text((await ask(transport, { url: URL_OF })).body)).toBe("hello");
  });

  it("is asked over HTTP/2, and from then on at once; its answer is told as one of HTTP/1.1", async () => {
    const asked: IncomingHttpHeaders[] = [];
    const { port, sockets } = await serveHttp2((stream, headers) => {
      asked.push(headers);
      stream.additionalHeaders({ ":status": 103, link: "x" });
      stream.respond({ ":status": 200, "content-type": "text/html", "set-cookie": ["a=1", "b=2"] });
      stream.end("hello");
    });
    const transport = to(port, { header: ["a.example=X-Key: secret"] });
    const first = await ask(transport, { url: `${URL_OF}x?y`, headers: { "If-None-Match": '"x"' }, cookies: "c=d" });
    expect(sockets).toHaveLength(2); // the first one was for HTTP/1.1
    expect([first.ending, text(first.body), first.status, first.ip]).toEqual(["whole", "hello", 200, "127.0.0.1"]);
    expect(first.head).toMatch(
      /^HTTP\/1\.1 200 OK\r\ncontent-type: text\/html\r\nset-cookie: a=1\r\nset-cookie: b=2\r\n/,
    );
    expect(first.request).toMatch(/^GET \/x\?y HTTP\/1\.1\r\nhost: a\.example\r\n/);
    expect(first.request).not.toMatch(/secret|c=d/);
    expect(asked[0]).toMatchObject({
      ":method": "GET",
      ":path": "/x?y",
      ":authority": "a.example",
      "user-agent": "test (+http://a.example/)",
      "if-none-match": '"x"',
      "x-key": "secret",
      cookie: "c=d",
    });
    await ask(transport, { url: URL_OF });
    expect(sockets).toHaveLength(3);
  });

  /** What a server does after 200 and the first half of its body, and whether that is all of it. */
  const ends: readonly (readonly [string, boolean, (stream: ServerHttp2Stream, socket: Socket) => void])[] = [
    ["ends the stream", true, (stream) => stream.end("half")],
    ["ends it with an empty frame, and then resets it", true, (stream) => stream.close(8)],
    ["resets it for no fault", false, (stream) => stream.destroy()],
    ["resets it for a fault", false, (stream) => stream.destroy(new Error("broken"))],
    ["closes the connection", false, (_, socket) => socket.end()],
    ["breaks the connection", false, (_, socket) => socket.resetAndDestroy()],
    ["ends the session", false, (stream) => stream.session?.destroy()],
  ];
  it.each(ends)("that %s: the body is whole %s", async (_, isWhole, end) => {
    const { port } = await serveHttp2((stream, _asked, socket) => {
      stream.respond({ ":status": 200 });
      stream.write("half", () => setTimeout(() => end(stream, socket), 50));
    });
    const { ending, body } = await ask(to(port), { url: URL_OF });
    expect([ending, text(body).slice(0, 4)]).toEqual([isWhole ? "whole" : "cut", "half"]);
  });

  it("that promises another length than it sends gives a body that is not whole", async () => {
    for (const length of ["3", "5"]) {
      const { port } = await serveHttp2((stream) => {
        stream.respond({ ":status": 200, "content-length": length });
        stream.end("half");
      });
      const answer = await to(port).fetch({ url: URL_OF });
      expect(answer.ending, length).not.toBe("whole");
    }
  });

  it("may answer with large bodies, which are cut at their limit, with none, and with statuses without any", async () => {
    const { port } = await serveHttp2((stream, { ":path": path }) => {
      if (path === "/none") stream.respond({ ":status": 404 }, { endStream: true });
      else if (path === "/304") stream.respond({ ":status": 304 }, { endStream: true });
      else {
        stream.respond({ ":status": 200 });
        stream.end(Buffer.alloc(3_000_000, "x"));
      }
    });
    const transport = to(port);
    const large = await ask(transport, { url: `${URL_OF}large` });
    expect([large.ending, large.body.length]).toEqual(["whole", 3_000_000]);
    const cut = await ask(transport, { url: `${URL_OF}large`, bodyLimit: 1_000_000 });
    expect(cut).toMatchObject({ ending: "cut", by: "length" });
    expect(cut.body.length).toBe(1_000_000);
    for (const [path, status] of [
      ["none", 404],
      ["304", 304],
    ] as const) {
      const { ending, body, status: found } = await ask(transport, { url: `${URL_OF}${path}` });
      expect([ending, body.length, found]).toEqual(["whole", 0, status]);
    }
  });

  it("may set 300 cookies, and not a head of 70 kB", async () => {
    const { port } = await serveHttp2((stream, { ":path": path }) => {
      const value = "v".repeat(path === "/300" ? 100 : 233);
      const cookies = Array.from({ length: 300 }, (_, i) => `c${i}=${value}`);
      stream.respond({ ":status": 200, "set-cookie": cookies }, { endStream: true });
    });
    const transport = to(port);
    expect((await ask(transport, { url: `${URL_OF}300` })).headers("set-cookie")).toHaveLength(300);
    const over = await fault(transport.fetch({ url: URL_OF }));
    expect(["header-overflow", "bad-response", "reset"]).toContain(over); // Node's server may refuse to send it
  });

  it("that gives no response fails as one of HTTP/1.1 does", async () => {
    const faults: Record<string, (stream: ServerHttp2Stream, socket: Socket) => void> = {
      reset: (_, socket) => socket.resetAndDestroy(),
      "bad-response": (stream) => stream.close(constants.NGHTTP2_PROTOCOL_ERROR),
      "header-timeout": () => {},
      "body-timeout": (stream) => {
        stream.respond({ ":status": 200 });
        stream.write("x");
      },
    };
    for (const [name, end] of Object.entries(faults)) {
      const { port } = await serveHttp2((stream, _asked, socket) => end(stream, socket));
      const answer = await to(port, name.endsWith("timeout") ? { timeouts: { headers: 300, body: 300 } } : {}).fetch({
        url: URL_OF,
      });
      if (name === "body-timeout") expect(answer).toMatchObject({ ending: "cut", by: "time" });
      else expect(answer).toMatchObject({ ending: "failed", fault: name });
    }
  });

  it("that cannot answer, or not yet, fails as one that resets the connection: it is asked again", async () => {
    // RFC 9113, section 8.7: what was refused was not processed; section 7: the server is busy, or failed
    const { NGHTTP2_INTERNAL_ERROR, NGHTTP2_REFUSED_STREAM, NGHTTP2_ENHANCE_YOUR_CALM } = constants;
    for (const code of [NGHTTP2_INTERNAL_ERROR, NGHTTP2_REFUSED_STREAM, NGHTTP2_ENHANCE_YOUR_CALM]) {
      for (const whole of [false, true]) {
        const { port } = await serveHttp2((stream) =>
          whole ? stream.session?.destroy(undefined, code) : stream.close(code),
        );
        expect(await fault(to(port).fetch({ url: URL_OF }))).toBe("reset");
      }
    }
  });

  it("is known by its first frame where it takes a connection without any protocol", async () => {
    const frames: Buffer[] = [];
    const server = createTlsServer(pair, (socket) => {
      socket.on("error", () => {});
      if (!socket.alpnProtocol) socket.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])); // SETTINGS, empty
      socket.on("data", (chunk) => {
        frames.push(chunk);
        socket.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await fault(to(port).fetch({ url: URL_OF }))).toBe("tls");
    expect(text(frames[0])).toMatch(/^GET \/ HTTP/); // and then the handshake for HTTP/2 brings none either
  });
});
