import { beforeEach, expect, it } from "vitest";
import type { Engine, Message } from "../../../src/cluster/engine.js";
import { openNats } from "../../../src/cluster/nats/open-nats.js";
import { describeWithNats, natsMissing, startNats } from "../nats-server.js";
import { makeNetwork, namespacesMissing } from "../networks.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (body: Uint8Array) => new TextDecoder().decode(body);
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const until = (done: () => boolean | Promise<boolean>) => expect.poll(done, { interval: 20 }).toBe(true);

const missing = namespacesMissing();
if (missing) console.warn(`a cut connection is not tested: ${missing}`);

const network = missing || natsMissing() ? undefined : makeNetwork(2);
let server: ReturnType<typeof startNats> | undefined;

/**
 * Engines of a new group, one by each of two links to a server in a network of its own, and what cuts the first link.
 */
async function linked(group: string) {
  const { within, addresses, setLink } = network!;
  server ??= startNats({ host: "0.0.0.0", within });
  const { port } = await server;
  const [one, other] = await Promise.all(addresses.map((address) => openNats(`nats://${address}:${port}`, group)));
  return { one, other, cut: () => setLink(0, "down"), heal: () => setLink(0, "up") };
}

/** Puts numbers in turn until told to stop; resolves when all are durable. */
function putting(engine: Engine, name: string): { readonly durable: string[]; stop(): Promise<number> } {
  const durable: string[] = [];
  const puts: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    const id = `${name}.${puts.length}`;
    puts.push(engine.put("q", bytes(id.padEnd(3_000)), id).then(() => durable.push(id)));
  }, 10);
  const stop = async () => {
    clearInterval(timer);
    await Promise.all(puts);
    return puts.length;
  };
  return { durable, stop };
}

/** Takes all of the queue, done with each at once. */
async function taking(engine: Engine): Promise<string[]> {
  const found: string[] = [];
  const handle = (message: Message) => {
    found.push(text(message.body).trim());
    void message.done();
  };
  await engine.take("q", handle, { within: 2_000 });
  return found;
}

describeWithNats("the engine on NATS, when the connection of one process is cut", () => {
  beforeEach((context) => {
    if (missing && !process.env.CI) context.skip(missing);
    expect(missing).toBeUndefined();
  });

  it("puts all that waits once it is healed within seconds, in turn, while others go on", async () => {
    const { one, other, cut, heal } = await linked("brief");
    const found = await taking(other);
    const [ones, others] = [putting(one, "one"), putting(other, "other")];
    await until(() => ones.durable.length > 20 && others.durable.length > 20);
    cut();
    const [before, meanwhile] = [ones.durable.length, others.durable.length];
    await pause(4_000);
    expect(ones.durable.length).toBeLessThan(before + 20); // answers that were on their way
    expect(others.durable.length).toBeGreaterThan(meanwhile + 50);
    heal();
    const counts = [await ones.stop(), await others.stop()];
    await until(() => found.length >= counts[0] + counts[1]);
    await until(async () => (await one.pending("q")) === 0);
    const [put, by] = [
      (name: string, count: number) => numbers(count).map((number) => `${name}.${number}`),
      (name: string) => found.filter((id) => id.startsWith(`${name}.`)),
    ];
    expect(by("one")).toEqual(put("one", counts[0]));
    expect(by("other")).toEqual(put("other", counts[1]));
    await Promise.all([one.close(), other.close()]);
  });

  it("finds a longer cut out, connects again, and both puts and takes all", async () => {
    const { one, other, cut, heal } = await linked("long");
    const taken = [await taking(one), await taking(other)];
    const [ones, others] = [putting(one, "one"), putting(other, "other")];
    await until(() => taken[0].length > 20 && taken[1].length > 20);
    cut();
    await until(() => !one.connected); // two questions without an answer, 5 s apart
    expect(other.connected).toBe(true);
    await pause(1_000);
    heal();
    await until(() => one.connected);
    const counts = [await ones.stop(), await others.stop()];
    await until(() => new Set(taken.flat()).size === counts[0] + counts[1]);
    await until(async () => (await one.pending("q")) === 0);
    await Promise.all([one.close(), other.close()]);
  });
});
