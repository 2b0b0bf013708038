import type { NatsConnection } from "@nats-io/transport-node";
import { expect, it } from "vitest";
import { Link } from "../../../src/cluster/nats/link.js";

/** A link whose client says what it is told to. */
function linked() {
  const socket = { isDestroyed: false, destroy: () => void (socket.isDestroyed = true) };
  let say = (_type: string) => {};
  async function* status() {
    for (;;) yield { type: await new Promise<string>((resolve) => (say = resolve)) };
  }
  const connection = { status, protocol: { transport: { socket } } };
  const heard: boolean[] = [];
  const link = new Link(connection as unknown as NatsConnection, "h:4222", (connected) => heard.push(connected));
  const says = async (type: string) => {
    say(type);
    await new Promise(setImmediate);
  };
  return { link, socket, heard, says };
}

it("destroys the socket of a connection whose other side is silent, which the client waits for", async () => {
  const { link, socket, heard, says } = linked();
  await says("ping");
  expect(socket.isDestroyed).toBe(false);
  await says("staleConnection");
  expect([socket.isDestroyed, link.connected, heard]).toEqual([true, true, []]);
});

it("rejects what is under way when it breaks, says so once, and lets work wait until it stands again", async () => {
  const { link, heard, says } = linked();
  const underWay = link.attempt(() => new Promise(() => {}));
  await Promise.all([expect(underWay).rejects.toThrow("the connection broke"), says("disconnect")]);
  await says("disconnect");
  expect([link.connected, heard]).toEqual([false, [false]]);
  let isUp = false;
  const up = link.up().then(() => (isUp = true));
  await expect(link.attempt(async () => 1)).rejects.toThrow("the connection broke");
  expect(isUp).toBe(false);
  await says("reconnect");
  await up;
  expect([link.connected, heard, await link.attempt(async () => 1)]).toEqual([true, [false, true], 1]);
});

it("is closed for whoever waits for it", async () => {
  const { link, says } = linked();
  await says("disconnect");
  const up = link.up();
  link.close();
  await expect(up).rejects.toMatchObject({ code: "closed" });
});
