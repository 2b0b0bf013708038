import { createReadStream, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CDXIndexer } from "warcio";
import { type CdxEntry, cdxjLine, compareCdxLines, parseCdx } from "../../../src/archive/warc/cdxj.js";
import { headerOf, mediaType } from "../../../src/archive/warc/http-block.js";
import { surt } from "../../../src/url/surt.js";
import { realData } from "../../web/read/real-data.js";
import { readAll } from "./bytes.js";

const parse = (text: string) => [...parseCdx(text.split("\n"))];
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

  it("is read back, with and without what may be missing", () => {
    const bare = { ...entry, digest: "OSSAPWJ23L56IYVRW3GFEAR4MCJMGPTB" };
    const { status: _, length: __, ...less } = { ...bare, mime: "", digest: "" };
    expect(parse(`${cdxjLine(bare)}\n${cdxjLine(less)}\n`)).toEqual([bare, less]);
  });

  it("sorts as bytes do", () => {
    const lines = ["a)/b 2", "a)/ 3", "a)/\u{1f600} 1", "a)/\uffff 1", "a)/ 1"];
    expect(lines.sort(compareCdxLines)).toEqual(["a)/ 1", "a)/ 3", "a)/b 2", "a)/\uffff 1", "a)/\u{1f600} 1"]);
  });

  it("says which line is none", () => {
    expect(() => parse("\ncom,a)/ 2014 {broken")).toThrow(/line 2: expected CDXJ, or CDX/);
    expect(() => parse("only three fields")).toThrow(/line 1/);
  });

  const iana = [realData("warc/pywb/iana.cdx"), realData("warc/pywb/iana.cdxj"), realData("warc/pywb/iana.warc.gz")];
  it.skipIf(!iana[2])("of iana.org says the same as its CDX, and both where our reader finds the records", async () => {
    const [cdx, cdxj] = iana.slice(0, 2).map((path) => parse(readFileSync(path as string, "utf8")));
    const places = new Map(
      (await readAll(createReadStream(iana[2] as string))).records.map(({ url, extent }) => [
        extent?.offset,
        [url, extent?.length],
      ]),
    );
    expect(cdx.length).toBeGreaterThan(150);
    expect(cdxj).toEqual(cdx);
    for (const { url, offset, length } of cdx) expect(places.get(offset)).toEqual([url, length]);
  });

  it.skipIf(!iana[2])("made of our reading of iana.org is what warcio makes of its own", async () => {
    const file = iana[2] as string;
    const theirs = new Map<string, Record<string, unknown>>();
    for await (const each of new CDXIndexer({ noSurt: false, format: "raw" } as never).iterIndex([
      { filename: "iana.warc.gz", reader: createReadStream(file) },
    ] as never)) {
      theirs.set(String((each as { offset: number }).offset), each as Record<string, unknown>);
    }
    let compared = 0;
    for (const each of (await readAll(createReadStream(file))).records) {
      if (each.type !== "response" || !each.extent || !each.http) continue;
      const other = theirs.get(String(each.extent.offset)) as Record<string, unknown>;
      const [ours] = parse(
        cdxjLine({
          key: surt(each.url),
          time: each.time,
          url: each.url,
          status: each.http.status,
          ...each.extent,
          filename: "iana.warc.gz",
          mime: mediaType(headerOf(each.http.head, "content-type")),
          digest: each.headers.get("WARC-Payload-Digest") ?? "",
        }),
      );
      expect([ours.key, ours.url, ours.status, ours.length, ours.digest]).toEqual([
        other.urlkey,
        other.url,
        Number(other.status),
        Number(other.length),
        String(other.digest).replace("sha1:", ""),
      ]);
      compared++;
    }
    expect(compared).toBe(48);
  });
});
