import type * as jetstream from "@nats-io/jetstream";
import { JetStreamApiError } from "@nats-io/jetstream";
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

/** What is kept on a single server, and what is told of it. */
function kept(streams: object, consumers: object, queues: Readonly<Record<string, number>> = {}, cluster?: string) {
  const info = async () => ({ state: { subjects: queues } });
  return new Store(
    {
      ...{ RetentionPolicy: { Workqueue: "workqueue" }, DiscardPolicy: { New: "new" }, StorageType: { File: "file" } },
      ...{ AckPolicy: { Explicit: "explicit" }, DeliverPolicy: { All: "all" }, JetStreamApiError },
    } as unknown as typeof jetstream,
    { streams: { info, ...streams }, consumers } as unknown as jetstream.JetStreamManager,
    { connection: { info: { cluster, server_id: "now" } } } as unknown as Link,
    namesOf("g"),
    { maxBytes: undefined, replicas: undefined },
  );
}

describe("streams of a single server", () => {
  it("are one copy, queues of 1 GiB and a table without a bound, unless they are there with other numbers", async () => {
    const add: object[] = [];
    const update: unknown[] = [];
    const streams = (info: unknown) => ({
      info,
      add: async (settings: object) => void add.push(settings),
      update: async (...settings: unknown[]) => void update.push(settings),
    });
    await kept(streams(missing), {}).make();
    const common = { discard: "new", storage: "file", num_replicas: 1 };
    expect(add).toEqual([
      {
        ...common,
        name: "crawlbench-g",
        subjects: ["crawlbench.g.queue.>"],
        retention: "workqueue",
        duplicate_window: 600e9, // ten minutes, in nanoseconds
        max_bytes: 2 ** 30,
      },
      {
        ...common,
        name: "KV_crawlbench-g",
        subjects: ["$KV.crawlbench-g.>"],
        max_msgs_per_subject: 1,
        allow_rollup_hdrs: true,
        max_bytes: -1,
      },
    ]);
    const there = (config: object) => streams(async () => ({ config }));
    await kept(there({ num_replicas: 3, max_bytes: 7 }), {}).make();
    expect([add.length, update]).toEqual([2, [["KV_crawlbench-g", { num_replicas: 3, max_bytes: -1 }]]]);
  });
});

describe("a consumer", () => {
  const added = async (found: object | undefined, cluster?: string) => {
    const done: unknown[] = [];
    const consumers = {
      info: () => (found ? Promise.resolve({ config: found }) : missing()),
      delete: async (...names: readonly string[]) => void done.push(names.join("/")),
      add: async (_stream: string, config: object) => ({ config, number: done.push(config) }),
    };
    await kept({}, consumers, {}, cluster).consumer("parts.7", 8, 10_000);
    return done;
  };
  const settings = {
    durable_name: namesOf("g").consumer("parts.7"),
    description: "now",
    filter_subject: namesOf("g").queue("parts.7"),
    ...{ deliver_policy: "all", ack_policy: "explicit", ack_wait: 10e9, max_ack_pending: 8 },
  };

  it("is made anew where the server was started since it was made, and never on a cluster", async () => {
    const name = `crawlbench-g/${settings.durable_name}`;
    expect(await added(undefined)).toEqual([settings]);
    expect(await added({ description: "now" })).toEqual([settings]);
    expect(await added({ description: "before" })).toEqual([name, settings]);
    expect(await added({ description: "before" }, "c")).toEqual([{ ...settings, description: "" }]);
  });

  it("is changed where it is there with other settings, and other errors are told", async () => {
    const answer = (code: number) => {
      const consumers = {
        info: missing,
        add: () => Promise.reject(Object.assign(new Error("no"), { code })),
        update: async (...told: unknown[]) => ({ config: told }),
      };
      return kept({}, consumers).consumer("parts.7", 8, 10_000);
    };
    expect((await answer(10148)).config).toEqual(["crawlbench-g", settings.durable_name, settings]);
    await expect(answer(10005)).rejects.toThrow("no");
  });

  it("is missing, so that it is made anew, where the server says nothing of it", async () => {
    const silent = { info: async () => ({}), add: async () => ({}), delete: async () => {} };
    for (const cluster of [undefined, "c"])
      await expect(kept({}, silent, {}, cluster).consumer("parts.7", 8, 10_000)).rejects.toMatchObject({
        name: "JetStreamApiError",
        code: 10014,
      });
  });

  it("is deleted for another to be made where nobody has anything in hand, or nothing is known of it", async () => {
    const mended = async (info: () => Promise<unknown>) => {
      const done: unknown[] = [];
      const store = kept({}, { info, delete: async (...names: readonly string[]) => void done.push(names.join("/")) });
      return [await store.mendConsumer("parts.7"), ...done];
    };
    const name = `crawlbench-g/${settings.durable_name}`;
    expect(await mended(async () => ({ num_ack_pending: 1 }))).toEqual([false]);
    expect(await mended(async () => ({ num_ack_pending: 0 }))).toEqual([true, name]);
    expect(await mended(late)).toEqual([true, name]);
  });

  it("is gone where the server knows none", async () => {
    expect(await kept({}, { info: missing }).isGone("parts.7")).toBe(true);
    expect(await kept({}, { info: async () => ({}) }).isGone("parts.7")).toBe(false);
    await expect(kept({}, { info: late }).isGone("parts.7")).rejects.toThrow("timeout");
  });
});

describe("what waits", () => {
  it("is told by queue, and summed over those whose names go on with a dot", async () => {
    const { queue } = namesOf("g");
    const store = kept(
      {},
      {},
      { [queue("parts.1")]: 3, [queue("parts.12")]: 4, [queue("parts")]: 5, [queue("partsx")]: 9 },
    );
    expect([...(await store.waiting())]).toEqual([
      ...[["parts.1", 3] as const, ["parts.12", 4] as const, ["parts", 5] as const, ["partsx", 9] as const],
    ]);
    expect([await store.pending("parts"), await store.pending("parts.1"), await store.pending("moves")]).toEqual([
      12, 3, 0,
    ]);
  });
});

describe("streams that nobody leads", () => {
  it("are those that do not answer, and those of a cluster without a leader", async () => {
    const [queue, table] = ["crawlbench-g", "KV_crawlbench-g"];
    const unled = (of: Readonly<Record<string, object>>) =>
      kept({ info: (name: string) => (of[name] ? Promise.resolve(of[name]) : late()) }, {}).unled();
    expect(await unled({ [queue]: {}, [table]: { cluster: { leader: "a" } } })).toEqual([]);
    expect(await unled({ [queue]: { cluster: {} } })).toEqual([queue, table]);
  });

  it("are dropped both, whether they are there or not", async () => {
    const done: string[] = [];
    const remove = (name: string) => (done.push(name) > 1 ? missing() : Promise.resolve(true));
    await kept({ delete: remove }, {}).drop();
    expect(done).toEqual(["crawlbench-g", "KV_crawlbench-g"]);
  });
});
