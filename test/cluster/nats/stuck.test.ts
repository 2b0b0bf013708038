import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Link } from "../../../src/cluster/nats/link.js";
import type { Store } from "../../../src/cluster/nats/store.js";
import { mendStuck } from "../../../src/cluster/nats/stuck.js";

/** Milliseconds between two looks. */
const LOOK = 10_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface State {
  readonly unled?: boolean;
  readonly inHand?: boolean;
  /** Something was asked for in vain since the beginning. */
  readonly isFailing?: boolean;
}

/** What happens in so many looks at a store of one queue, "q", of which nothing comes though something waits. */
async function lookAt(looks: number, states: (look: number) => State) {
  const told: string[] = [];
  let look = 0;
  const store = {
    unled: async () => (states(++look).unled ? ["stream"] : []),
    waiting: async () => {
      if (states(look).isFailing) failing.set(states, heard);
      else failing.clear();
      return new Map([["q", 1]]);
    },
    mendConsumer: async () => !states(look).inHand && told.push(`consumer ${look}`) > 0,
    mendStreams: async () => void told.push(`streams ${look}`),
  };
  const heard = performance.now();
  const failing = new Map<object, number>();
  const link = { closed: false, connected: true, failing };
  const watched = () => [{ queue: "q", heard }];
  const work = mendStuck(link as Link, store as unknown as Store, watched, () => told.push(`help ${look}`));
  await vi.advanceTimersByTimeAsync(looks * LOOK);
  link.closed = true;
  await vi.advanceTimersByTimeAsync(LOOK);
  await work;
  return told;
}

describe("mendStuck", () => {
  it("makes streams anew that nobody leads for six looks, and asks for help once after nine", async () => {
    expect(await lookAt(11, () => ({ unled: true }))).toEqual([
      ...["streams 6", "streams 7", "streams 8", "streams 9", "help 9", "streams 10", "streams 11"],
    ]);
  });

  it("asks for help where consumers must be made anew at each of nine looks, or streams have no leader", async () => {
    const told = await lookAt(11, (look) => ({ unled: look % 3 === 0 }));
    expect(told.filter((each) => each.startsWith("help"))).toEqual(["help 10"]); // at the first the queue was not late yet
    expect(told).not.toContain("consumer 3");
  });

  it("asks for help where something is asked for in vain all the while", async () => {
    expect(await lookAt(10, () => ({ inHand: true, isFailing: true }))).toEqual(["help 10"]);
    expect(await lookAt(10, (look) => ({ inHand: true, isFailing: look !== 5 }))).toEqual([]);
  });

  it("asks for none where a look between found all in order", async () => {
    expect((await lookAt(16, (look) => ({ inHand: look === 8 }))).filter((each) => each.startsWith("help"))).toEqual(
      [],
    );
  });
});
