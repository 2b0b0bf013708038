import { constants, crc32, deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ByteFeed } from "../../../src/base/file/byte-feed.js";
import { gzipPieces } from "../../../src/base/file/gzip-members.js";
import { Random } from "../../../src/base/random.js";
import { inPieces } from "../../archive/warc/bytes.js";

/**
 * A member with optional fields (RFC 1952, section 2.3): extra "sl" of 8 bytes, name, comment, checksum of the header.
 */
function member(text: string, fields: readonly ("extra" | "name" | "comment" | "checksum")[]): Buffer {
  const flags = { extra: 4, name: 8, comment: 16, checksum: 2 };
  const header = [Buffer.from([0x1f, 0x8b, 8, fields.reduce((sum, field) => sum | flags[field], 0), 0, 0, 0, 0, 0, 3])];
  if (fields.includes("extra"))
    header.push(Buffer.from([12, 0]), Buffer.from("sl\x08\x00\x01\x02\x03\x04\x05\x06\x07\x08", "latin1"));
  if (fields.includes("name")) header.push(Buffer.from("a name\0"));
  if (fields.includes("comment")) header.push(Buffer.from("a comment\0"));
  if (fields.includes("checksum")) header.push(Buffer.from([0, 0]));
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(text), 0);
  trailer.writeUInt32LE(Buffer.byteLength(text), 4);
  return Buffer.concat([...header, deflateRawSync(text), trailer]);
}

async function unpack(bytes: AsyncIterable<Uint8Array>) {
  const members: { begins: number; ends?: number; content: string }[] = [];
  const skipped: string[] = [];
  for await (const piece of gzipPieces(new ByteFeed(bytes), (reason) => skipped.push(reason))) {
    if (piece.begins !== undefined) members.push({ begins: piece.begins, content: "" });
    const last = members[members.length - 1];
    last.content += Buffer.from(piece.bytes).toString("latin1");
    if (piece.ends !== undefined) last.ends = piece.ends;
  }
  return { members, skipped };
}

describe("gzipPieces", () => {
  it("tells members with any optional fields apart, in pieces of any size", async () => {
    const all = [
      member("first", []),
      member("second", ["extra"]),
      member("third", ["name", "comment"]),
      member("", ["checksum"]),
      member("fifth", ["extra", "name", "comment", "checksum"]),
    ];
    const starts = all.map((_, i) => Buffer.concat(all.slice(0, i)).length);
    const bytes = Buffer.concat(all);
    for (const size of [1, 3, 1 << 16]) {
      const { members, skipped } = await unpack(inPieces(bytes, size));
      expect(members.map(({ content }) => content)).toEqual(["first", "second", "third", "", "fifth"]);
      expect(members.map(({ begins }) => begins)).toEqual(starts);
      expect(members.map(({ ends }) => ends)).toEqual([...starts.slice(1), bytes.length]);
      expect(skipped).toEqual([]);
    }
  });

  it("unpacks a member of 9 MB, and one that shrank a thousandfold, in steps", async () => {
    const random = new Random(3);
    // what came a megabyte before is out of sight for gzip
    const piece = Buffer.from(Uint8Array.from({ length: 1e6 }, () => random.below(256)));
    const noise = Buffer.concat(Array.from({ length: 9 }, () => piece));
    const long = "x".repeat(20e6);
    const bytes = Buffer.concat([gzipSync(noise, { level: 1 }), gzipSync(long), gzipSync("end")]);
    const { members, skipped } = await unpack(inPieces(bytes));
    expect(members.map(({ content }) => content.length)).toEqual([9e6, 20e6, 3]);
    expect(Buffer.from(members[0].content, "latin1").equals(noise)).toBe(true);
    expect(members[1].content === long).toBe(true);
    expect([members[2].ends, skipped]).toEqual([bytes.length, []]);
  });

  it("gives what is there of a member that is cut after any byte, and says so", async () => {
    const bytes = Buffer.concat([gzipSync("whole"), gzipSync("cut ".repeat(30))]);
    const first = gzipSync("whole").length;
    for (let length = first + 1; length < bytes.length; length++) {
      const { members, skipped } = await unpack(inPieces(bytes.subarray(0, length), 11));
      expect(members[0]).toEqual({ begins: 0, ends: first, content: "whole" });
      expect(members[1]?.ends).toBeUndefined();
      expect("cut ".repeat(30).startsWith(members[1]?.content ?? "")).toBe(true);
      expect(skipped).toEqual(length < first + 3 ? [] : ["cut-gzip-member"]); // two bytes are no sign of a member
    }
  });

  it("goes on behind a damaged member, and behind bytes that are none; zeros are padding", async () => {
    const damaged = gzipSync("damaged ".repeat(9));
    damaged[10] = 7; // a last block of type 3, which there is not (RFC 1951, section 3.2.3)
    const { members, skipped } = await unpack(
      inPieces(
        Buffer.concat([
          gzipSync("a"),
          damaged,
          gzipSync("b"),
          Buffer.alloc(1000),
          gzipSync("c"),
          Buffer.from("junk"),
          gzipSync("d"),
        ]),
      ),
    );
    expect(members.map(({ content }) => content)).toEqual(["a", "b", "c", "d"]);
    expect(skipped).toEqual(["damaged-gzip-member", "bytes-between-gzip-members", "bytes-between-gzip-members"]);
  });

  it("keeps a member whose checksum is another, and says so", async () => {
    const bytes = gzipSync("text");
    bytes[bytes.length - 8] ^= 1;
    expect(await unpack(inPieces(bytes))).toMatchObject({
      members: [{ content: "text" }],
      skipped: ["bad-gzip-checksum"],
    });
  });

  it("goes on behind a large member that is damaged, and says so; of one that is cut it gives what is there", async () => {
    const large = gzipSync("x".repeat(9e6)); // 9 KB, about 1,030 bytes out of each
    // behind its blocks one of type 3, which there is not (RFC 1951, section 3.2.3)
    const blocks = deflateRawSync("x".repeat(9e6), { level: 0, finishFlush: constants.Z_SYNC_FLUSH });
    const damaged = Buffer.concat([large.subarray(0, 10), blocks, Buffer.from([7])]);
    for (const [bytes, reason] of [
      [damaged, "damaged-gzip-member"],
      [large.subarray(0, 8500), "cut-gzip-member"],
      [large.subarray(0, -1), "cut-gzip-member"],
    ] as const) {
      const behind = reason === "damaged-gzip-member" ? [gzipSync("behind")] : [];
      const { members, skipped } = await unpack(inPieces(Buffer.concat([bytes, ...behind])));
      expect(members.map(({ begins, ends }) => [begins, ends])).toEqual([
        [0, undefined],
        ...behind.map((each) => [bytes.length, bytes.length + each.length]),
      ]);
      expect(members[0].content.length).toBeGreaterThan(8e6);
      expect(members[0].content.replaceAll("x", "")).toBe("");
      expect(skipped.filter((each) => each !== "bytes-between-gzip-members")).toEqual([reason]);
    }
  });

  it("says when the checksum or the length of a large member is another, which has no end then", async () => {
    const large = gzipSync("x".repeat(9e6));
    for (const at of [8, 1]) {
      const bytes = Buffer.from(large);
      bytes[bytes.length - at] ^= 1;
      const { members, skipped } = await unpack(inPieces(Buffer.concat([bytes, gzipSync("b")])));
      expect(skipped).toEqual(["bad-gzip-checksum"]);
      expect(members.map(({ ends, content }) => [ends, content.length])).toEqual([
        [undefined, 9e6],
        [bytes.length + gzipSync("b").length, 1],
      ]);
    }
  });
});
