import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CrawlLine } from "../../src/cli/crawl-line.js";
import { versionsOf } from "../../src/fetch/saved-state.js";
import { simulate } from "./simulate.js";
import { page } from "./simulated-web.js";

const answer = (url: string) => (url.endsWith("robots.txt") ? { status: 404 } : { body: page(url, []) });
const { node, ada } = process.versions;
const WARNING = `this crawl ran under Node 18.0.0 with the URL parser ada 2.0.0, and resumes under Node ${node} with the URL parser ada ${ada}: if they write a URL differently, its page is fetched twice`;

describe("the versions under which a crawl goes", () => {
  it("stand in snapshot.json, and a crawl that goes on under others begins with a warning", async () => {
    const options = { seeds: ["http://a.web.example/"], politeness: { delay: 0, factor: 0 } };
    const { out, status } = await simulate({ answer, options });
    const manifest = join(out, "snapshot.json");
    const stored = JSON.parse(readFileSync(manifest, "utf8"));
    expect(stored.state.versions).toEqual([{ node, ada }]);
    expect(status.warnings).toBeUndefined();
    stored.state.versions = [{ node: "18.0.0", ada: "2.0.0" }];
    writeFileSync(manifest, JSON.stringify(stored));
    const written: string[] = [];
    const line = new CrawlLine({
      screen: { isTTY: false, columns: 80, write: (text: string) => written.push(text) > 0 },
    });
    const again = await simulate({ answer, options, out, onOpen: (crawl) => line.start(crawl) });
    line.end(again.status);
    expect(again.status.warnings).toEqual([WARNING]);
    expect(written).toEqual([`warning: ${WARNING}\n`]);
    const last = await simulate({ answer, options, out });
    expect(last.status.warnings).toBeUndefined();
    expect(JSON.parse(readFileSync(manifest, "utf8")).state.versions).toEqual([
      { node: "18.0.0", ada: "2.0.0" },
      { node, ada },
    ]);
  });

  it("of crawls that do not say are no reason for a warning", () => {
    expect(versionsOf(undefined)).toEqual({ versions: [{ node, ada }] });
  });
});
