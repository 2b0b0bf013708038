import { describe, expect, it } from "vitest";
import { Opened } from "../../src/base/opened.js";

/** Parts that tell when they are closed, and of which some cannot be. */
function parts(told: string[], broken: readonly string[] = []) {
  return (name: string) => ({
    close: async () => {
      told.push(name);
      if (broken.includes(name)) throw new Error(`${name} is broken`);
    },
  });
}

describe("what was opened together", () => {
  it("is closed once, the last first", async () => {
    const told: string[] = [];
    const opened = new Opened();
    for (const name of ["lock", "file", "connection"]) opened.with(parts(told)(name));
    await opened.close();
    await opened.close();
    expect(told).toEqual(["connection", "file", "lock"]);
  });

  it("is closed to the end where a part cannot be, and the first that could not is told", async () => {
    const told: string[] = [];
    const opened = new Opened();
    for (const name of ["lock", "file", "connection"]) opened.with(parts(told, ["file", "connection"])(name));
    await expect(opened.close()).rejects.toThrow("connection is broken");
    expect(told).toEqual(["connection", "file", "lock"]);
  });

  it("is closed where a later part cannot be opened, for whose sake that is told", async () => {
    const told: string[] = [];
    const opened = new Opened();
    const opening = opened.orClose(async () => {
      opened.with(parts(told, ["lock"])("lock"));
      throw new Error("no file");
    });
    await expect(opening).rejects.toThrow("no file");
    expect(told).toEqual(["lock"]);
  });

  it("stays open where all of it could be", async () => {
    const told: string[] = [];
    const opened = new Opened();
    expect(await opened.orClose(async () => opened.with(parts(told)("lock")) && "open")).toBe("open");
    expect(told).toEqual([]);
  });
});
