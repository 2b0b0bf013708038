import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Origins } from "../../../src/urldb/dedicated/origins.js";

const bytesOf = (url: string) => Buffer.from(url, "latin1");
/** Numbers the origin of a URL, unless it is known. */
function number(origins: Origins, url: string): number {
  const bytes = bytesOf(`<<${url}>>`);
  const [start, end] = [2, bytes.length - 2];
  const known = origins.find(bytes, start, end);
  return known < 0 && origins.add(bytes, start, end) ? origins.size - 1 : known;
}

describe("origins", () => {
  it("are a URL's bytes up to its third slash, numbered as they came", () => {
    const origins = new Origins();
    const urls = ["http://a/", "http://a/b", "https://a/b/c", "http://a:80/", "http://A/", "http://a//", "x/y/z/"];
    expect(urls.map((url) => number(origins, url))).toEqual([0, 0, 1, 2, 3, 0, 4]);
    expect(Buffer.from(origins.since(0)).toString()).toBe("http://a/https://a/http://a:80/http://A/x/y/z/");
    expect([0, 1, 2, 3, 4].map((each) => origins.lengthOf(each))).toEqual([9, 10, 12, 9, 6]);
    expect(Buffer.from(origins.joined(1, bytesOf("..rest."), 2, 6)).toString()).toBe("https://a/rest");
  });

  it("are not kept of URLs with fewer slashes, or whose third comes behind 255 bytes", () => {
    const origins = new Origins();
    const host = (length: number) => `http://${"h".repeat(length - 8)}/`;
    for (const url of ["", "/", "http://a", "mailto:a@b", "//", host(256)]) expect(number(origins, url)).toBe(-1);
    expect(number(origins, host(255))).toBe(0);
    expect(origins.size).toBe(1);
  });

  it("are at most 65,536: URLs of others have none, until some are forgotten", () => {
    const origins = new Origins();
    for (let i = 0; i < 65_536; i++) number(origins, `http://h${i}/`);
    expect([origins.size, number(origins, "http://one.more/"), number(origins, "http://h65535/x")]).toEqual([
      65_536, -1, 65_535,
    ]);
    origins.cutTo(65_535);
    expect([number(origins, "http://one.more/"), number(origins, "http://h65535/x")]).toEqual([65_535, -1]);
  });

  it("answer as a list does, whatever is numbered, forgotten, or read again from the disk", () => {
    const url = fc
      .tuple(fc.nat(30), fc.string({ unit: "grapheme-ascii", maxLength: 5 }))
      .map(([host, rest]) => `h:/${host}//${rest}`);
    const call = fc.oneof({ weight: 8, arbitrary: url }, fc.record({ cut: fc.nat(40) }), fc.constant("again" as const));
    fc.assert(
      fc.property(fc.array(call, { maxLength: 80 }), (calls) => {
        let origins = new Origins();
        const list: string[] = [];
        for (const each of calls) {
          if (each === "again") {
            const bytes = Uint8Array.from(origins.since(0));
            origins = new Origins();
            expect(origins.load(bytes)).toBe(true);
          } else if (typeof each === "object") {
            list.length = Math.min(list.length, each.cut);
            origins.cutTo(list.length);
          } else {
            const origin = each.split("/").slice(0, 3).join("/").concat("/");
            if (!list.includes(origin)) list.push(origin);
            expect(number(origins, each)).toBe(list.indexOf(origin));
            expect(origins.begins(list.indexOf(origin), bytesOf(each), 0, each.length)).toBe(true);
          }
          expect(origins.size).toBe(list.length);
          expect(Buffer.from(origins.since(0)).toString("latin1")).toBe(list.join(""));
        }
      }),
    );
  });

  it("are not read from bytes that end within one", () => {
    expect(new Origins().load(bytesOf("http://a/http://b"))).toBe(false);
  });
});
