import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { plain } from "../model.js";
import { leftBehind, newFolder, openStore, stateAfter, stateIn, storyOf, storySettings } from "./story.js";

const settings = storySettings["the default order"];
const steps = await storyOf(200, 150, settings);

/** What version 0.1.0 wrote to a folder of its own in the first 75 calls of this story, each file in base64. */
const written: Record<string, string> = JSON.parse(
  gunzipSync(readFileSync(join(import.meta.dirname, "former-database.json.gz"))).toString(),
);
const folderOf = (files: string[]): string => {
  const folder = newFolder();
  for (const file of files) writeFileSync(join(folder, file), Buffer.from(written[file], "base64"));
  return folder;
};

describe("a database in the former format", () => {
  for (const [what, files] of [
    ["", Object.keys(written)],
    ["whose log alone is left ", ["log"]],
  ] as const) {
    it(`${what}goes on as if it had been opened by this version all along, and is read again`, async () => {
      const folder = folderOf([...files]);
      const before = await stateAfter(steps.slice(0, 75), settings);
      expect(await stateIn(leftBehind(folder), settings)).toBe(before);
      const store = await openStore(folder, settings);
      for (const { what: call, make, result } of steps.slice(75))
        expect(plain(await make(store)), call).toEqual(result);
      const killed = leftBehind(folder);
      await store.close();
      const after = await stateAfter(steps, settings);
      expect(await stateIn(killed, settings)).toBe(after);
      expect(await stateIn(folder, settings)).toBe(after);
      expect(readFileSync(join(folder, "log"), "latin1")).toMatch(/^crawlbench urls\n/);
    });
  }
});
