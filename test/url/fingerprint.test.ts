import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fingerprint, fingerprintWith, murmur128 } from "../../src/url/fingerprint.js";

/** 16 bytes as the reference writes them: h1 to h4, each little-endian. */
function digest(bytes: Uint8Array, seed: number): Uint8Array {
  const out = new Uint32Array(4);
  murmur128(bytes, 0, bytes.length, out, seed);
  const view = new DataView(new ArrayBuffer(16));
  for (const [i, word] of out.entries()) view.setUint32(4 * i, word, true);
  return new Uint8Array(view.buffer);
}

describe("MurmurHash3 x86_128", () => {
  it("has the verification value 0xB3ECE62A that SMHasher publishes for it", () => {
    // SMHasher's VerificationTest: keys {}, {0}, {0, 1}, ..., {0 .. 254} with seed 256 - length, their digests hashed
    // with seed 0
    const digests = Uint8Array.from(
      Array.from({ length: 256 }, (_, length) => [
        ...digest(
          Uint8Array.from({ length }, (_, i) => i),
          256 - length,
        ),
      ]).flat(),
    );
    expect(digests.length).toBe(4096);
    expect(new DataView(digest(digests, 0).buffer).getUint32(0, true)).toBe(0xb3ece62a);
  });

  it("gives zero for no bytes and seed 0, as its formulas do when every word stays 0", () => {
    expect([...digest(new Uint8Array(0), 0)]).toEqual(new Array(16).fill(0));
  });

  it("reads start to end of a buffer and nothing around it", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 70 }),
        fc.uint8Array({ maxLength: 20 }),
        fc.uint8Array({ maxLength: 20 }),
        fc.integer(),
        (bytes, before, after, seed) => {
          const alone = new Uint32Array(4);
          const inside = new Uint32Array(4);
          murmur128(bytes, 0, bytes.length, alone, seed);
          murmur128(Buffer.concat([before, bytes, after]), before.length, before.length + bytes.length, inside, seed);
          expect(inside).toEqual(alone);
        },
      ),
    );
  });

  it("fills what there is of a shorter output with its first words", () => {
    const bytes = Buffer.from("http://example.org/");
    const whole = new Uint32Array(4);
    murmur128(bytes, 0, bytes.length, whole);
    for (let length = 0; length < 4; length++) {
      const part = new Uint32Array(length);
      murmur128(bytes, 0, bytes.length, part);
      expect([...part]).toEqual([...whole.subarray(0, length)]);
    }
    const longer = new Uint32Array(6).fill(9);
    murmur128(bytes, 0, bytes.length, longer);
    expect([...longer]).toEqual([...whole, 9, 9]);
  });
});

describe("a fingerprint", () => {
  const of = (print: typeof fingerprint, text: string) => {
    const out = new Uint32Array(2);
    print(Buffer.from(text), 0, Buffer.byteLength(text), out);
    return [...out];
  };

  it("is the first two words of murmur128 with seed 0", () => {
    const whole = new Uint32Array(4);
    murmur128(Buffer.from("http://a.org/"), 0, 13, whole, 0);
    expect(of(fingerprint, "http://a.org/")).toEqual([whole[0], whole[1]]);
    expect(of(fingerprintWith(0), "http://a.org/")).toEqual([whole[0], whole[1]]);
  });

  it("differs for each of 100,000 URLs that differ in their last digits, and for other seeds", () => {
    // 100,000 of 2^64 values collide with probability 3e-10
    const prints = new Set(Array.from({ length: 100_000 }, (_, i) => of(fingerprint, `http://a.org/${i}`).join()));
    expect(prints.size).toBe(100_000);
    expect(of(fingerprintWith(1), "http://a.org/")).not.toEqual(of(fingerprintWith(2), "http://a.org/"));
    expect(of(fingerprintWith(2 ** 32 + 1), "http://a.org/")).toEqual(of(fingerprintWith(1), "http://a.org/"));
  });
});
