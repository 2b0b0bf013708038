import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { inPassingFolder } from "../../../src/base/file/passing-folder.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

describe("a passing folder", () => {
  it("is empty at first, and gone with what is in it when the work is over or fails", async () => {
    const within = temporaryFolder();
    const lent: string[] = [];
    const use = async (folder: string) => {
      lent.push(folder);
      expect(readdirSync(folder)).toEqual([]);
      writeFileSync(join(folder, "part"), "bytes");
      if (lent.length === 2) throw new Error("the disk is full");
      return "done";
    };
    expect(await inPassingFolder(use, within)).toBe("done");
    await expect(inPassingFolder(use, within)).rejects.toThrow("the disk is full");
    expect(new Set(lent).size).toBe(2);
    expect(readdirSync(within)).toEqual([]);
    expect(process.listeners("exit").some(({ name }) => name === "remove")).toBe(false);
  });

  it("is gone, too, when the process exits in the middle of the work", () => {
    const within = temporaryFolder();
    const module = pathToFileURL(join(import.meta.dirname, "../../../dist/base/file/passing-folder.js")).href;
    const script = `
      import { inPassingFolder } from ${JSON.stringify(module)};
      inPassingFolder((folder) => new Promise(() => setTimeout(() => process.exit(130), 1)), ${JSON.stringify(within)});
    `;
    const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", script]);
    expect(status).toBe(130);
    expect(readdirSync(within)).toEqual([]);
  });
});
