import { describe, expect, it } from "vitest";
import { Inbox, type Receiver } from "../../src/cluster/inbox.js";
import { packLetter } from "../../src/cluster/letter.js";
import { queueOf } from "../../src/cluster/outbox.js";
import { ReceivedAccount } from "../../src/cluster/received-account.js";
import type { SentUrl } from "../../src/fetch/neighbours.js";
import { FakeClock } from "../fetch/fake-clock.js";
import { inMemoryEngine } from "./in-memory-engine.js";
import { memoryFiles } from "./memory-files.js";

const urls = (name: string, count = 1): SentUrl[] =>
  Array.from({ length: count }, (_, id) => ({ url: `http://${name}.example/${id}`, depth: 1, hops: 0 }));

/** An inbox whose URLs go to `receive`, and what went wrong with it. */
function inboxOf(receive: Receiver["receive"]) {
  const clock = new FakeClock();
  const server = inMemoryEngine({ now: () => clock.now() });
  const failures: unknown[] = [];
  const engine = server.open("crawl");
  const files = memoryFiles();
  const account = new ReceivedAccount(files);
  const known = new Set<string>();
  /** What the receiver has heard of losses. */
  const heard = { lost: 0 };
  const inbox = new Inbox(engine, clock, account, {
    receive,
    knows: (url) => known.has(url),
    isEarly: (_, lost) => lost > heard.lost,
    failed: (error) => failures.push(error),
  });
  const sender = server.open("crawl");
  let messages = 0;
  let sends = 0;
  const send = (part: number, batch: readonly SentUrl[], { number = ++messages, lost = 0 } = {}) =>
    sender.put(queueOf(part), packLetter({ run: "b.1", number, lost, urls: batch }), `id${sends++}`);
  const rest = () => clock.run(new Promise<void>((resolve) => clock.after(1_000, resolve)));
  return { account, files, known, clock, server, engine, inbox, failures, heard, send, sender, rest };
}

describe("an inbox", () => {
  it("takes in URLs of its parts in their order, and of no other part", async () => {
    const received: SentUrl[] = [];
    const { inbox, send, sender, rest } = inboxOf(async (each) => received.push(...each));
    await inbox.open(1);
    await inbox.open(1); // once more is no harm
    await send(1, urls("a", 1_000));
    await send(1, urls("b", 3));
    await send(2, urls("other", 3));
    await rest();
    expect(received.map(({ url }) => url)).toEqual([...urls("a", 1_000), ...urls("b", 3)].map(({ url }) => url));
    expect(inbox.isEmpty).toBe(true);
    expect(inbox.activity).toBeGreaterThanOrEqual(2);
    expect([await sender.pending(queueOf(1)), await sender.pending(queueOf(2))]).toEqual([0, 1]);
  });

  it("says that a message is done when its URLs are on disk, and is not empty before", async () => {
    let isOnDisk = () => {};
    const { inbox, send, sender, rest } = inboxOf(
      () =>
        new Promise<void>((resolve) => {
          isOnDisk = resolve;
        }),
    );
    await inbox.open(1);
    await send(1, urls("a"));
    await rest();
    expect([inbox.isEmpty, await sender.pending("parts")]).toEqual([false, 1]);
    isOnDisk();
    await rest();
    expect([inbox.isEmpty, await sender.pending("parts")]).toEqual([true, 0]);
  });

  it("has a message in its account once its URLs are on disk, and once when it comes twice", async () => {
    const { account, inbox, send, sender, rest } = inboxOf(async () => undefined);
    await inbox.open(1);
    await send(1, urls("a", 10), { number: 7 });
    expect(account.of(1)).toEqual([]);
    await rest();
    expect(account.of(1)).toEqual([[1, "b.1", 7, 7]]);
    await send(1, urls("a", 10), { number: 7 });
    await rest();
    expect([account.of(1), await sender.pending("parts")]).toEqual([[[1, "b.1", 7, 7]], 0]);
  });

  it("keeps, until a snapshot knows them, the URLs that were new to it", async () => {
    const { files, known, inbox, send, rest } = inboxOf(async () => undefined);
    const [old, fresh] = urls("a", 2);
    known.add(old.url);
    await inbox.open(1);
    await send(1, [old, fresh]);
    await rest();
    expect(new ReceivedAccount(files).recall()).toEqual([fresh.url]);
  });

  it("takes what came meanwhile in with one call", async () => {
    const calls: number[] = [];
    const { inbox, send, rest } = inboxOf(async (each) => calls.push(each.length));
    await Promise.all([inbox.open(1), inbox.open(2)]);
    for (const part of [1, 2, 1, 2, 1]) await send(part, urls("a", 10));
    await rest();
    expect(calls).toEqual([50]);
  });

  it("takes in a message that comes in the very moment in which the last one was taken", async () => {
    const received: string[] = [];
    let then = async () => {};
    const { inbox, send, rest, sender } = inboxOf(async (each) => {
      received.push(...each.map(({ url }) => url));
      void then();
    });
    await inbox.open(1);
    for (let delay = 0; delay < 40; delay++) {
      then = async () => {
        then = async () => {};
        for (let wait = 0; wait < delay; wait++) await Promise.resolve();
        await send(1, urls(`second${delay}`));
      };
      await send(1, urls(`first${delay}`));
      await rest();
      expect([inbox.isEmpty, received.length], `${delay} steps later`).toEqual([true, 2 * delay + 2]);
    }
    expect(await sender.pending("parts")).toBe(0);
  });

  it("that is shut for a part takes nothing more for it, and has taken in what was delivered", async () => {
    const received: SentUrl[] = [];
    const { clock, inbox, send, sender, rest } = inboxOf(async (each) => received.push(...each));
    await Promise.all([inbox.open(1), inbox.open(2)]);
    await Promise.all([send(1, urls("a")), send(2, urls("b"))]);
    await clock.run(inbox.shut([1]));
    const before = received.length;
    await Promise.all([send(1, urls("c")), send(2, urls("d"))]);
    await rest();
    expect(received.slice(before).map(({ url }) => url)).not.toContain("http://c.example/0");
    expect(received.map(({ url }) => url)).toContain("http://d.example/0");
    expect(await sender.pending(queueOf(1))).toBeGreaterThan(0);
    await inbox.open(1);
    await rest();
    expect(received.map(({ url }) => url).sort()).toEqual(
      ["a", "b", "c", "d"].map((name) => `http://${name}.example/0`),
    );
    await clock.run(inbox.shut());
    await send(2, urls("e"));
    await rest();
    expect(received.length).toBe(4);
  });

  it("tells what went wrong, says of nothing that is not on disk that it is done, and can be shut then", async () => {
    let calls = 0;
    const { clock, inbox, send, sender, failures, rest } = inboxOf(async () => {
      if (calls++ === 0) await send(1, urls("meanwhile")); // comes while the first is being taken in
      throw new Error("no space on the disk");
    });
    await inbox.open(1);
    await send(1, urls("a"));
    await rest();
    expect(failures.map(String)).toContain("Error: no space on the disk");
    await clock.run(inbox.shut());
    expect(await sender.pending("parts")).toBe(2);
  });

  it("takes in again what was delivered to a process that was killed", async () => {
    const received: string[] = [];
    const { clock, server, engine, inbox, send, sender, rest } = inboxOf(() => new Promise(() => undefined));
    await inbox.open(1);
    await send(1, urls("a"));
    await rest();
    engine.die();
    const next = new Inbox(server.open("crawl"), clock, new ReceivedAccount(memoryFiles()), {
      receive: async (each) => received.push(...each.map(({ url }) => url)),
      knows: () => false,
      isEarly: () => false,
      failed: () => undefined,
    });
    await next.open(1);
    await clock.run(new Promise<void>((resolve) => clock.after(10_000, resolve)));
    server.redeliver();
    await rest();
    expect(received).toEqual(["http://a.example/0"]);
    expect(await sender.pending("parts")).toBe(0);
  });

  it("leaves what was sent after a loss that its process has not followed yet, until it comes again", async () => {
    const received: string[] = [];
    const { account, clock, server, inbox, heard, send, sender, rest } = inboxOf(async (each) =>
      received.push(...each.map(({ url }) => url)),
    );
    await inbox.open(1);
    await send(1, urls("after"), { lost: 1 });
    await send(1, urls("before"), { lost: 0 });
    await rest();
    expect([received, account.of(1), await sender.pending("parts")]).toEqual([
      ["http://before.example/0"],
      [[1, "b.1", 2, 2]],
      1,
    ]);
    heard.lost = 1;
    await clock.run(new Promise<void>((resolve) => clock.after(10_000, resolve)));
    server.redeliver();
    await rest();
    expect([received, await sender.pending("parts")]).toEqual([
      ["http://before.example/0", "http://after.example/0"],
      0,
    ]);
  });
});
