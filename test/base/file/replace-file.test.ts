import { closeSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  hasNoRoom,
  readUpTo,
  renameDurably,
  replaceFile,
  replaceFileBy,
  replaceFileSync,
  writeAll,
} from "../../../src/base/file/durable.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

const filesOf = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));

describe("a file that is put in place whole", () => {
  it("stands in the place of the old one, with nothing beside it", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "a");
    await replaceFile(path, "old");
    expect(filesOf(folder)).toEqual({ a: "old" });
    await replaceFile(path, Buffer.from("new"));
    expect(filesOf(folder)).toEqual({ a: "new" });
    replaceFileSync(path, [Buffer.from("in "), Buffer.from("parts")]);
    expect(filesOf(folder)).toEqual({ a: "in parts" });
  });

  it("may be read by nobody who might not read the old one, nor whom its writer keeps out", async () => {
    const path = join(temporaryFolder(), "a");
    writeFileSync(path, "old", { mode: 0o600 });
    await replaceFile(path, "new");
    replaceFileSync(path, [Buffer.from("newer")]);
    expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["newer", 0o600]);
    const open = join(temporaryFolder(), "b");
    writeFileSync(open, "old");
    await replaceFileBy(open, (aside) => writeFileSync(aside, "secret", { mode: 0o600 }));
    expect([readFileSync(open, "utf8"), statSync(open).mode & 0o777]).toEqual(["secret", 0o600]);
  });

  it("is written aside, at the path that is told, and what its writer gave is given back", async () => {
    const folder = temporaryFolder();
    for (const [aside, own] of [
      ["a.part", undefined],
      ["b", join(folder, "b")],
    ] as const) {
      const given = await replaceFileBy(
        join(folder, "a"),
        (path) => {
          writeFileSync(path, "text");
          return readdirSync(folder).includes(aside) && path === join(folder, aside) ? 7 : path;
        },
        own,
      );
      expect(given).toBe(7);
    }
    expect(filesOf(folder)).toEqual({ a: "text" });
  });

  it("leaves the old one, and nothing beside it, where writing fails", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "a");
    writeFileSync(path, "old");
    const failed = replaceFileBy(path, (aside) => {
      writeFileSync(aside, "half");
      throw new Error("no room");
    });
    await expect(failed).rejects.toThrow("no room");
    expect(filesOf(folder)).toEqual({ a: "old" });
    const wrong = [Buffer.from("half"), { length: 1 } as Uint8Array];
    expect(() => replaceFileSync(path, wrong)).toThrow();
    expect(filesOf(folder)).toEqual({ a: "old" });
    await expect(renameDurably(join(folder, "none"), path)).rejects.toThrow("ENOENT");
  });
});

describe("bytes of an open file", () => {
  it("are written where it stands or at a position, and read up to its end", () => {
    const path = join(temporaryFolder(), "a");
    const file = openSync(path, "w+");
    writeAll(file, Buffer.from("abc"));
    writeAll(file, Buffer.from("def"));
    writeAll(file, Buffer.from("XY"), 1);
    const read = (length: number, position: number) => {
      const bytes = Buffer.alloc(9, ".");
      return [readUpTo(file, bytes, length, position), bytes.toString()];
    };
    expect([read(6, 0), read(2, 3), read(9, 4), read(1, 6)]).toEqual([
      [6, "aXYdef..."],
      [2, "de......."],
      [2, "ef......."],
      [0, "........."],
    ]);
    closeSync(file);
  });
});

it("a disk, or a share of it, or a file that is full is no room; nothing else is", () => {
  const codes = ["ENOSPC", "EDQUOT", "EFBIG", "EIO", undefined];
  expect(codes.map((code) => hasNoRoom({ code }))).toEqual([true, true, true, false, false]);
});
