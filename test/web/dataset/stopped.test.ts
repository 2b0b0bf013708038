import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { open } from "../../../src/web/dataset/open.js";
import { html, record } from "../../archive/warc/bytes.js";
import { inCell, pressStop } from "../../base/in-cell.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

const folder = temporaryFolder();
/** A file that is read in some twenty pieces. */
const BYTES = 5e6;

beforeEach(() => {
  vi.stubEnv("CRAWLBENCH_CACHE", join(folder, "cache"));
  let now = 0;
  vi.spyOn(Date, "now").mockImplementation(() => (now += 1000)); // each piece is told
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function links(): Buffer {
  const lines = Array.from({ length: BYTES / 10 }, (_, i) => `${i % 1000} ${(7 * i) % 1000}\n`);
  return Buffer.from(lines.join(""));
}

function archive(): Buffer {
  const page = (i: number) =>
    record("response", `http://a.example/${i}`, html(`<a href="/${i + 1}">${"word ".repeat(2000)}</a>`));
  return Buffer.from(Array.from({ length: BYTES / 10_000 }, (_, i) => page(i)).join(""));
}

describe("what ■ stops while it is read", () => {
  it.each([
    ["a file of links", "links.txt", links],
    ["an archive", "crawl.warc", archive],
  ])("%s ends as stopped, leaves nothing behind, and can be opened then", async (_what, name, bytes) => {
    const path = join(folder, name);
    writeFileSync(path, bytes());
    await inCell(async () => {
      const opening = open(path);
      await undefined; // it listens from the next turn on
      pressStop();
      await expect(opening).rejects.toMatchObject({ code: "stopped" });
    });
    const imports = join(folder, "cache", "imports");
    expect(existsSync(imports) ? readdirSync(imports) : []).toEqual([]);
    expect((await open(path)).graph.size).toBeGreaterThan(400);
  });
});
