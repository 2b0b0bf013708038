import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findBinaries } from "../../../../../src/experiment/dorosz/peer/postgres/binaries.js";
import { clusterAt } from "../../../../../src/experiment/dorosz/peer/postgres/cluster.js";
import { newFolder } from "./with-postgres.js";

/** Programs in the place of PostgreSQL's: one tells its version, and notes that it was asked; the other fails. */
async function programs(words: string): Promise<string> {
  const folder = await newFolder();
  const scripts = {
    postgres: `echo asked >> '${join(folder, "asked")}'; echo 'postgres (PostgreSQL) 15.3'`,
    initdb: `echo '${words}' >&2; exit 1`,
  };
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, name), 0o700);
  }
  vi.stubEnv("CRAWLBENCH_POSTGRES_BIN", folder);
  return folder;
}

afterEach(() => vi.unstubAllEnvs());

describe("programs of PostgreSQL", () => {
  it("are asked for their version once, however often they are looked for", async () => {
    const folder = await programs("");
    for (let time = 0; time < 3; time++) expect(await findBinaries(15)).toEqual({ folder, version: 15 });
    expect(await readFile(join(folder, "asked"), "utf8")).toBe("asked\n");
  });

  it.each([
    ["disk-full", "could not write to file: No space left on device"],
    ["failed", "invalid locale name"],
  ])("that fail are told of by what they said: %s", async (code, words) => {
    await programs(words);
    await expect(clusterAt(await newFolder(), undefined)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words),
    });
  });
});
