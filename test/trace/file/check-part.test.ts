import { describe, expect, it } from "vitest";
import type { TracePart } from "../../../src/trace/file/block.js";
import { checkPart } from "../../../src/trace/file/check-part.js";
import { coded } from "../../fixture/problems.js";

const keeps = { fingerprints: true, hosts: true, pages: true };
/** Behind 2 URLs and 1 host: URLs 2 and 3 are new, and host 1; two pages. */
const part: TracePart = {
  requests: Uint32Array.of(0, 2, 3, 1),
  fingerprints: Uint32Array.of(1, 2, 3, 4),
  hosts: Uint32Array.of(0, 1),
  hostKeys: Uint32Array.of(9),
  pages: {
    ends: Uint32Array.of(1, 4),
    threads: Uint16Array.of(0, 0),
    hosts: Uint32Array.of(0, 1),
    times: Float64Array.of(0, 1),
  },
};
const check = (more: Partial<TracePart>, kept = keeps) => checkPart({ ...part, ...more }, kept, { urls: 2, hosts: 1 });
const pages = (more: Partial<NonNullable<TracePart["pages"]>>) => ({ pages: { ...part.pages!, ...more } });

describe("a part of a trace", () => {
  it("that fits is told with the URLs known after it", () => {
    expect(check({})).toBe(4);
    const none = { fingerprints: false, hosts: false, pages: false };
    expect(checkPart({ requests: Uint32Array.of(0, 1, 0) }, none, { urls: 0, hosts: 0 })).toBe(2);
  });

  const counts = "with 2 new URLs and 2 pages,";
  const after = "hostKeys has entries for hosts 0 .. 1; found a host after these";
  it.each([
    [
      { requests: Uint32Array.of(0, 3, 2, 1) },
      "request 1 is for URL 3, while the next new one is 2: URLs are numbered as they come",
    ],
    [{ fingerprints: Uint32Array.of(1, 2) }, `${counts} fingerprints has 4 entries; found 2`],
    [{ fingerprints: undefined }, `${counts} fingerprints has 4 entries; found no such column`],
    [{ hosts: Uint32Array.of(0) }, `${counts} hosts has 2 entries; found 1`],
    [{ hosts: Uint32Array.of(0, 2) }, after],
    [{ hostKeys: undefined }, "hostKeys has entries for hosts 0 .. 0; found a host after these"],
    [pages({ threads: Uint16Array.of(0) }), `${counts} pages.threads has 2 entries; found 1`],
    [pages({ hosts: Uint32Array.of(0) }), `${counts} pages.hosts has 2 entries; found 1`],
    [pages({ times: Float64Array.of(0) }), `${counts} pages.times has 2 entries; found 1`],
    [pages({ hosts: Uint32Array.of(0, 2) }), after],
    [pages({ ends: Uint32Array.of(1, 3) }), "the last of its pages ends with the last request, 4; found 3"],
    [{ pages: undefined }, "with 2 new URLs and 0 pages, pages.threads has 0 entries; found no such column"],
  ] as const)("that does not fit is refused: %#", (more, message) => {
    expect(() => check(more)).toThrow(
      coded("option", `a part of a trace does not fit what was written before: ${message}`),
    );
  });

  it("without pages has no requests", () => {
    const empty = { ends: new Uint32Array(0), threads: new Uint16Array(0), hosts: new Uint32Array(0), times: [] };
    expect(() => check({ pages: empty as unknown as TracePart["pages"] })).toThrow(
      "the last of its pages ends with the last request, 4; found no page",
    );
  });
});
