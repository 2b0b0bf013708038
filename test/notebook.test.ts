import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readNotebook } from "../src/notebook/notebook.js";
import { projectRoot } from "../src/notebook/project.js";
import { runNotebook } from "../src/notebook/run-notebook.js";
import { brokenHouseRules } from "./notebook/house-rules.js";

const folder = join(projectRoot, "notebooks");
const notebooks = readdirSync(folder).filter((name) => name.endsWith(".ipynb"));

/** The longest that a notebook may run on its small dataset; ms. */
const limit = 120_000;

/** Lets two tasks run at a time; the rest wait their turn. */
function twoAtATime(): <T>(task: () => Promise<T>) => Promise<T> {
  const turns: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
  let next = 0;
  return (task) => {
    const turn = next++ % 2;
    const result = turns[turn].then(task);
    turns[turn] = result.catch(() => {});
    return result;
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
