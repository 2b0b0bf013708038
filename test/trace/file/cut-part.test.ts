import { describe, expect, it } from "vitest";
import type { TracePart } from "../../../src/trace/file/block.js";
import { joined } from "../../../src/trace/file/cut-part.js";

describe("parts of a trace that follow each other", () => {
  /** Pages of 1, 1 and 0 requests, and of 3. */
  const [first, second]: readonly [TracePart, TracePart] = [
    {
      requests: Uint32Array.of(0, 1),
      fingerprints: Uint32Array.of(10, 11, 12, 13),
      hosts: Uint32Array.of(0, 0),
      hostKeys: Uint32Array.of(7),
      pages: {
        ends: Uint32Array.of(1, 2),
        threads: Uint16Array.of(0, 1),
        hosts: Uint32Array.of(0, 0),
        times: Float64Array.of(0.5, 1),
      },
    },
    {
      requests: Uint32Array.of(2, 0, 1),
      fingerprints: Uint32Array.of(14, 15),
      hosts: Uint32Array.of(1),
      hostKeys: Uint32Array.of(9),
      pages: {
        ends: Uint32Array.of(0, 3),
        threads: Uint16Array.of(2, 0),
        hosts: Uint32Array.of(1, 0),
        times: Float64Array.of(2, 3),
      },
    },
  ];

  it("are one, whose pages end behind the requests of those before: by hand", () => {
    expect(joined([first, second])).toEqual({
      requests: Uint32Array.of(0, 1, 2, 0, 1),
      fingerprints: Uint32Array.of(10, 11, 12, 13, 14, 15),
      hosts: Uint32Array.of(0, 0, 1),
      hostKeys: Uint32Array.of(7, 9),
      pages: {
        ends: Uint32Array.of(1, 2, 2, 5),
        threads: Uint16Array.of(0, 1, 2, 0),
        hosts: Uint32Array.of(0, 0, 1, 0),
        times: Float64Array.of(0.5, 1, 2, 3),
      },
    });
    expect(joined([second, second, first]).pages?.ends).toEqual(Uint32Array.of(0, 3, 3, 6, 7, 8));
  });

  it("have no column that none of them has", () => {
    const bare = { requests: Uint32Array.of(0, 1) };
    expect(joined([bare, bare])).toEqual({ requests: Uint32Array.of(0, 1, 0, 1) });
    expect(joined([first])).toBe(first);
  });
});
