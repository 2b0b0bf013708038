import { describe, expect, it } from "vitest";
import { openSource } from "../../../src/web/dataset/source.js";
import { readUrlAdjacency, type UrlAdjacencyOptions } from "../../../src/web/read/url-adjacency.js";
import { pairsOf } from "../../fixture/pairs.js";
import { realData } from "./real-data.js";
import { plain, stream } from "./text.js";

const URLS = "http://a/\nhttp://b/\nhttp://c/\n";
const read = (urls: string, adjacency: string, options?: UrlAdjacencyOptions) =>
  readUrlAdjacency({ urls: stream(urls), adjacency: stream(adjacency) }, options).then(plain);

describe("readUrlAdjacency", () => {
  it("keeps the crawled pages and the links between them, and counts all links on a page as references", async () => {
    expect(await read(URLS, "2 1 0\n\n")).toMatchObject({
      size: 2,
      urls: ["http://a/", "http://b/"],
      links: [[0, 1]],
      references: [3, 0],
      found: { links: 2, selfLinks: 1, duplicates: 0 },
    });
  });

  it("keeps all links to all URLs besides, repeats included, in document order", async () => {
    const data = await readUrlAdjacency({ urls: stream(URLS), adjacency: stream("2 1 0 2\n\n") });
    const { urls, offsets, targets } = data.allLinks?.() ?? expect.unreachable();
    expect([[...urls], [...offsets], [...targets]]).toEqual([
      ["http://a/", "http://b/", "http://c/"],
      [0, 4, 4],
      [2, 1, 0, 2],
    ]);
  });

  it("makes pages of all URLs when asked", async () => {
    expect(await read(URLS, "2 1\n", { only: "known" })).toMatchObject({
      size: 3,
      urls: ["http://a/", "http://b/", "http://c/"],
      links: pairsOf("0,2 0,1"),
      references: [2, 0, 0],
    });
  });

  it.each([
    [URLS, "3\n", /adjacency list, line 1: expected nodes from 0 to 2, found "3"/],
    [URLS, "x\n", /line 1: expected nodes from 0 to 2, found "x"/],
    [URLS, "1\n\n\n\n", /line 4: expected at most 3 lines/],
    [URLS, "1\n2", /line 2: expected a newline/],
    [URLS, "", /expected one line for each crawled page, found an empty file/],
    ["http://a/\n\n", "0\n", /URL list, line 2: expected a URL/],
    ["http://a/\nhttp", "0\n", /URL list, line 2: expected a newline/],
  ])("refuses URLs %j with links %j", async (urls, adjacency, message) => {
    await expect(read(urls, adjacency)).rejects.toThrow(message);
  });

  const urls = realData("webs/uci-ics-2019/urls.txt.zst");
  it.skipIf(!urls)("reads uci-ics-2019 with the counts of its README", async () => {
    const [list, links] = await Promise.all(
      [urls as string, (urls as string).replace("urls.txt", "links.adj.txt")].map((path) => openSource(path)),
    );
    const data = await readUrlAdjacency({ urls: list.bytes, adjacency: links.bytes });
    expect(data.graph.size).toBe(53779);
    expect(data.references?.reduce((sum, count) => sum + count, 0)).toBe(1126961);
    // 563,179 counts each target of a page once, 11,725 links of a page to itself among them
    expect(data.found).toEqual({ links: 563179, selfLinks: 11725, duplicates: 0 });
    const host = (page: number) => new URL(data.urls?.at(page) ?? "").host;
    let between = 0;
    for (let page = 0; page < data.graph.size; page++) {
      for (const target of data.graph.targets.subarray(data.graph.offsets[page], data.graph.offsets[page + 1])) {
        if (host(page) !== host(target)) between++;
      }
    }
    expect(between).toBe(10473);
  });
});
