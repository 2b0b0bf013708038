import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import type { NatsServer } from "../nats-server.js";

/** What the engine keeps for a group: its queues and its table. */
export const streamsOf = (group: string) => [`crawlbench-${group}`, `KV_crawlbench-${group}`];

export const STREAMS = streamsOf("g");

/** Waits for something that servers do; the time-out of the test ends it. */
export async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Who keeps a stream: whom others follow, the others, and whether all of those have all of it. */
export async function keepers(server: NatsServer, stream: string) {
  const connection = await connect({ servers: server.address });
  try {
    const { config, cluster } = await (await jetstreamManager(connection)).streams.info(stream);
    const others = cluster?.replicas ?? [];
    return { replicas: config.num_replicas, leader: cluster?.leader, current: others.filter((each) => each.current) };
  } finally {
    await connection.close();
  }
}

/** What a server keeps, sorted. */
export async function streamsAt(address: string): Promise<readonly string[]> {
  const connection = await connect({ servers: address });
  try {
    const found: string[] = [];
    for await (const name of (await jetstreamManager(connection)).streams.names()) found.push(name);
    return found.sort();
  } finally {
    await connection.close();
  }
}

export const replicas = (server: NatsServer) =>
  Promise.all(STREAMS.map(async (stream) => (await keepers(server, stream)).replicas));

export const addresses = (servers: readonly NatsServer[]) => servers.map(({ address }) => address).join(",");
