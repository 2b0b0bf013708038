import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { backlink } from "../../src/ordering/backlink.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { simulate } from "./simulate.js";
import { page } from "./simulated-web.js";

const SITE = "http://www.site.example";
/** Page n links to page n + 1, up to 9. */
const body = (url: string) => page(url, url.endsWith("/9") ? [] : [`/${Number(new URL(url).pathname.slice(1)) + 1}`]);
const options = { seeds: [`${SITE}/1`], politeness: { delay: 0, factor: 0 } };

/** A crawl to whose folder something happens when the third page is asked for. */
const crawlWith = (out: string, happens: () => void, more: object = {}) =>
  simulate({
    out,
    options: { ...options, ...more },
    answer: (url) => {
      if (url.endsWith("robots.txt")) return { status: 404 };
      if (url.endsWith("/3")) happens();
      return { body: body(url) };
    },
  });

describe("a crawl whose folder goes away while it runs", () => {
  it.each([{}, { seen: "filter" as const }, { ordering: backlink }])("says so, and how to go on: %o", async (more) => {
    for (const happens of [
      (out: string) => rmSync(out, { recursive: true }),
      (out: string) => renameSync(out, `${out}-2`),
      (out: string) => {
        renameSync(out, `${out}-3`);
        mkdirSync(out);
      },
    ]) {
      const out = join(temporaryFolder(), "crawl");
      const crawl = crawlWith(out, () => happens(out), more);
      await expect(crawl).rejects.toMatchObject({
        code: "failed",
        message: `${out} was renamed, moved or deleted while the crawl ran, so the crawl stopped. What was committed is safe where the folder is now: move it back and run the same command to resume, or open it there, by \`out\`. If it was deleted, the same command begins anew`,
      });
    }
  });

  it("goes on where the folder is now", async () => {
    const out = join(temporaryFolder(), "crawl");
    const moved = `${out}-moved`;
    await expect(crawlWith(out, () => renameSync(out, moved))).rejects.toThrow("was renamed");
    // the marks of this process stand there still; those of one that is gone do not count
    for (const entry of readdirSync(moved, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && readFileSync(path, "latin1").startsWith(`${process.pid} `)) rmSync(path);
    }
    const { status, snapshot } = await crawlWith(moved, () => {});
    expect([status.state, snapshot.pages]).toEqual(["done", 9]);
  });
});
