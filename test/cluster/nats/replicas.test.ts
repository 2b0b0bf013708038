import { expect, it } from "vitest";
import { openNats } from "../../../src/cluster/nats/open-nats.js";
import { describeWithNats, natsCluster, startNats } from "../nats-server.js";
import { addresses, keepers, replicas, STREAMS, until } from "./keepers.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (body: Uint8Array) => new TextDecoder().decode(body);
const numbers = (count: number) => Array.from({ length: count }, (_, i) => `${i}`);

describeWithNats("what servers keep of queues and table", () => {
  it("is one replica on a server alone", async () => {
    const server = await startNats();
    const engine = await openNats(server.address, "g");
    expect(await replicas(server)).toEqual([1, 1]);
    await engine.close();
  });

  it("is what was asked for, or a refusal that says how many servers there must be", async () => {
    const servers = await Promise.all((await natsCluster(3)).map((start) => start()));
    const engine = await openNats(addresses(servers), "g", { replicas: 1 });
    expect(await replicas(servers[0])).toEqual([1, 1]);
    await engine.close();
    await expect(openNats(addresses(servers), "h", { replicas: 5 })).rejects.toThrow("keeps fewer copies than 5");
    await expect(openNats(addresses(servers), "h", { replicas: 0 })).rejects.toThrow("replicas are 1 to 5 copies");
  }, 60_000);

  it("grows to three with the next process, when a server was missing at first", async () => {
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
});
