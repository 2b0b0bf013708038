import { vi } from "vitest";
import { berkeleyDb } from "../../src/experiment/dorosz/peer/berkeley-db.js";

/** A machine that has neither PostgreSQL nor Berkeley DB, until mocks are restored and environments unstubbed. */
export function withoutServers(): void {
  vi.stubEnv("CRAWLBENCH_POSTGRES_BIN", "no such folder");
  vi.spyOn(berkeleyDb, "missing").mockResolvedValue("Berkeley DB is hidden by a test: install it");
}
