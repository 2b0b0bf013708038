import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openUrlDatabase } from "../../../src/urldb/database.js";
import { inMemory } from "../../../src/urldb/engine/in-memory.js";
import { type CheckResult, Confirmation, Fate, type Taken } from "../../../src/urldb/engine.js";
import { type KeyOrder, settingsOf, type UrlDatabaseSettings } from "../../../src/urldb/settings.js";
import { Literal } from "../literal-model.js";
import { anySettings, everything, expectedOf, operations, pool } from "../model.js";

const open = (settings: UrlDatabaseSettings = {}) => openUrlDatabase("", { engine: inMemory, ...settings });
const urls = (taken: readonly Taken[]) => taken.map(({ url }) => url);
const nothing: CheckResult = { returned: 0, rescheduled: 0, finished: 0 };

/** h(K): the last byte of K, so that traces can be followed by hand. */
const lastByte = (bytes: Uint8Array, _: number, end: number, out: Uint32Array) => {
  out[0] = 0;
  out[1] = bytes[end - 1];
};

describe("depth (section 2.3)", () => {
  const start = "http://a.org/1";

  it("is 1 for starting links and in a new domain, and one more than the referrer's within a domain", async () => {
    const database = await open();
    const steps: [string, string | undefined, number][] = [
      ["http://a.org/1", undefined, 1], // K' is the empty string
      ["http://a.org/2", "http://a.org/1", 2], // 1 + 1
      ["http://a.org/3", "http://a.org/2", 3], // 2 + 1
      ["http://b.org/1", "http://a.org/3", 1], // another domain
      ["http://b.org/2", "http://b.org/1", 2],
      ["http://a.org/4", "http://b.org/2", 1], // back in the first: another domain than its referrer's
      ["http://a.org/5", "http://a.org/never-added", 1], // K' not in U
      ["http://A.ORG:80/6", "http://a.org/2", 3], // one host, written otherwise
      ["http://www.a.org/7", "http://a.org/2", 1], // another host
      ["http://a.org/8", "", 1], // K' is the empty string
    ];
    for (const [url, from, depth] of steps) {
      expect((await database.add([{ url, from }])).added).toBe(1);
      expect(await database.get(url), url).toMatchObject({ depth, visited: false });
    }
  });

  it("counts hosts of one registered domain as one domain when asked to", async () => {
    const database = await open({ domain: "registered" });
    await database.add([start, { url: "http://www.a.org/7", from: start }]);
    expect((await database.get("http://www.a.org/7"))?.depth).toBe(2);
  });

  it("sees a referrer that stands earlier in the same batch, not one that stands later", async () => {
    const database = await open();
    await database.add([{ url: "http://a.org/2", from: start }, start, { url: "http://a.org/3", from: start }]);
    expect((await database.get("http://a.org/2"))?.depth).toBe(1);
    expect((await database.get("http://a.org/3"))?.depth).toBe(2);
  });

  it("stays that of the first time a URL was added", async () => {
    const database = await open();
    await database.add([start, { url: "http://a.org/2", from: start }]);
    expect([...(await database.add(["http://a.org/2", { url: start, from: "http://a.org/2" }])).fates]).toEqual([0, 0]);
    expect((await database.get("http://a.org/2"))?.depth).toBe(2);
    expect((await database.get(start))?.depth).toBe(1);
  });

  it("beyond the limit keeps a URL out of U: it may be added later on a shorter way, and is no referrer", async () => {
    const database = await open({ depthLimit: 2 });
    const batch = [
      start,
      { url: "http://a.org/2", from: start }, // 2: the limit itself is added
      { url: "http://a.org/3", from: "http://a.org/2" }, // 3: too deep
      { url: "http://a.org/4", from: "http://a.org/3" }, // its referrer is not in U: 1
      "http://a.org/3", // a starting link: 1
    ];
    const { added, tooDeep, fates } = await database.add(batch);
    expect([added, tooDeep]).toEqual([4, 1]);
    expect([...fates]).toEqual([Fate.added, Fate.added, Fate.tooDeep, Fate.added, Fate.added]);
    expect((await database.get("http://a.org/3"))?.depth).toBe(1);
    expect((await database.size()).urls).toBe(4);
  });
});

describe("the key of the queue (section 2.4)", () => {
  //                depth priority h(K)
  // http://a/k1 3    1      5      3
  // http://b/k2 9    1      0      9
  // http://a/k3 1    2      0      1     (from k1)
  // http://c/k4 2    1      5      2
  // http://a/k5 0    2      9      0     (from k1)
  // http://d/k6 9    1      0      9     (its key equals that of k2: by arrival)
  const batch = [
    { url: "http://a/k1-3", priority: 5 },
    { url: "http://b/k2-9" },
    { url: "http://a/k3-1", from: "http://a/k1-3" },
    { url: "http://c/k4-2", priority: 5 },
    { url: "http://a/k5-0", priority: 9, from: "http://a/k1-3" },
    { url: "http://d/k6-9" },
  ];
  const orders: [KeyOrder, string][] = [
    [["depth", "priority", "hash"], "2 6 4 1 3 5"],
    [["priority", "depth", "hash"], "2 6 3 4 1 5"],
    [["depth", "hash"], "4 1 2 6 5 3"],
    [["priority", "hash"], "3 2 6 4 1 5"],
    [["hash"], "5 3 4 1 2 6"],
    [["depth", "priority", "added"], "2 6 1 4 3 5"],
    [["priority", "depth", "added"], "2 6 3 1 4 5"],
    [["depth", "added"], "1 2 4 6 3 5"],
    [["priority", "added"], "2 3 6 1 4 5"],
    [["added"], "1 2 3 4 5 6"],
  ];

  it.each(orders)("%j hands out by its parts, then by arrival", async (order, expected) => {
    const together = await open({ order, hash: lastByte });
    await together.add(batch);
    const taken = await together.take(10, 0);
    expect(
      urls(taken)
        .map((url) => url.at(-3))
        .join(" "),
    ).toBe(expected);
    expect(taken.find(({ url }) => url.includes("k5"))).toMatchObject({ depth: 2, priority: 9, deadline: 600_000 });
    const oneByOne = await open({ order, hash: lastByte });
    for (const each of batch) await oneByOne.add([each]);
    const first: Taken[] = [];
    for (let i = 0; i < 7; i++) first.push(...(await oneByOne.take(1, 0)));
    expect(first).toEqual(taken);
  });

  it("has depth 10 after depth 9, which the text of its concatenation would not have without padding", async () => {
    const database = await open({ hash: lastByte });
    const chain = Array.from({ length: 11 }, (_, i) => `http://a.org/${i + 1}`);
    await database.add(chain.map((url, i) => ({ url, from: chain[i - 1] })));
    expect(urls(await database.take(11, 0))).toEqual(chain);
    const key = (depth: number) => `${depth}0000`; // G as it is, p(K) in four characters: the paper pads p(K) alone
    expect([key(9), key(10)].sort()).toEqual([key(10), key(9)]);
  });

  it("has a priority below another first, up to 4294967295, which is last", async () => {
    const database = await open();
    const priorities = [0xffffffff, 10, 9, 0x80000000, 0, 0x7fffffff];
    await database.add(priorities.map((priority) => ({ url: `http://a/${priority}`, priority })));
    expect((await database.take(9, 0)).map(({ priority }) => priority)).toEqual([
      0, 9, 10, 0x7fffffff, 0x80000000, 0xffffffff,
    ]);
  });
});

describe("guaranteed fetching (section 2.6, T_cnf = 100)", () => {
  it("returns a URL at its deadline unless it was confirmed, and forgets the check once it was", async () => {
    const database = await open({ confirmTimeout: 100, hash: lastByte });
    await database.add(["http://h/a", "http://h/b"]);
    // selection 1, 2: the first of Q is a, deleted from Q; 3, 4: Q_c[1000 + 100, h(a)] = a
    expect(await database.take(1, 1000)).toMatchObject([{ url: "http://h/a", deadline: 1100 }]);
    expect(await database.size()).toEqual({ urls: 2, waiting: 1, checks: 1 });
    // check 1, 2: T = 1100; 3: 1100 > 1099, stop
    expect(await database.tick(1099)).toEqual(nothing);
    expect(urls(await database.outstanding())).toEqual(["http://h/a"]);
    // check 3: not 1100 > 1100; 4: deleted from Q_c; 5: V is False; 6: a back in Q; 7, 1: Q_c is empty
    expect(await database.tick(1100)).toEqual({ ...nothing, returned: 1 });
    expect(await database.size()).toEqual({ urls: 2, waiting: 2, checks: 0 });
    expect(await database.outstanding()).toEqual([]);
    // a is the first again, since its key is what it was
    expect(urls(await database.take(1, 1100))).toEqual(["http://h/a"]);
    // section 2.5: V = True
    expect(await database.confirm("http://h/a", 1150)).toMatchObject({ confirmed: 1, already: 0, unknown: 0 });
    expect(await database.get("http://h/a")).toMatchObject({ depth: 1, visited: true });
    expect(await database.outstanding()).toEqual([]);
    expect(await database.size()).toEqual({ urls: 2, waiting: 1, checks: 1 }); // a stays in Q_c until 1200
    expect(await database.tick(1199)).toEqual(nothing);
    // check 4: deleted from Q_c; 5: V is True, step 1: Q_c is empty
    expect(await database.tick(1200)).toEqual({ ...nothing, finished: 1 });
    expect(await database.size()).toEqual({ urls: 2, waiting: 1, checks: 0 });
    expect(urls(await database.take(5, 9999))).toEqual(["http://h/b"]);
  });

  it("checks before each selection, so that what is out of time may be selected at once", async () => {
    const database = await open({ confirmTimeout: 100, hash: lastByte });
    await database.add(["http://h/a", "http://h/b"]);
    expect(urls(await database.take(1, 0))).toEqual(["http://h/a"]);
    expect(urls(await database.take(2, 100))).toEqual(["http://h/a", "http://h/b"]);
    expect(await database.take(2, 199)).toEqual([]);
    expect(urls(await database.take(1, 200))).toEqual(["http://h/a"]);
  });

  it("checks no more often than checkEvery, unless asked to, or the clock went backwards", async () => {
    const database = await open({ confirmTimeout: 10, checkEvery: 50, hash: lastByte });
    await database.add(["http://h/a", "http://h/b", "http://h/c", "http://h/d"]);
    expect(urls(await database.take(1, 1000))).toEqual(["http://h/a"]); // the first check ever; a is due at 1010
    expect(urls(await database.take(1, 1049))).toEqual(["http://h/b"]); // 49 after it: none; b is due at 1059
    expect(urls(await database.take(1, 1050))).toEqual(["http://h/a"]); // 50 after it: a was due; and is again at 1060
    expect(urls(await database.take(1, 1099))).toEqual(["http://h/c"]); // 49 after it
    expect(await database.tick(1099)).toMatchObject({ returned: 2 }); // a and b; c is due at 1109
    // 49 after that: c is not back yet; a is due at 1158
    expect(urls(await database.take(1, 1148))).toEqual(["http://h/a"]);
    expect(urls(await database.take(1, 1149))).toEqual(["http://h/b"]); // 50 after it: c is back, but behind b
    // backwards: a check; both are due at 1110
    expect(urls(await database.take(2, 1100))).toEqual(["http://h/c", "http://h/d"]);
    expect(urls(await database.take(1, 1150))).toEqual(["http://h/c"]); // 50 after that one
  });

  it("goes by the deadline of each selection when the clock steps backwards", async () => {
    const database = await open({ confirmTimeout: 100, hash: lastByte });
    await database.add(["http://h/a", "http://h/b"]);
    await database.take(1, 1000); // a, due at 1100
    await database.take(1, 500); // b, due at 600
    expect((await database.outstanding()).map(({ url, deadline }) => [url, deadline])).toEqual([
      ["http://h/b", 600],
      ["http://h/a", 1100],
    ]);
    expect(await database.tick(599)).toEqual(nothing);
    expect(await database.tick(1099)).toMatchObject({ returned: 1 });
    expect(urls(await database.take(1, 0))).toEqual(["http://h/b"]);
    expect(await database.tick(1100)).toMatchObject({ returned: 2 });
  });

  it("confirms what was never taken, and tells what it does not know", async () => {
    const database = await open();
    await database.add(["http://h/a", "http://h/b"]);
    const result = await database.confirm(["http://h/x", "http://h/a", "http://h/a"], 0);
    expect(result).toMatchObject({ unknown: 1, confirmed: 1, already: 1 });
    expect([...result.confirmations]).toEqual([Confirmation.unknown, Confirmation.confirmed, Confirmation.already]);
    expect(urls(await database.take(5, 0))).toEqual(["http://h/b"]);
  });
});

describe("time delayed re-crawling (section 2.7, T_cnf = 100, r(K) = 500)", () => {
  const settings: UrlDatabaseSettings = { confirmTimeout: 100, recrawlAfter: () => 500, hash: lastByte };
  const a = "http://h/a";

  it.each([true, false])(
    "returns a page to the queue r(K) after its check: step 9 makes step 5 False (as printed: %j)",
    async (asPrinted) => {
      const database = await open({ ...settings, asPrinted });
      await database.add([a]);
      expect(urls(await database.take(1, 0))).toEqual([a]); // Q_c[100, h(a)] = a
      await database.confirm(a, 10); // V = True
      expect(await database.tick(99)).toEqual(nothing);
      // 4: deleted; 5: V is True, to step 8; 8: 500 > 0; 9: V = False; 10, 11: Q_c[100 + 500, h(a)] = a; 1, 3: 600 >
      // 100, stop
      expect(await database.tick(100)).toEqual({ ...nothing, rescheduled: 1 });
      expect(await database.get(a)).toMatchObject({ depth: 1, visited: false });
      expect(await database.size()).toEqual({ urls: 1, waiting: 0, checks: 1 });
      expect(await database.outstanding()).toEqual([]); // it waits in Q_c, but nobody has it
      expect(await database.take(1, 599)).toEqual([]);
      // 4: deleted; 5: V is False, as step 9 left it; 6: a in Q
      expect(await database.tick(600)).toEqual({ ...nothing, returned: 1 });
      expect(await database.size()).toEqual({ urls: 1, waiting: 1, checks: 0 });
      expect(await database.take(1, 600)).toMatchObject([{ url: a, deadline: 700 }]);
      // not confirmed this time: 5: V is False, 6: back in Q, and no step 8
      expect(await database.tick(700)).toEqual({ ...nothing, returned: 1 });
    },
  );

  it("schedules by the time of the check, not by that of the confirmation or of the deadline", async () => {
    const database = await open(settings);
    await database.add([a]);
    await database.take(1, 0);
    await database.confirm(a, 10);
    expect(await database.tick(350)).toMatchObject({ rescheduled: 1 }); // T_now + r(K) = 350 + 500
    expect(await database.tick(849)).toEqual(nothing);
    expect(await database.tick(850)).toMatchObject({ returned: 1 });
  });

  it("does one page after the other by (T, h(K)), and each once in a check, however long it was not called", async () => {
    const asked: string[] = [];
    const recrawlAfter = (url: string) => asked.push(url) * 0 + 1;
    const database = await open({ ...settings, recrawlAfter });
    await database.add(["http://h/b", a, "http://h/c"]);
    await database.take(1, 50); // a, due at 150
    await database.take(2, 0); // b and c, due at 100
    await database.confirm([a, "http://h/c", "http://h/b"], 60);
    expect(await database.tick(100_000)).toEqual({ ...nothing, rescheduled: 3 });
    expect(asked).toEqual(["http://h/b", "http://h/c", a]);
    expect(await database.tick(100_001)).toEqual({ ...nothing, returned: 3 });
  });

  it("lets a late confirmation withdraw the URL; as printed it is handed out once more", async () => {
    for (const asPrinted of [false, true]) {
      const database = await open({ ...settings, asPrinted });
      await database.add([a]);
      await database.take(1, 0);
      expect(await database.tick(100)).toMatchObject({ returned: 1 }); // its time is out
      expect(await database.confirm(a, 150)).toMatchObject({ confirmed: 1 });
      expect((await database.get(a))?.visited).toBe(true);
      if (asPrinted) {
        expect(await database.size()).toEqual({ urls: 1, waiting: 1, checks: 0 }); // section 2.5 does not touch Q
        expect(await database.take(1, 150)).toMatchObject([{ url: a, deadline: 250 }]);
        expect(await database.outstanding()).toEqual([]); // it was confirmed, though somebody has it
        expect(await database.tick(250)).toMatchObject({ rescheduled: 1 }); // V is True already
      } else {
        expect(await database.size()).toEqual({ urls: 1, waiting: 0, checks: 1 }); // due for its check at 150
        expect(await database.tick(149)).toEqual(nothing);
        expect(await database.tick(150)).toMatchObject({ rescheduled: 1 });
        expect(await database.take(1, 649)).toEqual([]);
        expect(urls(await database.take(1, 650))).toEqual([a]);
      }
    }
  });

  it("lets a URL that was taken twice be confirmed once; as printed the second confirmation puts off the re-crawl", async () => {
    for (const asPrinted of [false, true]) {
      const database = await open({ ...settings, asPrinted });
      await database.add([a]);
      expect(urls(await database.take(1, 0))).toEqual([a]); // by one crawler
      expect(urls(await database.take(1, 100))).toEqual([a]); // its time is out: by another, due at 200
      expect(await database.confirm(a, 150)).toMatchObject({ confirmed: 1 });
      expect(await database.confirm(a, 160)).toMatchObject({ already: 1 }); // before the check: no effect either way
      expect(await database.tick(200)).toMatchObject({ rescheduled: 1 }); // V = False, due at 700
      const second = await database.confirm(a, 250);
      expect(second).toMatchObject(asPrinted ? { confirmed: 1 } : { already: 1 });
      expect((await database.get(a))?.visited).toBe(asPrinted);
      // as printed 5: V is True, though nobody fetched it since 150; 8 to 11: due at 1200
      expect(await database.tick(700)).toEqual(
        asPrinted ? { ...nothing, rescheduled: 1 } : { ...nothing, returned: 1 },
      );
      expect(urls(await database.take(1, 700))).toEqual(asPrinted ? [] : [a]);
    }
  });

  it("leaves Q_c as it was when r(K) throws, so that a mended r(K) finds every page", async () => {
    let broken = true;
    const recrawlAfter = (url: string) => {
      if (broken && url.endsWith("b")) throw new Error("no rule for b");
      return 500;
    };
    const database = await open({ ...settings, recrawlAfter });
    await database.add([a, "http://h/b", "http://h/c"]);
    await database.take(3, 0);
    await database.confirm([a, "http://h/b"], 10);
    const before = await database.size();
    await expect(database.tick(100)).rejects.toThrow("no rule for b");
    expect(await database.size()).toEqual(before);
    expect((await database.get(a))?.visited).toBe(true);
    broken = false;
    expect(await database.tick(100)).toEqual({ returned: 1, rescheduled: 2, finished: 0 });
    expect(await database.tick(600)).toEqual({ ...nothing, returned: 2 });
  });
});

describe("the oracle", () => {
  it("does as the paper's structures taken at their word do, whatever is asked of both", async () => {
    const seen = { returned: 0, rescheduled: 0, finished: 0, tooDeep: 0, already: 0, outstanding: 0 };
    await fc.assert(
      fc.asyncProperty(operations(), anySettings, async (list, any) => {
        // h(K) tells the pool's URLs apart
        const chosen: UrlDatabaseSettings = { ...any, domain: "host", hash: undefined };
        const all = [
          ...list,
          ...everything,
          { kind: "take", count: 99, now: 1e6 } as const,
          { kind: "tick", now: 2e6 } as const,
          ...everything,
        ];
        const oracle = await expectedOf(all, chosen);
        const literal = await expectedOf(all, chosen, new Literal(settingsOf(chosen)));
        for (const [i, { what, result }] of oracle.entries()) {
          expect(literal[i].result, `call ${i}: ${what}`).toEqual(result);
          if (Array.isArray(result) && what.includes("outstanding")) seen.outstanding += result.length;
          for (const [name, count] of Object.entries(result ?? {}))
            if (name in seen) seen[name as keyof typeof seen] += count as number;
        }
      }),
      { numRuns: 400 },
    );
    for (const [what, count] of Object.entries(seen))
      expect(count, `${what} must happen for this test to tell`).toBeGreaterThan(20);
  });

  it("is compared over URLs whose hashes differ", () => {
    const hashes = pool.map((url) => {
      const out = new Uint32Array(2);
      settingsOf({}).hash(url, 0, url.length, out);
      return out.join();
    });
    expect(new Set(hashes).size).toBe(pool.length);
    expect(new Set(pool.map((url) => Buffer.from(url).toString("latin1"))).size).toBe(pool.length);
  });
});
