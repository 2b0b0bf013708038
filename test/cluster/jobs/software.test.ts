import { describe, expect, it } from "vitest";
import { ENGINE, version } from "../../../src/base/version.js";
import { difference, software } from "../../../src/cluster/jobs/software.js";

describe("software", () => {
  it("is told by version, number of the engine, and a digest of the code that results depend on", () => {
    expect(software()).toEqual({ version, engine: ENGINE, code: expect.stringMatching(/^[0-9a-f]{16}$/) });
  });

  it("is the same for the same, and differs with each part; the sentence names both", () => {
    const own = software();
    expect(difference(own, { ...own })).toBe(undefined);
    for (const other of [{ version: "0.0.9" }, { engine: ENGINE + 1 }, { code: "0123456789abcdef" }]) {
      const reason = difference(own, { ...own, ...other });
      expect(reason).toContain(`the sweep needs crawlbench ${own.version} (engine ${own.engine}, code ${own.code})`);
      expect(reason).toContain(`${Object.values(other)[0]}`);
    }
  });

  it("differs from one that says nothing of itself", () => {
    expect(difference(software(), undefined)).toMatch(/Install the same crawlbench/);
  });
});
