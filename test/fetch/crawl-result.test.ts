import { inspect } from "node:util";
import { expect, it } from "vitest";
import { faceText } from "../../src/base/face/face-text.js";
import { type CrawlResult, resultFace } from "../../src/fetch/crawl-result.js";
import { realCrawl } from "../../src/fetch/real-crawl.js";
import { serve } from "../../src/site/server.js";
import { campus } from "../../src/web/campus/campus.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";

const result = {
  state: "stopped",
  elapsed: 75_400,
  requests: 1300,
  robotsRequests: 20,
  statuses: { 200: 1200, 404: 78 },
  faults: { timeout: 2 },
  pages: 1200,
  bytes: 5_400_000,
  disallowed: 3,
  links: { found: 9000, fresh: 1500, outOfScope: {} },
  frontier: 1,
  hosts: { known: 20, ready: 0, waiting: 0, down: 0, inUse: 0 },
} as unknown as CrawlResult;

it("a crawl that was stopped says what it fetched, what waits, how to resume it, and how to open it", () => {
  const [said, failed, head, , row, next] = faceText(resultFace(result, "my crawl")).split("\n");
  expect(said).toBe(
    "1,200 pages of 20 hosts in 75 s, stored in my crawl: stopped, and the same call resumes it; 1 URL waits",
  );
  expect(failed).toBe("Failed attempts, a later one may have gone well: timeout 2");
  expect(head).toMatch(/requests +of robots.txt +status 200 +status 404 +links found +new URLs +disallowed +received/);
  expect(row.trim().split(/ {2,}/)).toEqual(["1300", "20", "1200", "78", "9000", "1500", "3", "5.4 MB"]);
  expect(next).toBe('Its web: await open("my crawl")');
  expect(resultFace(result, "my crawl")).toMatchObject({ say: said, warnings: [failed], notes: [next] });
});

it("a crawl that is done shows itself so, and its fields are as before", async () => {
  const site = await serve(campus({ pages: 100 }));
  try {
    const end = await realCrawl({
      seeds: [site.start],
      out: temporaryFolder(),
      contact: "a@b.example",
      resolve: [`*=127.0.0.1:${site.port}`],
      politeness: { delay: 0, factor: 0 },
    });
    expect(inspect(end)).toMatch(/ pages of \d+ hosts? in [\d.]+ s, stored in .*: done\n/);
    expect(JSON.parse(JSON.stringify(end))).toMatchObject({ state: "done", frontier: 0, alongside: [] });
  } finally {
    await site.close();
  }
});
