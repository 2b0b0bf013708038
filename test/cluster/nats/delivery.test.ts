import { describe, expect, it } from "vitest";
import { DeliveryMemory, deliveryOf } from "../../../src/cluster/nats/delivery.js";

const delivery = (number: number, deliveries: number) =>
  deliveryOf(`$JS.ACK.stream.queue~a.${deliveries}.${number}.17.1795341026000.3`);

describe("where a delivery is answered", () => {
  it("names the message and how often it was delivered, with and without domain and account", () => {
    const old = "$JS.ACK.crawlbench-g.q.3.1204.1307.1795341026123456789.12";
    const recent = "$JS.ACK.hub.ACCHASH.crawlbench-g.q.3.1204.1307.1795341026123456789.12.token";
    expect(deliveryOf(old)).toEqual({ reply: old, id: "1204.1795341026123456789", before: 2 });
    expect(deliveryOf(recent)).toEqual({ reply: recent, id: "1204.1795341026123456789", before: 2 });
  });
});

describe("what became of messages", () => {
  it("is known when a server that was restarted delivers all anew", () => {
    const memory = new DeliveryMemory();
    expect([1, 2, 3].map((number) => memory.came(delivery(number, 1)))).toEqual(["new", "new", "new"]);
    memory.done(delivery(1, 1));
    expect([1, 2, 4].map((number) => memory.came(delivery(number, 1)))).toEqual(["done", "in hand", "new"]);
  });

  it("does not keep a message back whose time is over", () => {
    const memory = new DeliveryMemory();
    memory.came(delivery(1, 1));
    expect(memory.came(delivery(1, 2))).toBe("new");
    memory.done(delivery(1, 1));
    expect(memory.came(delivery(1, 3))).toBe("done");
  });

  it("is forgotten after 10,000 others", () => {
    const memory = new DeliveryMemory();
    memory.came(delivery(0, 1));
    memory.done(delivery(0, 1));
    for (let number = 1; number < 10_000; number++) memory.came(delivery(number, 1));
    expect(memory.came(delivery(0, 1))).toBe("done");
    memory.came(delivery(10_000, 1));
    expect(memory.came(delivery(0, 1))).toBe("new");
  });
});
