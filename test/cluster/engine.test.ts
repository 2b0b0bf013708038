import { describe, expect, it } from "vitest";
import type { Engine, Message } from "../../src/cluster/engine.js";
import { openNats } from "../../src/cluster/nats/open-nats.js";
import { coded } from "../fixture/problems.js";
import { inMemoryEngine } from "./in-memory-engine.js";
import { describeWithNats, startNats } from "./nats-server.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (body: Uint8Array) => new TextDecoder().decode(body);
const numbers = (count: number) => Array.from({ length: count }, (_, i) => `${i}`);

/** Opens an engine of a group; every group is new. */
type Open = (group: string, options?: { readonly maxBytes: number }) => Promise<Engine>;

/** Waits for something that other processes do; the time-out of the test ends it. */
const until = (done: () => boolean | Promise<boolean>) => expect.poll(done, { interval: 10 }).toBe(true);

const closed = { code: "closed", message: expect.stringMatching(/is closed: open it again/) };

/** Takes all of a queue, done with each at once. */
async function collect(engine: Engine, queue: string, ahead?: number) {
  const found: string[] = [];
  const end = await engine.take(
    queue,
    (message) => {
      found.push(text(message.body));
      message.done().catch((error) => expect(error).toMatchObject(closed)); // a test may be over before
    },
    { ahead },
  );
  return { found, end };
}

let groups = 0;

/** What holds for every engine. */
function contract(start: () => Promise<{ readonly open: Open }>): void {
  /** Two processes of a new group. */
  async function pair(options?: { readonly maxBytes: number }): Promise<[Engine, Engine]> {
    const { open } = await started();
    const group = `group-${++groups}`;
    return [await open(group, options), await open(group, options)];
  }
  let server: ReturnType<typeof start> | undefined;
  const started = () => (server ??= start());
  const close = (...engines: readonly Engine[]) => Promise.all(engines.map((engine) => engine.close()));

  it("hands messages over in the order in which they were put, many under way at once", async () => {
    const [one, other] = await pair();
    const puts = numbers(200).map((each) => one.put("q", bytes(each), each));
    const { found } = await collect(other, "q");
    await Promise.all(puts);
    await until(() => found.length === 200);
    expect(found).toEqual(numbers(200));
    await close(one, other);
  });

  it("keeps what nobody takes yet, and counts it by queue and by all below a name", async () => {
    const [one, other] = await pair();
    await Promise.all(["a", "a.b", "a.b", "a.b.c", "ab", "b.a"].map((queue, i) => one.put(queue, bytes(""), `${i}`)));
    const counted = await Promise.all(["a", "a.b", "a.b.c", "ab", "b", "b.a", "none"].map((q) => other.pending(q)));
    // those named so, and those whose names go on with a dot
    expect(counted).toEqual([4, 3, 1, 1, 1, 1, 0]);
    const { found } = await collect(other, "a.b");
    await until(() => found.length === 2);
    await until(async () => (await one.pending("a")) === 2);
    await close(one, other);
  });

  it("does not append a message again whose id it saw", async () => {
    const [one, other] = await pair();
    for (const [body, id] of [
      ["first", "1"],
      ["again", "1"],
      ["second", "2"],
    ])
      await one.put("q", bytes(body), id);
    await other.put("q", bytes("by another"), "2");
    const { found } = await collect(other, "q");
    await other.put("q", bytes("after it was taken"), "1");
    await one.put("q", bytes("last"), "3");
    await until(() => found.includes("last"));
    expect(found).toEqual(["first", "second", "last"]);
    await close(one, other);
  });

  it("delivers each message to one of those who take, and lets each have some", async () => {
    const [one, other] = await pair();
    const [first, second] = [await collect(one, "q"), await collect(other, "q")];
    await Promise.all(numbers(400).map((each) => one.put("q", bytes(each), each)));
    await until(() => first.found.length + second.found.length >= 400);
    expect(new Set([...first.found, ...second.found]).size).toBe(400);
    expect(Math.min(first.found.length, second.found.length)).toBeGreaterThan(50);
    await until(async () => (await one.pending("q")) === 0);
    await close(one, other);
  });

  it("delivers no more than so many that are not done, over all who take", async () => {
    const [one, other] = await pair();
    await Promise.all(numbers(50).map((each) => one.put("q", bytes(each), each)));
    const held: Message[] = [];
    for (const engine of [one, other]) await engine.take("q", (message) => held.push(message), { ahead: 8 });
    for (let done = 0; done < 50; done += 8) {
      const expected = Math.min(done + 8, 50);
      await until(() => held.length >= expected);
      await one.read("nothing"); // a way to the engine and back, in which more could come
      expect(held.length).toBe(expected);
      expect(await one.pending("q")).toBe(50 - done);
      await Promise.all(held.slice(done).map((message) => message.done()));
    }
    expect(held.every(({ redelivered }) => redelivered === 0)).toBe(true);
    expect(await one.pending("q")).toBe(0);
    await close(one, other);
  });

  it("gives those back at once that come to a taker that ends, and none that it was given", async () => {
    const [one, other] = await pair();
    const held: Message[] = [];
    const end = await one.take("q", (message) => held.push(message), { ahead: 4 });
    await Promise.all(numbers(20).map((each) => one.put("q", bytes(each), each)));
    await until(() => held.length === 4);
    await end();
    const { found } = await collect(other, "q", 8);
    await until(() => found.length === 16);
    await Promise.all(held.map((message) => message.done()));
    await until(async () => (await one.pending("q")) === 0);
    expect([...held.map(({ body }) => text(body)), ...found].sort()).toEqual(numbers(20).sort());
    await close(one, other);
  });

  it("waits while the queues are full, tells when there is room, and loses and doubles nothing", async () => {
    const [one, other] = await pair({ maxBytes: 40_000 });
    let durable = 0;
    const body = new Uint8Array(1_000);
    const puts = numbers(100).map((each) => one.put(`q.${Number(each) % 3}`, body, each).then(() => durable++));
    await until(() => durable >= 30);
    await one.read("nothing");
    expect(durable).toBeLessThan(41);
    const counts = await Promise.all([0, 1, 2].map((queue) => collect(other, `q.${queue}`)));
    await Promise.all(puts);
    await until(async () => (await one.pending("q")) === 0);
    expect(counts.map(({ found }) => found.length)).toEqual([34, 33, 33]);
    await close(one, other);
  });

  it("takes messages and values as long as it says, and no longer", async () => {
    const [one, other] = await pair();
    const longest = new Uint8Array(one.largest).fill(7);
    const longer = new Uint8Array(one.largest + 1);
    await one.put("q", longest, "1".repeat(300));
    expect(await one.write("key", longest, 0)).toBeTypeOf("number");
    expect(Buffer.compare((await other.read("key"))!.value, longest)).toBe(0);
    const message = expect.stringMatching(`has ${longer.length} bytes, and .* takes ${one.largest} at most`);
    await expect(one.put("q", longer, "2")).rejects.toMatchObject({ code: "too-large", message });
    await expect(one.write("key", longer, 0)).rejects.toMatchObject({ code: "too-large" });
    const lengths: number[] = [];
    await other.take("q", ({ body }) => lengths.push(body.length));
    await until(() => lengths.length === 1);
    expect(lengths).toEqual([one.largest]);
    await close(one, other);
  });

  it("changes a value only for whoever read the last one", async () => {
    const [one, other] = await pair();
    expect(await one.read("key")).toBeUndefined();
    const first = await one.write("key", bytes("a"), 0);
    expect(first).toBeGreaterThan(0);
    expect(await other.write("key", bytes("b"), 0)).toBeUndefined();
    const second = await other.write("key", bytes("b"), first!);
    expect(second).toBeGreaterThan(first!);
    expect(await one.write("key", bytes("c"), first!)).toBeUndefined();
    const found = await one.read("key");
    expect([text(found!.value), found!.revision]).toEqual(["b", second]);
    expect(await other.write("other.key", bytes("c"), 0)).toBeGreaterThan(0);
    await close(one, other);
  });

  it("counts right when many count in one value at once", async () => {
    const engines = await pair();
    const count = async (engine: Engine) => {
      for (;;) {
        const { value, revision } = (await engine.read("sum")) ?? { value: bytes("0"), revision: 0 };
        if (await engine.write("sum", bytes(`${Number(text(value)) + 1}`), revision)) return;
      }
    };
    await Promise.all(numbers(20).map((each) => count(engines[Number(each) % 2])));
    expect(text((await engines[0].read("sum"))!.value)).toBe("20");
    await close(...engines);
  });

  it("tells those who watch the value there is, and the last one after changes", async () => {
    const [one, other] = await pair();
    const told: string[] = [];
    const nothing: string[] = [];
    const revision = await one.write("key", bytes("before"), 0);
    const end = await other.watch("key", ({ value }) => told.push(text(value)));
    await other.watch("another", ({ value }) => nothing.push(text(value)));
    await until(() => told.length === 1);
    let last = revision!;
    for (const each of numbers(10)) last = (await one.write("key", bytes(each), last))!;
    expect(await one.write("key", bytes("refused"), last - 1)).toBeUndefined();
    await until(() => told.at(-1) === "9");
    expect(told[0]).toBe("before");
    expect(told).toEqual([...new Set(told)]);
    await end();
    await one.write("key", bytes("after"), last);
    await one.read("key");
    expect(told).not.toContain("after");
    expect(told).not.toContain("refused");
    expect(nothing).toEqual([]);
    await close(one, other);
  });

  it("carries news to all who listen at the moment, the teller too, and to no other topic", async () => {
    const [one, other] = await pair();
    const heard: string[] = [];
    one.tell("topic", bytes("too early"));
    const ends: (() => Promise<void>)[] = [];
    for (const [name, engine] of Object.entries({ one, other })) {
      ends.push(await engine.listen("topic", (body) => void heard.push(`${name} ${text(body)}`)));
    }
    await other.listen("topic.below", (body) => void heard.push(text(body)));
    one.tell("topic", bytes("news"));
    await until(() => heard.length === 2);
    await ends[1]();
    one.tell("topic", bytes("late"));
    await until(() => heard.includes("one late"));
    expect(heard.sort()).toEqual(["one late", "one news", "other news"]);
    await close(one, other);
  });

  it("asks all who listen, and has the answers that come, as many as it wants", async () => {
    const [one, other] = await pair();
    await one.listen("topic", (body) => bytes(`one ${text(body)}`));
    await other.listen("topic", (body) => bytes(`other ${text(body)}`));
    await other.listen("topic", () => undefined);
    const ask = async (topic: string, most: number, within = 500) =>
      (await one.ask(topic, bytes("?"), { within, most })).map(text).sort();
    expect(await ask("topic", 2, 20_000)).toEqual(["one ?", "other ?"]);
    expect(await ask("topic", 1, 20_000)).toHaveLength(1);
    expect(await ask("topic", 9)).toEqual(["one ?", "other ?"]);
    expect(await ask("nobody", 9)).toEqual([]);
    await close(one, other);
  });

  it("lets many begin at the same moment", async () => {
    const { open } = await started();
    for (let round = 0; round < 5; round++) {
      const group = `group-${++groups}`;
      const engines = await Promise.all(numbers(6).map(() => open(group)));
      const taken = await Promise.all(engines.map((engine) => collect(engine, "q", 6)));
      await Promise.all(engines.map((engine, i) => engine.put("q", bytes(`${i}`), `${i}`)));
      const written = await Promise.all(engines.map((engine) => engine.write("key", bytes("a"), 0)));
      await until(() => taken.flatMap(({ found }) => found).length === 6);
      expect(written.filter((revision) => revision !== undefined)).toHaveLength(1);
      await engines[0].drop();
      await close(...engines);
    }
  });

  it("keeps groups apart", async () => {
    const [[one], [other]] = [await pair(), await pair()];
    await one.put("q", bytes("one"), "1");
    await one.write("key", bytes("one"), 0);
    const heard: string[] = [];
    await other.listen("topic", (body) => void heard.push(text(body)));
    one.tell("topic", bytes("one"));
    expect([await other.pending("q"), await other.read("key")]).toEqual([0, undefined]);
    await other.put("q", bytes("other"), "1");
    const { found } = await collect(other, "q");
    await until(() => found.length === 1);
    expect([found, heard]).toEqual([["other"], []]);
    expect(await one.pending("q")).toBe(1);
    await close(one, other);
  });

  it("is empty after a drop, and works on for whoever uses it", async () => {
    const [one, other] = await pair();
    const { found } = await collect(other, "used");
    const told: string[] = [];
    await other.watch("key", ({ value }) => told.push(text(value)));
    const held: Message[] = [];
    await other.take("held", (message) => held.push(message));
    for (const queue of ["used", "q", "held"]) await one.put(queue, bytes("before"), queue);
    await one.write("key", bytes("before"), 0);
    await until(() => found.length + told.length + held.length === 3);
    await one.drop();
    expect([await one.pending("q"), await other.read("key")]).toEqual([0, undefined]);
    await held[0].done();
    await one.put("used", bytes("after"), "used");
    expect(await one.write("key", bytes("after"), 0)).toBeGreaterThan(0);
    const both = ["before", "after"];
    await expect.poll(() => [found, told], { timeout: 25_000, interval: 10 }).toEqual([both, both]);
    await one.drop();
    await close(one, other);
  });

  it("refuses names that are none", async () => {
    const { open } = await started();
    for (const group of ["", "a b", "a.b", "a*", "ä"]) await expect(open(group)).rejects.toThrow(coded("option"));
    const [one] = await pair();
    for (const name of ["", ".", "a.", ".a", "a..b", "a b", "*", "a.>", "ä"]) {
      await expect(one.put(name, bytes(""), "1")).rejects.toThrow(/a queue is .* letters, digits/);
      await expect(one.take(name, () => {})).rejects.toThrow(/a queue is/);
      await expect(one.pending(name)).rejects.toThrow(/a queue is/);
      await expect(one.read(name)).rejects.toThrow(/a key is/);
      await expect(one.write(name, bytes(""), 0)).rejects.toThrow(/a key is/);
      await expect(one.watch(name, () => {})).rejects.toThrow(/a key is/);
      await expect(one.listen(name, () => undefined)).rejects.toThrow(/a topic is/);
      await expect(one.ask(name, bytes(""), { within: 10, most: 1 })).rejects.toThrow(/a topic is/);
      expect(() => one.tell(name, bytes(""))).toThrow(/a topic is/);
    }
    for (const id of ["", " ", "a b", "ä", "1\n", "1".repeat(301)]) {
      await expect(one.put("q", bytes(""), id)).rejects.toThrow(/an id is 1 to 300 ASCII characters/);
    }
    await close(one);
  });

  it("refuses calls once it is closed, and can be closed twice", async () => {
    const [one, other] = await pair();
    await one.put("q", bytes("a"), "1");
    const held: Message[] = [];
    const end = await one.take("q", (message) => held.push(message));
    await until(() => held.length === 1);
    await one.close();
    await one.close();
    await expect(one.put("q", bytes("b"), "2")).rejects.toMatchObject(closed);
    await expect(one.take("q", () => {})).rejects.toMatchObject(closed);
    await expect(one.read("key")).rejects.toMatchObject(closed);
    await expect(one.write("key", bytes(""), 0)).rejects.toMatchObject(closed);
    await expect(one.watch("key", () => {})).rejects.toMatchObject(closed);
    await expect(one.pending("q")).rejects.toMatchObject(closed);
    await expect(one.listen("topic", () => undefined)).rejects.toMatchObject(closed);
    await expect(one.ask("topic", bytes(""), { within: 10, most: 1 })).rejects.toMatchObject(closed);
    await expect(one.drop()).rejects.toMatchObject(closed);
    await expect(held[0].done()).rejects.toMatchObject(closed);
    await end();
    expect(await other.pending("q")).toBe(1);
    await close(other);
  });
}

describe("the engine in memory", () => {
  contract(async () => {
    const servers = new Map<number, ReturnType<typeof inMemoryEngine>>();
    const open: Open = async (group, { maxBytes } = { maxBytes: Number.POSITIVE_INFINITY }) => {
      const server = servers.get(maxBytes) ?? inMemoryEngine({ maxBytes });
      servers.set(maxBytes, server);
      return server.open(group);
    };
    return { open };
  });
});

describeWithNats("the engine on NATS JetStream", () => {
  contract(async () => {
    const { address } = await startNats();
    return { open: (group, options) => openNats(address, group, options) };
  });
});
