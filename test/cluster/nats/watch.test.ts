import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Link } from "../../../src/cluster/nats/link.js";
import { watch } from "../../../src/cluster/nats/watch.js";
import { linkByHand } from "./link-by-hand.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Stored {
  readonly data: Uint8Array;
  readonly seq: number;
  readonly timestamp: string;
}

const stored = (text: string, seq: number, timestamp = "noon"): Stored => ({ data: Buffer.from(text), seq, timestamp });

/** A key that is watched, as whoever hints and connects tells it; what was told of it, and how often it was read. */
function watched(first: Stored | null = null) {
  const server = { entry: first, reads: 0, subscribed: true };
  let hint: (text?: string) => void = () => {};
  const { link: bare, calls } = linkByHand();
  const link = {
    ...bare,
    connection: {
      subscribe: (_: string, { callback }: { callback: (error: undefined, message?: object) => void }) => {
        hint = (text) => callback(undefined, text === undefined ? undefined : { data: Buffer.from(text) });
        return { unsubscribe: () => (server.subscribed = false) };
      },
    },
  };
  const told: string[] = [];
  const read = async () => {
    server.reads++;
    return server.entry as never;
  };
  const end = watch(link as unknown as Link, "key", read, ({ value, revision }) =>
    told.push(`${Buffer.from(value).toString()} ${revision}`),
  );
  const turn = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);
  /** The connection breaks, or stands again. */
  const change = (connected: boolean) => {
    link.connected = connected;
    for (const call of [...calls].filter((each) => calls.delete(each))) call();
  };
  return { server, told, end, turn, change, link, hint: (text?: string) => hint(text) };
}

describe("a key that is watched", () => {
  it("is told as it stands at first, and then what changed, once", async () => {
    const { server, told, turn, hint } = watched(stored("a", 1));
    await turn();
    expect(told).toEqual(["a 1"]);
    server.entry = stored("b", 2);
    hint("b");
    await turn();
    hint("b");
    await turn(60_000);
    expect(told).toEqual(["a 1", "b 2"]);
  });

  it("is told anew where a table that was made anew counts from 1 again", async () => {
    const { server, told, turn, hint } = watched(stored("a", 1));
    await turn();
    server.entry = stored("b", 1, "evening");
    hint("b");
    await turn();
    expect(told).toEqual(["a 1", "b 1"]);
  });

  it("is read again after a hint that came before the value, eight times over some seconds, and once without one", async () => {
    const { server, told, turn, hint } = watched();
    await turn();
    expect(server.reads).toBe(1);
    hint("b");
    await turn(200); // 50 and 100 ms, and 200
    expect(server.reads).toBe(4);
    server.entry = stored("b", 5);
    await turn(200);
    expect([told, server.reads]).toEqual([["b 5"], 5]);
    hint("never");
    await turn(60_000);
    expect([told, server.reads]).toEqual([["b 5"], 13]);
  });

  it("is looked at whenever the connection stands again, and not while it is broken", async () => {
    const { server, told, turn, change } = watched();
    await turn();
    change(false);
    await turn();
    expect(server.reads).toBe(1);
    server.entry = stored("a", 1);
    for (let time = 0; time < 2; time++) {
      change(true);
      await turn();
      change(false);
    }
    expect([told, server.reads]).toEqual([["a 1"], 3]);
  });

  it("is read until what a hint said is there, though the connection breaks and stands again meanwhile", async () => {
    const { server, told, turn, change, hint } = watched();
    await turn();
    hint("a");
    change(false);
    change(true);
    await turn(100);
    server.entry = stored("a", 1);
    await turn(60_000);
    expect(told).toEqual(["a 1"]);
    const { reads } = server;
    change(false);
    change(true); // nothing is awaited any more
    await turn(60_000);
    expect(server.reads).toBe(reads + 1);
  });

  it("is told no more once it ended, though a look was under way", async () => {
    const { server, told, turn, change, hint, end } = watched();
    await turn();
    hint("b");
    server.entry = stored("b", 1);
    await end();
    change(false);
    change(true);
    await turn(60_000);
    expect([told, server.subscribed, server.reads]).toEqual([[], false, 2]);
  });

  it("ends on a link that is closed without a word to it", async () => {
    const { server, link, end, turn } = watched();
    await turn();
    link.closed = true;
    await end();
    expect(server.subscribed).toBe(true);
  });
});
