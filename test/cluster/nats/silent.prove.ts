import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { openNats } from "../../../src/cluster/nats/open-nats.js";
import { atEnd } from "../../endings.js";
import { describeWithNats, startNats } from "../nats-server.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (body: Uint8Array) => new TextDecoder().decode(body);
const numbers = (count: number) => Array.from({ length: count }, (_, i) => `${i}`);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const until = (done: () => boolean | Promise<boolean>) => expect.poll(done, { interval: 10 }).toBe(true);

describeWithNats("the engine on NATS, whose server says nothing", () => {
  it("finds out that a server went silent, and goes on when it speaks again", async () => {
    const server = await startNats();
    const engine = await openNats(server.address, "g");
    const found: string[] = [];
    await engine.take("q", (message) => {
      found.push(text(message.body));
      void message.done();
    });
    await engine.put("q", bytes("before"), "before");
    await until(() => found.length === 1);
    server.freeze();
    const puts = numbers(10).map((each) => engine.put("q", bytes(each), each));
    await until(() => !engine.connected); // two questions without an answer, 5 s apart
    await pause(1_000);
    server.thaw();
    await Promise.all(puts);
    await until(async () => (await engine.pending("q")) === 0);
    expect(new Set(found)).toEqual(new Set(["before", ...numbers(10)]));
    await engine.close();
  });

  it("is not opened", async () => {
    const server = createServer((socket) => void socket.on("error", () => {}));
    atEnd(() => void server.close());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { readonly port: number };
    await expect(openNats(`127.0.0.1:${port}`, "g")).rejects.toMatchObject({
      code: "unreachable",
      message: expect.stringMatching(/silent for 5 s/),
    });
  });
});
