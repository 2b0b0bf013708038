import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { afterEach, expect, it } from "vitest";
import type { Engine, Message } from "../../../src/cluster/engine.js";
import { openNats } from "../../../src/cluster/nats/open-nats.js";
import { depth } from "../../depth.js";
import { endAll } from "../../endings.js";
import { describeWithNats, startNats } from "../nats-server.js";
import { ask } from "./keepers.js";

afterEach(endAll);

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (body: Uint8Array) => new TextDecoder().decode(body);
const numbers = (count: number) => Array.from({ length: count }, (_, i) => `${i}`);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const until = (done: () => boolean | Promise<boolean>) => expect.poll(done, { interval: 10 }).toBe(true);

/** Takes all of a queue, done with each at once. */
async function collect(engine: Engine, queue: string, within?: number) {
  const found: string[] = [];
  const handle = (message: Message) => {
    found.push(text(message.body));
    void message.done();
  };
  await engine.take(queue, handle, { within });
  return found;
}

/** What the server was told of a queue: after how many nanoseconds a message comes again. */
const ackWait = (address: string, group: string, queue: string): Promise<number | undefined> =>
  ask(address, async ({ consumers }) => (await consumers.info(`crawlbench-${group}`, queue)).config.ack_wait);

describeWithNats("the engine on NATS, whose server is killed", () => {
  it("loses and doubles nothing of 100 puts under way, and has all that were acknowledged before", async () => {
    const server = await startNats();
    const states: boolean[] = [];
    const engine = await openNats(server.address, "g", { onConnection: (connected) => states.push(connected) });
    const durable: string[] = [];
    const body = (id: string) => bytes(id.padEnd(20_000, "."));
    const puts = numbers(100).map((id) => engine.put("q", body(id), id).then(() => durable.push(id)));
    await until(() => durable.length > 0);
    await server.kill();
    const before = [...durable];
    await until(() => !engine.connected);
    puts.push(...["100", "101"].map((id) => engine.put("q", body(id), id).then(() => durable.push(id))));
    await pause(200);
    expect(durable).toEqual(before);
    await server.restart();
    await Promise.all(puts);
    expect(states).toEqual([false, true]);
    expect(await engine.pending("q")).toBe(102);
    const found = await collect(engine, "q");
    await until(async () => (await engine.pending("q")) === 0);
    expect(found.map((each) => each.replaceAll(".", ""))).toEqual(numbers(102));
    await engine.close();
  });

  it("hands over all messages, each once, whoever is done learns so, and what is done does not count", async () => {
    const server = await startNats();
    const [producer, taker] = [await openNats(server.address, "g"), await openNats(server.address, "g")];
    const found: string[] = [];
    const done: Promise<void>[] = [];
    const handle = (message: Message) => {
      found.push(text(message.body));
      done.push(message.done());
    };
    await taker.take("q", handle, { within: 1_000 });
    const [rounds, each] = depth({ everyday: [2, 1_000], prove: [4, 1_500] });
    for (let round = 0; round < rounds; round++) {
      const puts = numbers(each).map((number) => {
        const id = `${round}.${number}`;
        return producer.put("q", bytes(id.padEnd(2_000)), id);
      });
      // in the midst of it: the server did not write down all yet
      await until(() => found.length > each * round + each / 2);
      await server.kill();
      await server.restart();
      await Promise.all(puts);
      await until(() => found.length >= each * (round + 1));
      await Promise.all(done);
    }
    await until(async () => (await producer.pending("q")) === 0);
    expect([found.length, new Set(found).size]).toEqual([rounds * each, rounds * each]);
    await Promise.all([producer.close(), taker.close()]);
  });

  it("carries out what was asked of it while it was away: writes once, reads, counts, ends", async () => {
    const server = await startNats();
    const [one, other] = [await openNats(server.address, "g"), await openNats(server.address, "g")];
    const told: string[] = [];
    const heard: string[] = [];
    await other.watch("key", ({ value }) => told.push(text(value)));
    await other.listen("topic", (body) => {
      heard.push(text(body));
      return body;
    });
    const first = await one.write("key", bytes("a"), 0);
    const held: Message[] = [];
    await one.put("q", bytes("message"), "1");
    await other.take("q", (message) => held.push(message));
    await until(() => held.length === 1 && told.length === 1);
    const end = await one.take("ended", () => {});
    await server.kill();
    await until(() => !one.connected && !other.connected);
    await end();
    const waiting = Promise.all([
      one.write("key", bytes("b"), first!),
      other.read("key"),
      held[0].done(),
      other.take("late", () => {}),
    ]);
    expect(await one.ask("topic", bytes("?"), { within: 50, most: 1 })).toEqual([]);
    one.tell("topic", bytes("lost"));
    await server.restart();
    const [second, read] = await waiting;
    expect(second).toBeGreaterThan(first!);
    expect([first, second]).toContain(read!.revision);
    await until(() => told.length === 2);
    expect(told).toEqual(["a", "b"]);
    await until(async () => (await one.pending("q")) === 0);
    expect((await one.ask("topic", bytes("!"), { within: 20_000, most: 1 })).map(text)).toEqual(["!"]);
    expect(heard.at(-1)).toBe("!");
    const third = await one.write("key", bytes("c"), second!);
    await until(() => told.at(-1) === "c");
    expect(third).toBeGreaterThan(second!);
    await Promise.all([one.close(), other.close()]);
  });

  it("closes within seconds, and rejects what was not durable, without an error that nobody handles", async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on("unhandledRejection", note);
    const server = await startNats();
    const engine = await openNats(server.address, "g");
    await engine.take("q", () => {});
    await engine.watch("key", () => {});
    await engine.listen("topic", () => undefined);
    await server.kill();
    const puts = numbers(5).map((each) => engine.put("q", bytes(each), each));
    const others = [
      engine.read("key"),
      engine.write("key", bytes(""), 0),
      engine.pending("q"),
      engine.take("r", () => {}),
    ];
    await pause(100);
    await engine.close();
    for (const { status, reason } of (await Promise.allSettled([...puts, ...others])) as PromiseRejectedResult[]) {
      expect([status, reason.code]).toEqual(["rejected", "closed"]);
    }
    await pause(1_000);
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });
});

describeWithNats("the engine on NATS, whose taker dies", () => {
  it("delivers to another what a process held that was killed", async () => {
    const { address } = await startNats();
    const engine = await openNats(address, "g");
    await Promise.all(numbers(5).map((each) => engine.put("q", bytes(each), each)));
    const module = resolve(import.meta.dirname, "../../../dist/cluster/nats/open-nats.js");
    const child = spawn(process.execPath, [join(import.meta.dirname, "taker.mjs"), module, address, "g", "hold q"]);
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (words: string) => (said += words));
    await until(() => said.split("\n").length === 7); // "open", five messages, the end of the last line
    expect(await ackWait(address, "g", "q")).toBe(60e9);
    child.kill("SIGKILL");
    const found: string[] = [];
    const handle = (message: Message) => {
      found.push(`${text(message.body)}, ${message.redelivered}`);
      void message.done();
    };
    await engine.take("q", handle, { within: 1_000 });
    await until(() => found.length === 5);
    expect(found.sort()).toEqual(numbers(5).map((each) => `${each}, 1`));
    await until(async () => (await engine.pending("q")) === 0);
    await engine.close();
  });

  it("delivers to another what an engine held that was closed", async () => {
    const { address } = await startNats();
    const [one, other] = [await openNats(address, "g"), await openNats(address, "g")];
    await one.put("q", bytes("held"), "1");
    const held: Message[] = [];
    await one.take("q", (message) => held.push(message), { within: 2_000 });
    await until(() => held.length === 1);
    await one.close();
    const found = await collect(other, "q", 2_000);
    await until(() => found.length === 1);
    expect(found).toEqual(["held"]);
    await other.close();
  });
});
