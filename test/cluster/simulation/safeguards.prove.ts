import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { SAFEGUARDS } from "./safeguards.js";

/** `npm run prove -- safeguards` sets it: seeds to try from the first on, where a deep test tries the one that is listed. */
const SEARCHED = Number(process.env.SAFEGUARD_SEEDS ?? 0);

const root = resolve(import.meta.dirname, "../../..");
const copy = temporaryFolder();

/** @returns the first of so many seeds that failed in the copy; undefined: none */
async function firstFailure(first: number, seeds: number): Promise<number | undefined> {
  const vitest = join(copy, "node_modules/vitest/vitest.mjs");
  const { CRAWLBENCH_DEPTH: _, ...env } = process.env;
  const child = spawn(process.execPath, [vitest, "run", "test/cluster/simulation/simulation.test.ts", "--bail=1"], {
    cwd: copy,
    env: { ...env, NO_COLOR: "1", SIMULATION_SEEDS: `${seeds}`, SIMULATION_FIRST: `${first}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const [code] = await once(child, "close");
  const [, seed] = /SIMULATION_FIRST=(\d+)/.exec(said) ?? [];
  if (code !== 0 && seed === undefined) throw new Error(`the simulation did not run: ${said}`);
  return seed === undefined ? undefined : Number(seed);
}

describe("the simulation of a crew", () => {
  beforeAll(async () => {
    const { copyOf } = await import(pathToFileURL(join(root, "test/mutants/copy.mjs")).href);
    copyOf(root, copy);
  });

  it.each(SAFEGUARDS)(
    "notices at seed $seed when $missing",
    async ({ seed, file, was, becomes }) => {
      const place = join(copy, "src", file);
      const original = readFileSync(place, "utf8");
      expect(original.split(was).length - 1, `places in ${file} that are changed`).toBe(1);
      writeFileSync(
        place,
        original.replace(was, () => becomes),
      );
      try {
        expect(await (SEARCHED > 0 ? firstFailure(1, SEARCHED) : firstFailure(seed, 1))).toBe(seed);
      } finally {
        writeFileSync(place, original);
      }
    },
    1_800_000,
  );
});
