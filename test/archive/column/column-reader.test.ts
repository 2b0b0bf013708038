import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ColumnReader } from "../../../src/archive/column/column-reader.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

describe("ColumnReader", () => {
  it("reads nothing of a folder that was made anew since it was opened, and says so", () => {
    const home = temporaryFolder();
    const folder = join(home, "index");
    const write = () => {
      mkdirSync(folder);
      for (const name of ["first.u8", "second.u8"]) writeFileSync(join(folder, name), Uint8Array.of(1, 2));
    };
    write();
    const columns = new ColumnReader(folder, { "first.u8": 2, "second.u8": 2 });
    expect(columns.u8("first")).toEqual(Uint8Array.of(1, 2));
    renameSync(folder, join(home, "former")); // so that its number is taken, and cannot be that of the next
    write();
    expect(columns.u8("first")).toEqual(Uint8Array.of(1, 2)); // it was read before
    expect(() => columns.u8("second")).toThrow(`${home} was made anew since it was opened: open it again`);
  });
});
