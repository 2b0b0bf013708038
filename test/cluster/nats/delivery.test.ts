import { describe, expect, it } from "vitest";
import { DeliveryMemory } from "../../../src/cluster/nats/delivery.js";

const delivery = (streamSequence: number, deliveryCount: number) => ({
  streamSequence,
  deliveryCount,
  timestampNanos: 1795341026000,
});

describe("what became of messages", () => {
  it("is known when a server that was restarted delivers all anew", () => {
    const memory = new DeliveryMemory();
    expect([1, 2, 3].map((number) => memory.came(delivery(number, 1)))).toEqual(["new", "new", "new"]);
    memory.note(delivery(1, 1), "done");
    expect([1, 2, 4].map((number) => memory.came(delivery(number, 1)))).toEqual(["done", "in hand", "new"]);
  });

  it("is not taken for that of a message of a stream that was made anew", () => {
    const memory = new DeliveryMemory();
    memory.note(delivery(1, 1), "done");
    expect(memory.came({ ...delivery(1, 1), timestampNanos: 1795341027000 })).toBe("new");
  });

  it("does not keep a message back whose time is over", () => {
    const memory = new DeliveryMemory();
    memory.came(delivery(1, 1));
    expect(memory.came(delivery(1, 2))).toBe("new");
    memory.note(delivery(1, 1), "done");
    expect(memory.came(delivery(1, 3))).toBe("done");
  });

  it("is forgotten after 10,000 others", () => {
    const memory = new DeliveryMemory();
    memory.came(delivery(0, 1));
    memory.note(delivery(0, 1), "done");
    for (let number = 1; number < 10_000; number++) memory.came(delivery(number, 1));
    expect(memory.came(delivery(0, 1))).toBe("done");
    memory.came(delivery(10_000, 1));
    expect(memory.came(delivery(0, 1))).toBe("new");
  });
});
