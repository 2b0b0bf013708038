import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { postgres } from "../../../../../src/experiment/dorosz/peer/postgres.js";
import { atEnd } from "../../../../endings.js";

const missing = await postgres.missing?.();

/**
 * A block of tests that need PostgreSQL: skipped where it is not installed, with the reason; failing when CI is set.
 */
export function describeWithPostgres(what: string, tests: () => void): void {
  describe(what, () => {
    if (!missing) return tests();
    it("needs PostgreSQL", (context) => {
      if (!process.env.CI) return context.skip(missing);
      expect.unreachable(`CI is set, and ${missing}`);
    });
  });
}

/** A new empty folder, removed when the tests of the file are over. @param mode 0o700: no other account is let in */
export async function newFolder(mode = 0o700): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "crawlbench-postgres-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, mode);
  return folder;
}
