import { readdirSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { testClaims, type Verdict } from "../../../src/experiment/claim.js";
import { AS_THE_PAPER, TODAY } from "../../../src/experiment/dorosz/contestants.js";
import { claims, figure2 } from "../../../src/experiment/dorosz/figure-2.js";
import type { Contestant, DelayRow } from "../../../src/urldb/measure.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { pairsOf } from "../../fixture/pairs.js";
import { withoutServers } from "../without-servers.js";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Delays of ten blocks: one number for all of them, or each. */
type Delays = number | readonly number[];

/** What the claims say of made-up delays; engines that are not named did not run. */
function judged(
  delays: readonly (readonly [Contestant, Delays])[],
  missing: ReadonlyMap<string, string> = new Map(),
): (about: RegExp) => { verdict: Verdict; ours: string; because: string } {
  const rows = delays.flatMap(([{ label, batch }, found]) =>
    (typeof found === "number" ? Array.from({ length: 10 }, () => found) : found).map(
      (microseconds, block): DelayRow => ({
        engine: label,
        batch,
        durability: "sync",
        urls: 100 * (block + 1),
        microseconds,
      }),
    ),
  );
  const verdicts = testClaims(claims, { rows, missing })({ id: "dorosz/figure-2", load: "dorosz-load" }, "dorosz-load");
  return (about) => {
    const found = verdicts.filter(({ claim }) => about.test(claim));
    expect(found).toHaveLength(1);
    return found[0];
  };
}

const { postgres, berkeleyDb, berkeleyDbUnsynced } = AS_THE_PAPER;
const asItComes = /each as it comes/;
const bothWait = /both wait for the disk/;
const flat = /does not grow/;
const copy = /COPY/;
const inBatches = /^In batches/;
const relational = /relational database/;
const trees = /B-tree/;

describe("Berkeley DB against PostgreSQL", () => {
  it.each<[string, Delays, Delays, Verdict]>([
    ["faster by 1.25x and in each block", 125, 100, "agrees"],
    ["faster by less than noise", 124, 100, "mixed"],
    ["as fast", 100, 100, "mixed"],
    ["slower by less than noise", 100, 124, "mixed"],
    ["slower by 1.25x", 100, 125, "disagrees"],
    ["faster in eight blocks of ten", [...Array(8).fill(200), 50, 50], 100, "agrees"],
    ["faster in seven blocks of ten", [...Array(7).fill(200), 50, 50, 50], 100, "mixed"],
    ["faster by the median, which one slow block does not move", [9000, ...Array(9).fill(100)], 100, "mixed"],
  ])("as printed: %s", (_, slow, fast, verdict) => {
    expect(
      judged([
        [postgres, slow],
        [berkeleyDbUnsynced, fast],
      ])(asItComes).verdict,
    ).toBe(verdict);
    expect(
      judged([
        [TODAY.postgres, slow],
        [TODAY.berkeleyDb, fast],
      ])(inBatches).verdict,
    ).toBe(verdict);
  });

  it.each<[string, number, number, Verdict]>([
    ["faster by 2x", 200, 100, "agrees"],
    ["faster by less than what a shared disk makes of it", 199, 100, "mixed"],
    ["slower by less than that", 100, 199, "mixed"],
    ["slower by 2x", 100, 200, "disagrees"],
  ])("when both wait for the disk: %s", (_, slow, fast, verdict) => {
    expect(
      judged([
        [postgres, slow],
        [berkeleyDb, fast],
      ])(bothWait).verdict,
    ).toBe(verdict);
  });

  it("is told apart by who waits for the disk, and by batches", () => {
    const found = judged([
      [postgres, 1000],
      [berkeleyDb, 2000],
      [berkeleyDbUnsynced, 100],
      [TODAY.postgres, 20],
      [TODAY.berkeleyDb, 20],
    ]);
    expect([asItComes, bothWait, inBatches].map((claim) => found(claim).verdict)).toEqual([
      "agrees",
      "disagrees",
      "mixed",
    ]);
  });

  it("shows medians to three digits, their ratio, and in how many blocks", () => {
    const found = judged([
      [postgres, [...Array(9).fill(1389.4), 1]],
      [berkeleyDbUnsynced, 84.25],
    ]);
    expect(found(asItComes)).toMatchObject({
      ours: "PostgreSQL, one INSERT per URL 1,390 µs, Berkeley DB, one by one, unsynced 84.3 µs: 16.5x",
      because: "medians over 10 blocks; slower in 9 of them",
    });
  });
});

describe("a delay that does not grow", () => {
  const grown = (last: number) => [...Array(3).fill(10), ...Array(4).fill(1000), ...Array(3).fill(last)];

  it.each<[number, Verdict]>([
    [5, "agrees"],
    [20, "agrees"],
    [20.1, "mixed"],
    [40, "mixed"],
    [40.1, "disagrees"],
  ])("from 10 µs in the first third of the blocks to %d in the last: %s", (last, verdict) => {
    const found = judged([[berkeleyDbUnsynced, grown(last)]])(flat);
    expect([found.verdict, found.ours]).toEqual([verdict, `${(last / 10).toFixed(2)}x from 10 µs`]);
  });

  it("is judged also where there are fewer than three blocks", () => {
    expect(judged([[berkeleyDbUnsynced, [10, 50]]])(flat).verdict).toBe("disagrees");
    expect(judged([[berkeleyDbUnsynced, [10]]])(flat).verdict).toBe("agrees");
  });
});

describe("our own claims", () => {
  it.each<[RegExp, Contestant, Contestant, number]>([
    [copy, postgres, TODAY.postgres, 10],
    [relational, TODAY.postgres, TODAY.dedicated, 5],
    [trees, TODAY.berkeleyDb, TODAY.dedicated, 3],
    [trees, TODAY.lmdb, TODAY.dedicated, 3],
  ])(
    "%s holds from its factor on, and is mixed so while it is not slower beyond noise",
    (claim, slow, fast, factor) => {
      const verdicts = [factor, factor - 0.1, 1, 0.81, 0.79].map(
        (ratio) =>
          judged([
            [slow, 100 * ratio],
            [fast, 100],
          ])(claim).verdict,
      );
      expect(verdicts).toEqual(["agrees", "mixed", "mixed", "mixed", "disagrees"]);
    },
  );

  it("against B-tree stores is as good as against the faster of them, and shows both", () => {
    const found = (berkeley: number, other: number) =>
      judged([
        [TODAY.berkeleyDb, berkeley],
        [TODAY.lmdb, other],
        [TODAY.dedicated, 10],
      ])(trees);
    expect(found(30, 40).verdict).toBe("agrees");
    for (const [a, b] of pairsOf("30,20 20,30")) expect(found(a, b).verdict).toBe("mixed");
    for (const [a, b] of pairsOf("30,5 5,20")) expect(found(a, b).verdict).toBe("disagrees");
    expect(found(30, 5).ours).toMatch(/^Berkeley DB.*: 3\.0x; LMDB.*: 0\.5x$/);
  });

  it("against B-tree stores is tested on the one that is there, and says which was not", () => {
    const missing = new Map([[TODAY.berkeleyDb.label, "no Berkeley DB: install it"]]);
    const found = judged(
      [
        [TODAY.lmdb, 50],
        [TODAY.dedicated, 10],
      ],
      missing,
    )(trees);
    expect(found.verdict).toBe("agrees");
    expect(found.because).toBe(
      "medians over 10 blocks; slower in 10 of them; one not tested: no Berkeley DB: install it",
    );
  });
});

describe("engines that did not run", () => {
  it("leave their claims untested, with the reason of the engine", () => {
    const missing = new Map([
      ...Object.values(AS_THE_PAPER).map(({ label }): [string, string] => [label, `${label} is not installed`]),
      [TODAY.postgres.label, "no server: install PostgreSQL"],
    ]);
    const found = judged(
      [
        [TODAY.dedicated, 1],
        [TODAY.lmdb, 10],
      ],
      missing,
    );
    for (const [claim, because] of [
      [asItComes, `${postgres.label} is not installed`],
      [bothWait, `${postgres.label} is not installed`],
      [flat, `${berkeleyDbUnsynced.label} is not installed`],
      [copy, `${postgres.label} is not installed`],
      [inBatches, "no server: install PostgreSQL"],
      [relational, "no server: install PostgreSQL"],
    ] as const)
      expect(found(claim)).toMatchObject({ verdict: "cannot be tested", ours: "-", because });
  });

  it("are named by the one of two that is missing", () => {
    const missing = new Map([[berkeleyDb.label, "no Berkeley DB"]]);
    expect(judged([[postgres, 1]], missing)(bothWait).because).toBe("no Berkeley DB");
    expect(judged([[postgres, 1]])(bothWait).because).toBe("Berkeley DB, one by one did not run");
    expect(judged([])(trees)).toMatchObject({
      verdict: "cannot be tested",
      because: "Berkeley DB, batches did not run",
    });
  });
});

describe("the run", () => {
  it("scales the paper's counts, to whole blocks, and never below six blocks of 200 URLs", async () => {
    withoutServers();
    const { provenance, rows } = await figure2.run({ scale: 0.001003 });
    // by hand: 1,003 and 3,009 of the paper's 1,000,000 and 3,000,000; 3,009 / 6 = 501.5, and six blocks of 501 are
    // 3,006
    expect(provenance).toMatchObject({ start: 1003, add: 3006, block: 501, batch: 501, scale: 0.001003, seed: 1 });
    const urls = [1504, 2005, 2506, 3007, 3508, 4009];
    for (const { label } of [TODAY.dedicated, TODAY.lmdb, TODAY.inMemory]) {
      expect((rows as DelayRow[]).filter(({ engine }) => engine === label).map((row) => row.urls)).toEqual(urls);
    }
    const smallest = await figure2.run({ scale: 1e-9 });
    expect(smallest.provenance).toMatchObject({ start: 0, add: 1200, block: 200 });
  });

  it("measures what is there, and says in the provenance what is not and why", async () => {
    withoutServers();
    const told: string[] = [];
    const onProgress = ({ task, done, total }: { task: string; done: number; total: number }) => {
      expect(done).toBeLessThanOrEqual(total);
      if (!told.includes(task)) told.push(task);
    };
    const { rows, provenance, figure } = await figure2.run({ scale: 0.001, onProgress });
    const there = [TODAY.lmdb, TODAY.dedicated, TODAY.inMemory].map(({ label }) => label);
    expect([...new Set((rows as DelayRow[]).map(({ engine }) => engine))]).toEqual(there);
    expect(told).toEqual(there);
    const { missing, bytesPerUrl } = provenance as { missing: Record<string, string>; bytesPerUrl: object };
    const others = [...Object.values(AS_THE_PAPER), TODAY.postgres, TODAY.berkeleyDb].map(({ label }) => label);
    expect(Object.keys(missing)).toEqual(others);
    for (const reason of Object.values(missing)) expect(reason).toMatch(/install/);
    expect(Object.keys(bytesPerUrl)).toEqual(there.slice(0, 2)); // memory keeps no file
    expect((await figure()).svg).toContain("batches of 500");
  });

  it("stops when it is told to, as a crawl does, and leaves nothing behind", async () => {
    withoutServers();
    const folder = temporaryFolder();
    vi.stubEnv("TMPDIR", folder);
    const controller = new AbortController();
    const stopped = figure2.run({ scale: 0.001, signal: controller.signal, onProgress: () => controller.abort() });
    await expect(stopped).rejects.toMatchObject({ code: "stopped", message: "dorosz/figure-2 was stopped" });
    expect(readdirSync(folder)).toEqual([]);
  });
});
