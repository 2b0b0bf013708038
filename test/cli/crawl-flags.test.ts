import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import {
  addFetchFlags,
  addPolitenessFlags,
  addScopeFlags,
  type CrawlFlags,
  crawlFlags,
} from "../../src/cli/crawl-flags.js";
import { hyphened } from "../../src/cli/typed-method.js";
import { addressOptions, fetchOptions, retryOptions, timeoutOptions } from "../../src/fetch/declared-options.js";
import { root } from "./command.js";

/** What a crawl is asked for by flags. */
function asked(...flags: string[]) {
  const command = addFetchFlags(addScopeFlags(addPolitenessFlags(new Command()))).exitOverride();
  command.configureOutput({ writeErr: () => {} }).parse(flags, { from: "user" });
  return crawlFlags([], { out: "x", by: "breadth-first", ...command.opts<Partial<CrawlFlags>>() } as CrawlFlags);
}

describe("the flags of a crawl", () => {
  it("are the words of the call, with seconds for its milliseconds", () => {
    for (const [name, rule] of Object.entries({ ...fetchOptions, ...addressOptions })) {
      const options = asked(`--${hyphened(name)}`, "7");
      const value = rule.unit === "s" ? 7_000 : 7;
      expect({ ...options.politeness, ...options }).toMatchObject({ [name]: value });
    }
  });

  it("set options that belong together by their names", () => {
    expect(asked("--timeouts", "connect=5,total=60").timeouts).toEqual({ connect: 5_000, total: 60_000 });
    const twice = asked("--timeouts", "connect=5", "--timeouts", "total=60");
    expect(twice.timeouts).toEqual({ connect: 5_000, total: 60_000 });
    const retry = asked("--retry", "retries=1,delay=2,max-delay=3,maxRetryAfter=4,jitter=0.5").retry;
    expect(retry).toEqual({ retries: 1, delay: 2_000, maxDelay: 3_000, maxRetryAfter: 4_000, jitter: 0.5 });
    expect(() => asked("--timeouts", "conect=5")).toThrow("names are connect, headers, body, total");
    expect(() => asked("--timeouts", "connect=-1")).toThrow("Expected a number, 0 or more");
  });

  it("name ports one by one", () => {
    expect(asked("--ports", "80", "8080").scope?.ports).toEqual([80, 8080]);
    expect(() => asked("--ports", "70000")).toThrow("Expected a port");
  });

  it("stand in docs/crawler.md", () => {
    const text = readFileSync(join(root, "docs/crawler.md"), "utf8");
    const names = [...Object.keys({ ...fetchOptions, ...addressOptions }), "timeouts", "retry", "ports"];
    for (const name of names) expect(text).toContain(`--${hyphened(name)}`);
    for (const name of Object.keys({ ...timeoutOptions, ...retryOptions })) expect(text).toContain(hyphened(name));
  });
});
