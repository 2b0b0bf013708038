import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  AS_PRINTED,
  checksumOf,
  HEADER,
  RecordBuilder,
  RecordType,
  readHeader,
  VarintReader,
} from "../../../src/urldb/dedicated/log-record.js";

const build = (fill: (record: RecordBuilder) => void, ...given: Parameters<RecordBuilder["finish"]>) => {
  const record = new RecordBuilder();
  fill(record);
  return Buffer.from(record.finish(...given));
};

const url = fc.record({
  length: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constantFrom(1, 127, 128, 200, 201, 16_383, 16_384, 65_536)),
  depth: fc.oneof(fc.nat(300), fc.constantFrom(0xffff)),
  priority: fc.oneof(fc.nat(300), fc.constantFrom(0x7fffffff, 0x80000000, 0xffffffff)),
});

describe("a record of the log", () => {
  it("gives back URLs of 1 to 65,536 bytes with their depths and priorities, through growth, and no entry begins with 0", () => {
    fc.assert(
      fc.property(fc.array(url, { minLength: 1, maxLength: 12 }), (urls) => {
        const record = new RecordBuilder();
        const bytes = Uint8Array.from({ length: 65_540 }, (_, i) => (i * 131) & 255);
        const places: number[] = [];
        for (const { length, depth, priority } of urls) {
          places.push(record.length);
          record.url(bytes, 3, 3 + length, depth, priority);
        }
        const all = record.finish(RecordType.add, urls.length, 5, 7);
        const varint = new VarintReader();
        varint.at = HEADER;
        for (const [i, { length, depth, priority }] of urls.entries()) {
          expect(varint.at).toBe(places[i]);
          expect(all[varint.at]).not.toBe(0);
          expect([varint.read(all), varint.read(all), varint.read(all)]).toEqual([length, depth, priority]);
          expect(Buffer.compare(all.subarray(varint.at, varint.at + length), bytes.subarray(3, 3 + length))).toBe(0);
          varint.at += length;
        }
        expect(varint.at).toBe(all.length);
        expect(varint.read(all)).toBe(-1);
      }),
      { numRuns: 60 },
    );
  });

  it("says of itself what it was told, up to the greatest values", () => {
    for (const [type, count, first, durable, flags] of [
      [RecordType.add, 0xffffffff, 2 ** 48 - 1, 2 ** 48 - 1, 0],
      [RecordType.confirm, 0, 0, 0, AS_PRINTED],
    ]) {
      const record = build((each) => each.integer(2 ** 48 - 1), type, count, first, durable, flags);
      expect(record.length).toBe(HEADER + 6);
      const { checksum, ...header } = readHeader(record, 0) as NonNullable<ReturnType<typeof readHeader>>;
      expect(header).toEqual({ type, count, first, durable, flags, length: 6 });
      expect(checksum).toBe(checksumOf(record));
      expect(record.readUIntLE(HEADER, 6)).toBe(2 ** 48 - 1);
    }
  });

  it("keeps nothing of the record before", () => {
    const record = new RecordBuilder();
    record.integer(1);
    record.finish(RecordType.take, 9, 9, 9, AS_PRINTED);
    record.clear();
    record.integer(2);
    expect(Buffer.from(record.finish(RecordType.take, 1, 0, 5))).toEqual(
      build((each) => each.integer(2), RecordType.take, 1, 0, 5),
    );
  });

  it("is told from every record that differs from it in one bit", () => {
    const record = build((each) => each.url(Buffer.from("http://a/"), 0, 9, 1, 70_000), RecordType.add, 1, 3, 1000);
    for (let bit = 0; bit < 8 * record.length; bit++) {
      const damaged = Buffer.from(record);
      damaged[bit >> 3] ^= 1 << (bit & 7);
      const header = readHeader(damaged, 0);
      expect(header !== undefined && checksumOf(damaged) === header.checksum, `bit ${bit}`).toBe(false);
    }
  });

  it("has no header in what is shorter than one", () => {
    const record = build(() => undefined, RecordType.add, 0, 0, 0);
    expect(readHeader(record, 0)).toBeDefined();
    for (let length = 0; length < HEADER; length++) expect(readHeader(record.subarray(0, length), 0)).toBeUndefined();
    expect(readHeader(record, 1)).toBeUndefined();
  });
});
