import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { SAFEGUARDS } from "./safeguards.js";

/** `npm run prove -- safeguards` sets it: seeds to try from the first on, where a deep test tries the one that is listed. */
const SEARCHED = Number(process.env.SAFEGUARD_SEEDS ?? 0);

const root = resolve(import.meta.dirname, "../../..");
const copy = temporaryFolder();

/** What is compiled of the copy: the simulation, and what it imports. */
const COMPILED = {
  extends: "./tsconfig.json",
  compilerOptions: {
    composite: false,
    incremental: true,
    noCheck: true, // some changes leave names unused
    rootDir: ".",
    outDir: "simulated",
    tsBuildInfoFile: "simulated/.tsbuildinfo",
  },
  include: [],
  files: ["test/cluster/simulation/simulate.ts"],
};

/** Runs Node in the copy. @returns what it printed @throws what it said, where it did not end well */
const ran = async (...args: string[]) => (await promisify(execFile)(process.execPath, args, { cwd: copy })).stdout;

/** @returns the first of so many seeds that failed in the copy as it is; undefined: none */
async function firstFailure(first: number, seeds: number): Promise<number | undefined> {
  await ran("node_modules/typescript-7/bin/tsc", "-p", "tsconfig.simulation.json");
  const simulate = "simulated/test/cluster/simulation/simulate.js";
  const said = await ran("test/cluster/simulation/first-failure.mjs", simulate, `${first}`, `${seeds}`);
  return said === "" ? undefined : Number(said);
}

describe("the simulation of a crew", () => {
  beforeAll(async () => {
    const { copyOf } = await import(pathToFileURL(join(root, "test/mutants/copy.mjs")).href);
    copyOf(root, copy);
    mkdirSync(join(copy, "simulated"));
    cpSync(join(copy, "package.json"), join(copy, "simulated/package.json")); // its version is looked up from there
    writeFileSync(join(copy, "tsconfig.simulation.json"), JSON.stringify(COMPILED));
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
