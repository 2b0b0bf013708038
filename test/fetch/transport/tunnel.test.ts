import { createServer as createHttp, type RequestListener } from "node:http";
import { createServer as createHttps } from "node:https";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Answer } from "../../../src/fetch/fetched.js";
import type { Resolver } from "../../../src/fetch/resolve.js";
import { proxiesOf } from "../../../src/fetch/transport/proxies.js";
import { openTransport, type TransportOptions } from "../../../src/fetch/transport.js";
import { openProxy, type ProxyOptions } from "../../fixture/proxy.js";
import { selfSigned } from "../../fixture/torture/certificate.js";
import { ask, text, until } from "./serve.js";

const DAY = 86_400_000;
const pair = selfSigned(["a.example", "localhost"], new Date(Date.now() - DAY), new Date(Date.now() + DAY));
const ADDRESS = "93.184.216.34";

/** A resolver that knows names of .example alone, and every address of each. */
const resolver = (...addresses: string[]): Resolver => ({
  queries: 0,
  resolve: async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
  close() {},
});

const nobody: Resolver = {
  queries: 0,
  resolve: () => Promise.reject(new Error("nobody is to be asked")),
  close() {},
};

/** A site that tells how it was asked, over TLS or not. */
async function site(secure: boolean) {
  const seen: { readonly url: string; readonly names: readonly string[] }[] = [];
  const told: RequestListener = ({ url = "", headers }, response) => {
    seen.push({ url, names: Object.keys(headers) });
    if (url === "/odd") return response.socket?.end("HTTP/1.1 200 OK\nContent-Length: 3\n\nodd");
    return response.end(`${headers.host}${url}`);
  };
  const server = secure ? createHttps(pair, told) : createHttp(told);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed()).closeAllConnections()));
  return { port: (server.address() as AddressInfo).port, seen };
}

/** A transport through a proxy of our own. */
async function through(options: ProxyOptions, url: (port: number) => string, more: Partial<TransportOptions> = {}) {
  const proxy = await openProxy({ pair, ...options });
  return { proxy, transport: transportThrough(url(proxy.port), more) };
}

function transportThrough(url: string, more: Partial<TransportOptions> = {}) {
  const proxies = proxiesOf(url, { NO_PROXY: "direct.example" });
  const common = { userAgent: "test", proxies, proxyWaits: [], ca: pair.cert, resolver: nobody };
  const transport = openTransport({ ...common, ...more });
  onTestFinished(() => transport.close());
  return transport;
}

const faultOf = (answer: Answer) => (answer.ending === "failed" ? [answer.fault, answer.message] : ["none"]);

describe("a proxy", () => {
  const kinds = [
    ["http", "http", undefined],
    ["http", "http", "me:a secret"],
    ["https", "https", "me:a secret"],
    ["socks5", "socks5h", undefined],
    ["socks5", "socks5h", "me:a secret"],
    ["socks5", "socks5", "me:a secret"],
  ] as const;

  it.each(kinds)("%s leads to hosts by %s, over TLS or not, with the login %s", async (kind, scheme, login) => {
    const [plain, secure] = [await site(false), await site(true)];
    const lead = (_host: string, port: number) => (port === 443 ? secure.port : plain.port);
    const at = login === undefined ? "" : `${encodeURIComponent(login).replace("%3A", ":")}@`;
    const { proxy, transport } = await through(
      { kind, lead, ...(login && { login }) },
      (port) => `${scheme}://${at}localhost:${port}`,
      scheme === "socks5" ? { resolver: resolver(ADDRESS) } : {},
    );
    const pages = ["http://a.example/x?y", "http://a.example/odd", "https://a.example/x", "https://a.example/z"];
    for (const url of pages) {
      const fetched = await ask(transport, { url });
      expect(text(fetched.body)).toBe(url.endsWith("/odd") ? "odd" : url.replace(/^https?:\/\//, ""));
      // what the archive keeps is what the server got
      expect(fetched.request).toMatch(/^GET \/[xyzod?]+ HTTP\/1\.1\r\nhost: a\.example\r\n/);
      expect(fetched.request.toLowerCase()).not.toContain("proxy");
      expect([fetched.url, fetched.ip]).toEqual([url, scheme === "socks5" ? ADDRESS : undefined]);
    }
    const host = scheme === "socks5" ? ADDRESS : "a.example";
    const first = kind === "socks5" ? [`SOCKS ${host}:80`] : pages.slice(0, 2).map((url) => `GET ${url}`);
    const last = kind === "socks5" ? `SOCKS ${host}:443` : "CONNECT a.example:443";
    expect([proxy.asked[0], proxy.asked.at(-1)]).toEqual([first[0], last]);
    expect(proxy.asked.filter((each) => each === last)).toHaveLength(1); // the second page came on the same connection
    expect(new Set(proxy.logins)).toEqual(new Set(login === undefined ? [] : [login]));
    for (const { names } of [...plain.seen, ...secure.seen]) expect(names).not.toContain("proxy-authorization");
  });

  it("is not asked for hosts that are to be asked directly, mapped ones among them", async () => {
    const { port } = await site(false);
    const { proxy, transport } = await through(
      { kind: "http", lead: () => undefined },
      (at) => `http://localhost:${at}`,
      {
        resolve: [`mapped.example=127.0.0.1:${port}`],
        resolver: resolver("127.0.0.1"),
        allowPrivate: true,
      },
    );
    expect((await ask(transport, { url: "http://mapped.example/" })).ip).toBe("127.0.0.1");
    expect((await ask(transport, { url: `http://direct.example:${port}/` })).status).toBe(200);
    expect((await ask(transport, { url: `http://localhost:${port}/` })).status).toBe(200);
    expect(proxy.asked).toEqual([]);
  });

  it("of SOCKS is not told a name whose length its byte cannot hold, as another name and port", async () => {
    const { proxy, transport } = await through({ kind: "socks5", lead: () => 1 }, (at) => `socks5h://localhost:${at}`);
    const rest = `${"a".repeat(60)}.`.repeat(4);
    const long = `localhost19${rest}${"b".repeat(256 - rest.length - 2 - 4)}.org`; // 256 bytes more than "localhost"
    expect(long.length).toBe(265);
    const [fault, message] = faultOf(await transport.fetch({ url: `http://${long}/` }));
    expect([fault, message]).toEqual(["dns", expect.stringContaining("265 bytes")]);
    expect(proxy.asked).toEqual([]);
  });

  it("that is told addresses gets those alone that are of the public internet, one after the other", async () => {
    const { port } = await site(false);
    const second = "2606:2800:220:1::1";
    const lead = (host: string) => (host.includes(".") ? undefined : port);
    const { proxy, transport } = await through({ kind: "socks5", lead }, (at) => `socks5://localhost:${at}`, {
      resolver: resolver("127.0.0.1", ADDRESS, second, "10.0.0.1"),
    });
    expect((await ask(transport, { url: "http://a.example/" })).ip).toBe(second);
    expect(proxy.asked).toEqual([`SOCKS ${ADDRESS}:80`, "SOCKS 26062800022000010000000000000001:80"]);
    const hidden = await through({ kind: "socks5", lead }, (at) => `socks5://localhost:${at}`, {
      resolver: resolver("10.0.0.1"),
    });
    expect(faultOf(await hidden.transport.fetch({ url: "http://a.example/" }))[0]).toBe("forbidden-address");
    expect(hidden.proxy.asked).toEqual([]);
  });

  it("that looks names up is not asked for what a name, an address or a port gives away", async () => {
    const { port } = await site(false);
    for (const scheme of ["http", "socks5h"] as const) {
      const kind = scheme === "http" ? "http" : "socks5";
      const { proxy, transport } = await through({ kind, lead: () => port }, (at) => `${scheme}://localhost:${at}`);
      const wrong = [
        "http://10.0.0.1/",
        "http://[fe80::1]/",
        "http://intranet/",
        "http://x.local/",
        "http://x.internal./",
      ];
      for (const url of [...wrong, "http://a.example:22/"])
        expect(faultOf(await transport.fetch({ url }))[0], url).toBe("forbidden-address");
      expect(proxy.asked).toEqual([]);
      expect((await ask(transport, { url: `http://${ADDRESS}/` })).status).toBe(200);
    }
    const { transport } = await through({ kind: "http", lead: () => port }, (at) => `http://localhost:${at}`, {
      allowPrivate: true,
    });
    expect((await ask(transport, { url: "http://intranet:22/" })).status).toBe(200);
  });

  it("that refuses a host, or a name and password, is told from one that fails", async () => {
    const lead = () => undefined;
    const wants = { lead, login: "me:right" };
    const tell = async (options: ProxyOptions, scheme: string, url: string) => {
      const { transport } = await through(options, (at) => `${scheme}://me:wrong-secret@localhost:${at}`, {
        resolver: resolver(ADDRESS),
      });
      const [fault, message = ""] = faultOf(await transport.fetch({ url }));
      expect(message).not.toContain("wrong-secret");
      expect(message).not.toContain(Buffer.from("me:wrong-secret").toString("base64"));
      return fault;
    };
    expect(await tell({ kind: "http", lead }, "http", "https://a.example/")).toBe("unreachable");
    expect(await tell({ kind: "socks5", lead }, "socks5", "https://a.example/")).toBe("refused");
    for (const url of ["http://a.example/", "https://a.example/"]) {
      expect(await tell({ kind: "http", ...wants }, "http", url)).toBe("proxy-login");
      expect(await tell({ kind: "https", ...wants }, "https", url)).toBe("proxy-login");
      expect(await tell({ kind: "socks5", ...wants }, "socks5h", url)).toBe("proxy-login");
    }
    const { transport } = await through({ kind: "socks5", ...wants }, (at) => `socks5h://localhost:${at}`);
    expect(faultOf(await transport.fetch({ url: "http://a.example/" }))[0]).toBe("proxy-login");
  });

  it("is not blamed for a 407 of a server, and wants no login where it passes the login on", async () => {
    const server = createHttp(({ url }, response) => {
      if (url === "/odd") response.socket?.end("HTTP/1.1 407 Mine\nContent-Length: 3\n\nodd");
      else response.writeHead(407, "Mine", { "proxy-authenticate": "Basic" }).end("of the server");
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    onTestFinished(() => new Promise<void>((closed) => server.close(() => closed()).closeAllConnections()));
    const { port } = server.address() as AddressInfo;
    const lead = (host: string) => (host === "a.example" ? port : undefined);
    for (const login of [undefined, "me:right"]) {
      const { proxy, transport } = await through({ kind: "http", lead, ...(login && { login }) }, (at) =>
        login ? `http://${login}@localhost:${at}` : `http://localhost:${at}`,
      );
      for (const [path, said] of [
        ["/", "of the server"],
        ["/odd", "odd"],
      ]) {
        const fetched = await ask(transport, { url: `http://a.example${path}` });
        expect([fetched.status, text(fetched.body), fetched.url]).toEqual([407, said, `http://a.example${path}`]);
      }
      expect(new Set(proxy.logins)).toEqual(new Set(login && [login]));
      expect(proxy.asked.filter((each) => each === "GET http://no-host.invalid/")).toHaveLength(2);
      await proxy.close();
      const [fault] = faultOf(await transport.fetch({ url: "http://a.example/" }));
      expect(fault).toBe("proxy");
    }
  });

  it("that goes away after a 407 has failed, and no server gave it", async () => {
    const server = createServer((socket) => {
      socket.once("data", () => socket.end("HTTP/1.1 407 Who\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
      server.close();
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const transport = transportThrough(`http://localhost:${(server.address() as AddressInfo).port}`);
    expect(faultOf(await transport.fetch({ url: "http://a.example/" }))[0]).toBe("proxy");
  });

  it("that is not there, hangs, cuts or babbles costs no host anything, and leaves no connection", async () => {
    const open = new Set<Socket>();
    let behave: (socket: Socket) => void = () => {};
    const server = createServer((socket) => {
      open.add(socket);
      socket.on("close", () => open.delete(socket)).on("error", () => {});
      behave(socket);
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    onTestFinished(() => {
      for (const socket of open) socket.destroy();
    });
    const { port } = server.address() as AddressInfo;
    const tell = async (scheme: string, how: typeof behave) => {
      behave = how;
      const options = { timeouts: { connect: 300, headers: 300 } };
      const transport = transportThrough(`${scheme}://localhost:${port}`, options);
      const [fault] = faultOf(await transport.fetch({ url: "https://a.example/" }));
      await until(() => open.size === 0);
      return fault;
    };
    const say =
      (...bytes: number[]) =>
      (socket: Socket) =>
        void socket.once("data", () => socket.write(Buffer.from(bytes)));
    const hang = (socket: Socket) => void socket.resume();
    const cut = (socket: Socket) => void socket.once("data", () => socket.destroy());
    expect(await tell("socks5h", hang)).toBe("proxy");
    expect(await tell("https", hang)).toBe("proxy");
    expect(await tell("http", hang)).toBe("connect-timeout"); // the host, or the proxy: nobody can tell
    expect(await tell("socks5h", cut)).toBe("proxy");
    expect(await tell("https", cut)).toBe("proxy");
    expect(await tell("http", cut)).toBe("reset");
    expect(await tell("socks5h", say(4, 0))).toBe("proxy");
    expect(await tell("socks5h", say(5, 0))).toBe("connect-timeout");
    expect(await tell("socks5h", say(5, 0, 5, 0, 0, 2, 0, 0, 0))).toBe("proxy"); // there are no addresses of kind 2
    expect(await tell("http", (socket) => void socket.once("data", () => socket.end("SSH-2.0 hello\r\n\r\n")))).toBe(
      "proxy",
    );
    const babble = (socket: Socket) => void socket.once("data", () => socket.write("x".repeat(20_000)));
    expect(await tell("http", babble)).toBe("proxy");
    const loud = (socket: Socket) => void socket.once("data", () => socket.end("HTTP/1.1 503 \x1b[31mno\x07\r\n\r\n"));
    behave = loud;
    const [, message] = faultOf(
      await transportThrough(`http://localhost:${port}`).fetch({ url: "https://a.example/" }),
    );
    expect(message).toBe(`a.example:443: the proxy http://localhost:${port} answers 503 [31mno`);
    server.close();
    const gone = transportThrough(`http://localhost:${port}`);
    for (const url of ["http://a.example/", "https://a.example/"])
      expect(faultOf(await gone.fetch({ url }))[0]).toBe("proxy");
  });

  it("that is back in time is asked again, as often as is said", async () => {
    const { port } = await site(false);
    let tries = 0;
    const server = createServer((socket) => {
      socket.on("error", () => {});
      if (++tries <= 2) return void socket.once("data", () => socket.destroy());
      const onward = connect(port, "127.0.0.1");
      return void socket.once("data", () => {
        socket.write(Uint8Array.of(5, 0));
        socket.once("data", () => {
          socket.write(Uint8Array.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
          socket.pipe(onward).pipe(socket);
        });
      });
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    onTestFinished(() => new Promise<void>((closed) => void server.close(() => closed())));
    const url = `socks5h://localhost:${(server.address() as AddressInfo).port}`;
    expect(faultOf(await transportThrough(url, { proxyWaits: [1] }).fetch({ url: "http://a.example/" }))[0]).toBe(
      "proxy",
    );
    tries = 0;
    const patient = transportThrough(url, { proxyWaits: [1, 1], keepAlive: 0 });
    expect((await ask(patient, { url: "http://a.example/" })).status).toBe(200);
    tries = 0;
    const closing = transportThrough(url, { proxyWaits: [60_000] });
    const asked = closing.fetch({ url: "http://a.example/" });
    await until(() => tries === 1);
    await until(() => closing.counts().connections === 0);
    await closing.close();
    expect(faultOf(await asked)[0]).toBe("aborted");
  });

  it("shows a certificate that is checked, and so do hosts behind it", async () => {
    const { port } = await site(true);
    const lead = () => port;
    const { proxy, transport } = await through({ kind: "https", lead }, (at) => `https://localhost:${at}`, {
      ca: undefined,
    });
    expect(faultOf(await transport.fetch({ url: "https://a.example/" }))[0]).toBe("proxy");
    expect(proxy.asked).toEqual([]);
    const lax = transportThrough(`https://localhost:${proxy.port}`, { ca: undefined, insecure: ["localhost"] });
    expect(faultOf(await lax.fetch({ url: "https://a.example/" }))[0]).toBe("tls");
    const other = transportThrough(`https://localhost:${proxy.port}`);
    expect(faultOf(await other.fetch({ url: "https://a.test/" }))[0]).toBe("tls");
  });
});
