import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GzipMembers } from "../../../src/archive/warc/gzip-members.js";

describe("GzipMembers", () => {
  it("packs each to the bytes of gzipSync, whatever it packed before", () => {
    const members = new GzipMembers(1);
    const noise = fc.uint8Array({ maxLength: 3000 }); // grows when it is packed
    const text = fc.string({ maxLength: 3000 }).map((drawn) => Buffer.from(drawn.repeat(50)));
    fc.assert(
      fc.property(fc.oneof(noise, text), (bytes) => {
        expect(Buffer.from(members.pack(bytes))).toEqual(gzipSync(bytes, { level: 1, memLevel: 9 }));
      }),
    );
  });

  it("has room for a megabyte that does not shrink, and packs what is larger", () => {
    const members = new GzipMembers(1);
    let state = 1;
    const noise = (length: number) =>
      Uint8Array.from({ length }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state >>> 24;
      });
    for (const length of [1 << 20, (1 << 20) + 1, 3]) {
      const bytes = noise(length);
      expect(gunzipSync(members.pack(bytes)).equals(bytes)).toBe(true);
    }
  });
});
