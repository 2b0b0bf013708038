import { describe, expect, it } from "vitest";
import type { Engine } from "../../src/cluster/engine.js";
import { inMemoryEngine } from "./in-memory-engine.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (body: Uint8Array) => new TextDecoder().decode(body);
/** Lets all microtasks run that wait, and those that they start. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

async function collect(engine: Engine, queue: string, ahead?: number): Promise<string[]> {
  const found: string[] = [];
  await engine.take(
    queue,
    (message) => {
      found.push(`${text(message.body)} ${message.redelivered}`);
      void message.done();
    },
    { ahead },
  );
  return found;
}

describe("the engine in memory", () => {
  it("carries out at the reconnect what was asked while it was cut off, and loses news", async () => {
    const server = inMemoryEngine();
    const states: boolean[] = [];
    const one = server.open("g", { onConnection: (connected) => states.push(connected) });
    const other = server.open("g");
    const heard: string[] = [];
    await other.listen("topic", (body) => void heard.push(text(body)));
    one.disconnect();
    expect(one.connected).toBe(false);
    const waiting = [one.put("q", bytes("a"), "1"), one.write("key", bytes("b"), 0), one.pending("q")];
    one.tell("topic", bytes("lost"));
    expect(await one.ask("topic", bytes("lost"), { within: 1, most: 1 })).toEqual([]);
    await settle();
    expect([await other.pending("q"), await other.read("key"), heard]).toEqual([0, undefined, []]);
    one.reconnect();
    expect(await Promise.all(waiting)).toEqual([undefined, 1, 1]);
    expect([states, heard]).toEqual([[false, true], []]);
  });

  it("appends and writes once when the answer was lost on its way", async () => {
    const waiting: (() => void)[] = [];
    const server = inMemoryEngine({ later: (work) => waiting.push(work) });
    const one = server.open("g");
    const calls = Promise.all([one.put("q", bytes("a"), "1"), one.write("key", bytes("b"), 0)]);
    await settle();
    for (const work of waiting.splice(0)) work(); // both are done on the server
    one.disconnect(); // and their answers lost
    one.reconnect();
    while (waiting.length > 0) {
      for (const work of waiting.splice(0)) work();
      await settle();
    }
    expect(await calls).toEqual([undefined, 1]);
    const counted = one.pending("q");
    await settle();
    while (waiting.length > 0) for (const work of waiting.splice(0)) work();
    expect(await counted).toBe(1);
  });

  it("hands what a dead or cut taker held to another once its time is over, and tells how often it was delivered", async () => {
    let now = 0;
    const server = inMemoryEngine({ now: () => now });
    const [dead, cut, alive] = ["a", "b", "c"].map(() => server.open("g"));
    for (const engine of [dead, cut]) await engine.take("q", () => {}, { ahead: 2 });
    for (const each of ["1", "2"]) await alive.put("q", bytes(each), each);
    await settle();
    const found = await collect(alive, "q", 2);
    dead.die();
    cut.disconnect();
    server.redeliver();
    await settle();
    expect(found).toEqual([]);
    now = 60_000;
    server.redeliver();
    await settle();
    expect(found).toEqual(["1 1", "2 1"]);
    expect(await alive.pending("q")).toBe(0);
  });

  it("knows an id for ten minutes", async () => {
    let now = 0;
    const engine = inMemoryEngine({ now: () => now }).open("g");
    for (now of [0, 599_999, 600_000]) await engine.put("q", bytes(`${now}`), "same");
    const found = await collect(engine, "q");
    await settle();
    expect(found).toEqual(["0 0", "600000 0"]);
  });

  it("does the same each time", async () => {
    const run = async () => {
      const server = inMemoryEngine();
      const log: string[] = [];
      const engines = ["a", "b", "c"].map((name) => [name, server.open("g")] as const);
      for (const [name, engine] of engines) {
        await engine.take("q", (message) => {
          log.push(`${name} takes ${text(message.body)}`);
          void message.done().then(() => log.push(`${name} is done with ${text(message.body)}`));
        });
        await engine.watch("key", ({ value }) => log.push(`${name} sees ${text(value)}`));
      }
      for (let i = 0; i < 9; i++) {
        void engines[i % 3][1].put("q", bytes(`${i}`), `${i}`).then(() => log.push(`${i} is durable`));
        void engines[i % 3][1].write("key", bytes(`${i}`), i).then((revision) => log.push(`${i} is ${revision}`));
        if (i === 4) engines[1][1].disconnect();
      }
      await settle();
      engines[1][1].reconnect();
      await settle();
      return log;
    };
    const log = await run();
    expect(log.filter((line) => line.includes("is durable"))).toHaveLength(9);
    expect(await run()).toEqual(log);
  });
});
