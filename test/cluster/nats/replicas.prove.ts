import { expect, it } from "vitest";
import { openNats } from "../../../src/cluster/nats/open-nats.js";
import { describeWithNats, natsCluster } from "../nats-server.js";
import { addresses, keepers, replicas, STREAMS, until } from "./keepers.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (body: Uint8Array) => new TextDecoder().decode(body);
const numbers = (count: number) => Array.from({ length: count }, (_, i) => `${i}`);

describeWithNats("what servers keep of queues and table", () => {
  it.concurrent("is three on three servers: all that was acknowledged outlives the loss of any one's disk", async () => {
    const servers = await Promise.all((await natsCluster(3)).map((start) => start()));
    const engine = await openNats(addresses(servers), "g");
    expect(await replicas(servers[0])).toEqual([3, 3]);
    const first = await engine.write("key", bytes("before"), 0);
    const told: string[] = [];
    await engine.watch("key", ({ value }) => told.push(text(value)));
    const live: string[] = [];
    await engine.take("live", (message) => {
      live.push(text(message.body));
      void message.done();
    });
    await Promise.all(numbers(200).map((each) => engine.put("q", bytes(each), each)));
    const { leader } = await keepers(servers[0], STREAMS[0]);
    const lost = servers[Number(leader?.replace("server-", ""))];
    const alive = servers.filter((server) => server !== lost);
    await lost.kill();
    lost.wipe();
    // a process connects at once, whichever address it has: of all, of the lost one first, of one that lives
    const others = await Promise.all(
      [addresses(servers), addresses([lost, ...alive]), alive[1].address].map((address) => openNats(address, "g")),
    );
    for (const each of [engine, ...others]) expect(await each.pending("q")).toBe(200);
    expect(text((await others[0].read("key"))!.value)).toBe("before");
    expect(await others[1].write("key", bytes("after"), first!)).toBeGreaterThan(first!);
    await Promise.all(numbers(50).map((each) => others[1].put("live", bytes(each), `live.${each}`)));
    await until(() => live.length >= 50 && told.includes("after"));
    await engine.put("q", bytes("200"), "200");
    await engine.put("q", bytes("again"), "7"); // one whose id a server knows that was lost
    // its disk is replaced; then another is lost
    await lost.restart();
    await until(async () => (await keepers(alive[0], STREAMS[0])).current.length === 2);
    await until(async () => (await keepers(alive[0], STREAMS[1])).current.length === 2);
    await alive[0].kill();
    alive[0].wipe();
    const found: string[] = [];
    await others[2].take("q", (message) => {
      found.push(text(message.body));
      void message.done();
    });
    await until(async () => (await engine.pending("q")) === 0);
    expect(new Set(found)).toEqual(new Set(numbers(201)));
    expect(new Set(live)).toEqual(new Set(numbers(50)));
    expect(text((await engine.read("key"))!.value)).toBe("after");
    expect(told).toEqual(["before", "after"]);
    await Promise.all([engine, ...others].map((each) => each.close()));
  }, 120_000);

  it.concurrent("grows to three with the next process, when a server was missing at first", async () => {
    const [start, ...starts] = await natsCluster(3);
    const servers = await Promise.all(starts.map((each) => each()));
    const engine = await openNats(addresses(servers), "g");
    expect(await replicas(servers[0])).toEqual([2, 2]); // one of the three was never there
    await Promise.all(numbers(100).map((each) => engine.put("q", bytes(each), each)));
    const found: string[] = [];
    await engine.take("q", (message) => found.push(text(message.body)), { ahead: 10 });
    await until(() => found.length === 10);
    servers.push(await start());
    await until(async () => {
      await (await openNats(servers[2].address, "g")).close();
      return (await replicas(servers[2])).every((count) => count === 3);
    });
    for (const stream of STREAMS) await until(async () => (await keepers(servers[2], stream)).current.length === 2);
    await servers[0].kill();
    expect(await engine.pending("q")).toBe(100);
    await engine.close();
  }, 120_000);

  it.concurrent("is made anew where nobody leads it for a minute: its one copy was on a server that is gone", async () => {
    const servers = await Promise.all((await natsCluster(3)).map((start) => start()));
    const engine = await openNats(addresses(servers), "g", { replicas: 1 });
    const found: string[] = [];
    await engine.take("q", (message) => {
      found.push(text(message.body));
      void message.done();
    });
    await engine.put("q", bytes("before"), "before");
    await until(() => found.length === 1);
    const { leader } = await keepers(servers[0], STREAMS[0]);
    await servers[Number(leader?.replace("server-", ""))].kill();
    await engine.put("q", bytes("after"), "after");
    await until(() => found.length === 2);
    expect(found).toEqual(["before", "after"]);
    await engine.write("key", bytes("value"), 0);
    expect(text((await engine.read("key"))!.value)).toBe("value");
    await engine.close();
  }, 300_000);

  it.concurrent("is nothing while most servers of a cluster are away: opening says so", async () => {
    const [start] = await natsCluster(3);
    const { address } = await start();
    await expect(openNats(address, "g")).rejects.toMatchObject({
      code: "unreachable",
      message: expect.stringMatching(
        /takes connections and stores nothing \(asked for 30 s: .+\): in a cluster more than half of the servers must run, with room on their disks; start the others/,
      ),
    });
  }, 60_000);
});
