import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./cli/command.js";
import { filesBelow } from "./deeper.js";
import { atEnd, endAll } from "./endings.js";

it("what was asked for last is done first, each once, and waited for", async () => {
  const done: number[] = [];
  for (const each of [1, 2, 3]) atEnd(async () => void done.push(await Promise.resolve(each)));
  await endAll();
  await endAll();
  expect(done).toEqual([3, 2, 1]);
});

it("no helper registers a hook when it is loaded: it is loaded once for many files, and would end the first of them alone", () => {
  const helpers = filesBelow(root).filter((file) => !/\.(test|prove)\.ts$/.test(file) && file !== "test/setup.ts");
  const hooks = /^(?:before|after)(?:All|Each)\(/m;
  expect(helpers.length).toBeGreaterThan(50);
  expect(helpers.filter((file) => hooks.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});
