import { describe, expect, it, onTestFinished } from "vitest";
import { rebuiltHead } from "../../../src/fetch/transport/received.js";
import { openTransport, type TransportOptions } from "../../../src/fetch/transport.js";
import { answers, ask, fault, ok, serve, text, transportTo } from "./serve.js";

describe("a fetch", () => {
  it("tells the request byte by byte as it was sent, by either parser, with own headers instead of common ones", async () => {
    const { port, requests } = await serve((socket, _nth, asked) => {
      socket.end(asked.includes("/odd") ? answers("hello").replaceAll("\r\n", "\n") : answers("hello"));
    });
    const transport = transportTo(port, { headers: { "accept-encoding": "gzip", From: "a@a.example" } });
    const headers = { "If-None-Match": '"x"', accept: "text/plain" };
    const plain = await ask(transport, { url: "http://www.example/a%20b?c=d", headers });
    expect(plain.request).toBe(requests[0]);
    expect(requests[0].split("\r\n")).toEqual([
      "GET /a%20b?c=d HTTP/1.1",
      "host: www.example",
      "connection: keep-alive",
      "User-Agent: test (+http://a.example/)",
      "accept: text/plain",
      "accept-encoding: gzip",
      "From: a@a.example",
      'If-None-Match: "x"',
      "",
      "",
    ]);
    const odd = await ask(transport, { url: "http://www.example:8080/odd", headers });
    expect([odd.lenient, odd.request]).toEqual([true, requests[2]]);
    expect(requests[2]).toMatch(/^GET \/odd HTTP\/1\.1\r\nhost: www\.example:8080\r\nconnection: close\r\n/);
    expect(transport.counts()).toMatchObject({ requests: 3, lenient: 1, stale: 0, dnsQueries: 0 });
  });

  it("asks for an empty query as it is written", async () => {
    const { port, requests } = await serve(ok);
    const transport = transportTo(port);
    for (const end of ["plain?", "plain", "plain?#x", "plain?#", "?", "a?b?"])
      await ask(transport, { url: `http://a.example/${end}` });
    const paths = requests.map((request) => request.split(" ")[1]);
    expect(paths).toEqual(["/plain?", "/plain", "/plain?", "/plain?", "/?", "/a?b?"]);
  });

  it("tells the head byte by byte as it came: version, spelling, blanks and all, less interim responses", async () => {
    const head = "HTTP/1.0 200  Fine\r\nX-a:1\r\nSET-cookie:  b=\xfc \r\nset-Cookie: c\r\nContent-Length: 2\r\n\r\n";
    const { port } = await serve((socket) => {
      socket.end(Buffer.from(`\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${head}ok`, "latin1"));
    });
    const fetched = await ask(transportTo(port), { url: "http://a.example/" });
    expect(fetched.head).toBe(head);
    expect([text(fetched.body), fetched.status, fetched.ip, fetched.lenient]).toEqual(["ok", 200, "127.0.0.1", false]);
    expect([fetched.header("x-A"), fetched.header("Set-Cookie"), fetched.header("link")]).toEqual([
      "1",
      "b=\xfc",
      undefined,
    ]);
    expect(fetched.headers("set-cookie")).toEqual(["b=\xfc", "c"]);
  });

  it("tells a head that came in pieces of one byte as well", async () => {
    const head = "HTTP/1.1 200 OK\r\nA: 1\r\nContent-Length: 3\r\nConnection: close\r\n\r\n";
    const { port } = await serve(async (socket) => {
      for (const byte of `${head}abc`) {
        socket.write(byte);
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    const fetched = await ask(transportTo(port), { url: "http://a.example/" });
    expect([fetched.head, text(fetched.body)]).toEqual([head, "abc"]);
  });

  it("takes equal lengths for one, however the bytes come, and passes on whatever comes when", async () => {
    for (const lengths of ["Content-Length: 3, 3\r\n", "content-length:3\r\nB: 2\r\nCONTENT-LENGTH: 3 \r\n"]) {
      const { port } = await serve(async (socket) => {
        for (const byte of `HTTP/1.1 200 OK\r\n${lengths}A: 1\r\n\r\nabc`) {
          socket.write(byte);
          await new Promise((resolve) => setImmediate(resolve));
        }
      });
      const { head, body, lenient } = await ask(transportTo(port), { url: "http://a.example/" });
      const more = lengths.includes("B: 2") ? "B: 2\r\n" : "";
      expect([head, text(body)]).toEqual([`HTTP/1.1 200 OK\r\nContent-Length: 3\r\n${more}A: 1\r\n\r\n`, "abc"]);
      expect(lenient).toBe(true);
    }
  });

  it("unfolds the head that the lenient parser reads", async () => {
    const { port } = await serve(
      (socket) => void socket.end("HTTP/1.1 200 OK\r\nA: 1,\r\n\t2\r\nContent-Length: 2\r\n\r\nok"),
    );
    const { head, body, lenient } = await ask(transportTo(port), { url: "http://a.example/" });
    expect([head, text(body), lenient]).toEqual([
      "HTTP/1.1 200 OK\r\nA: 1,\t2\r\nContent-Length: 2\r\n\r\n",
      "ok",
      true,
    ]);
  });

  it("leaves blanks within a header as they are, however many", () => {
    // a search from each of them would take longer than a test may
    const value = `a${" ".repeat(300_000)}b`;
    expect(rebuiltHead("1.1", 200, "OK", ["A", `${value} \r\n\tc`])).toBe(`HTTP/1.1 200 OK\r\nA: ${value} c\r\n\r\n`);
  });

  it("asks once only where leniency is off", async () => {
    const { port, requests } = await serve((socket) => void socket.end(answers("x").replaceAll("\r\n", "\n")));
    expect(await fault(transportTo(port, { lenient: false }).fetch({ url: "http://a.example/" }))).toBe("bad-response");
    expect(requests.length).toBe(1);
  });

  it("stops at the limit of its own or of the transport, and takes a body that just fits for whole", async () => {
    const { port } = await serve((socket) => void socket.write(answers("0123456789")));
    const transport = transportTo(port, { bodyLimit: 10 });
    const url = "http://a.example/";
    expect(await ask(transport, { url })).toMatchObject({ ending: "whole", body: { length: 10 } });
    const cut = await ask(transport, { url, bodyLimit: 9 });
    expect(cut).toMatchObject({ ending: "cut", by: "length" });
    expect(text(cut.body)).toBe("012345678");
    expect(await ask(transport, { url, bodyLimit: 11 })).toMatchObject({ ending: "whole", body: { length: 10 } });
  });

  it("may come slowly, as long as no wait for more of it is too long", async () => {
    const { port } = await serve((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n");
      for (let nth = 1; nth <= 4; nth++) setTimeout(() => socket.write("x"), 900 * nth);
    });
    const transport = transportTo(port, { timeouts: { body: 3_000 } }); // the last letter comes after 3.6 s
    expect(await ask(transport, { url: "http://a.example/" })).toMatchObject({ ending: "whole", body: { length: 4 } });
  });

  it("is cut short when all bodies under way together are too long, and it is longer than its share", async () => {
    const { port } = await serve((socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
      };
      socket.on("drain", more).write("HTTP/1.1 200 OK\r\n\r\n");
      more();
    });
    const transport = transportTo(port, { memory: 3 << 20, connections: 4, bodyLimit: 64 << 20 });
    const fetched = await Promise.all(
      ["a", "b", "c", "d"].map((host) => ask(transport, { url: `http://${host}.example/` })),
    );
    for (const { body, ...answer } of fetched) {
      expect(answer).toMatchObject({ ending: "cut", by: "length" });
      expect(body.length).toBeGreaterThan((3 << 20) / 4);
      expect(body.length).toBeLessThanOrEqual((3 << 20) + 65_536); // one read beyond
    }
  });

  it("joins bodies of thousands of small pieces in order", async () => {
    const pieces = Array.from({ length: 5_000 }, (_, i) => "x".repeat(i % 40) + i);
    const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join("");
    const { port } = await serve(
      (socket) => void socket.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`),
    );
    const { body } = await ask(transportTo(port), { url: "http://a.example/" });
    expect(text(body)).toBe(pieces.join(""));
  });

  it("speaks plain HTTP for https URLs where the user says so, and does not send user information", async () => {
    const { port, requests } = await serve(ok);
    const transport = transportTo(0, { resolve: [`*=http://127.0.0.1:${port}`] });
    expect((await ask(transport, { url: "https://me:secret@a.example/x" })).status).toBe(200);
    expect(requests[0]).toMatch(/^GET \/x HTTP\/1\.1\r\nhost: a\.example\r\n/);
    expect(requests[0]).not.toMatch(/secret|authorization/i);
  });

  it("refuses URLs and headers that cannot be sent, as errors of fetching", async () => {
    const { port, requests } = await serve(ok);
    const transport = transportTo(port);
    for (const url of ["", "/x", "ftp://a.example/", "http://", "http://a b/", "http://[::/", "javascript:1"])
      expect([url, await fault(transport.fetch({ url }))]).toEqual([url, "bad-url"]);
    for (const headers of [{ "X Y": "1" }, { X: "a\r\nEvil: 1" }, { X: "\u{1f600}" }] as Record<string, string>[])
      expect(await transport.fetch({ url: "http://a.example/", headers })).toMatchObject({
        ending: "failed",
      });
    expect(requests).toEqual([]);
  });
});

describe("addresses", () => {
  it("are checked after they were resolved, and those that were checked are connected to", async () => {
    const { port } = await serve(ok);
    const byHost: Record<string, string[]> = { "a.example": ["10.0.0.1", "127.0.0.1"], "b.example": ["127.0.0.1"] };
    let questions = 0;
    const resolver = {
      queries: 0,
      async resolve(host: string) {
        questions++;
        return byHost[host].map((address) => ({ address, family: 4 as const }));
      },
      close() {},
    };
    const strict = openTransport({ userAgent: "test", resolver, allowPort: () => true });
    const open = openTransport({ userAgent: "test", resolver, allowPrivate: true });
    onTestFinished(strict.close);
    onTestFinished(open.close);
    expect(await strict.fetch({ url: `http://a.example:${port}/` })).toMatchObject({
      fault: "forbidden-address",
      message: "a.example: 127.0.0.1 (loopback) is not asked",
    });
    expect(questions).toBe(1);
    expect((await ask(open, { url: `http://b.example:${port}/` })).ip).toBe("127.0.0.1");
    expect(questions).toBe(2); // once a connection: there is no second answer that could differ
    byHost["b.example"] = ["10.0.0.1"];
    expect((await ask(open, { url: `http://b.example:${port}/` })).status).toBe(200);
    expect(questions).toBe(2); // the connection stands
  });

  it("of the public internet are asked on web ports only", async () => {
    const transport = transportTo(1);
    for (const url of ["http://8.8.8.8:22/", "http://8.8.8.8:6379/", "https://8.8.8.8:25/"])
      expect(await transport.fetch({ url })).toMatchObject({
        message: expect.stringMatching(/: port \d+ is not asked$/),
      });
  });

  it("that are not found, or not in time, end as dns", async () => {
    const never = { queries: 0, resolve: () => new Promise<never>(() => {}), close() {} };
    const transport = openTransport({ userAgent: "test", resolver: never, timeouts: { connect: 50 } });
    onTestFinished(transport.close);
    expect(await transport.fetch({ url: "http://a.example/" })).toMatchObject({
      fault: "dns",
      message: expect.stringMatching(/^a\.example: after \d+ ms no address was known$/),
    });
  });
});

describe("options", () => {
  it("that cannot be are refused by name", () => {
    const wrong: [Partial<TransportOptions>, RegExp][] = [
      [{ bodyLimit: 0 }, /bodyLimit is a positive number; found 0/],
      [{ connections: Number.NaN }, /connections is a positive number/],
      [{ timeouts: { headers: -1 } }, /headers is a number above 0; found -1/],
      [{ keepAlive: -1 }, /keepAlive/],
      [{ userAgent: "" }, /"User-Agent" cannot be sent as ""/],
      [{ userAgent: "a\r\nb: c" }, /"User-Agent"/],
      [{ resolve: ["x"] }, /^resolve: expected host=address/],
    ];
    for (const [options, message] of wrong)
      expect(() => openTransport({ userAgent: "x", ...options })).toThrow(message);
  });
});
