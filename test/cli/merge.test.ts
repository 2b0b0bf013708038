import { mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { duplicatesCommand } from "../../src/cli/duplicates.js";
import { exportCommand } from "../../src/cli/export.js";
import { extractCommand } from "../../src/cli/extract.js";
import { judgeCommand } from "../../src/cli/judge.js";
import { mergeCommand } from "../../src/cli/merge.js";
import { openCommand } from "../../src/cli/open.js";
import { replayCommand } from "../../src/cli/replay.js";
import { crawled } from "../archive/shards/shard-folders.js";
import { page } from "../archive/small-web.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { said } from "./in-process.js";

const url = (host: number, path: number) => `http://h${host}.example/${path}`;
/** Twenty-four pages of three hosts, each linking to the next two, and all of them to the first. */
const visits = Array.from({ length: 24 }, (_, i) => {
  const at = (n: number) => url(n % 3, n % 24);
  const links = [at(i + 1), at(i + 2), at(0)].map((to) => `<a href="${to}">x</a>`).join("");
  return page(at(i), `<title>page ${i}</title>${i < 20 ? links : `alike ${links}`}`, i, { depth: Math.min(i, 1) });
});

let folder = "";
beforeAll(async () => {
  vi.stubEnv("CRAWLBENCH_CACHE", temporaryFolder());
  folder = join(temporaryFolder(), "shared");
  for (let host = 0; host < 3; host++) {
    mkdirSync(join(folder, `p${host}`), { recursive: true });
    await crawled(
      join(folder, `p${host}`),
      visits.filter((_, i) => i % 3 === host),
    );
  }
});

async function run(command: Command, ...args: string[]) {
  const { error, stdout, stderr } = await said(command, args);
  const plain = (text: string) => text.replaceAll(folder, "shared");
  return { stdout: plain(stdout), stderr: plain(stderr), ...(error !== undefined && { error: plain(error) }) };
}

const good = async (command: Command, ...args: string[]) => {
  const { stdout, stderr, error } = await run(command, ...args);
  expect([stderr, error]).toEqual(["", undefined]);
  return stdout;
};

describe("crawlbench merge", () => {
  it("makes one snapshot of several, and tells when there was nothing to do", async () => {
    const out = join(folder, "../web");
    const shards = [0, 1, 2].map((host) => join(folder, `p${host}`));
    const text = await good(mergeCommand(), ...shards, "--out", out);
    expect(text.replaceAll(out, "web")).toMatchInlineSnapshot(`
      "web: 3 shards, 24 captures, 24 of them HTML, 72 links; 24 URLs of 3 hosts; 72 URL requests in its trace
        Next: crawlbench open web
      "
    `);
    expect(await good(mergeCommand(), folder, "--out", out)).toContain("nothing was done");
    expect(JSON.parse(await good(mergeCommand(), folder, "--out", out, "--json"))).toEqual({
      folder: out,
      shards: 3,
      captures: 24,
      pages: 24,
      urls: 24,
      hosts: 3,
      links: 72,
      requests: 72,
      untraced: [],
      isNew: false,
    });
    expect(JSON.parse(await good(openCommand(), out, "--json"))).toMatchObject({
      name: "web",
      pages: 24,
      captures: 24,
    });
  });

  it("says what is no crawl, what is damaged, and what is missing", async () => {
    const out = join(folder, "../other");
    const empty = temporaryFolder();
    expect((await run(mergeCommand(), empty, "--out", out)).error).toBe(
      `${empty} is no folder of a crawl, and holds none: it has no snapshot.json. Name what crawlbench crawl --out wrote`,
    );
    const p0 = join(folder, "p0");
    expect((await run(mergeCommand(), p0, folder, "--out", out)).error).toMatch(/^shared\/p0 is named twice/);
    expect((await run(mergeCommand(), p0)).error).toMatch(/required option '--out <dir>'/);
    renameSync(join(p0, "index/title.bytes"), join(p0, "index/title"));
    const { error } = await run(mergeCommand(), folder, "--out", out);
    renameSync(join(p0, "index/title"), join(p0, "index/title.bytes"));
    expect(error).toMatch(/^shared\/p0\/index\/title\.bytes: expected \d+ bytes, found no such file; /);
  });

  it("tells which shards have no trace, when that is why the merge has none", async () => {
    const parent = temporaryFolder();
    await crawled(join(parent, "a"), visits.slice(0, 2));
    await crawled(join(parent, "b"), visits.slice(2, 4), { trace: false });
    const { stderr, stdout } = await run(mergeCommand(), parent, "--out", join(parent, "web"));
    expect(stderr).toBe(`The merge has no trace of URL requests, since ${join(parent, "b")} recorded none\n`);
    expect(stdout).not.toContain("trace");
    expect((await run(mergeCommand(), join(parent, "b"), "--out", join(parent, "c"))).stderr).toBe("");
  });
});

describe("a folder of shards", () => {
  it("is taken by every command that takes the folder of a crawl", async () => {
    expect(JSON.parse(await good(openCommand(), folder, "--json"))).toMatchObject({
      name: "shared",
      pages: 24,
      links: 72,
      captures: 24,
      hosts: 3,
      start: url(0, 0),
      reached: 24,
      capabilities: ["links", "urls", "titles", "anchors", "text"],
    });
    const judged = JSON.parse(await good(judgeCommand(), folder, "--hot", "1", "--json", "--points", "1"));
    expect(judged).toMatchObject({ pages: 24, visited: 24, unreachable: 0 });
    expect(await good(replayCommand(), folder, "--by", "breadth-first")).toContain("24");
    const order = (await good(extractCommand(), folder, "title=title")).trim().split("\n");
    expect(order.map((line) => JSON.parse(line).title)).toEqual(visits.map((_, i) => `page ${i}`)); // in order of time
    expect(JSON.parse(await good(duplicatesCommand(), folder, "--json"))).toMatchObject({ pages: 24, exact: [] });
    const wacz = join(temporaryFolder(), "web.wacz");
    await good(exportCommand(), folder, wacz);
    const copy = JSON.parse(await good(openCommand(), wacz, "--json"));
    expect(copy).toMatchObject({ pages: 24, links: 72, captures: 24 });
    const csv = join(temporaryFolder(), "pages.csv");
    await good(exportCommand(), folder, csv);
    expect(readFileSync(csv, "utf8").trim().split("\n")).toHaveLength(25);
  });
});
