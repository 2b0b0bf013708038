import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readNotebook } from "../src/notebook/notebook.js";
import { projectRoot } from "../src/notebook/project.js";
import { runNotebook } from "../src/notebook/run-notebook.js";
import { brokenHouseRules } from "./notebook/house-rules.js";

const folder = join(projectRoot, "notebooks");
const notebooks = readdirSync(folder).filter((name) => name.endsWith(".ipynb"));

/** When a notebook counts as stuck, on a machine that does much else; ms. */
const limit = 300_000;

/** Lets two tasks run at a time; of the rest, the first begins when either has ended. */
function twoAtATime(): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = 2;
  return async (task) => {
    if (free > 0) free--;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
const inTurn = twoAtATime();

test("there are notebooks", () => expect(notebooks.length).toBeGreaterThan(0));

describe("the house rules are kept", () => {
  test.each(notebooks)("by %s", async (name) => {
    const notebook = await readNotebook(join(folder, name));
    expect(brokenHouseRules(basename(name, ".ipynb"), notebook)).toEqual([]);
  });
});

describe("runs, and has outputs stored wherever it shows something:", () => {
  test.concurrent.for(notebooks)("%s", { timeout: limit * (1 + notebooks.length) }, async (name, { expect }) => {
    const path = join(folder, name);
    const run = await inTurn(() => runNotebook(path, { timeoutMs: limit }));
    expect(run.failure?.message).toBeUndefined();
    const shows = run.cells.filter(({ outputs }) => outputs.length > 0).map(({ number }) => number);
    const { cells } = await readNotebook(path);
    const stored = cells.flatMap(({ outputs }, i) => (outputs?.length ? [i + 1] : []));
    expect(stored).toEqual(shows);
  });
});
