import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GrowingWords } from "../../src/base/growing-words.js";

const steps = fc.array(
  fc.oneof(
    fc.nat().map((value) => ({ push: value })),
    fc.nat(3_000).map((count) => ({ append: Uint32Array.from({ length: count }, (_, i) => i ^ count) })),
    fc.constant("taken" as const),
  ),
  { maxLength: 12 },
);

describe("GrowingWords", () => {
  it("gives out what was put in, in order, and is empty then: what it gave out does not change", () => {
    fc.assert(
      fc.property(steps, fc.nat(2_000), (all, expected) => {
        const words = new GrowingWords(expected);
        let held: number[] = [];
        const given: [Uint32Array, number[]][] = [];
        for (const step of [...all, "taken" as const]) {
          if (step === "taken") {
            given.push([words.taken(), held]);
            held = [];
          } else if ("push" in step) {
            words.push(step.push);
            held.push(step.push);
          } else {
            words.append(step.append);
            held.push(...step.append);
          }
          expect(words.length).toBe(held.length);
        }
        for (const [found, wanted] of given) expect([...found]).toEqual(wanted);
      }),
    );
  });

  it("gives out the array that it was made with where that is full, and lets go of it", () => {
    const words = new GrowingWords(2);
    words.append(Uint32Array.of(1, 2));
    const given = words.taken();
    words.push(9);
    expect([[...given], [...words.taken()]]).toEqual([[1, 2], [9]]);
  });
});
