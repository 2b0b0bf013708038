import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { State, States } from "../../../src/urldb/dedicated/states.js";

/** Numbers where chunks of 131,072 states meet, and others. */
const number = fc.oneof(
  fc.nat(9),
  fc.constantFrom(131_070, 131_071, 131_072, 131_073, 262_143, 262_144),
  fc.nat(400_000),
);

describe("the states of URLs", () => {
  it("keeps for each URL the last state set, as a map does, and waiting for all others", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(number, fc.nat(15)), { maxLength: 60 }), (list) => {
        const states = new States();
        const expected = new Map<number, number>();
        for (const [at, state] of list) {
          states.set(at, state);
          expected.set(at, state);
        }
        const again = new States();
        again.load(Buffer.concat(states.chunks));
        for (const [at] of list) {
          for (const each of [at - 1, at, at + 1].filter((i) => i >= 0)) {
            expect(states.get(each)).toBe(expected.get(each) ?? State.waiting);
            expect(again.get(each)).toBe(expected.get(each) ?? State.waiting);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it("has chunks of 64 KiB for two states a byte, as many as the greatest number set needs", () => {
    const states = new States();
    expect(states.chunks.length).toBe(0);
    expect(states.get(10 ** 10)).toBe(State.waiting);
    expect(states.chunks.length).toBe(0); // asking makes none
    for (const [at, chunks] of [
      [0, 1],
      [131_071, 1],
      [131_072, 2],
      [131_072 * 3 - 1, 3],
    ] as const) {
      states.set(at, State.done);
      expect(states.chunks.map(({ length }) => length)).toEqual(new Array(chunks).fill(65_536));
    }
  });

  it("forgets what it held when it loads, and holds no view of what it loaded", () => {
    const states = new States();
    states.set(200_000, State.taken);
    const bytes = new Uint8Array(65_536).fill(State.done);
    states.load(bytes);
    bytes.fill(0);
    expect([states.get(0), states.get(1), states.get(200_000)]).toEqual([State.done, State.waiting, State.waiting]);
    expect(states.chunks.length).toBe(1);
  });

  it("tells V by bit 0 alone, whatever the place", () => {
    for (const [name, state] of Object.entries(State)) expect((state & 1) === 1, name).toBe(/Visited|done/.test(name));
  });
});
