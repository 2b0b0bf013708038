import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import {
  corrupt,
  lock,
  makeFolder,
  readUpTo,
  replaceFile,
  storageError,
  writeAll,
} from "../../../src/urldb/dedicated/files.js";
import { caught } from "../../fixture/problems.js";
import { disk, watchDisk } from "./disk.js";
import { newFolder } from "./story.js";

watchDisk();
afterEach(() => disk.reset());

describe("the mark of an open folder", () => {
  it("names the folder that is open, and by whom, and tells what the system refused", () => {
    const path = join(newFolder(), "lock");
    const unlock = lock(path);
    const message = `${dirname(path)} is open in process ${process.pid}, this one: close it there first`;
    expect(caught(() => lock(path))).toMatchObject({ code: "locked", message });
    unlock();
    expect(existsSync(path)).toBe(false);
    expect(caught(() => lock(join(path, "none", "lock")))).toMatchObject({ code: "failed" });
  });
});

describe("putting a file in place", () => {
  it("leaves the old file whole, and nothing beside it, when any request to the disk before the renaming fails", () => {
    const folder = newFolder();
    const path = join(folder, "file");
    replaceFile(path, "old");
    const requests: string[] = [];
    disk.ask = (request) => void requests.push(request);
    replaceFile(path, "old");
    expect(requests).toEqual(["open", "write", "sync", "rename", "sync folder"]);
    for (let n = 0; n < 4; n++) {
      for (const [errno, code] of [
        ["ENOSPC", "disk-full"],
        ["EDQUOT", "disk-full"],
        ["EIO", "failed"],
      ]) {
        let asked = 0;
        disk.ask = () => (asked++ === n ? errno : undefined);
        expect(caught(() => replaceFile(path, "new"))).toMatchObject({ code });
        disk.ask = undefined;
        expect(readFileSync(path, "utf8")).toBe("old");
        expect(readdirSync(folder)).toEqual(["file"]);
      }
    }
  });

  it("has the bytes on disk before the name, and then the name", () => {
    const path = join(newFolder(), "file");
    disk.ask = (request) =>
      void (request === "rename" && expect(disk.durable.get(`${path}.part`)?.toString()).toBe("new"));
    replaceFile(path, "new");
    expect(disk.durable.get(path)?.toString()).toBe("new");
  });
});

describe("writing and reading", () => {
  it("reads to the end of a file and no further, and writes at any place", () => {
    const path = join(newFolder(), "file");
    const fd = openSync(path, "w+");
    writeAll(fd, Buffer.from("abcdef"), 3, path);
    const buffer = Buffer.alloc(20, "-");
    expect(readUpTo(fd, buffer, 20, 2, path)).toBe(7);
    expect(buffer.toString("latin1")).toBe("\0abcdef-------------");
    expect(readUpTo(fd, buffer, 4, 3, path)).toBe(4);
    expect(readUpTo(fd, buffer, 4, 100, path)).toBe(0);
    writeAll(fd, new Uint8Array(0), 1000, path);
    expect(readFileSync(path).length).toBe(9);
    disk.askRead = () => "EIO";
    expect(caught(() => readUpTo(fd, buffer, 4, 3, path))).toMatchObject({
      code: "failed",
      message: expect.stringContaining(`cannot read ${path}`),
    });
    closeSync(fd);
  });

  it("tells a full disk from one that failed, and names the file", () => {
    for (const errno of ["ENOSPC", "EDQUOT", "EFBIG"])
      expect(storageError(Object.assign(new Error("no"), { code: errno }), "/some/file")).toMatchObject({
        code: "disk-full",
        message: expect.stringContaining("/some/file"),
      });
    for (const error of [Object.assign(new Error("no"), { code: "EIO" }), new Error("whatever")])
      expect(storageError(error, "/some/file")).toMatchObject({
        code: "failed",
        message: expect.stringMatching(/\/some\/file.*acknowledged is safe; open the database again/),
        cause: error,
      });
    expect(corrupt("/f", "it is odd", "mend it")).toMatchObject({ code: "damaged", message: "/f: it is odd; mend it" });
  });
});

describe("making a folder", () => {
  it("makes the names of all new folders durable in those above, and does nothing for one that is there", () => {
    const top = newFolder();
    const synced: string[] = [];
    disk.ask = (request, path) => void (request === "sync folder" && synced.push(path));
    makeFolder(join(top, "a", "b", "c"));
    expect(synced).toEqual([top, join(top, "a"), join(top, "a", "b")]);
    makeFolder(join(top, "a", "b", "c"));
    expect(synced.length).toBe(3);
  });

  it("says which cannot be made", () => {
    const top = newFolder();
    writeFileSync(join(top, "file"), "");
    mkdirSync(join(top, "folder"));
    for (const path of [join(top, "file"), join(top, "file", "below")])
      expect(caught(() => makeFolder(path))).toMatchObject({ code: "failed", message: expect.stringContaining(path) });
  });
});
