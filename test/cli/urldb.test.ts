import { existsSync, readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import type { DelayRow } from "../../src/urldb/measure.js";
import { Desk } from "./command.js";

interface Bench {
  readonly engines: readonly {
    readonly name: string;
    readonly rows: readonly DelayRow[];
    readonly bytesPerUrl?: number;
    readonly missing?: string;
  }[];
}

const desk = new Desk();
const counts = ["--start", "100", "--add", "1200", "--block", "500", "--batch", "200"];
const bench = ["urldb", "bench", ...counts];
const noPostgres = { env: { CRAWLBENCH_POSTGRES_BIN: desk.path("no PostgreSQL") } };
const folder = (name: string) => ["--folder", desk.path(name)];

describe("crawlbench urldb", () => {
  it("says which commands it has, and fails, when it is told none", async () => {
    const { code, stdout, stderr } = await desk.run(["urldb"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^ {2}bench \[options\] /m);
  });
});

describe("crawlbench urldb bench", () => {
  it("prints a line per block and a column per engine, and what each takes on disk", async () => {
    const text = await desk.good([...bench, "--engines", "dedicated, lmdb,memory", "--durability", "none"]);
    const [title, names, rule, ...lines] = text.trimEnd().split("\n");
    expect(title).toBe("Microseconds per URL; batches of 200, durability none");
    expect(names).toMatch(/^urls +dedicated µs +lmdb µs +memory µs$/);
    expect(rule).toMatch(/^-+ {2}-+ {2}-+ {2}-+$/);
    const table = lines.slice(0, 3).map((line) => line.split(/ +/));
    expect(table.map(([urls]) => urls)).toEqual(["600", "1,100", "1,300"]); // by hand: 100 + 500, + 500, + 200
    for (const [, ...delays] of table) {
      expect(delays).toHaveLength(3);
      for (const delay of delays) expect(delay).toMatch(/^\d+\.\d\d$/);
    }
    expect(lines.slice(3).map((line) => line.replace(/\d+/, "N"))).toEqual([
      "dedicated: N bytes on disk per URL",
      "lmdb: N bytes on disk per URL", // and memory has no disk
    ]);
  });

  it("tells the same in JSON, with what it was told", async () => {
    const json = await desk.json<Bench>([...bench, "--engines", "lmdb,memory", "--seed", "4"]);
    const row = (engine: string, durability: string, urls: number, batch = 200) => ({
      engine,
      batch,
      durability,
      urls,
      ...{ microseconds: expect.any(Number), disk: expect.any(Number), memory: expect.any(Number) },
    });
    expect(json).toEqual({
      start: 100,
      add: 1200,
      block: 500,
      batch: 200,
      durability: "sync",
      seed: 4,
      engines: [
        {
          name: "lmdb",
          rows: [600, 1100, 1300].map((urls) => row("LMDB", "sync", urls)),
          bytesPerUrl: expect.any(Number),
        },
        { name: "memory", rows: [600, 1100, 1300].map((urls) => row("in memory", "not durable", urls)) },
      ],
    });
    for (const { microseconds } of json.engines.flatMap(({ rows }) => rows)) expect(microseconds).toBeGreaterThan(0);
  });

  it("takes options behind colons: what is kept in memory decides what stands on disk after so few URLs", async () => {
    const engines = "dedicated:recent-urls=3,dedicated:recentUrls=1000000, postgres:insert=one-by-one";
    const { engines: found } = await desk.json<Bench>([...bench, "--engines", engines], noPostgres);
    const [few, all, postgres] = found;
    expect(found.map(({ name }) => name)).toEqual(engines.split(",").map((name) => name.trim()));
    expect(few.bytesPerUrl).toBeGreaterThan(all.bytesPerUrl as number);
    expect(postgres.missing).toMatch(/is not installed/);
  });

  it("prints every block, however many there are", async () => {
    const text = await desk.good([
      "urldb",
      "bench",
      "--engines",
      "memory",
      "--start",
      "0",
      "--add",
      "300",
      "--block",
      "10",
    ]);
    expect(text.trimEnd().split("\n")).toHaveLength(3 + 30);
    expect(text).toMatch(/batches of 10,.*\n/); // never more than a block
  });

  it("measures the others where an engine is not installed, and says what to install", async () => {
    const engines = [...bench, "--engines", "postgres-copy,memory"];
    const text = await desk.good(engines, noPostgres);
    expect(text).toMatch(/^urls +postgres-copy µs +memory µs$/m);
    expect(text).toMatch(/^600 +- +\d+\.\d\d$/m);
    expect(text).toMatch(
      /^postgres-copy: not measured, PostgreSQL .* is not installed: .*install Debian's package "postgresql"/m,
    );
    const json = await desk.json<Bench>(engines, noPostgres);
    expect(json.engines[0]).toEqual({
      name: "postgres-copy",
      rows: [],
      missing: expect.stringMatching(/is not installed/),
    });
    expect(json.engines[1].rows).toHaveLength(3);
  });

  it("prints no table where no engine is installed", async () => {
    const text = await desk.good([...bench, "--engines", "postgres-unnest,postgres-insert"], noPostgres);
    expect(text.split("\n").map((line) => line.slice(0, 30))).toEqual([
      "Microseconds per URL; batches ",
      "postgres-unnest: not measured,",
      "postgres-insert: not measured,",
      "",
    ]);
  });

  it("works in the folder that is named, made if need be, and leaves it empty and its rights alone", async () => {
    await desk.good([...bench, "--engines", "dedicated", ...folder("disk/one")]);
    expect(readdirSync(desk.path("disk/one"))).toEqual([]);
  });

  it.each([
    [
      ["--engines", "dedicated,oracle"],
      /^no engine "oracle"\. There are: berkeley-db, dedicated, lmdb, memory, postgres, postgres-copy, .*/,
    ],
    [
      ["--engines", "dedicated:recent-urls=0"],
      /^--engines dedicated:recent-urls=0: recent-urls is an integer from 1 to /,
    ],
    [
      ["--engines", "lmdb:size=1"],
      /^--engines lmdb:size=1: no option "size"\. It takes none: crawlbench methods lmdb$/,
    ],
    [["--engines", "postgres:server=x"], /no option "server"\. It takes insert: /], // what is made there would stay
    [["--engines", "constructor"], /^no engine "constructor"\. There are: /],
    [["--durability", "disk"], /^--durability is sync or none; found "disk"$/],
    [["--batch", "0"], /^--batch is an integer from 1 to 10000000; found 0\n/],
    [["--add", "400"], /^--block is at most add, 400, the URLs added in all; found 500\n/],
    [["--start", "-5"], /^--start is an integer from 0 to 4294967295; found -5\n/],
  ])("refuses %j, and makes nothing", async (wrong, message) => {
    expect(await desk.refusal([...bench, ...wrong, ...folder("refused")])).toMatch(message);
    if (existsSync(desk.path("refused"))) expect(readdirSync(desk.path("refused"))).toEqual([]);
  });

  it("stops on Ctrl-C with the exit code for it, and leaves nothing behind", async () => {
    // Sends the process its own Ctrl-C as soon as it listens for one.
    const preload =
      'process.on("newListener", (event) => event === "SIGINT" && queueMicrotask(() => process.kill(process.pid, "SIGINT")));';
    const node = ["--import", pathToFileURL(desk.path(desk.write("interrupt.mjs", preload))).href];
    const { code, stdout, stderr } = await desk.run(
      ["urldb", "bench", "--engines", "memory", "--start", "1000000", "--add", "50000", ...folder("stopped")],
      { node },
    );
    expect([code, stdout]).toEqual([130, ""]);
    expect(stderr).toBe(
      "the measurement of memory was stopped. Nothing was kept, for want of a cache: the same command begins anew.\n",
    );
    expect(readdirSync(desk.path("stopped"))).toEqual([]);
  });
});
