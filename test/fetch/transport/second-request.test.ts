import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { afterAll, describe, expect, it, vi } from "vitest";
import { openTransport } from "../../../src/fetch/transport.js";
import { ask } from "./serve.js";

/** When requests came. Every answer is one that the strict parser refuses: its header line is folded. */
const times: number[] = [];
const server = createServer((socket) => {
  socket.on("error", () => undefined);
  socket.once("data", () => {
    times.push(performance.now());
    socket.end("HTTP/1.1 200 OK\r\nX-Folded: a\r\n b\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
  });
});
await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
afterAll(() => new Promise((closed) => server.close(closed)));
const { port } = server.address() as AddressInfo;
const options = { userAgent: "test", resolve: [`*=127.0.0.1:${port}`] };

describe("a second request", () => {
  it("waits as long as it is told to", async () => {
    times.length = 0;
    const between = vi.fn(() => 150);
    const transport = openTransport({ ...options, between });
    expect(await ask(transport, { url: "http://a.example/" })).toMatchObject({ status: 200, lenient: true });
    await transport.close();
    expect(times).toHaveLength(2);
    expect(between.mock.calls).toEqual([["a.example"]]);
    expect(times[1] - times[0]).toBeGreaterThanOrEqual(149); // a timer may be early by the part of a millisecond
  });

  it("that waits ends as aborted when the transport is closed", async () => {
    const transport = openTransport({ ...options, between: () => 60_000 });
    const fetched = transport.fetch({ url: "http://a.example/" });
    times.length = 0;
    while (times.length === 0) await new Promise((soon) => setTimeout(soon, 5));
    await new Promise((soon) => setTimeout(soon, 50));
    await transport.close();
    expect(await fetched).toMatchObject({ fault: "aborted" });
  });
});
