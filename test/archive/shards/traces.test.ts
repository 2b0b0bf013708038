import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSnapshot } from "../../../src/archive/open-snapshot.js";
import { mergeSnapshots } from "../../../src/archive/shards/merge-snapshots.js";
import { openCrawlTrace } from "../../../src/trace/crawl-trace.js";
import { openTrace } from "../../../src/trace/open-trace.js";
import { splitByProcess, threadTraces } from "../../../src/trace/sub-trace.js";
import { ownerOf } from "../../../src/trace/url-trace.js";
import { hashOf } from "../../../src/url/partition.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { verifyTrace } from "../../trace/verify-trace.js";
import { page } from "../small-web.js";
import { crawled, pathsOf } from "./shard-folders.js";

const PROCESSES = 2;
/** Twelve hosts, each the next one's neighbour, three pages each. */
const visits = Array.from({ length: 36 }, (_, i) => {
  const url = (host: number, path: number) => `http://h${host % 12}.example/${path}`;
  const links = [url(i + 1, i % 5), url(i, 1), url(i + 2, 2)].slice(0, 1 + (i % 3));
  return page(url(i, i), links.map((to) => `<a href="${to}">x</a>`).join(""), i);
});
const ownerOfUrl = (url: string) => ownerOf(hashOf(new URL(url).host), PROCESSES);

/** Shards as processes that share hosts by their names would write them. */
async function shardsOf(folder: string): Promise<string[]> {
  for (let i = 0; i < PROCESSES; i++) {
    await crawled(
      join(folder, `p${i}`),
      visits.filter(({ exchange }) => ownerOfUrl(exchange.url) === i),
    );
  }
  return pathsOf(folder, PROCESSES);
}

describe("the trace of a merge", () => {
  it("is a trace of its own, whose processes log what each of them logged", async () => {
    const folder = temporaryFolder();
    const shards = await shardsOf(folder);
    const out = join(folder, "whole");
    const { requests } = await mergeSnapshots(shards, out);
    const whole = await openTrace(out);
    expect(whole.requests).toHaveLength(requests as number);
    expect(whole.notes).toBeUndefined();
    const parts = splitByProcess(whole, PROCESSES);
    for (const [i, shard] of shards.entries()) {
      const own = await openTrace(shard);
      expect(parts[i].requests).toEqual(own.requests);
      expect(parts[i].fingerprints).toEqual(own.fingerprints);
      expect(parts[i].pages?.times).toEqual(own.pages?.times);
    }
  });

  it("asks for nothing but URLs of the merge", async () => {
    const folder = temporaryFolder();
    await mergeSnapshots(await shardsOf(folder), join(folder, "whole"));
    const [trace, { urls }] = [await openCrawlTrace(join(folder, "whole")), await openSnapshot(join(folder, "whole"))];
    expect(verifyTrace(trace, urls)).toMatchObject({ requests: trace.size, shared: [], unknown: 0 });
  });

  it("numbers the threads of all processes through, so that none share a cache", async () => {
    const folder = temporaryFolder();
    const shards = await shardsOf(folder);
    await mergeSnapshots(shards, join(folder, "whole"));
    const threads = threadTraces(await openTrace(join(folder, "whole")));
    // two of each
    expect(threads.map(({ name }) => name.replace(/.*, /, ""))).toEqual([0, 1, 2, 3].map((i) => `thread ${i}`));
    const own = await Promise.all(shards.map(async (shard) => threadTraces(await openTrace(shard))));
    expect(threads.map(({ requests }) => requests)).toEqual(own.flat().map(({ requests }) => requests));
    const { manifest } = await openSnapshot(join(folder, "whole"));
    expect(manifest.state).toMatchObject({
      merged: {
        shards: [
          { path: "../p0", firstThread: 0 },
          { path: "../p1", firstThread: 2 },
        ],
      },
    });
  });

  it("is left out when a shard recorded none of what it captured", async () => {
    const folder = temporaryFolder();
    const p0 = await crawled(join(folder, "p0"), visits.slice(0, 3));
    const p1 = await crawled(join(folder, "p1"), visits.slice(3, 6), { trace: false });
    const p2 = await crawled(join(folder, "p2"), [], { trace: false });
    const found = await mergeSnapshots([p0, p1, p2], join(folder, "whole"));
    expect([found.untraced, found.requests]).toEqual([[p1], undefined]);
    await expect(openCrawlTrace(join(folder, "whole"))).rejects.toThrow("holds no trace");
    expect((await mergeSnapshots([p0, p2], join(folder, "whole"))).requests).toBe(6); // 1 + 2 + 3 links
  });
});
