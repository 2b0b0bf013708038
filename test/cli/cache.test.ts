import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { simulate } from "../../src/cache/simulate.js";
import { cacheMethodNamed, cacheMethodNames } from "../../src/cache/sweep/cache-methods.js";
import { cacheCommand } from "../../src/cli/cache.js";
import { checkMemory } from "../../src/cli/cache-memory.js";
import type { PolicyMisses } from "../../src/cli/cache-rows.js";
import { writeTraceFile } from "../../src/trace/file/write-trace-file.js";
import { openTrace } from "../../src/trace/open-trace.js";
import { Desk } from "./command.js";
import { said } from "./in-process.js";

const desk = new Desk();
const cache = (args: readonly string[], stdin?: string | Uint8Array) => said(cacheCommand(), args, stdin);

/** Rows that `--json` prints, and nothing else. */
async function rowsOf(args: readonly string[], stdin?: string | Uint8Array): Promise<PolicyMisses[]> {
  const { stdout, stderr, error } = await cache([...args, "--json"], stdin);
  expect({ stderr, error }).toEqual({ stderr: "", error: undefined });
  return JSON.parse(stdout);
}

const urls = (letters: string) => [...letters].map((letter) => `http://${letter.toLowerCase()}.example/\n`).join("");

/**
 * 3,000 URLs, each asked for again once the next hundred have come. LRU needs 201 entries to have it still, itself, the
 * hundred after it and the hundred that came back meanwhile; of the first URLs, 101 + j for the j-th, j from 0.
 */
const returning = Array.from({ length: 3000 }, (_, i) => [i, i - 100].filter((n) => n >= 0)).flat();
const returningLog = returning.map((n) => `http://web.example/${n}\n`).join("");

/** Misses by policy, sizes ascending. */
const missesOf = (rows: readonly PolicyMisses[]) =>
  Object.fromEntries(
    [...new Set(rows.map(({ policy }) => policy))].map((policy) => [
      policy,
      rows.filter((row) => row.policy === policy).map(({ misses }) => misses),
    ]),
  );

describe("crawlbench cache --json", () => {
  it("counts by hand what a tiny log misses, at sizes 1 to 4", async () => {
    const policies = "lru,clock,fifo,sieve,lfu,random,min,min-mandatory,static,static-charged,infinite";
    const rows = await rowsOf(["-", "--policies", policies, "--sizes", "1,2,3,4"], urls("ABCAB"));
    const each = rows.slice(0, 4).map(({ size, requests, distinct }) => [size, requests, distinct]);
    expect(each).toEqual([1, 2, 3, 4].map((size) => [size, 5, 3]));
    const { random, ...others } = missesOf(rows);
    // With one entry no URL comes twice in a row. With two, C drives out A, A drives out B, B drives out C.
    const noHit = [5, 5, 3, 3];
    expect(others).toEqual({
      lru: noHit,
      clock: noHit,
      fifo: noHit,
      sieve: noHit,
      lfu: noHit,
      min: [4, 3, 3, 3], // keeps A; keeps A and B, and leaves C out
      "min-mandatory": [5, 4, 3, 3], // C must come in, for B, which is asked for later than A
      static: [3, 1, 0, 0], // holds A (2 of 5 hit); A and B; all
      "static-charged": [4, 3, 3, 3], // the same, and a miss for each entry; 3 URLs fill no fourth
      infinite: [3, 3, 3, 3],
    });
    expect(random[0]).toBe(5);
    expect([4, 5]).toContain(random[1]); // one of A and B may survive, and only one: C drove out the other
    expect(random.slice(2)).toEqual([3, 3]);
  });

  it("counts STATIC of an earlier log by --earlier, and says how much of that log comes again", async () => {
    const [log, old] = [
      desk.path(desk.write("now.txt", urls("ABCAB"))),
      desk.path(desk.write("old.txt", urls("XBBXBA"))),
    ];
    const { stdout, stderr } = await cache([
      log,
      "--policies",
      "static",
      "--sizes",
      "1,2,3",
      "--earlier",
      old,
      "--json",
    ]);
    // B, X and A, in this order; B hits twice, A twice
    expect(missesOf(JSON.parse(stdout))).toEqual({ static: [3, 1, 0], "static-earlier": [3, 3, 1] });
    expect(stderr).toBe("now.txt asks for 2 of the 3 URLs of old.txt\n");
    expect((await cache([log, "--earlier", old, "--sample", "50%"])).error).toBe(
      "--earlier needs the log as one whole: leave out --sample and --thread-caches",
    );
  });

  it("has five keys a row, policies as they were typed, sizes ascending and each once", async () => {
    const rows = await rowsOf(["-", "--policies", "2q,LRU,w-tinylfu,two-q", "--sizes", "4,pow2:0-2,1"], urls("ABA"));
    for (const row of rows) expect(Object.keys(row)).toEqual(["policy", "size", "requests", "distinct", "misses"]);
    const names = ["2q", "LRU", "w-tinylfu", "two-q"];
    expect(rows.map(({ policy, size }) => [policy, size])).toEqual(
      names.flatMap((name) => [1, 2, 4].map((size) => [name, size])),
    );
  });

  it("counts as the simulator does, every policy at every size", async () => {
    const random = new Random(7);
    const numbers = Array.from({ length: 3000 }, () => Math.floor(400 * random.next() ** 3));
    const log = desk.path(desk.write("skewed.txt", numbers.map((n) => `http://web.example/${n}\n`).join("")));
    const dense = new Map<number, number>();
    for (const n of numbers) if (!dense.has(n)) dense.set(n, dense.size);
    const trace = { requests: Uint32Array.from(numbers, (n) => dense.get(n) as number), urls: dense.size };
    const sizes = [1, 2, 3, 7, 50, 333, 1000, 1_000_000];
    const names = await cacheMethodNames();
    const rows = await rowsOf([log, "--policies", names.join(","), "--sizes", sizes.join(","), "--seed", "5"]);
    const expected: PolicyMisses[] = [];
    for (const policy of names) {
      const method = await cacheMethodNamed(policy);
      for (const size of sizes) {
        const misses = simulate(trace, method, Math.min(size, trace.urls), { seed: 5 });
        expected.push({ policy, size, requests: 3000, distinct: trace.urls, misses });
      }
    }
    expect(rows).toEqual(expected);
  });

  it("goes up to the first power of 2 that holds all URLs where no sizes are given", async () => {
    const rows = await rowsOf(["-", "--policies", "lru"], urls("ABCDEABCDE"));
    expect(rows.map(({ size }) => size)).toEqual([1, 2, 4, 8]);
    expect(rows.map(({ misses }) => misses)).toEqual([10, 10, 10, 5]); // five URLs in a circle: LRU loses them all
  });

  it("takes many more sizes than are counted in one pass", async () => {
    const sizes = Array.from({ length: 300 }, (_, i) => i + 1);
    const args = ["-", "--policies", "clock,lru,min,random", "--sizes", sizes.join(",")];
    const counted = missesOf(await rowsOf(args, urls("ABCABDABCEDCBAABECD")));
    for (const misses of Object.values(counted)) {
      expect(misses).toHaveLength(300);
      expect(new Set(misses.slice(4))).toEqual(new Set([5])); // five URLs: from five entries on first requests only
    }
    expect(counted.min.slice(0, 5)).toEqual([...counted.min.slice(0, 5)].sort((a, b) => b - a));
  });
});

describe("crawlbench cache", () => {
  it("shows a line per size and a column per policy, in percent of the requests", async () => {
    const { stdout, stderr } = await cache(["-", "--policies", "lru,min", "--sizes", "1,2,1000"], urls("ABCAB"));
    expect(stderr).toBe("");
    expect(stdout.split("\n").slice(0, 7)).toEqual([
      "standard input: 5 requests for 3 distinct URLs; any cache misses at least 60.0 %",
      "",
      "Misses in % of the requests",
      "entries    lru   min",
      "      1  100.0  80.0", // 5 and 4 of 5: see the hand counts above
      "      2  100.0  60.0",
      "  1,000   60.0  60.0",
    ]);
  });

  it("marks the critical region, and says which cache to build for a target and for so many threads", async () => {
    const args = ["-", "--policies", "lru,fifo,infinite", "--target-miss", "51%", "--threads", "64"];
    const { stdout, stderr } = await cache(args, returningLog);
    expect(stderr).toBe("");
    const line = (start: string) => stdout.split("\n").find((each) => each.trimStart().startsWith(start));
    expect(line("standard input")).toContain("5,900 requests for 3,000 distinct URLs");
    expect(line("entries")).toBe("entries  per thread    lru   fifo  infinite");
    expect(line("32 ")).toBe("     32          <1  100.0  100.0      50.8"); // 3,000 / 5,900
    // LRU: 28 of 2,900 hit, j <= 27. FIFO: what comes back is there, and is moved by nothing but the hundred behind it.
    expect(line("128 ")).toBe("    128           2   99.5   50.8      50.8  | critical region");
    expect(line("256 ")).toBe("    256           4   50.8   50.8      50.8  |");
    expect(line("knee:")).toMatch(/^knee: \d+ entries \(95 %: \d+ - \d+\); [34] per thread\./);
    // direct circular chaining, x = 2: 128 * (64 + 2 + 1) bits and 32 heads of 7
    expect(line("choose")).toBe(
      "choose FIFO with 128 entries, 2 per thread: 68.8 bits each in direct circular chaining = 1.1 kB",
    );
    expect(line("with half the entries")).toBe(
      "      with half the entries (64) it misses 100.0 %; with twice the entries (256) it misses 50.8 %",
    );
    // 256 entries of 129 bits: a fingerprint less its place, a bit, two links
    expect(line("memory for")).toBe("memory for 51.0 % misses: FIFO 128 entries, 1.1 kB; LRU 256 entries, 4.13 kB");
    expect(line("a crawl 10 times as long")).toBeDefined();
  });

  it("says the same below the table, however long the name of the log is", async () => {
    const below = async (name: string) => {
      const args = [desk.path(desk.write(name, returningLog)), "--policies", "lru", "--target-miss", "51%"];
      return (await cache(args)).stdout.split("\n\n").slice(2);
    };
    expect(await below(`${"long-name-".repeat(12)}.txt`)).toEqual(await below("short.txt"));
  });

  it("says why there is no knee, and what to type for advice", async () => {
    const { stdout } = await cache(["-", "--policies", "lru"], urls("ABCAB"));
    // 60 % are first requests
    expect(stdout).toMatch(/^knee: none, .*\. For advice, name the miss rate you want: --target-miss 65%$/m);
    const once = Array.from({ length: 100 }, (_, i) => `http://web.example/${i}\n`).join("");
    const hopeless = await cache(["-", "--policies", "lru"], once);
    expect(hopeless.stdout).toMatch(/^knee: none, .*\. No cache helps: 100\.0 % of the requests are the first/m);
    const bounds = await cache(["-", "--policies", "min,infinite"], urls("ABCAB"));
    expect(bounds.stdout).toContain("These policies are bounds, which cannot be built. For advice, name one that can");
    const unreachable = await cache(["-", "--policies", "lru", "--target-miss", "10%"], urls("ABCAB"));
    expect(unreachable.stdout).toContain("3 of 5 requests are the first for their URL, 60.0 %");
  });

  it("doubts a log in which nearly every URL occurs once", async () => {
    const once = Array.from({ length: 100 }, (_, i) => `http://web.example/${i}\n`).join("");
    const head = async (log: string) => (await cache(["-", "--policies", "lru"], log)).stdout.split("\n")[1];
    expect(await head(once + once.slice(0, 23))).toMatch(
      /^Nearly every URL occurs once\. Is this a log of fetched pages\?/,
    );
    expect(await head(once + once)).toBe("");
  });

  it("counts a cache per thread beside the shared one, for a log that knows its threads", async () => {
    const rows = await rowsOf([await threaded(), "--thread-caches", "--policies", "lru", "--sizes", "1,2,4"]);
    expect(missesOf(rows)).toEqual({
      lru: [6, 3, 3], // A B A C A C: with one entry nothing; with two B gives way to C; with four all fit
      // with two and four in all: A B A C and A C apart, with one entry each, and with two
      "lru, one per thread": [6, 5],
    });
    expect(rows.filter(({ policy }) => policy !== "lru").map(({ size }) => size)).toEqual([2, 4]);
  });

  it("takes what one of several processes meets, and what it would send to the others", async () => {
    const log = await threaded();
    const counted = async (...args: string[]) => {
      const [{ requests, distinct }] = await rowsOf([log, "--policies", "infinite", "--sizes", "1", ...args]);
      return [requests, distinct];
    };
    expect(await counted()).toEqual([6, 3]);
    expect(await counted("--first", "3")).toEqual([3, 2]); // A B A
    expect(await counted("--processes", "2")).toEqual([4, 3]); // A B A C, of the two pages on its host
    expect(await counted("--processes", "2", "--cross")).toEqual([1, 1]); // C is on the other's
  });

  it("estimates from a sample, leaves out sizes that a sample tells nothing of, and says so", async () => {
    const args = ["-", "--sample", "50%", "--policies", "lru", "--sizes", "64,128,256"];
    const { stdout, stderr } = await cache([...args, "--json"], returningLog);
    const rows = JSON.parse(stdout) as PolicyMisses[];
    expect(rows.map(({ size, requests, distinct }) => [size, requests, distinct])).toEqual([
      [128, 5900, 3000], // 64 entries of the scaled-down cache, at half the URLs
      [256, 5900, 3000],
    ]);
    expect(rows.every(({ misses }) => Number.isInteger(misses))).toBe(true);
    expect(rows[0].misses).toBeGreaterThan(rows[1].misses);
    for (const { misses, requests, low = 1, high = 0 } of rows) {
      expect(low).toBeLessThan(misses / requests);
      expect(high).toBeGreaterThan(misses / requests);
    }
    expect(stderr).toMatch(/sizes below 128 entries are not estimated \(1 of those asked for\)/);
    const text = (await cache(args, returningLog)).stdout;
    expect(text).toMatch(/^ +64 +-$/m);
    expect(text).toMatch(/^ +256 +\d+\.\d ± \d+\.\d$/m);
    expect(text).toMatch(/leave out --sample$/m);
  });

  it("samples fingerprints as they are read; of all of them, counts are exact", async () => {
    const words = new BigUint64Array(returning.map((n) => BigInt.asUintN(64, BigInt(n + 1) * 0x9e3779b97f4a7c15n)));
    const log = desk.path(desk.write("returning.u64", new Uint8Array(words.buffer)));
    const args = [log, "--policies", "lru,min", "--sizes", "64,128,256"];
    const { stdout, stderr } = await cache([...args, "--sample", "1", "--json"]);
    expect(stderr).toBe("the sample holds all URLs: counts are exact\n");
    expect(JSON.parse(stdout)).toEqual(await rowsOf(args));
  });

  it("stores the log in its own form, which reads the same, packed text too", async () => {
    const packed = desk.path(desk.write("log.txt.gz", gzipSync(returningLog)));
    const stored = desk.path("log.trace");
    const args = ["--policies", "lru,clock", "--sizes", "128,256"];
    const rows = await rowsOf([packed, "--write", stored, ...args]);
    expect(await rowsOf([stored, ...args])).toEqual(rows);
    expect((await openTrace(stored)).requests).toEqual((await openTrace(packed)).requests);
  });

  it("draws the curves and writes the rows, under the names that were typed", async () => {
    const files = ["curves.svg", "rows.csv", "rows.json", "rows.parquet"].map((name) => desk.path(name));
    const [figure, ...saved] = files;
    for (const save of saved)
      await rowsOf(
        ["-", "--policies", "2q,min", "--sizes", "1,2,4", "--figure", figure, "--save", save],
        urls("ABCAB"),
      );
    expect(readFileSync(figure, "utf8")).toMatch(/^<svg [\s\S]*2Q[\s\S]*MIN/);
    const csv = readFileSync(saved[0], "utf8").split("\n");
    expect(csv[0]).toBe("trace,policy,name,size,requests,distinct,misses,missRate,hitRate,seed");
    expect(csv.slice(1, -1).map((line) => line.split(",").slice(1, 4).join())).toEqual(
      ["2q,two-q", "min,min"].flatMap((names) => [1, 2, 4].map((size) => `${names},${size}`)),
    );
    const { rows, provenance } = JSON.parse(readFileSync(saved[1], "utf8"));
    expect(rows).toHaveLength(6);
    expect(provenance.trace).toMatchObject({ name: "standard input", requests: 5, distinct: 3 });
    expect(readFileSync(saved[2]).subarray(0, 4).toString()).toBe("PAR1");
  });
});

/**
 * Pages A B, A C, A C of threads 0, 1, 0; A and B on the host of process 0 of 2, as the first and last page, C on that
 * of process 1.
 */
async function threaded(): Promise<string> {
  const path = desk.path("threads.trace");
  const pages = {
    ends: Uint32Array.of(2, 4, 6),
    threads: Uint16Array.of(0, 1, 0),
    hosts: Uint32Array.of(0, 1, 0),
    times: Float64Array.of(0, 0, 0),
  };
  const requests = Uint32Array.of(0, 1, 0, 2, 0, 2);
  const hosts = { hosts: Uint32Array.of(0, 0, 1), hostKeys: Uint32Array.of(0, 1) };
  if (!existsSync(path)) await writeTraceFile(path, { name: "two threads", requests, urls: 3, pages, ...hosts });
  return path;
}

describe("crawlbench cache, given what it cannot use,", () => {
  const tiny = urls("ABCAB");

  it("leaves out lines that hold no URL, and says how many and which is the first", async () => {
    const { stdout, stderr } = await cache(
      ["-", "--policies", "lru", "--sizes", "4", "--json"],
      `${tiny}no URL\n\n${tiny}`,
    );
    expect(JSON.parse(stdout)).toEqual([{ policy: "lru", size: 4, requests: 10, distinct: 3, misses: 3 }]);
    expect(stderr).toBe("standard input: 1 line holds no URL, left out; the first is line 6: no URL\n");
  });

  it.each([
    ["nothing", "", [], /^standard input is empty: /],
    ["blank lines only", "\n\n", [], /^standard input is empty: /],
    ["no URL at all", "foo\nbar\n", [], /^standard input: none of its 2 lines is an absolute URL/],
    ["half a fingerprint", "12345678901", ["--format", "u64"], /is cut in the middle of a fingerprint: /],
    ["text as fingerprints", urls("ABCABCAB"), ["--format", "u64"], /is text, and no fingerprints: .*--format lines/],
    ["a size of 0", tiny, ["--sizes", "0"], /^--sizes takes whole numbers of entries from 1, .*; found "0"$/],
    ["a negative size", tiny, ["--sizes", "-1"], /found "-1"$/],
    ["half an entry", tiny, ["--sizes", "1.5"], /found "1\.5"$/],
    ["a word as size", tiny, ["--sizes", "1,abc"], /found "abc"$/],
    ["no size", tiny, ["--sizes", ""], /found nothing$/],
    ["a comma too many", tiny, ["--sizes", "1,,2"], /found nothing beside a comma in "1,,2"$/],
    ["exponents that fall", tiny, ["--sizes", "pow2:5-3"], /found pow2:5-3\. Type: --sizes pow2:3-5$/],
    ["exponents beyond all URLs", tiny, ["--sizes", "pow2:4-40"], /Type: --sizes pow2:4-31$/],
    ["a size beyond all URLs", tiny, ["--sizes", "4294967297"], /4294967297 is more than 2\^32 entries/],
    [
      "a policy misspelt",
      tiny,
      ["--policies", "lri"],
      /^no policy "lri"\. Did you mean lru\? There are: 2q, arc, clock, .*, w-tiny-lfu$/,
    ],
    ["a policy unheard of", tiny, ["--policies", "marvellous"], /^no policy "marvellous"\. There are: 2q, arc, /],
    ["no policy", tiny, ["--policies", "lru,"], /^--policies names at least one\. There are: 2q, arc, /],
    ["a target of 20", tiny, ["--target-miss", "20"], /such as 20% or 0\.2\. Did you mean 20%\?$/],
    ["a target of 0 %", tiny, ["--target-miss", "0%"], /Expected a share above 0, at most 1/],
    ["no threads", tiny, ["--threads", "0"], /Expected a whole number, 1 or more\.$/],
    ["half a worker", tiny, ["--workers", "0.5"], /Expected a whole number, 1 or more\.$/],
    ["a figure as GIF", tiny, ["--figure", "x.gif"], /^--figure takes a file that ends in \.svg, .*; found "x\.gif"$/],
    [
      "rows as a spreadsheet",
      tiny,
      ["--save", "x.xls"],
      /^--save takes a file that ends in \.csv, .*; found "x\.xls"$/,
    ],
    ["threads that nobody knows", tiny, ["--thread-caches"], /does not tell its threads/],
    ["processes that nobody knows", tiny, ["--processes", "4"], /does not tell which requests came from one page/],
    ["a crossing of nothing", tiny, ["--cross"], /type: --cross --processes 4$/],
    [
      "a sample that tells nothing",
      tiny,
      ["--sample", "1%"],
      /sizes below 6,4\d\d entries are not estimated .*Ask for larger --sizes, or leave out --sample to count/,
    ],
    [
      "a sample that a larger one would help",
      tiny,
      ["--sample", "1%", "--sizes", "640"],
      /Ask for larger --sizes, or sample more: --sample 10%$/,
    ],
    ["a large sample of little", tiny, ["--sample", "50%"], /sizes below 12\d entries .*, or leave out --sample/],
    ["two ways at once", tiny, ["--sample", "1%", "--thread-caches"], /^--sample says nothing about --thread-caches: /],
  ])("says so of %s, and prints nothing", async (_, log, args, message) => {
    const { stdout, error } = await cache(["-", ...args, "--json"], log);
    expect(stdout).toBe("");
    expect(error).toMatch(message);
  });

  it("says so of a folder that is no crawl", async () => {
    expect((await cache([desk.folder])).error).toMatch(
      / holds no trace: it is no folder of a crawl.*crawlbench crawl <url> --out <folder>$/,
    );
  });

  it("says so of a file that is not there, with exit code 1 and no stack", async () => {
    const said = await desk.refusal(["cache", "none.txt"]);
    expect(said).toBe("cannot open none.txt: there is no such file. Check the path; - is standard input");
  });

  it("refuses more than memory has room for before it begins, with both numbers and what to type", async () => {
    const trace = { requests: new Uint32Array(8000), urls: 1000 };
    const [clock, lirs] = await Promise.all(["clock", "lirs"].map(cacheMethodNamed));
    const check = (workers: number, bytes: number) => () =>
      checkMemory(trace, [clock, lirs], [500, 2000], workers, bytes);
    // CLOCK: 8 bytes per URL, 4 per entry of both sizes: 14,000. LIRS, one size at a time: 4 per URL, 66 per entry:
    // 70,000
    expect(check(1, 70_000)).not.toThrow();
    expect(check(1, 69_999)).toThrow(
      /^2 sizes of CLOCK, LIRS on 1,000 URLs take about .* GB of memory, and .* GB are free\. .*--sample 0\.01$/,
    );
    // both, and 4 bytes per request for the copy that threads share: 116,000
    expect(check(2, 116_000)).not.toThrow();
    expect(check(2, 115_999)).toThrow(/ --workers 1$/);
  });

  it("stops on Ctrl-C with the exit code for it", async () => {
    // Sends the process its own Ctrl-C as soon as it listens for one.
    const preload =
      'process.on("newListener", (event) => event === "SIGINT" && queueMicrotask(() => process.kill(process.pid, "SIGINT")));';
    const node = ["--import", pathToFileURL(desk.path(desk.write("interrupt.mjs", preload))).href];
    const log = desk.write("returning.txt", returningLog);
    const { code, stdout, stderr } = await desk.run(["cache", log, "--policies", "lirs,arc"], { node });
    expect([code, stdout]).toEqual([130, ""]);
    expect(stderr).toBe(
      "counting misses was stopped before it was done. Nothing was kept, for want of a cache: the same command begins anew.\n",
    );
  });
});
