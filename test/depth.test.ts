import fc from "fast-check";
import { expect, it } from "vitest";
import { root } from "./cli/command.js";
import { deeperTests } from "./deeper.js";
import { depth, proving } from "./depth.js";

it("finds what npm run prove does more of: files that ask how deep they go, by themselves or through others, and .prove.ts", () => {
  const found = deeperTests(root);
  expect(found).toContain("test/depth.test.ts");
  expect(found).toContain("test/web/read/gml.test.ts"); // through real-data.ts
  expect(found).toContain("test/url/host.test.ts"); // by fast-check
  expect(found).toContain("test/package.prove.ts");
  expect(found).not.toContain("test/base/whole-file.test.ts");
  expect(found.filter((file) => !/\.(test|prove)\.ts$/.test(file))).toEqual([]);
});

it("takes what is named for the depth of this run", () => {
  expect(depth({ everyday: "little", prove: "all" })).toBe(proving ? "all" : "little");
});

it("draws the same in every run", () => {
  const drawn = () => fc.sample(fc.nat(), 20);
  expect(drawn()).toEqual(drawn());
});

it("runs a property as often as it names in npm run prove, and a quarter of that, but not below 25, in npm test", () => {
  const runsOf = (numRuns?: number) => {
    let runs = 0;
    const isTrue = fc.property(fc.nat(), () => ++runs > 0);
    fc.assert(isTrue, ...(numRuns === undefined ? [] : [{ numRuns }]));
    return runs;
  };
  expect([runsOf(), runsOf(10), runsOf(40), runsOf(1000)]).toEqual(proving ? [100, 10, 40, 1000] : [25, 10, 25, 250]);
});
