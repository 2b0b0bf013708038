import { describe, expect, it } from "vitest";
import type { Message } from "../../src/cluster/engine.js";
import { unpackLetter } from "../../src/cluster/letter.js";
import { Outbox, queueOf } from "../../src/cluster/outbox.js";
import { SentAccount } from "../../src/cluster/sent-account.js";
import { FakeClock } from "../fetch/fake-clock.js";
import { type InMemoryOptions, inMemoryEngine } from "./in-memory-engine.js";

const found = (id: number, length = 0) => ({
  url: `http://h.example/${id}`.padEnd(length, "x"),
  depth: 2,
  hops: 1,
  via: "http://v.example/",
});

function outboxOf(options: InMemoryOptions = {}) {
  const clock = new FakeClock();
  const server = inMemoryEngine({ now: () => clock.now(), ...options });
  const engine = server.open("crawl");
  const account = new SentAccount("name.run");
  const outbox = new Outbox(engine, clock, account, () => 0);
  const reader = server.open("crawl");
  /** All that stands in the queue of a part, message by message. */
  const read = async (part: number) => {
    const messages: Message[] = [];
    const end = await reader.take(queueOf(part), (message) => messages.push(message), { ahead: 1_000 });
    await wait(1);
    await end();
    return messages.map(({ body }) => unpackLetter(body).urls);
  };
  const wait = (ms: number) => clock.run(new Promise<void>((resolve) => clock.after(ms, resolve)));
  return { account, clock, server, engine, outbox, reader, read, wait };
}

describe("an outbox", () => {
  it("sends URLs of a part in one message when the first has waited long enough, and not at once", async () => {
    const { outbox, reader, read, wait } = outboxOf();
    for (let id = 0; id < 30; id++) outbox.send(id % 2, found(id));
    await wait(10);
    expect([outbox.isEmpty, await reader.pending("parts")]).toEqual([false, 0]);
    await wait(5_000);
    expect([outbox.isEmpty, await reader.pending("parts"), outbox.messages]).toEqual([true, 2, 2]);
    expect(await read(0)).toEqual([Array.from({ length: 15 }, (_, at) => found(2 * at))]);
    expect(await read(1)).toEqual([Array.from({ length: 15 }, (_, at) => found(2 * at + 1))]);
    outbox.send(0, found(99));
    await wait(5_000); // the timer is set anew
    expect(await reader.pending("parts")).toBe(3);
  });

  it("sends 1,000 URLs of a part at once", async () => {
    const { outbox, read } = outboxOf();
    for (let id = 0; id < 2_001; id++) outbox.send(7, found(id));
    expect(outbox.messages).toBe(2);
    await outbox.flush();
    expect((await read(7)).map(({ length }) => length)).toEqual([1_000, 1_000, 1]);
  });

  it("has made all durable that was sent when it is flushed, and counts messages and bytes", async () => {
    const { outbox, reader, read } = outboxOf();
    await outbox.flush(); // nothing to do
    for (let part = 0; part < 64; part++) outbox.send(part, found(part));
    await outbox.flush();
    expect([outbox.isEmpty, await reader.pending("parts"), outbox.messages]).toEqual([true, 64, 64]);
    expect(outbox.bytes).toBeGreaterThan(64 * "http://h.example/0".length);
    expect(await read(63)).toEqual([[found(63)]]);
  });

  it("claims of each part the messages that the engine has, by their numbers, and no others", async () => {
    const { account, clock, engine, outbox } = outboxOf();
    for (let round = 0; round < 3; round++) {
      for (const part of [4, 9]) outbox.send(part, found(round));
      await outbox.flush();
    }
    engine.disconnect();
    outbox.send(4, found(99));
    const flushed = outbox.flush();
    expect(account.claims).toEqual([
      [4, "name.run", 1, 3],
      [9, "name.run", 1, 3],
    ]);
    engine.reconnect();
    await clock.run(flushed);
    expect(account.claims[0]).toEqual([4, "name.run", 1, 4]);
  });

  it("waits for an engine that is away, and loses nothing", async () => {
    const { clock, engine, outbox, reader, wait } = outboxOf();
    engine.disconnect();
    outbox.send(1, found(1));
    let isFlushed = false;
    const flushed = outbox.flush().then(() => {
      isFlushed = true;
    });
    await wait(60_000);
    expect([isFlushed, outbox.isEmpty]).toEqual([false, false]);
    engine.reconnect();
    await clock.run(flushed);
    expect(await reader.pending("parts")).toBe(1);
  });

  it("halves what is larger than a message may be", async () => {
    const { outbox, read } = outboxOf({ largest: 4_000 });
    const long = Array.from({ length: 50 }, (_, id) => found(id, 900));
    for (const each of long) outbox.send(1, each);
    await outbox.flush();
    const messages = await read(1);
    expect(messages.flat()).toEqual(long);
    expect(messages.length).toBeGreaterThanOrEqual(13); // 4 of 900 bytes fit into 4,000
  });

  it("says with every flush why something never will be durable", async () => {
    const { outbox } = outboxOf({ largest: 1_000 });
    outbox.send(1, found(1, 2_000));
    await expect(outbox.flush()).rejects.toThrow("takes 1000 at most");
    await expect(outbox.flush()).rejects.toThrow("takes 1000 at most");
  });
});
