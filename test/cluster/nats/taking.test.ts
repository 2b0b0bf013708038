import type { Consumer, JsMsg } from "@nats-io/jetstream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Link } from "../../../src/cluster/nats/link.js";
import { Taking } from "../../../src/cluster/nats/taking.js";
import { linkByHand } from "./link-by-hand.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The client's loop over messages, which ends when it is told to, or when what it reads is gone. */
class Loop {
  drained = 0;
  isOpen = true;
  readonly sub = { drain: async () => void this.drained++ };
  #end: () => void = () => {};
  #note: (type: string) => void = () => {};
  readonly #closed = new Promise<void>((resolve) => {
    this.#end = resolve;
  });
  readonly #noted = new Promise<string>((resolve) => {
    this.#note = resolve;
  });

  constructor(readonly options: { readonly callback: (message: JsMsg) => void; readonly max_messages: number }) {}

  closed = () => this.#closed;
  close = async () => {
    this.isOpen = false;
    this.#end();
  };
  note = (type: string) => this.#note(type);
  async *status() {
    yield { type: await this.#noted };
  }
}

function taking(ahead = 8) {
  const loops: Loop[] = [];
  const { link, calls } = linkByHand();
  const server = { fails: false, late: 0 };
  const consumer = async () => {
    if (server.fails) throw new Error("away");
    if (server.late > 0) await new Promise((resolve) => setTimeout(resolve, server.late));
    return {
      consume: async (options: Loop["options"]) => {
        loops.push(new Loop(options));
        return loops[loops.length - 1];
      },
    } as unknown as Consumer;
  };
  const handled: unknown[] = [];
  const of = new Taking(link as unknown as Link, "q", consumer, (message) => handled.push(message), ahead);
  const message = (name: string) => {
    const given: string[] = [];
    return { name, given, nak: () => given.push("back") } as unknown as JsMsg & { readonly given: string[] };
  };
  const turn = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);
  return { of, loops, link, calls, server, handled, message, turn };
}

describe("what takes of a queue", () => {
  it("hands messages on, and asks for half of those that may be in hand, one at least", async () => {
    const { of, loops, handled, message, turn } = taking();
    await of.begin();
    await turn(500);
    const [one, before] = [message("one"), of.heard];
    loops[0].options.callback(one);
    await turn();
    expect(handled).toEqual([one]);
    expect(of.heard - before).toBe(500);
    expect(loops[0].options).toMatchObject({ max_messages: 4, expires: 10_000, idle_heartbeat: 1_500 });
    const single = taking(1);
    await single.of.begin();
    expect(single.loops[0].options.max_messages).toBe(1);
  });

  it("begins anew where the loop ended, each time after twice as long until something comes", async () => {
    const { of, loops, message, turn } = taking();
    await of.begin();
    const last = () => loops[loops.length - 1];
    for (const wait of [50, 100, 200]) {
      const { length } = loops;
      await last().close();
      await turn(wait - 1);
      expect(loops).toHaveLength(length);
      await turn(1);
      expect(loops).toHaveLength(length + 1);
    }
    last().options.callback(message("one"));
    await last().close();
    await turn(50);
    expect(loops).toHaveLength(5);
  });

  it("begins anew where signs of life are missing, the connection changed, or no consumer could be had", async () => {
    const { of, loops, calls, server, turn } = taking();
    await of.begin();
    loops[0].note("heartbeats_missed");
    await turn(50);
    expect([loops[0].isOpen, loops[0].drained, loops.length]).toEqual([false, 1, 2]);
    loops[1].note("next");
    await turn(1_000);
    expect([loops[1].isOpen, loops.length]).toEqual([true, 2]);
    server.fails = true;
    for (const call of calls) call();
    await turn(1_000);
    expect([loops[1].isOpen, loops.length]).toEqual([false, 2]);
    server.fails = false;
    await turn(2_000);
    expect([loops.length, loops[2].isOpen]).toEqual([3, true]);
  });

  it("gives back what comes while it ends, and does not begin again", async () => {
    const { of, loops, handled, message, turn } = taking();
    await of.begin();
    await of.end();
    const late = message("late");
    loops[0].options.callback(late);
    await turn(60_000);
    expect([late.given, handled, loops.length, loops[0].drained]).toEqual([["back"], [], 1, 1]);
  });

  it("drains nothing over a connection that is broken, and ends with a link that is closed", async () => {
    const { of, loops, link, turn } = taking();
    await of.begin();
    link.connected = false;
    link.closed = true;
    await loops[0].close();
    await turn(60_000);
    expect(loops).toHaveLength(1);
    await of.end();
    expect(loops[0].drained).toBe(0);
  });

  it("opens nothing where it ends while it asks for a consumer anew", async () => {
    const { of, loops, server, turn } = taking();
    await of.begin();
    server.late = 1_000;
    await loops[0].close();
    await turn(60);
    const ended = of.end();
    await turn(60_000);
    await ended;
    expect(loops).toHaveLength(1);
  });
});
