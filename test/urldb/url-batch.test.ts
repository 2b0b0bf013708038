import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Taken } from "../../src/urldb/engine.js";
import { LONGEST_URL, type NewUrl, UrlBatch, type UrlKey } from "../../src/urldb/url-batch.js";

const codeOf = (make: () => unknown): unknown => {
  try {
    make();
  } catch (error) {
    return { code: (error as { code?: string }).code, message: (error as Error).message };
  }
  return "nothing was thrown";
};

describe("a batch of URLs", () => {
  it("holds the bytes of every URL, its priority and its referrer, whatever form they came in", () => {
    const key: fc.Arbitrary<UrlKey> = fc.oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 2000 }).filter((text) => text.isWellFormed()),
      fc.uint8Array({ minLength: 1, maxLength: 5000 }),
    );
    const item = fc.record({ url: key, from: key, priority: fc.nat({ max: 0xffffffff }) }, { requiredKeys: ["url"] });
    const bytesOf = (each: UrlKey) => Buffer.from(each as string);
    fc.assert(
      fc.property(fc.array(fc.oneof(key, item), { maxLength: 12 }), (list) => {
        const batch = UrlBatch.of(list);
        expect(batch.size).toBe(list.length);
        for (const [i, each] of list.entries()) {
          const {
            url,
            from,
            priority = 0,
          } = typeof each === "object" && "url" in each ? each : { url: each, from: undefined };
          expect(bytesOf(url).equals(batch.at(i))).toBe(true);
          expect(batch.ends[i] - batch.startOf(i)).toBe(bytesOf(url).length);
          expect(batch.priorities?.[i] ?? 0).toBe(priority);
          expect(batch.from?.[i] && Buffer.from(batch.from[i])).toEqual(from && bytesOf(from));
        }
        expect(batch.ends.at(-1) ?? 0).toBe(batch.bytes.length);
      }),
    );
  });

  it("keeps no list of priorities or referrers when no URL has one", () => {
    const batch = UrlBatch.of(["http://a/", { url: "http://b/", priority: 0 }]);
    expect([batch.priorities, batch.from]).toEqual([undefined, undefined]);
  });

  it("takes what a database handed out, with its priority", () => {
    const bytes = Uint8Array.of(0xff);
    const taken: Taken = { url: "\ufffd", bytes, depth: 3, priority: 7, deadline: 5 };
    const batch = UrlBatch.of([taken]);
    expect([[...batch.at(0)], [...(batch.priorities ?? [])], batch.from]).toEqual([[0xff], [7], undefined]);
  });

  it("encodes the referrer of the links of one page once", () => {
    const from = "http://page/";
    const batch = UrlBatch.of([1, 2, 3].map((i) => ({ url: `http://link/${i}`, from })));
    expect(batch.from?.[2]).toBe(batch.from?.[0]);
  });

  it(`holds a URL of ${LONGEST_URL} bytes, and refuses one more, counted in bytes and not in characters`, () => {
    expect(UrlBatch.of(["x".repeat(65_536)]).at(0).length).toBe(65_536);
    expect(UrlBatch.of(["ü".repeat(32_768)]).at(0).length).toBe(65_536);
    for (const long of ["x".repeat(65_537), "ü".repeat(32_768) + "x", new Uint8Array(65_537)]) {
      expect(codeOf(() => UrlBatch.of(["http://a/", long]))).toEqual({
        code: "bad-url",
        message: "URL 1 of the batch: it has 65537 bytes; at most 65536 are kept",
      });
    }
  });

  it.each([
    ["an empty text", "", "it is empty"],
    ["no bytes", new Uint8Array(0), "it is empty"],
    ["half a surrogate pair", "http://a/\ud800", "half a surrogate pair"],
    ["a referrer with half a surrogate pair", { url: "http://a/", from: "\udc00" }, "its referrer holds half"],
    ["a number", 5 as never, "found 5"],
    ["nothing", undefined as never, "found undefined"],
    ["null", null as never, "found null"],
    ["an object without url", {} as never, "found undefined"],
    ["an object whose url is a number", { url: 5 } as never, "found 5"],
    [
      "a referrer that is an object",
      { url: "http://a/", from: { url: "b" } } as never,
      "its referrer is text or bytes",
    ],
  ])("refuses %s as a bad URL, naming its place", (_, url, what) => {
    expect(codeOf(() => UrlBatch.of(["http://a/", "http://b/", url as UrlKey]))).toEqual({
      code: "bad-url",
      message: expect.stringMatching(new RegExp(`^URL 2 of the batch: .*${what}`)),
    });
  });

  it.each([-1, 1.5, 2 ** 32, Number.NaN, Number.POSITIVE_INFINITY, "1" as never])(
    "refuses the priority %j, naming its place",
    (priority) => {
      expect(() => UrlBatch.of([{ url: "http://a/" }, { url: "http://b/", priority }])).toThrow(
        /^URL 1: priority is an integer/,
      );
    },
  );

  it("refuses keys that it does not know, naming its place", () => {
    const urls = [{ url: "http://a/" }, { url: "http://b/", prio: 3 } as NewUrl];
    expect(() => UrlBatch.of(urls)).toThrow('URL 1 has no option "prio": it takes url, from, priority');
  });

  it("refuses lists that do not fit together when it is packed by hand", () => {
    const make = (ends: number[], priorities?: number, from?: number) => () =>
      new UrlBatch(
        new Uint8Array(10),
        Uint32Array.from(ends),
        priorities === undefined ? undefined : new Uint32Array(priorities),
        from === undefined ? undefined : new Array<undefined>(from).fill(undefined),
      );
    expect(make([4, 10], 2, 2)().size).toBe(2);
    expect(make([])().size).toBe(0);
    expect(codeOf(make([4, 4]))).toEqual({
      code: "bad-url",
      message: expect.stringContaining("URL 1 of the batch: it is empty"),
    });
    expect(codeOf(make([0, 4]))).toMatchObject({ code: "bad-url" });
    expect(codeOf(make([4, 3]))).toMatchObject({ code: "bad-url" });
    expect(codeOf(make([4, 11]))).toEqual({
      code: "bad-url",
      message: "URL 1 of the batch: it ends at 11 of 10 bytes; ends[i] is where URL i ends",
    });
    expect(make([4, 10], 1)).toThrow(/a batch of 2 URLs has as many priorities, or none; found 1/);
    expect(make([4, 10], 2, 3)).toThrow(/a batch of 2 URLs has as many from, or none; found 3/);
  });
});

it("is made of bytes and ends alone", () => {
  for (const [bytes, ends] of [[undefined, undefined], ["http://a/"], [new Uint8Array(9), [9]]])
    expect(() => new UrlBatch(bytes as never, ends as never)).toThrow("a batch takes the bytes of all URLs");
});
