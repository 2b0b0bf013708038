import { createReadStream, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type CdxEntry, cdxjLine } from "../../../src/archive/warc/cdxj.js";
import { headerOf, mediaType } from "../../../src/archive/warc/http-block.js";
import { surt } from "../../../src/url/surt.js";
import { realData } from "../../web/read/real-data.js";
import { readAll } from "./bytes.js";

const entry: CdxEntry = {
  key: "org,example)/",
  time: Date.UTC(2014, 0, 26, 20, 6, 24),
  url: "http://example.org/",
  mime: "text/html",
  status: 200,
  digest: "sha1:OSSAPWJ23L56IYVRW3GFEAR4MCJMGPTB",
  offset: 334,
  length: 2258,
  filename: "a.warc.gz",
};

describe("CDXJ", () => {
  it("is written as pywb writes it", () => {
    expect(cdxjLine(entry)).toBe(
      'org,example)/ 20140126200624 {"url":"http://example.org/","mime":"text/html","status":"200","digest":"OSSAPWJ23L56IYVRW3GFEAR4MCJMGPTB","length":"2258","offset":"334","filename":"a.warc.gz"}',
    );
  });

  it("leaves out what is not known", () => {
    const { status: _, length: __, ...less } = { ...entry, mime: "", digest: "" };
    expect(cdxjLine(less)).toBe(
      'org,example)/ 20140126200624 {"url":"http://example.org/","offset":"334","filename":"a.warc.gz"}',
    );
  });

  const [index, archive] = [realData("warc/pywb/iana.cdxj"), realData("warc/pywb/iana.warc.gz")];
  it.skipIf(!index || !archive)("made of our reading of iana.org is pywb's own index of it", async () => {
    // pywb drops the last slash of a path from the key
    const read = (line: string) =>
      [line.slice(0, line.indexOf("{")).replace("/ ", " "), JSON.parse(line.slice(line.indexOf("{")))] as const;
    const theirs = new Map(
      readFileSync(index as string, "utf8")
        .trim()
        .split("\n")
        .map((line) => [read(line)[1].offset, read(line)]),
    );
    let compared = 0;
    for (const each of (await readAll(createReadStream(archive as string))).records) {
      if (each.type !== "response" || !each.extent || !each.http) continue;
      const line = cdxjLine({
        key: surt(each.url),
        time: each.time,
        url: each.url,
        status: each.http.status,
        ...each.extent,
        filename: "iana.warc.gz",
        mime: mediaType(headerOf(each.http.head, "content-type")),
        digest: each.headers.get("WARC-Payload-Digest") ?? "",
      });
      expect(read(line)).toEqual(theirs.get(String(each.extent.offset)));
      compared++;
    }
    expect(compared).toBe(48);
  });
});
