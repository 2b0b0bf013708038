import { type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import { connect, TimeoutError } from "@nats-io/transport-node";
import type { NatsServer } from "../nats-server.js";

/** What the engine keeps for a group: its queues and its table. */
export const streamsOf = (group: string) => [`crawlbench-${group}`, `KV_crawlbench-${group}`];

export const STREAMS = streamsOf("g");

/** Waits for something that servers do; the time-out of the test ends it. */
export async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Asks until there is an answer: servers that choose whom to follow leave questions unanswered. */
export async function ask<T>(address: string, question: (manager: JetStreamManager) => Promise<T>): Promise<T> {
  const connection = await connect({ servers: address });
  try {
    const manager = await jetstreamManager(connection, { checkAPI: false });
    for (let attempts = 1; ; attempts++) {
      try {
        return await question(manager);
      } catch (error) {
        if (!(error instanceof TimeoutError) || attempts === ATTEMPTS) throw error;
      }
    }
  } finally {
    await connection.close();
  }
}

/** Each waits 5 s for an answer. */
const ATTEMPTS = 6;

/** Who keeps a stream: whom others follow, the others, and whether all of those have all of it. */
export const keepers = ({ address }: NatsServer, stream: string) =>
  ask(address, async (manager) => {
    const { config, cluster } = await manager.streams.info(stream);
    const others = cluster?.replicas ?? [];
    return { replicas: config.num_replicas, leader: cluster?.leader, current: others.filter((each) => each.current) };
  });

/** What a server keeps, sorted. */
export const streamsAt = (address: string): Promise<readonly string[]> =>
  ask(address, async (manager) => {
    const found: string[] = [];
    for await (const name of manager.streams.names()) found.push(name);
    return found.sort();
  });

export const replicas = (server: NatsServer) =>
  Promise.all(STREAMS.map(async (stream) => (await keepers(server, stream)).replicas));

export const addresses = (servers: readonly NatsServer[]) => servers.map(({ address }) => address).join(",");
