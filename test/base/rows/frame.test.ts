import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { DANFO_OVERRIDES, frameOf } from "../../../src/base/rows/frame.js";

const { overrides, devDependencies } = JSON.parse(
  readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
);

/** What frameOf throws, "code: message", in a process in which danfojs-node cannot be imported for this reason. */
function thrownWhere(code: string): string {
  const built = pathToFileURL(resolve(import.meta.dirname, "../../../dist/base/rows/frame.js")).href;
  const hook = `export const resolve = (name, context, next) => {
    if (name !== "danfojs-node") return next(name, context);
    throw Object.assign(new Error("no frames"), { code: "${code}" });
  }`;
  const script = `import { register } from "node:module";
    register("data:text/javascript,${encodeURIComponent(hook)}");
    const { frameOf } = await import("${built}");
    await frameOf([]).catch(({ code, message }) => process.stdout.write(code + ": " + message));`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).stdout;
}

it("needs of danfojs-node what this package overrides itself", () => {
  expect(DANFO_OVERRIDES).toEqual(overrides["danfojs-node"]);
});

describe("frameOf", () => {
  it("holds the rows, with null where a row lacks a column or its value is undefined", async () => {
    const frame = await frameOf([
      { ordering: "backlink", hotAt: undefined, area: 1 / 3 },
      { ordering: "random", hotAt: 100, area: 0.5, low: 0.1 },
    ]);
    expect(frame.columns).toEqual(["ordering", "hotAt", "area", "low"]);
    expect(frame.values).toEqual([
      ["backlink", null, 1 / 3, null],
      ["random", 100, 0.5, 0.1],
    ]);
    expect(frame.column("area").values).toEqual([1 / 3, 0.5]); // 64-bit numbers, as they were
  });

  it("reads as a table, and so does what is made from it", async () => {
    const frame = await frameOf([
      { ordering: "backlink", area: 0.25 },
      { ordering: "random", area: 0.5 },
    ]);
    expect(inspect(frame)).toBe("ordering  area\n--------  ----\nbacklink  0.25\nrandom    0.50");
    expect(inspect(frame.head(1))).toBe("ordering  area\n--------  ----\nbacklink  0.25");
  });

  it("has columns that read as tables, with an index where that does not just count", async () => {
    const frame = await frameOf([{ area: 0.5 }, { area: 0.25 }, { area: 0.5 }]);
    expect(inspect(frame.column("area"))).toBe("area\n----\n0.50\n0.25\n0.50");
    expect(inspect(frame.column("area").valueCounts())).toBe("index  value\n-----  -----\n0.5        2\n0.25       1");
  });

  it("reads with the names of its rows, where they have names", async () => {
    const frame = await frameOf([{ area: 0.25 }, { area: 0.5 }]);
    const told = inspect(frame.describe()).split("\n");
    expect(told[0]).toMatch(/^index +area$/);
    expect(told.slice(2).map((line) => line.split(" ")[0])).toEqual(frame.describe().index);
  });

  it("says how to install danfojs-node where it is not there, and what befell it where it cannot be loaded", () => {
    const told = thrownWhere("ERR_MODULE_NOT_FOUND");
    expect(told).toMatch(/^unavailable: data frames need danfojs-node, which is not installed: add /);
    expect(told).toContain(JSON.stringify({ overrides: { "danfojs-node": DANFO_OVERRIDES } }));
    expect(told).toMatch(new RegExp(`npm i danfojs-node@${devDependencies["danfojs-node"].replace("^", "")}$`));
    expect(thrownWhere("ERR_DLOPEN_FAILED")).toBe("ERR_DLOPEN_FAILED: no frames");
  });
});
