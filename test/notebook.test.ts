import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readNotebook } from "../src/notebook/notebook.js";
import { projectRoot } from "../src/notebook/project.js";
import { runNotebook } from "../src/notebook/run-notebook.js";
import { datasets } from "../src/web/dataset/card.js";
import { isAvailable } from "../src/web/dataset/load.js";
import { depth } from "./depth.js";
import { brokenHouseRules } from "./notebook/house-rules.js";
import { storedAgainstShown } from "./notebook/stored-outputs.js";

const folder = join(projectRoot, "notebooks");
const notebooks = readdirSync(folder).filter((name) => name.endsWith(".ipynb"));

const missing = datasets()
  .filter((card) => !isAvailable(card))
  .map(({ id }) => id);

/** Those that are run: the same one every day. */
const run = depth({ everyday: ["getting-started.ipynb"], prove: notebooks });

/** Those that show times of this machine, or what came of them. */
const TIMED = ["crawl-a-site.ipynb", "dorosz-figure-2.ipynb", "from-crawl-to-figure.ipynb", "shkapenyuk2001.ipynb"];

/** When a notebook counts as stuck, on a machine that does much else; ms. */
const limit = 1_200_000;

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

describe("runs, and shows what it stores:", () => {
  test.concurrent.for(run)("%s", { timeout: limit * (1 + run.length) }, async (name, { expect }) => {
    const path = join(folder, name);
    const { cells, failure } = await inTurn(() => runNotebook(path, { timeoutMs: limit }));
    expect(failure?.message).toBeUndefined();
    const stored = (await readNotebook(path)).cells;
    const { differences, excused } = storedAgainstShown(stored, cells, missing, TIMED.includes(name));
    for (const [cell, webs] of excused) {
      console.log(
        `not compared: ${name}, cell ${cell}: it stores what came from ${webs.join(", ")}, not on this machine`,
      );
    }
    expect(differences).toEqual([]);
  });
});
