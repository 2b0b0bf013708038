import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { scoreCommand } from "../../src/cli/score.js";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import { judge } from "../../src/crawl/judge.js";
import { replay } from "../../src/crawl/replay.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { campus } from "../../src/web/campus/campus.js";
import { nameOf } from "../../src/web/web.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { catchOutput, output, serving } from "../site/serving.js";
import { Asker, linksIn } from "../site/small-crawl.js";
import { realData } from "../web/read/real-data.js";
import { said } from "./in-process.js";

beforeEach(catchOutput);
afterEach(() => void vi.restoreAllMocks());

async function score(...args: string[]): Promise<string> {
  output.text = "";
  await scoreCommand().exitOverride().parseAsync(args, { from: "user" });
  return output.text;
}

const web = campus({ pages: 300 });
const order = replay(web, breadthFirst());
const judged = judge(web, order, backlinks({ hotAt: 10 }));

describe("crawlbench score", () => {
  it("says that the last line is cut short where it is, and counts the others", async () => {
    const path = join(temporaryFolder(), "access.log");
    const line = (time: string) => `h 127.0.0.1 - - [10/Oct/2025:13:55:${time} +0000] "GET / HTTP/1.1" 200 5 "-" "x"`;
    const [one, two] = [line("36"), line("59")];
    for (const [text, requests, stderr] of [
      [`${one}\n${two}`, 2, ""], // whole, though no line end follows
      [`${one}\n${two.slice(0, 40)}`, 1, `The last line of ${path} is cut short, and left out\n`],
    ] as const) {
      writeFileSync(path, text);
      const found = await said(scoreCommand(), [path, "--json"]);
      expect([JSON.parse(found.stdout).requests, found.stderr]).toEqual([requests, stderr]);
    }
  });

  it("judges the log that serve wrote as judge does its order, with nothing else to be told", async () => {
    const folder = temporaryFolder();
    const log = join(folder, "access.tsv");
    await serving(["campus", "--pages", "300", "--json", "--log", log, "--bytes", "0"], "SIGTERM", async (line) => {
      const { port, start } = JSON.parse(line);
      const asker = new Asker({ port });
      const seen = new Set<string>([start]);
      for (const url of seen) for (const link of linksIn((await asker.get(url)).body, url)) seen.add(link);
      await asker.get(start);
      await asker.close();
    });
    const out = join(folder, "order.u32");
    const found = JSON.parse(await score(log, "--json", "--order-out", out));
    // a walk in the order of discovery is breadth-first: the virtual crawler's order, and so its area
    const written = readFileSync(out);
    expect(Array.from(order, (_, index) => written.readUInt32LE(4 * index))).toEqual([...order]);
    expect(written.length).toBe(4 * order.length);
    expect(found).toMatchObject({
      web: web.name,
      visited: order.length,
      repeated: 1,
      others: 0,
      hotAt: 10,
      area: judged.area,
    });
    expect(found.statuses).toEqual({ 200: order.length + 1 });
    expect(found.curve).toHaveLength(100);
    // it asked for no robots.txt, and for the start page twice
    expect(found.politeness.counts).toMatchObject({ "robots-first": found.hosts, repeat: 1, disallowed: 0 });
    const text = await score(log);
    expect(text).toContain("Not polite: overlap 0, gap 0, disallowed 0, robots-first");
    expect(text).toContain(`area ${judged.area.toFixed(4)} over ${order.length} visited`);
    // another web has other numbers for its pages: those of its URLs count
    const other = new Set(campus({ pages: 400 }).urls);
    const common = order.filter((page) => other.has(nameOf(web, page))).length;
    expect(common).toBeLessThan(order.length);
    const ofOther = [log, "--web", "campus", "--pages", "400"];
    expect(JSON.parse(await score(...ofOther, "--json"))).toMatchObject({ visited: common });
    // both say how much of the log is of no page there; the start page was fetched twice
    const missing = order.length - common;
    expect(missing).toBeGreaterThan(0);
    expect(await score(...ofOther)).toContain(`${common} fetched a page, 1 a page again, ${missing} no page`);
    expect(await score(log, "--agent", "nobody")).toContain("nothing to judge");
  });

  it("judges the log of another server by the URLs of a web that is named", async () => {
    const log = join(temporaryFolder(), "access.log");
    const second = (index: number) => new Date(Date.UTC(2001, 3, 1, 12, 0, index)).toISOString().slice(11, 19);
    const lines = Array.from(order, (page, index) => {
      const url = new URL(web.urls?.at(page) ?? "");
      return `${url.host}:80 10.0.0.1 - - [01/Apr/2001:${second(index)} +0000] "GET ${url.pathname} HTTP/1.1" 200 1234 "-" "bot/1.0"`;
    });
    const other = lines[5].replace("bot/1.0", "a person");
    writeFileSync(log, `${lines.join("\n")}\n${other}\n`);
    const args = [log, "--web", "campus", "--pages", "300", "--agent", "bot", "--json"];
    const found = JSON.parse(await score(...args, "--delay", "3000"));
    expect(found).toMatchObject({ visited: order.length, repeated: 0, area: judged.area, requests: order.length });
    // times are whole seconds, so that a gap of 2 may have been one of 3
    const times = new Map<string, number[]>();
    order.forEach((page, index) => {
      const { host } = new URL(web.urls?.at(page) ?? "");
      times.set(host, [...(times.get(host) ?? []), index]);
    });
    const short = [...times.values()].flatMap((list) => list.slice(1).filter((time, index) => time - list[index] < 2));
    expect(found.politeness.counts).toMatchObject({ gap: short.length, repeat: 0 });
    expect(found.politeness.counts.overlap).toBeUndefined();
    expect(await score(log)).toContain(
      `Not judged: the log does not say which web was crawled. crawlbench score ${log} --web WEB`,
    );
  });

  const heritrix = realData("traces/heritrix-crawl-logs/nas-crawl-9.log");
  it.skipIf(!heritrix)("audits a crawl of 2007 by Heritrix's own log", async () => {
    const found = JSON.parse(await score(heritrix ?? "", "--json", "--delay", "300"));
    expect(found.format).toBe("Heritrix crawl.log");
    // grep -c ' http' of the file, DNS lines apart, is what the reader is tested on; here: that the audit saw them all
    const statuses = Object.values<number>(found.statuses).reduce((sum, count) => sum + count, 0);
    expect(statuses).toBe(found.requests);
    expect(found.politeness.requests).toBe(found.requests);
    expect(found.area).toBeUndefined();
  });

  it("refuses logs and flags that make no sense", async () => {
    const log = join(temporaryFolder(), "access.log");
    writeFileSync(log, "hello\n");
    await expect(score(log)).rejects.toThrow("line 1: no access log that is known");
    await expect(score(log, "--from", "middle")).rejects.toThrow('--from is start or end; found "middle"');
    await expect(score(log, "--importance", "pagerank")).rejects.toThrow("needs G");
  });
});
