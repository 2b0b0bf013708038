import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { importsFolder, openArchive } from "../../../src/archive/import/import-cache.js";
import { CrawlbenchError } from "../../../src/base/error.js";
import { folderWith } from "../../crawl/pool/temporary.js";
import { html, record } from "../warc/bytes.js";

afterEach(() => void vi.unstubAllEnvs());

describe("openArchive", () => {
  const WARC = record("response", "http://a.example/", html("<title>A"));

  it("says where else the index may be kept when it cannot be written", async () => {
    const folder = folderWith({ "a.warc": WARC, file: "no folder" });
    vi.stubEnv("CRAWLBENCH_CACHE", join(folder, "file"));
    const error = await openArchive(join(folder, "a.warc"), { name: "a" }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(CrawlbenchError);
    expect(error).toMatchObject({ code: "failed", facts: { path: importsFolder() } });
    const begin = `cannot write ${importsFolder()}: ENOTDIR: `;
    expect(error.message.startsWith(begin)).toBe(true);
    expect(error.message).toMatch(/ Name another cache, or set CRAWLBENCH_CACHE to a folder that can be written/);
    expect(error.told()).toMatch(/; nothing was written\. Set CRAWLBENCH_CACHE to a folder [^.]*$/);
  });

  // other systems have no such names
  it.runIf(process.platform === "linux")(
    "opens a folder of HTML in which a file that is no page has a name that is not UTF-8",
    async () => {
      const folder = folderWith({ "site/a.html": "<title>A", "cache/x": "" });
      const site = join(folder, "site");
      writeFileSync(Buffer.from(`${site}/caf\xe9.png`, "latin1"), "");
      const { snapshot } = await openArchive(site, { name: "site", cache: join(folder, "cache") });
      expect(snapshot.captures).toBe(1);
      snapshot.close();
      writeFileSync(Buffer.from(`${site}/caf\xe9.html`, "latin1"), "");
      await expect(openArchive(site, { name: "site", cache: join(folder, "cache") })).rejects.toThrow(
        /ENOENT.*caf\ufffd/,
      );
    },
  );

  it("reads an archive once when two open it at a time: the other waits, and opens what the first has made", async () => {
    const folder = folderWith({ "a.warc": WARC });
    const told: string[][] = [[], []];
    const opened = await Promise.all(
      told.map((tasks) =>
        openArchive(join(folder, "a.warc"), {
          name: "a",
          cache: join(folder, "cache"),
          onProgress: ({ task }) => void tasks.push(task),
        }),
      ),
    );
    expect(opened.map(({ snapshot }) => snapshot.captures)).toEqual([1, 1]);
    for (const { snapshot } of opened) snapshot.close();
    const waiting = `waiting for process ${process.pid}, this one, which reads ${join(folder, "a.warc")}`;
    const [second, first] = told.toSorted((a) => (a.includes(waiting) ? -1 : 1));
    expect([...new Set(second)]).toEqual([waiting]);
    expect(first).not.toContain(waiting);
    expect(readdirSync(join(folder, "cache"))).toHaveLength(1); // neither its mark nor another's index
  });

  it("leaves the error of what it reads as it is", async () => {
    const folder = folderWith({ "a.warc": WARC.slice(0, 5) });
    const opened = openArchive(join(folder, "a.warc"), { name: "a", cache: join(folder, "cache") });
    await expect(opened).rejects.not.toThrow(/CRAWLBENCH_CACHE/);
  });
});
