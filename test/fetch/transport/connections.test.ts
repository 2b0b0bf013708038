import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { selfSigned } from "../../fixture/torture/certificate.js";
import { answers, ask, fault, ok, serve, text, transportTo, until } from "./serve.js";

describe("connections", () => {
  it("serve one request after the other", async () => {
    const { port, made } = await serve(ok);
    const transport = transportTo(port);
    for (let i = 0; i < 5; i++) await ask(transport, { url: `http://a.example/${i}` });
    expect([made(), transport.counts().connections]).toEqual([1, 1]);
  });

  it("that the server closed meanwhile cost a second request, once, and only when they had served before", async () => {
    let first: Socket | undefined;
    const { port, requests } = await serve((socket, nth) => {
      first ??= socket;
      if (nth > 1 && socket === first) socket.destroy();
      else ok(socket);
    });
    const transport = transportTo(port);
    const url = "http://a.example/";
    await ask(transport, { url });
    expect((await ask(transport, { url })).status).toBe(200);
    expect([requests.length, transport.counts()]).toMatchObject([3, { requests: 3, stale: 1 }]);
    const refuses = await serve((socket) => socket.destroy());
    const other = transportTo(refuses.port);
    expect(await fault(other.fetch({ url }))).toBe("reset");
    expect([refuses.requests.length, other.counts().stale]).toEqual([1, 0]);
  });

  it("are no more than allowed, whoever finds none waits for one, and idle ones of other hosts make room", async () => {
    const counted: number[] = [];
    let count = () => 0;
    const { port, made } = await serve((socket) => {
      counted.push(count());
      setTimeout(() => ok(socket), 3);
    });
    for (const connections of [1, 3]) {
      const transport = transportTo(port, { connections });
      count = () => transport.counts().connections;
      const urls = Array.from({ length: 20 }, (_, i) => `http://h${i % 7}.example/`);
      const fetched = await Promise.all(urls.map((url) => ask(transport, { url })));
      expect(fetched.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(Math.max(...counted.splice(0))).toBe(connections);
      await transport.close();
    }
    expect(made()).toBeGreaterThanOrEqual(14); // seven hosts, twice: none was served on another's connection
  });

  it("that wait for another let the clock of their request stand still", async () => {
    let released = 0;
    const { port } = await serve((socket, nth) => {
      if (nth > 1) ok(socket);
      else
        setTimeout(() => {
          released = performance.now();
          ok(socket);
        }, 100);
    });
    const transport = transportTo(port, { connections: 1 });
    const [, second] = await Promise.all(["a", "b"].map((host) => ask(transport, { url: `http://${host}.example/` })));
    expect(second.milliseconds).toBeLessThanOrEqual(performance.now() - released);
  });

  it("are closed when they idle, or at once when none is to be kept", async () => {
    const { port, sockets, requests } = await serve(ok);
    const short = transportTo(port, { keepAlive: 30 });
    await ask(short, { url: "http://a.example/" });
    await until(() => sockets.size === 0 && short.counts().connections === 0);
    const none = transportTo(port, { keepAlive: 0 });
    const { request } = await ask(none, { url: "http://a.example/" });
    expect(request).toBe(requests[1]);
    expect(request).toMatch(/connection: close/);
    await until(() => sockets.size === 0);
    expect(none.counts().connections).toBe(0);
  });

  it("with unasked bytes behind a response serve no other, so that nothing is mistaken for an answer", async () => {
    const { port, made } = await serve(
      (socket, nth) => void socket.write(nth === 1 ? `${answers("first")}${answers("evil!")}` : answers("other")),
    );
    const transport = transportTo(port);
    const bodies = [];
    for (let i = 0; i < 2; i++) bodies.push(text((await ask(transport, { url: "http://a.example/" })).body));
    expect([bodies, made()]).toEqual([["first", "other"], 2]);
  });

  it("go on with the TLS session of the last one to their host, and of no other", async () => {
    const day = 86_400_000;
    const pair = selfSigned(["a.example", "b.example"], new Date(Date.now() - day), new Date(Date.now() + day));
    const resumed: boolean[] = [];
    const server = createServer(pair, ({ socket }, response) => {
      resumed.push((socket as TLSSocket).isSessionReused());
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const transport = transportTo((server.address() as AddressInfo).port, { ca: pair.cert, keepAlive: 0 });
    for (const host of ["a", "a", "b", "a"]) await ask(transport, { url: `https://${host}.example/` });
    expect(resumed).toEqual([false, true, false, true]);
  });

  it("are all closed by close(), which ends what is under way or waits as aborted, and what comes after", async () => {
    const { port, sockets } = await serve(() => {});
    const transport = transportTo(port, { connections: 2 });
    const faults = ["a", "b", "c", "d"].map((host) => fault(transport.fetch({ url: `http://${host}.example/` })));
    await until(() => sockets.size === 2);
    await transport.close();
    expect(await Promise.all(faults)).toEqual(Array(4).fill("aborted"));
    expect(await fault(transport.fetch({ url: "http://a.example/" }))).toBe("aborted");
    await until(() => sockets.size === 0);
    expect(transport.counts().connections).toBe(0);
    await transport.close();
  });
});
