import { expect, it } from "vitest";
import { openNats } from "../../../src/cluster/nats/open-nats.js";
import { describeWithNats, natsCluster, startNats } from "../nats-server.js";
import { addresses, replicas, until } from "./keepers.js";

describeWithNats("what servers keep of queues and table", () => {
  it("is one replica on a server alone", async () => {
    const server = await startNats();
    const engine = await openNats(server.address, "g");
    expect(await replicas(server)).toEqual([1, 1]);
    await engine.close();
  });

  it("is what was asked for, three for the next process that does not say, or a refusal that says how many servers there must be", async () => {
    const servers = await Promise.all((await natsCluster(3)).map((start) => start()));
    const engine = await openNats(addresses(servers), "g", { replicas: 1 });
    expect(await replicas(servers[0])).toEqual([1, 1]);
    await engine.put("q", new Uint8Array(1), "1");
    const next = await openNats(addresses(servers), "g");
    await until(async () => (await replicas(servers[0])).every((count) => count === 3));
    expect(await next.pending("q")).toBe(1);
    await engine.close();
    await next.close();
    await expect(openNats(addresses(servers), "h", { replicas: 5 })).rejects.toThrow("keeps fewer copies than 5");
    await expect(openNats(addresses(servers), "h", { replicas: 0 })).rejects.toThrow("replicas are 1 to 5 copies");
  });
});
