import { gzipSync, inflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { gzipHeaderLength } from "../../../src/base/file/gzip-header.js";

const member = gzipSync("text");
/** The member with other flags and the fields that they announce (RFC 1952, section 2.3). */
const withFields = (flags: number, fields: string) =>
  Buffer.concat([
    member.subarray(0, 3),
    Buffer.from([flags]),
    member.subarray(4, 10),
    Buffer.from(fields, "latin1"),
    member.subarray(10),
  ]);

describe("the header of a gzip member", () => {
  it("has ten bytes, and the extra field, name, comment and checksum that its flags announce", () => {
    const cases: readonly (readonly [flags: number, fields: string])[] = [
      [0, ""],
      [4, "\x03\x00abc"],
      [8, "name\0"],
      [16, "comment\0"],
      [2, "cc"],
      [30, "\x01\x00xname\0comment\0cc"],
    ];
    for (const [flags, fields] of cases) {
      const bytes = withFields(flags, fields);
      expect([flags, gzipHeaderLength(bytes)]).toEqual([flags, 10 + fields.length]);
      expect(inflateRawSync(bytes.subarray(gzipHeaderLength(bytes))).toString()).toBe("text");
    }
  });

  it("ends where the bytes end, if they end within it", () => {
    expect(gzipHeaderLength(withFields(8, "").subarray(0, 12))).toBe(12);
    expect(gzipHeaderLength(member.subarray(0, 2))).toBe(2);
  });
});
