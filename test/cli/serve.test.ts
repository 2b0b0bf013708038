import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serveCommand } from "../../src/cli/serve.js";
import { readLog } from "../../src/site/read-log.js";
import { campus } from "../../src/web/campus/campus.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { catchOutput, output, serving } from "../site/serving.js";
import { Asker, linksIn } from "../site/small-crawl.js";

beforeEach(catchOutput);
afterEach(() => void vi.restoreAllMocks());

describe("crawlbench serve", () => {
  it("says where it listens in one line, answers, and ends with its log written", async () => {
    const log = join(temporaryFolder(), "access.tsv");
    const args = ["campus", "--pages", "200", "--json", "--log", log, "--bytes", "0", "--statuses", "--copies", "0.1"];
    await serving(args, "SIGTERM", async (line) => {
      expect(line.trimEnd()).not.toContain("\n");
      const { port, start, pages, hosts, reachable } = JSON.parse(line);
      expect([start, pages]).toEqual(["http://www.campus.example/", 200]);
      expect(hosts).toBeGreaterThan(1);
      expect(reachable).toBeGreaterThan(100);
      const asker = new Asker({ port });
      const { status, body } = await asker.get(start);
      expect(status).toBe(200);
      expect(linksIn(body, start).length).toBeGreaterThan(0);
      await asker.close();
    });
    const { entries, head } = await readLog(log);
    expect(entries).toMatchObject([{ path: "/", status: 200, kind: "page", page: campus({ pages: 200 }).start }]);
    expect(head).toMatchObject({
      source: { web: "campus", pages: 200 },
      settings: { bytes: 0, faults: { statuses: true, copies: 0.1, traps: 0 } },
    });
  });

  it("tells how to crawl it", async () => {
    await serving(["campus", "--pages", "100", "--faults", "--traps", "0"], "SIGINT", async (text) => {
      const port = /127\.0\.0\.1:(\d+)/.exec(text)?.[1];
      expect(text).toMatch(/^campus: 100 pages on \d+ hosts, /);
      expect(text).toContain(`crawlbench crawl http://www.campus.example/ --resolve '*=127.0.0.1:${port}'`);
    });
  });

  it("refuses what makes no sense before it listens", async () => {
    const run = (...args: string[]) => serveCommand().exitOverride().parseAsync(args, { from: "user" });
    await expect(run("campus", "--pages", "100", "--traps", "7")).rejects.toThrow(
      "traps is a share from 0 to 1; found 7",
    );
    await expect(run("campus", "--pages", "100", "--hosts", "7")).rejects.toThrow(
      "hosts is an option of webs without URLs",
    );
    await expect(run("campus", "--pages", "100", "--crawl-delay", "7")).rejects.toThrow("without --robots");
    await expect(run("campus", "--pages", "100", "--slow-rate", "9")).rejects.toThrow("without --slow-hosts");
    await expect(run("campus", "--pages", "100", "--faults", "--epoch", "1")).rejects.toThrow("without --change");
    await expect(run("no-such-web")).rejects.toThrow("no-such-web");
    process.emit("SIGINT"); // the listeners of all
    expect(output.text).toBe("");
  });
});
