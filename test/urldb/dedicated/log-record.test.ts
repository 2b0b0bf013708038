import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  AS_PRINTED,
  checksumOf,
  EntryReader,
  HEADER,
  RecordBuilder,
  RecordType,
  readHeader,
} from "../../../src/urldb/dedicated/log-record.js";
import { Origins } from "../../../src/urldb/dedicated/origins.js";

const build = (fill: (record: RecordBuilder) => void, ...given: Parameters<RecordBuilder["finish"]>) => {
  const record = new RecordBuilder();
  fill(record);
  return Buffer.from(record.finish(...given));
};

const url = fc.record({
  length: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constantFrom(1, 127, 128, 200, 201, 16_383, 16_384, 65_536)),
  host: fc.constantFrom("", "http://a/", "http://a.long.name.example/", "http://b/"),
  depth: fc.oneof(fc.constant(1), fc.nat(300), fc.constantFrom(0xffff)),
  priority: fc.oneof(fc.constant(0), fc.nat(300), fc.constantFrom(0x7fffffff, 0x80000000, 0xffffffff)),
});

describe("a record of the log", () => {
  for (const format of ["this", "the former"]) {
    it(`gives back URLs of 1 to 65,536 bytes with their depths and priorities in ${format} format, through growth, and no entry begins with 0`, () => {
      fc.assert(
        fc.property(fc.array(url, { minLength: 1, maxLength: 12 }), (urls) => {
          const origins = format === "this" ? new Origins() : undefined;
          const record = new RecordBuilder(origins);
          const places: number[] = [];
          const texts = urls.map(({ length, host }) => {
            const bytes = Buffer.from(Uint8Array.from({ length }, (_, i) => (i * 131) & 255));
            bytes.set(Buffer.from(host).subarray(0, length));
            return bytes;
          });
          for (const [i, { length, depth, priority }] of urls.entries()) {
            places.push(record.length);
            record.url(Buffer.concat([Buffer.from("xyz"), texts[i], Buffer.from("/")]), 3, 3 + length, depth, priority);
          }
          const all = record.finish(RecordType.add, urls.length, 5, 7);
          const entry = new EntryReader(origins === undefined);
          const known = new Set<number>();
          for (const [i, { depth, priority }] of urls.entries()) {
            expect(all[places[i]]).not.toBe(0);
            expect(entry.read(all, places[i], all.length)).toBe(true);
            expect([entry.depth, entry.priority]).toEqual([depth, priority]);
            const rest = all.subarray(entry.start, entry.end);
            const whole = entry.origin < 0 ? rest : origins?.joined(entry.origin, rest, 0, rest.length);
            expect(Buffer.compare(whole as Uint8Array, texts[i])).toBe(0);
            expect(entry.end).toBe(places[i + 1] ?? all.length);
            if (entry.isFirst) known.add(known.size);
            else if (entry.origin >= 0) expect(known).toContain(entry.origin);
          }
          expect(known.size).toBe(origins?.size ?? 0);
          expect(entry.read(all, all.length, all.length)).toBe(false);
        }),
        { numRuns: 60 },
      );
    });
  }

  it("takes for a URL of a known origin two bytes and its rest, where its depth is 1 and its priority 0: by hand", () => {
    const record = new RecordBuilder(new Origins());
    const add = (text: string, depth: number, priority: number) =>
      record.url(Buffer.from(text), 0, text.length, depth, priority);
    add("http://a/x", 1, 0); // whole: 2 * 10 + 1; 1: its origin is the next
    add("http://a/yz", 1, 0); // 2 * 2 + 1; 2: origin 0
    add("http://a/", 3, 130); // 2 * 0 + 2; origin 0; depth 3; priority 130 in two bytes
    add("mailto", 1, 0); // 2 * 6 + 1; 0: it has none
    const bytes = record.finish(RecordType.add, 4, 0, 0).subarray(HEADER);
    expect([...bytes]).toEqual([
      ...[21, 1, ...Buffer.from("http://a/x")],
      ...[5, 2, ...Buffer.from("yz")],
      ...[2, 2, 3, 130, 1],
      ...[13, 0, ...Buffer.from("mailto")],
    ]);
  });

  it("that is taken back leaves no origin known that it numbered, and those before it", () => {
    const origins = new Origins();
    const record = new RecordBuilder(origins);
    const add = (text: string) => record.url(Buffer.from(text), 0, text.length, 1, 0);
    add("http://a/");
    record.clear();
    for (const text of ["http://b/", "http://a/1", "http://c/"]) add(text);
    record.takeBack();
    expect([origins.size, Buffer.from(origins.since(0)).toString()]).toEqual([1, "http://a/"]);
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
