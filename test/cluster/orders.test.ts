import { describe, expect, it } from "vitest";
import {
  blockForAll,
  changeOrders,
  clearStop,
  keepOrders,
  MOST_BLOCKED,
  noOrders,
  ORDERS_KEY,
  type Orders,
  packOrders,
  readOrders,
} from "../../src/cluster/orders.js";
import { inMemoryEngine } from "./in-memory-engine.js";

const orders = (serial: number, more: Partial<Orders> = {}): Orders => ({ ...noOrders, serial, ...more });

/** An engine on which these orders stand, written twice, so that their revision is none that one could guess. */
async function engineWith(standing?: Orders) {
  const engine = inMemoryEngine().open("crawl");
  if (standing) {
    const first = await engine.write(ORDERS_KEY, packOrders(orders(0)), 0);
    await engine.write(ORDERS_KEY, packOrders(standing), first ?? 0);
  }
  const stands = async () => {
    const entry = await engine.read(ORDERS_KEY);
    return entry && { ...readOrders(entry.value), revision: entry.revision };
  };
  return { engine, stands };
}

describe("orders that an engine has lost", () => {
  it("are put back where it has none or older ones, and left where it has these or newer ones", async () => {
    const known = orders(5, { paused: true });
    for (const standing of [undefined, orders(4)]) {
      const { engine, stands } = await engineWith(standing);
      await keepOrders(engine, known);
      expect(await stands()).toMatchObject(known);
    }
    for (const standing of [orders(5), orders(6)]) {
      const { engine, stands } = await engineWith(standing);
      const before = await stands();
      await keepOrders(engine, known);
      expect(await stands()).toEqual(before);
    }
  });

  it("are none where nothing was ordered, so that nothing is put back", async () => {
    const { engine, stands } = await engineWith();
    await keepOrders(engine, noOrders);
    expect(await stands()).toBeUndefined();
  });
});

describe("a change of orders", () => {
  it("has the next number, whatever others change meanwhile, and writes nothing where nothing changes", async () => {
    const { engine, stands } = await engineWith(orders(3));
    const both = await Promise.all([
      changeOrders(engine, (each) => ({ ...each, paused: true })),
      changeOrders(engine, (each) => ({ ...each, checkpoints: 9 })),
    ]);
    expect(both.map(({ serial }) => serial).sort()).toEqual([4, 5]);
    expect(await stands()).toMatchObject({ paused: true, checkpoints: 9, serial: 5 });
    const before = await stands();
    expect(await changeOrders(engine, (standing) => standing)).toEqual(orders(5, { paused: true, checkpoints: 9 }));
    expect(await stands()).toEqual(before);
  });

  it("blocks as many names as it holds for all, each once by its canonical form, and no more", async () => {
    const { engine, stands } = await engineWith();
    await blockForAll(engine, []);
    expect(await stands()).toBeUndefined();
    await blockForAll(engine, ["A.example.", "b.example", "a.example"]);
    expect(await stands()).toMatchObject({ blocked: ["a.example", "b.example"], serial: 1 });
    await blockForAll(engine, ["b.example"]);
    expect(await stands()).toMatchObject({ serial: 1 });
    const many = (count: number) => Array.from({ length: count }, (_, i) => `h${i}.example`);
    await blockForAll(engine, many(MOST_BLOCKED - 1));
    expect((await stands())?.blocked).toHaveLength(2); // together one too many
    await blockForAll(engine, many(MOST_BLOCKED - 2));
    expect((await stands())?.blocked).toHaveLength(MOST_BLOCKED);
    const more = changeOrders(engine, (standing) => ({ ...standing, blocked: [...standing.blocked, "c.example"] }));
    await expect(more).rejects.toMatchObject({ code: "option" });
  });

  it("that clears a stop clears a pause with it, and is none where nothing was stopped", async () => {
    const stopped = await engineWith(orders(2, { stopped: true, paused: true, stops: 1, checkpoints: 4 }));
    expect(await clearStop(stopped.engine)).toEqual(orders(3, { stops: 1, checkpoints: 4 }));
    const paused = await engineWith(orders(2, { paused: true }));
    expect(await clearStop(paused.engine)).toEqual(orders(2, { paused: true }));
  });
});
