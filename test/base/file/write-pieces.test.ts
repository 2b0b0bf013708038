import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writePieces } from "../../../src/base/file/write-pieces.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

describe("pieces written to a file", () => {
  it("stand in it one after the other, text as UTF-8", async () => {
    const path = join(temporaryFolder(), "x");
    await writePieces(path, ["é", Buffer.from([0, 255]), ""]);
    expect(readFileSync(path)).toEqual(Buffer.from([0xc3, 0xa9, 0, 255]));
    await writePieces(path, []);
    expect(readFileSync(path)).toHaveLength(0);
  });

  it("find the file open, so that whoever clears it when they fail clears it for good", async () => {
    const path = join(temporaryFolder(), "x");
    const found: boolean[] = [];
    // biome-ignore lint/correctness/useYield: it fails at its first piece
    function* failing() {
      found.push(existsSync(path));
      throw new Error("no piece");
    }
    await expect(writePieces(path, failing())).rejects.toThrow("no piece");
    expect(found).toEqual([true]);
  });

  it("are refused with the error of the operating system where no file can be, and none is asked for", async () => {
    let asked = 0;
    function* pieces() {
      asked++;
      yield "x";
    }
    await expect(writePieces(join(temporaryFolder(), "none", "x"), pieces())).rejects.toMatchObject({ code: "ENOENT" });
    expect(asked).toBe(0);
  });
});
