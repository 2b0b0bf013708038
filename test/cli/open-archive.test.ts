import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { html, record } from "../archive/warc/bytes.js";
import { Desk } from "./command.js";

const desk = new Desk();
const records = [
  record("warcinfo", "", "software: by hand"),
  record("response", "http://a/1", html('<a href="2"><a href="2"><a href="http://b/">')),
  record("response", "http://a/2", html('<a href="1">')),
  record("response", "http://b/", html("", "404 Not Found")),
];
desk.write("crawl.warc.gz", Buffer.concat(records.map((each) => gzipSync(each))));

describe("crawlbench open of an archive", () => {
  it("counts captures, hosts, bytes and records, and what was left out by reason", async () => {
    expect(await desk.json(["open", "crawl.warc.gz"])).toMatchObject({
      name: "crawl",
      pages: 2,
      links: 3,
      uniqueLinks: 2,
      capabilities: ["links", "urls", "titles", "anchors", "text"],
      start: "http://a/1",
      reached: 2,
      reachable: 2,
      captures: 3,
      otherPages: 1, // the 404
      hosts: 2,
      bytes: 56, // 44 + 12 + 0: lengths of the bodies
      records: 4,
      skipped: { "warcinfo-record": 1 },
    });
  });

  it("tells people the same", async () => {
    const text = await desk.good(["open", "crawl.warc.gz"]);
    expect(text).toContain(
      "  3 captures of 2 hosts, 3 of them HTML (no pages of the web: 1 with another status than 200), 0.0 MB of bodies; 4 records\n  left out, as they are no pages: 1 warcinfo-record\n",
    );
  });

  it("tells what HTML is no page of the web", async () => {
    const responses = [
      record("response", "http://a/", html('<a href="/x">x</a>')),
      record("response", "http://a/x", html("not here", "404 Not Found")),
      record("response", "http://a/", html('<a href="/x">x</a>')),
    ];
    desk.write("errors.warc", responses.join(""));
    const text = await desk.good(["open", "errors.warc"]);
    expect(text).toContain("errors: 1 page,");
    expect(text).toContain(
      "  3 captures of 1 host, 3 of them HTML (no pages of the web: 1 with another status than 200, 1 of a URL that was captured before), ",
    );
    expect(await desk.json(["open", "errors.warc"])).toMatchObject({ pages: 1, captures: 3, otherPages: 1 });
  });

  it("says of WET, in one message, what to open instead", async () => {
    desk.write("x.warc.wet", record("conversion", "http://a/", "text"));
    expect(await desk.refusal(["open", "x.warc.wet"])).toMatch(/x\.warc\.wet is WET.*WAT/);
  });

  it("counts reachable pages of webs of links, too", async () => {
    desk.write("links.txt", "0 1\n1 2\n3 0\n");
    const told = /^Start page 0 reaches 75 % of links \(3 of 4 pages\)\. All are reached from: \[3\] \(--start 3\)\n$/;
    expect(await desk.json(["open", "links.txt"], { told })).toMatchObject({ pages: 4, reached: 3, reachable: 3 });
  });
});
