import { describe, expect, it } from "vitest";
import { UrlMerge } from "../../../src/urldb/seen/url-merge.js";
import { UrlTree } from "../../../src/urldb/seen/url-tree.js";

describe("a merge of URLs", () => {
  it("refuses a block that is none of keys, though its checksum is right", async () => {
    const merged = (...block: readonly number[]) => {
      const blocks = [Uint8Array.from(block)];
      return new UrlMerge({ next: async () => blocks.shift() } as never, new UrlTree(), undefined).advance(10);
    };
    await expect(merged(0, 1, 97)).resolves.toBe(true); // one byte, none of them shared
    for (const block of [
      [0, 0], // a key without bytes
      [0, 2, 97], // ends too early
      [129, 128, 4, 1, 97], // 65,537 bytes of the key before, and one more: a key has 65,537 at most
    ])
      await expect(merged(...block), `${block}`).rejects.toMatchObject({ code: "damaged" });
  });
});
