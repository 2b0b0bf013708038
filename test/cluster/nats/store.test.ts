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

/**
 * Makes the streams on a cluster of so many servers, as if `connect_urls` were known of some of them. @returns what was
 * asked of it, and how that ended
 */
async function made(servers: number, known: number, found: number | undefined, replicas?: number) {
  const asked: string[] = [];
  const make = async (what: string, name: string, count: number) => {
    asked.push(`${what} ${name}: ${count}`);
    if (count > servers) throw Object.assign(new Error("no suitable peers for placement"), { code: 10005 });
  };
  type Wanted = { readonly name: string; readonly num_replicas: number };
  const streams = {
    info: () => (found ? Promise.resolve({ config: { num_replicas: found, max_bytes: 2 ** 30 } }) : missing()),
    add: ({ name, num_replicas }: Wanted) => make("add", name, num_replicas),
    update: (name: string, { num_replicas }: Wanted) => make("update", name, num_replicas),
  };
  const info = { cluster: "c", connect_urls: Array(known).fill("h:4222") };
  const store = new Store(
    { RetentionPolicy: {}, DiscardPolicy: {}, StorageType: {} } as typeof jetstream,
    { streams } as unknown as jetstream.JetStreamManager,
    { address: "nats://h:4222", connection: { info } } as unknown as Link,
    namesOf("g"),
    { maxBytes: 2 ** 30, replicas },
  );
  const attempts = async () => {
    for (let attempt = 1; attempt <= 9; attempt++) {
      const error = await store.make().then(
        () => undefined,
        (reason) => reason,
      );
      if (error === undefined || error.code === "unsuitable") return { attempt, said: error?.message };
    }
    return { attempt: Number.POSITIVE_INFINITY };
  };
  return { ...(await attempts()), queues: asked.filter((each) => !each.includes("KV_")) };
}

describe("streams of a cluster", () => {
  const add = (count: number) => `add crawlbench-g: ${count}`;
  const update = (count: number) => `update crawlbench-g: ${count}`;

  it("are on three servers, or on as many as run", async () => {
    expect((await made(3, 3, undefined)).queues).toEqual([add(3)]);
    expect((await made(2, 2, undefined)).queues).toEqual([add(3), add(2)]);
  });

  it("are asked for again while a cluster that knows three addresses finds its servers, six times at the most", async () => {
    const { attempt, queues } = await made(2, 3, undefined);
    expect([attempt, queues]).toEqual([7, [...Array(7).fill(add(3)), add(2)]]);
  });

  it("grow once a server runs that was missing, and never shrink", async () => {
    expect((await made(3, 3, 2)).queues).toEqual([update(3)]);
    expect((await made(3, 3, 3)).queues).toEqual([]);
    expect((await made(3, 3, 3, 1)).queues).toEqual([]);
    expect((await made(2, 2, 2)).queues).toEqual([update(3)]); // refused, and then it has what it can have
  });

  it("are refused where more copies were asked for than there are servers", async () => {
    const { said } = await made(3, 3, undefined, 5);
    expect(said).toMatch(/^nats:\/\/h:4222 keeps fewer copies than 5: as many servers/);
  });
});
