import type * as jetstream from "@nats-io/jetstream";
import { describe, expect, it } from "vitest";
import type { Link } from "../../../src/cluster/nats/link.js";
import { namesOf } from "../../../src/cluster/nats/names.js";
import { Store } from "../../../src/cluster/nats/store.js";

const late = () => Promise.reject(Object.assign(new Error("timeout"), { name: "TimeoutError" }));
const missing = () => Promise.reject(Object.assign(new Error("stream not found"), { code: 10059 }));

/** A store on servers that do not answer for any stream until it is deleted. @returns what was done to it */
async function mended(cluster: string | undefined, leads: boolean): Promise<readonly string[]> {
  const done: string[] = [];
  const streams = {
    info: (name: string) => (done.includes(`delete ${name}`) ? missing() : late()),
    delete: async (name: string) => void done.push(`delete ${name}`),
    add: async ({ name }: { readonly name: string }) => void done.push(`add ${name}`),
  };
  const manager = { streams, getAccountInfo: () => (leads ? Promise.resolve() : late()) };
  const kinds = { RetentionPolicy: {}, DiscardPolicy: {}, StorageType: {} };
  const store = new Store(
    kinds as typeof jetstream,
    manager as unknown as jetstream.JetStreamManager,
    { connection: { info: { cluster } } } as unknown as Link,
    namesOf("g"),
    { maxBytes: undefined, replicas: undefined },
  );
  await store.mendStreams().catch(() => {});
  return done;
}

describe("streams that nobody answers for", () => {
  it("are made anew on a cluster that has a leader", async () => {
    const [queue, table] = ["crawlbench-g", "KV_crawlbench-g"];
    expect(await mended("c", true)).toEqual([`delete ${queue}`, `delete ${table}`, `add ${queue}`, `add ${table}`]);
  });

  it("are left alone where the whole cluster is late, or one who asks it", async () => {
    expect(await mended("c", false)).toEqual([]);
  });

  it("are left alone on a single server, which has them still when it answers again", async () => {
    expect(await mended(undefined, true)).toEqual([]);
    expect(await mended(undefined, false)).toEqual([]);
  });
});
