import { describe, expect, it } from "vitest";
import {
  byteaArray,
  columnsOf,
  copyOf,
  type NewRows,
  priorityOf,
  storedHash,
  storedPriority,
} from "../../../../../src/experiment/dorosz/peer/postgres/binary.js";
import { settingsOf } from "../../../../../src/urldb/settings.js";
import { UrlBatch } from "../../../../../src/urldb/url-batch.js";

// Read back by the formats that PostgreSQL documents: "COPY", Binary Format, and array_recv of its sources.

const { hash } = settingsOf({});
const urls = ["http://a.org/", "http://left-out.org/", "http://b.org/straße", "http://c.org/a/long/path"];
const priorities = [0, 7, 0xffffffff, 0x80000000];
const batch = UrlBatch.of(urls.map((url, i) => ({ url, priority: priorities[i] })));
const rows: NewRows = { batch, indices: Int32Array.of(0, 2, 3), depths: Int32Array.of(1, 2, 300) };

const bytesOf = (at: number) => Buffer.from(urls[at]);
/** Less by half the range, so that the order stays. */
const PRIORITIES = [-(2 ** 31), 2 ** 31 - 1, 0];

/** Fields one after the other, each behind its length. */
function reader(buffer: Buffer, from = 0) {
  let at = from;
  const next = (length: number) => {
    at += length;
    return buffer.subarray(at - length, at);
  };
  const int4 = () => next(4).readInt32BE();
  return { int4, int2: () => next(2).readInt16BE(), field: () => next(int4()), atEnd: () => at === buffer.length };
}

function arrayOf(buffer: Buffer): { readonly type: number; readonly values: Buffer[] } {
  const { int4, field, atEnd } = reader(buffer);
  const [dimensions, nulls, type, length, first] = Array.from({ length: 5 }, int4);
  expect([dimensions, nulls, first]).toEqual([1, 0, 1]);
  const values = Array.from({ length }, field);
  expect(atEnd()).toBe(true);
  return { type, values };
}

const int4Of = (value: Buffer) => [value.length, value.readInt32BE()];

describe("what goes to PostgreSQL", () => {
  it("is an array per column: indices, hashes, depths, priorities, URLs", () => {
    const columns = columnsOf(rows, hash).map(arrayOf);
    expect(columns.map(({ type }) => type)).toEqual([23, 20, 23, 23, 17]); // int4, int8, bytea of pg_type
    const [indices, hashes, depths, stored, texts] = columns.map(({ values }) => values);
    expect(indices.map(int4Of)).toEqual([0, 2, 3].map((index) => [4, index]));
    expect(hashes).toEqual([0, 2, 3].map((at) => storedHash(hash, bytesOf(at))));
    expect(depths.map(int4Of)).toEqual([1, 2, 300].map((depth) => [4, depth]));
    expect(stored.map(int4Of)).toEqual(PRIORITIES.map((priority) => [4, priority]));
    expect(texts).toEqual([0, 2, 3].map(bytesOf));
  });

  it("is the same row by row where it is copied", () => {
    const copy = copyOf(rows, hash);
    // signature of 11 bytes, no flags, no extension
    expect(copy.subarray(0, 19).toString("latin1")).toBe(`PGCOPY\n\xff\r\n\0${"\0".repeat(8)}`);
    const { int2, field, atEnd } = reader(copy, 19);
    for (const [row, at] of rows.indices.entries()) {
      expect(int2()).toBe(5);
      expect(int4Of(field())).toEqual([4, at]);
      expect(field()).toEqual(storedHash(hash, bytesOf(at)));
      expect([field(), field()].map(int4Of)).toEqual([
        [4, rows.depths[row]],
        [4, PRIORITIES[row]],
      ]);
      expect(field()).toEqual(bytesOf(at));
    }
    expect([int2(), atEnd()]).toEqual([-1, true]);
  });

  it("has priority 0 where none was given", () => {
    const plain = { ...rows, batch: UrlBatch.of(urls) };
    const [, , , stored] = columnsOf(plain, hash);
    expect(arrayOf(stored).values.map(int4Of)).toEqual([0, 0, 0].map(() => [4, -(2 ** 31)]));
    const zeros = UrlBatch.of(urls.map((url) => ({ url, priority: 0 })));
    expect(copyOf(plain, hash)).toEqual(copyOf({ ...rows, batch: zeros }, hash));
  });

  it("is the first 64 bits of a hash, less by half the range", () => {
    const words = (...given: number[]) =>
      storedHash((_bytes, _from, _end, out) => out.set(given), Buffer.from("any")).readBigInt64BE();
    expect(words(0, 0, 9, 9)).toBe(-(2n ** 63n));
    expect(words(0x80000000, 0)).toBe(0n);
    expect(words(0xffffffff, 0xfffffffe)).toBe(2n ** 63n - 2n);
  });

  it("is a priority that comes back as it was", () => {
    for (const priority of priorities) expect(priorityOf(storedPriority(priority))).toBe(priority);
  });

  it("is a list of texts of any length, also none", () => {
    const texts = ["", "a", "bc"].map((text) => Buffer.from(text));
    expect(arrayOf(byteaArray(texts))).toEqual({ type: 17, values: texts });
    expect(arrayOf(byteaArray([])).values).toEqual([]);
  });
});
