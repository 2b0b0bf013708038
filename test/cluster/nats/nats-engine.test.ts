import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Link } from "../../../src/cluster/nats/link.js";
import { namesOf } from "../../../src/cluster/nats/names.js";
import { NatsEngine } from "../../../src/cluster/nats/nats-engine.js";
import type { Store } from "../../../src/cluster/nats/store.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An engine on a server that has one queue, "q", of which messages wait, and delivers none. */
function silent() {
  const done: string[] = [];
  const ended = () => new Promise<void>(() => {});
  const loop = { closed: ended, close: async () => void done.push("close"), status: async function* () {} };
  const client = {
    consumers: { getConsumerFromInfo: () => ({ consume: async () => loop }) },
    publish: async (subject: string, _body: Uint8Array, { msgID }: { readonly msgID: string }) => {
      done.push(`${subject} ${msgID}`);
      return { seq: 4 };
    },
  };
  const link = {
    ...{ connected: true, closed: false, address: "nats://h:4222", failing: new Map(), onChange: () => () => {} },
    connection: { info: { max_payload: 2_000 }, flush: async () => {}, close: async () => {} },
    up: async () => {},
    attempt: <T>(work: () => Promise<T>) => work(),
    close: () => {
      link.closed = true;
    },
  };
  const store = {
    jetstream: { jetstream: () => client },
    names: namesOf("g"),
    consumer: async () => ({}),
    unled: async () => [],
    waiting: async () => new Map([["q", 1]]),
    mendConsumer: async (queue: string) => done.push(`mend ${queue}`) > 0,
  };
  const engine = new NatsEngine(link as unknown as Link, store as unknown as Store, "me", () => done.push("help"));
  return { engine, done, link };
}

const turn = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe("the engine on NATS", () => {
  it("looks after the queues that are taken of, and no more after those that were", async () => {
    const { engine, done, link } = silent();
    await turn(15_000);
    expect(done).toEqual([]);
    const end = await engine.take("q", () => {});
    await turn(25_000);
    expect(done).toEqual(["mend q", "mend q"]);
    await end();
    await turn(100_000);
    expect(done).toEqual(["mend q", "mend q", "close"]);
    await engine.close();
    expect([done.length, link.closed]).toEqual([3, true]);
  });

  it("ends what still takes when it is closed, once", async () => {
    const { engine, done } = silent();
    await engine.take("q", () => {});
    await engine.close();
    await engine.close();
    expect(done).toEqual(["close"]);
  });

  it("names each of its writes apart", async () => {
    const { engine, done } = silent();
    const key = namesOf("g").key("k");
    expect([await engine.write("k", new Uint8Array(1), 3), await engine.write("k", new Uint8Array(1), 4)]).toEqual([
      4, 4,
    ]);
    expect(done).toEqual([`${key} me.1`, `${key} me.2`]);
    await engine.close();
  });

  it("takes what fits a message with its head, and says what would not", async () => {
    const { engine } = silent();
    expect(engine.largest).toBe(2_000 - 512);
    await engine.put("q", new Uint8Array(1_488), "id");
    await expect(engine.put("q", new Uint8Array(1_489), "id")).rejects.toMatchObject({
      code: "too-large",
      message: expect.stringMatching(
        /^a message for the queue q has 1489 bytes, and nats:\/\/h:4222 takes 1488 at most: /,
      ),
    });
    for (const id of ["", "a b", "x".repeat(301)])
      await expect(engine.put("q", new Uint8Array(1), id)).rejects.toMatchObject({ code: "option" });
    await engine.put("q", new Uint8Array(1), "x".repeat(300));
    await engine.close();
  });
});
