import { describe, expect, it } from "vitest";
import { answerClaims, reconcile } from "../../src/cluster/claims.js";
import { packLetter, unpackLetter } from "../../src/cluster/letter.js";
import { ReceivedAccount } from "../../src/cluster/received-account.js";
import { SentAccount } from "../../src/cluster/sent-account.js";
import { coded } from "../fixture/problems.js";
import { inMemoryEngine } from "./in-memory-engine.js";
import { memoryFiles } from "./memory-files.js";

describe("the account of what a process sent", () => {
  it("numbers messages for each part from 1, and claims those that the engine has, until they are confirmed", () => {
    const account = new SentAccount("a.1");
    expect([account.next(4), account.next(4), account.next(9), account.next(4)]).toEqual([1, 2, 1, 3]);
    for (const number of [1, 3]) account.claim(4, number);
    expect(account.claims).toEqual([
      [4, "a.1", 1, 1],
      [4, "a.1", 3, 3],
    ]);
    account.claim(4, 2);
    expect([account.claims, account.isSettled]).toEqual([[[4, "a.1", 1, 3]], false]);
    account.confirm([[4, "a.1", 1, 2]]);
    expect(account.claims).toEqual([[4, "a.1", 3, 3]]);
    account.confirm([[4, "a.1", 3, 3]]);
    expect(account.isSettled).toBe(true);
  });

  it("goes on with the claims of the run before, and names runs that a kill could bring back", () => {
    const first = new SentAccount("a.1");
    first.claim(2, first.next(2));
    const second = new SentAccount("a.2", first.save());
    expect([second.claims, second.runs]).toEqual([[[2, "a.1", 1, 1]], ["a.2", "a.1"]]);
    second.confirm(second.claims);
    second.save();
    expect(second.runs, "the state before is on disk until the next is").toContain("a.1");
    second.save();
    expect(second.runs).toEqual(["a.2"]);
  });
});

describe("the account of what a process received", () => {
  it("is on disk, and known to the next run, whatever of its last line a kill cut off", async () => {
    const disk = new Map<string, Buffer>();
    const account = new ReceivedAccount(memoryFiles(disk));
    await account.note([
      [3, "b.1", 1, 1],
      [3, "b.1", 2, 2],
      [5, "c.1", 7, 7],
    ]);
    const whole = disk.get("received.log") as Buffer;
    for (let length = 0; length <= whole.length; length++) {
      const files = memoryFiles(new Map([["received.log", whole.subarray(0, length)]]));
      const after = new ReceivedAccount(files);
      const lines = whole.subarray(0, length).toString().split("\n").length - 1;
      expect(after.of(3)).toEqual([[], [[3, "b.1", 1, 1]], [[3, "b.1", 1, 2]], [[3, "b.1", 1, 2]]][lines]);
      await after.note([[3, "b.1", 9, 9]]);
      const again = new ReceivedAccount(files);
      expect(again.has([3, "b.1", 9, 9])).toBe(true);
      expect(again.of(5)).toEqual(lines === 3 ? [[5, "c.1", 7, 7]] : []);
    }
  });

  it("costs a few bytes for numbers that come in order, however many", async () => {
    const disk = new Map<string, Buffer>();
    const account = new ReceivedAccount(memoryFiles(disk));
    for (let number = 1; number <= 20_000; number++) await account.note([[3, "b.1", number, number]]);
    expect(account.of(3)).toEqual([[3, "b.1", 1, 20_000]]);
    expect(disk.get("received.log")?.length).toBeLessThanOrEqual(1 << 12);
    expect(new ReceivedAccount(memoryFiles(disk)).of(3)).toEqual([[3, "b.1", 1, 20_000]]);
  });

  it("tells the next run the URLs of what counts as received, however a kill tore the write, until a snapshot that knows them is on disk", async () => {
    const disk = new Map<string, Buffer>();
    const account = new ReceivedAccount(memoryFiles(disk));
    const urls = ["http://a.example/", "http://b.example/"];
    await account.note([[3, "b.1", 1, 1]], urls);
    const whole = disk.get("received.log") as Buffer;
    for (let length = 0; length <= whole.length; length++) {
      const after = new ReceivedAccount(memoryFiles(new Map([["received.log", whole.subarray(0, length)]])));
      if (after.has([3, "b.1", 1, 1])) expect(after.recall()).toEqual(urls);
    }
    const files = memoryFiles(disk);
    const after = new ReceivedAccount(files);
    after.save();
    await after.saved(); // as the crawl is opened, before any is recalled
    after.recall();
    after.save();
    await after.note([[4, "b.1", 1, 1]], ["http://c.example/"]); // while the snapshot is written
    await after.forget([3]); // writes it anew
    expect(new ReceivedAccount(files).recall()).toEqual([...urls, "http://c.example/"]);
    await after.saved();
    await after.forget([4]);
    expect(new ReceivedAccount(files).recall()).toEqual(["http://c.example/"]);
  });

  it("that holds another line than it writes is refused with what to do", () => {
    const files = memoryFiles(new Map([["received.log", Buffer.from("3 b.1 one 2\n")]]));
    expect(() => new ReceivedAccount(files)).toThrow(coded("damaged"));
  });
});

describe("two accounts", () => {
  const sides = async () => {
    const server = inMemoryEngine();
    const [here, there] = [server.open("crawl"), server.open("crawl")];
    const [sent, received] = [new SentAccount("a.1"), new ReceivedAccount(memoryFiles())];
    await answerClaims(there, received, (part) => part !== 9);
    const ask = () => reconcile(here, sent, { name: "a", names: ["a", "b"] });
    return { server, here, sent, received, ask };
  };

  it("agree when the receiver has what the sender claims; nothing is claimed then", async () => {
    const { sent, received, ask } = await sides();
    for (let each = 0; each < 3; each++) sent.claim(4, sent.next(4));
    await received.note([[4, "a.1", 1, 3]]);
    expect([await ask(), sent.isSettled]).toEqual([[], true]);
  });

  it("tell what the engine lost, and only once nothing is under way", async () => {
    const { here, sent, received, ask } = await sides();
    for (let each = 0; each < 3; each++) sent.claim(4, sent.next(4));
    await received.note([[4, "a.1", 1, 2]]);
    await here.put("parts.1", new Uint8Array(1), "under-way");
    expect(await ask()).toEqual([]);
    await here.drop();
    expect(await ask()).toEqual([[4, "a.1", 1, 3]]);
  });

  it("stay apart for a part that is on its way from one owner to another: nobody answers for it", async () => {
    const { sent, ask } = await sides();
    sent.claim(9, sent.next(9));
    expect([await ask(), sent.isSettled]).toEqual([[], false]);
  });

  it("forget runs of which the sender will never ask again, of no other process", async () => {
    const { sent, received, ask } = await sides();
    await received.note([
      [4, "a.0", 1, 8],
      [4, "a.1", 1, 1],
      [4, "b.0", 1, 5],
    ]);
    sent.claim(4, sent.next(4));
    await ask();
    expect(received.of(4)).toEqual([
      [4, "a.1", 1, 1],
      [4, "b.0", 1, 5],
    ]);
  });
});

it("a letter is read as it was packed; other bytes are refused", () => {
  const letter = {
    run: "a-b.3f08",
    number: 2 ** 40,
    lost: 2 ** 31,
    urls: [{ url: "http://x.example/", depth: 3, hops: 0 }],
  };
  expect(unpackLetter(packLetter(letter))).toEqual({ ...letter, urls: [{ ...letter.urls[0], via: undefined }] });
  for (const bytes of [new Uint8Array(), new Uint8Array(3), Uint8Array.of(9, 1, 2)])
    expect(() => unpackLetter(bytes)).toThrow(coded("damaged"));
});
