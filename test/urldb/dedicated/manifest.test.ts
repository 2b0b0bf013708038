import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  checkSettings,
  type Manifest,
  readManifest,
  storedSettings,
  writeManifest,
} from "../../../src/urldb/dedicated/manifest.js";
import { settingsOf, type UrlDatabaseSettings } from "../../../src/urldb/settings.js";
import { newFolder } from "./story.js";

const manifest: Manifest = {
  format: 1,
  settings: storedSettings(settingsOf({})),
  log: 1234,
  urls: 10,
  waiting: 3,
  checking: 2,
  next: 9,
  index: [{ file: "index-1.run", count: 10, level: 0, consumed: 0 }],
  queue: [],
  checks: [{ file: "checks-7.run", count: 4, level: 2, consumed: 2 }],
  states: { file: "states-8", length: 65_536, sum: 4_000_000_000 },
  positions: { size: 1, sum: 77 },
};

describe("the manifest", () => {
  it("is read as it was written, with and without states; a folder without one has none", () => {
    const path = join(newFolder(), "manifest.json");
    expect(readManifest(path)).toBeUndefined();
    for (const each of [manifest, { ...manifest, states: undefined }]) {
      writeManifest(path, each);
      expect(readManifest(path)).toEqual(each);
      expect(existsSync(`${path}.part`)).toBe(false);
    }
  });

  it("is refused with the way out for every bit that is turned, and every length that it is cut to, but for the line's end", () => {
    const path = join(newFolder(), "manifest.json");
    writeManifest(path, manifest);
    const whole = readFileSync(path);
    const refused = expect.objectContaining({
      code: "damaged",
      message: `${path}: it differs from what was written; delete it and open again: everything is rebuilt from the log`,
    });
    let harmless = 0;
    for (let bit = 0; bit < 8 * whole.length; bit++) {
      const damaged = Buffer.from(whole);
      damaged[bit >> 3] ^= 1 << (bit & 7);
      writeFileSync(path, damaged);
      if (bit >> 3 < whole.length - 1) expect(() => readManifest(path), `bit ${bit}`).toThrow(refused);
      else {
        try {
          expect(readManifest(path)).toEqual(manifest);
          harmless++;
        } catch (error) {
          expect(error).toEqual(refused);
        }
      }
    }
    expect(harmless).toBe(1); // "\v", one bit from "\n", is white space too
    for (let length = 0; length < whole.length - 1; length++) {
      writeFileSync(path, whole.subarray(0, length));
      expect(() => readManifest(path), `${length} bytes`).toThrow(refused);
    }
  });
});

describe("the settings that it keeps", () => {
  const check = (was: UrlDatabaseSettings, is: UrlDatabaseSettings) => () =>
    checkSettings("/some/folder", storedSettings(settingsOf(was)), settingsOf(is));

  it("are held against those given: order, domain and hash function, and no others", () => {
    const order = ["priority", "hash"] as const;
    check({ order }, { order, confirmTimeout: 5, depthLimit: 3, checkEvery: 7, asPrinted: true, durability: "none" })();
    expect(check({}, { order })).toThrow(
      /^\/some\/folder was made with order \["depth","priority","hash"\], not \["priority","hash"\]/,
    );
    expect(check({ domain: "registered" }, {})).toThrow(/was made with domain "registered", not "host"/);
    expect(check({}, { hash: (_, __, ___, out) => void out.fill(1) })).toThrow(/another hash function/);
    for (const is of [{ order }, { domain: "registered" as const }])
      expect(check({}, is)).toThrow(expect.objectContaining({ code: "settings" }));
  });
});
