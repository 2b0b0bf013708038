import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { framed, HEAD_ROOM, unframed } from "../../../src/cluster/jobs/protocol.js";
import { cutResult, Results } from "../../../src/cluster/jobs/results.js";

const bytes = (size: number) => Uint8Array.from({ length: size }, (_, i) => i * 7);

describe("a result in pieces", () => {
  it("is whole again with its last piece, whatever a message may hold, and although some pieces come twice", () => {
    fc.assert(
      fc.property(
        fc.nat(300),
        fc.integer({ min: 1, max: 120 }),
        fc.infiniteStream(fc.boolean()),
        (size, room, twice) => {
          const results = new Results();
          const pieces = cutResult(bytes(size), 5, HEAD_ROOM + room);
          expect(pieces.length).toBe(Math.max(1, Math.ceil(size / room)));
          for (const [i, { outcome, bytes: piece }] of pieces.entries()) {
            expect(framed({ outcome }, piece).length).toBeLessThanOrEqual(HEAD_ROOM + room);
            const last = i === pieces.length - 1;
            if (!last && twice.next().value) expect(results.add("a", outcome, piece)).toBe("next");
            expect(results.add("a", outcome, piece)).toEqual(last ? bytes(size) : "next");
          }
        },
      ),
    );
  });

  it("keeps what two send at the same time apart", () => {
    const results = new Results();
    const [one, other] = [10, 12].map((size) => cutResult(bytes(size), 5, HEAD_ROOM + 6));
    expect(results.add("a", one[0].outcome, one[0].bytes)).toBe("next");
    expect(results.add("b", other[0].outcome, other[0].bytes)).toBe("next");
    expect(results.add("a", one[1].outcome, one[1].bytes)).toEqual(bytes(10));
    expect(results.add("b", other[1].outcome, other[1].bytes)).toEqual(bytes(12));
  });

  it("is asked for again when it is not what its digest says, or its first pieces are missing", () => {
    const results = new Results();
    const [first, last] = cutResult(bytes(10), 5, HEAD_ROOM + 6);
    expect(results.add("a", last.outcome, last.bytes)).toBe("again");
    results.add("a", first.outcome, first.bytes);
    expect(
      results.add(
        "a",
        last.outcome,
        last.bytes.map((byte) => byte ^ 1),
      ),
    ).toBe("again");
    results.add("a", first.outcome, first.bytes);
    results.forget("a");
    expect(results.add("a", last.outcome, last.bytes)).toBe("again");
    results.add("a", first.outcome, first.bytes);
    expect(results.add("a", last.outcome, last.bytes)).toEqual(bytes(10));
  });
});

describe("a head before bytes", () => {
  it("comes off again, letters of any language included", () => {
    fc.assert(
      fc.property(fc.record({ a: fc.string({ unit: "binary" }), b: fc.nat() }), fc.uint8Array(), (head, rest) => {
        expect(unframed(framed(head, rest))).toEqual({ head, rest });
      }),
    );
  });
});
