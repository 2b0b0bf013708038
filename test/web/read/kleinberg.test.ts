import { createReadStream } from "node:fs";
import { describe, expect, it } from "vitest";
import { kleinberg } from "../../../src/web/read/kleinberg.js";
import { realData } from "./real-data.js";
import { plain, stream } from "./text.js";

describe("kleinberg", () => {
  it("takes URLs from n lines and links from e lines, in any order of the two, and keeps numbers with gaps as ids", async () => {
    expect(plain(await kleinberg.read(stream("n 3 http://a/ b\ne 3 8\nn 8 http://c/\n")))).toMatchObject({
      urls: ["http://a/ b", "http://c/"],
      ids: [3, 8],
      links: [[0, 1]],
    });
  });

  it("has the pages that links name where no line names one", async () => {
    expect(plain(await kleinberg.read(stream("e 3 8\ne 8 1\n")))).toMatchObject({
      ids: [1, 3, 8],
      links: [
        [1, 2],
        [2, 0],
      ],
      urls: undefined,
    });
    expect(kleinberg.sniff(new TextEncoder().encode("e 3 8\ne 8 1\n"), "gr0.epa")).toBe(true);
  });

  it("takes lines that begin with # for comments, above the pages and among them", async () => {
    const text = "# California\n\nn 0 http://a/\n# links\ne 0 0\n";
    expect(kleinberg.sniff(new TextEncoder().encode(text), "x")).toBe(true);
    expect(plain(await kleinberg.read(stream(text), { selfLinks: "keep" }))).toMatchObject({
      links: [[0, 0]],
      ids: undefined,
    });
  });

  it.each([
    ["n 0 http://a/\ne 0 1\n", /line 2: expected pages that an n line names, found page 1/],
    ["n 0 http://a/\nn 0 http://b/\n", /line 2: expected a page number above 0/],
    ["n 0\n", /line 1: expected n ID URL/],
    ["n 0 http://a/\ne 0\n", /line 2: expected e FROM TO/],
    ["n 0 http://a/\nx 0 0\n", /line 2: expected n ID URL or e FROM TO/],
    ["n 0 http://a/\nn 1 http", /line 2: expected a newline after the last URL/],
  ])("refuses %j with the line", async (text, message) => {
    await expect(kleinberg.read(stream(text))).rejects.toThrow(message);
  });

  const file = realData("graphs/kleinberg/gr0.California");
  it.skipIf(!file)("reads gr0.California: as many pages and links as it has n and e lines", async () => {
    const data = await kleinberg.read(createReadStream(file as string));
    expect([data.graph.size, data.found.links]).toEqual([9664, 16150]); // counted by cut -c1 | sort | uniq -c
    expect(data.urls?.at(9)).toBe("http://www.leginfo.ca.gov/calaw.html");
  });
});
