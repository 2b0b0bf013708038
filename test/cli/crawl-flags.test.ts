import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { crawlCommand } from "../../src/cli/crawl.js";
import {
  addFetchFlags,
  addPolitenessFlags,
  addScopeFlags,
  type CrawlFlags,
  crawlFlags,
} from "../../src/cli/crawl-flags.js";
import { hyphened } from "../../src/cli/typed-method.js";
import { crawlSettings } from "../../src/fetch/crawl-settings.js";
import {
  addressOptions,
  fetchOptions,
  nearOptions,
  retryOptions,
  timeoutOptions,
} from "../../src/fetch/declared-options.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { root } from "./command.js";
import { said } from "./in-process.js";

/** What a crawl is asked for by flags. */
async function asked(...flags: string[]) {
  const command = addFetchFlags(addScopeFlags(addPolitenessFlags(new Command()))).exitOverride();
  command.configureOutput({ writeErr: () => {} }).parse(flags, { from: "user" });
  return crawlFlags([], { out: "x", by: "breadth-first", ...command.opts<Partial<CrawlFlags>>() } as CrawlFlags);
}

describe("the flags of a crawl", () => {
  it("are the words of the call, with seconds for its milliseconds", async () => {
    for (const [name, rule] of Object.entries({ ...fetchOptions, ...addressOptions })) {
      const options = await asked(`--${hyphened(name)}`, "7");
      const value = rule.unit === "s" ? 7_000 : 7;
      expect({ ...options.politeness, ...options }).toMatchObject({ [name]: value });
    }
  });

  it("wait no longer for a slow host where they wait for none, unless it is said", async () => {
    expect((await asked("--delay", "0")).politeness).toMatchObject({ delay: 0, factor: 0 });
    expect((await asked("--delay", "0", "--delay-factor", "3")).politeness).toMatchObject({ delay: 0, factor: 3 });
    expect((await asked("--delay", "1")).politeness).toEqual({ delay: 1000 });
  });

  it("raise the number of URLs that an ordering may see, as the crawl that saw more says", async () => {
    expect((await asked("--most-urls", "16777216")).mostUrls).toBe(2 ** 24);
    const { mostUrls } = crawlSettings({ seeds: ["a.example"], out: "x", contact: "a@b.example" }, "1");
    expect(crawlCommand().helpInformation()).toMatch(new RegExp(`--most-urls .*default:\\s+${mostUrls}\\)`, "s"));
  });

  it("name in help no ordering and no policy that a crawl refuses, for it looks at what is to come", () => {
    const help = crawlCommand().helpInformation().replace(/\s+/g, " ");
    const [, by] = /--by <ordering> (.*?); /.exec(help) ?? [];
    expect(by.split(", ")).toEqual(expect.arrayContaining(["backlink", "similarity"]));
    expect(by.split(", ")).not.toContain("ideal");
    const [, policies] = /comma-separated: (2q.*?); /.exec(help) ?? [];
    expect(policies.split(", ")).toEqual(expect.arrayContaining(["clock-marked", "sieve", "w-tiny-lfu"]));
    for (const seer of ["min", "min-mandatory", "static", "static-charged"])
      expect(policies.split(", ")).not.toContain(seer);
  });

  it("set options that belong together by their names", async () => {
    expect((await asked("--timeouts", "connect=5,total=60")).timeouts).toEqual({ connect: 5_000, total: 60_000 });
    const twice = await asked("--timeouts", "connect=5", "--timeouts", "total=60");
    expect(twice.timeouts).toEqual({ connect: 5_000, total: 60_000 });
    const { retry } = await asked("--retry", "retries=1,delay=2,max-delay=3,maxRetryAfter=4,jitter=0.5");
    expect(retry).toEqual({ retries: 1, delay: 2_000, maxDelay: 3_000, maxRetryAfter: 4_000, jitter: 0.5 });
    await expect(asked("--timeouts", "conect=5")).rejects.toThrow("names are connect, headers, body, total");
    await expect(asked("--timeouts", "connect=-1")).rejects.toThrow("Expected a number, 0 or more");
  });

  it("take names to block from a file in UTF-8 or UTF-16, with line ends of any kind", async () => {
    const text = "\ufeffads.example\r\n# all of it\r\n\r\n*.track.example # and below\r\n";
    for (const bytes of [Buffer.from(text), Buffer.from(text, "utf16le"), Buffer.from(text.replaceAll("\r\n", "\r"))]) {
      const path = join(temporaryFolder(), "block.txt");
      writeFileSync(path, bytes);
      expect((await asked("--block-file", path)).block).toEqual(["ads.example", "*.track.example"]);
    }
  });

  it("tell near-duplicates in the usual way, or as is said", async () => {
    expect((await asked()).nearDuplicates).toBeUndefined();
    expect((await asked("--near-duplicates")).nearDuplicates).toEqual({});
    const told = await asked("--near-duplicates", "trap=7,distance=2");
    expect(told.nearDuplicates).toEqual({ trap: 7, distance: 2 });
    await expect(asked("--near-duplicates", "near=7")).rejects.toThrow("names are distance, words, trap");
    await expect(asked("--timeouts", "")).rejects.toThrow("names are connect");
  });

  it("are named as they were typed where they belong together and make no sense", async () => {
    const tell = async (...flags: string[]) => {
      const out = join(temporaryFolder(), "crawl");
      const given = ["http://a.example/", "--out", out, "--contact", "a@b.example", ...flags];
      return (await said(crawlCommand(), given)).error;
    };
    expect(await tell("--near-duplicates", "distance=9")).toBe(
      "--near-duplicates distance is an integer from 0 to 7; found 9",
    );
    expect(await tell("--near-duplicates", "trap=0")).toBe("--near-duplicates trap is an integer, 1 or more; found 0");
    expect(await tell("--retry", "jitter=7")).toBe("--retry jitter is a share in [0, 1]; found 7");
    expect(await tell("--timeouts", "connect=0")).toBe("--timeouts connect is a number above 0; found 0");
  });

  it("name ports one by one", async () => {
    expect((await asked("--ports", "80", "8080")).scope?.ports).toEqual([80, 8080]);
    await expect(asked("--ports", "http")).rejects.toThrow("Expected a number"); // the scope refuses what is no port
  });

  it("name where URLs are told apart, and the cache before that by its policy and entries", async () => {
    expect((await asked("--seen", "filter")).seen).toBe("filter");
    expect((await asked("--url-cache", "4096")).urlCache).toBe(4096);
    const typed = (await asked("--url-cache", "s3-fifo:small=0.2:64")).urlCache;
    expect(typed).toMatchObject({ policy: { name: "s3-fifo", options: { small: 0.2 } }, entries: 64 });
    await expect(asked("--url-cache", "sieve")).rejects.toThrow("sieve:65536, 65536");
    await expect(asked("--url-cache", "siev:64")).rejects.toThrow("sieve");
  });

  it("stand in docs/crawler.md", () => {
    const text = readFileSync(join(root, "docs/crawler.md"), "utf8");
    const names = [
      ...Object.keys({ ...fetchOptions, ...addressOptions }),
      "timeouts",
      "retry",
      "ports",
      "nearDuplicates",
    ];
    for (const name of names) expect(text).toContain(`--${hyphened(name)}`);
    for (const name of Object.keys({ ...timeoutOptions, ...retryOptions, ...nearOptions }))
      expect(text).toContain(hyphened(name));
  });
});
