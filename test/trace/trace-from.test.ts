import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openTrace } from "../../src/trace/open-trace.js";
import { traceFrom } from "../../src/trace/trace-from.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { coded } from "../fixture/problems.js";

describe("traceFrom", () => {
  it("numbers texts, numbers and bigints as they turn up", () => {
    const expected = { name: "requests", requests: Uint32Array.of(0, 1, 0, 2), urls: 3 };
    for (const keys of [
      ["/a", "/b", "/a", ""],
      [7, 2 ** 40, 7, 0],
      Uint32Array.of(9, 4, 9, 1),
      [5n, 2n ** 64n - 1n, 5n, 0n],
      BigUint64Array.of(1n, 2n, 1n, 3n),
    ] as Iterable<string>[])
      expect(traceFrom(keys)).toMatchObject(expected);
    expect(traceFrom(new Set(["x", "y"]), { name: "mine" })).toMatchObject({ name: "mine", urls: 2 });
  });

  it("tells apart whatever a map tells apart, over more keys than are numbered together", () => {
    const keys = fc.oneof(
      fc.array(fc.nat(5000), { minLength: 1, maxLength: 9000 }),
      fc.array(fc.string(), { minLength: 1 }),
    );
    fc.assert(
      fc.property(keys, (keys) => {
        const numbers = new Map<unknown, number>();
        const ids = [...keys].map((key) => numbers.get(key) ?? numbers.set(key, numbers.size).size - 1);
        const { requests, urls } = traceFrom(keys as string[]);
        expect([...requests]).toEqual(ids);
        expect(urls).toBe(numbers.size);
      }),
      { numRuns: 30 },
    );
  });

  it("gives the requests and fingerprints that a file of the same URLs gives", async () => {
    const urls = ["http://a.example/", "http://b.example/ü", "http://a.example/"];
    const path = join(temporaryFolder(), "urls.txt");
    writeFileSync(path, urls.join("\n"));
    const { requests, fingerprints } = await openTrace(path);
    expect(traceFrom(urls)).toMatchObject({ requests, fingerprints });
  });

  it("refuses what is no list of keys of one kind, and says where", () => {
    const wrong = (keys: unknown, message: string) =>
      expect(() => traceFrom(keys as string[])).toThrow(coded("option", message));
    const takes = 'traceFrom takes the URLs that were asked for, ["http://a.example/", ...], or numbers; found ';
    wrong("http://a.example/", `${takes}"http://a.example/"`);
    wrong(Promise.resolve([]), `${takes}a promise: write await before what made it`);
    wrong([1, "2"], 'request 1 of traceFrom: expected a whole number from 0 to 2^53 - 1, as the first; found "2"');
    wrong(["a", undefined], "request 1 of traceFrom: expected a text, as the first; found undefined");
    wrong([1, 0.5], "request 1 of traceFrom: expected a whole number from 0 to 2^53 - 1, as the first; found 0.5");
    wrong([1n, -1n], "request 1 of traceFrom: expected a bigint from 0 to 2^64 - 1, as the first; found -1");
    wrong(
      [2n ** 64n],
      `request 0 of traceFrom: expected a bigint from 0 to 2^64 - 1, as the first; found ${2n ** 64n}`,
    );
    wrong([{ url: "a" }], 'request 0 of traceFrom: expected a text, as the first; found {"url":"a"}');
    expect(() => traceFrom([])).toThrow(/^requests is empty: expected one request/);
  });
});
