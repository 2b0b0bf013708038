import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Strings } from "../../src/base/strings.js";
import { type AccessEntry, formatEntry } from "../../src/site/access-log.js";
import { addressesOf } from "../../src/site/addresses-of.js";
import { orderOfLog } from "../../src/site/order-of-log.js";
import { OwnAddresses } from "../../src/site/own-addresses.js";
import { formatOf, parseEntry } from "../../src/site/parse-entry.js";
import { readLog } from "../../src/site/read-log.js";
import { serve } from "../../src/site/server.js";
import { campus } from "../../src/web/campus/campus.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { coded } from "../fixture/problems.js";
import { realData } from "../web/read/real-data.js";
import { Asker } from "./small-crawl.js";

const COMBINED =
  '127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /apache_pb.gif?a HTTP/1.0" 200 2326 "http://www.example.com/start.html" "Mozilla/4.08 [en] (Win98; I ;Nav)"';

describe("an access log", () => {
  it("is read as it was kept: what the site saw, and what it was", async () => {
    const folder = temporaryFolder();
    const web = campus({ pages: 100 });
    const log = join(folder, "access.tsv");
    const options = { bytes: 0, seed: 4, faults: { robots: true }, source: { web: "campus", pages: 100 } };
    const [filed, kept] = [await serve(web, { ...options, log }), await serve(web, options)];
    for (const site of [filed, kept]) {
      const asker = new Asker(site);
      await asker.get(`${site.start}robots.txt`);
      await asker.get(site.start, { "user-agent": "a tab\there" });
      await asker.get(`${site.start}no/page?x=1`);
      await asker.get(site.start, {}, "HEAD");
      await asker.close();
      await site.close();
    }
    const { format, head, entries } = await readLog(log);
    expect([format, filed.log]).toEqual(["crawlbench", []]);
    expect(head).toMatchObject({
      web: web.name,
      sha256: web.sha256,
      pages: 100,
      start: filed.start,
      source: options.source,
    });
    expect(head?.settings).toEqual(filed.content.settings);
    const timeless = (entry: AccessEntry) => ({ ...entry, time: 0, end: 0, agent: entry.agent.replace("\t", " ") });
    expect(entries.map(timeless)).toEqual(kept.log.map(timeless));
    expect(entries.map(({ page, kind }) => [page, kind])).toEqual([
      [-1, "robots"],
      [web.start, "page"],
      [-1, "unknown"],
      [web.start, "page"],
    ]);
    expect(entries.map(({ method }) => method)).toEqual([undefined, undefined, undefined, "HEAD"]);
    for (const { time, end = 0 } of entries) expect(end).toBeGreaterThanOrEqual(time);
  });

  it("of a former version, which tells no method, is read", async () => {
    const path = join(temporaryFolder(), "access.tsv");
    const row = ["1.000", "2.000", "h", "/", "200", "3", "page", "7", "-", "1", "x"];
    writeFileSync(path, `${row.join("\t")}\n`);
    expect(await readLog(path)).toEqual({
      format: "crawlbench",
      isCut: false,
      entries: [
        {
          time: 1,
          end: 2,
          host: "h",
          path: "/",
          status: 200,
          bytes: 3,
          kind: "page",
          page: 7,
          connection: 1,
          agent: "x",
        },
      ],
    });
  });

  it("survives a server that was killed in the middle of a line, and gzip", async () => {
    const path = join(temporaryFolder(), "access.tsv.gz");
    const entry: AccessEntry = {
      time: 1.5,
      end: 2.25,
      host: "h",
      path: "/",
      status: 200,
      bytes: 3,
      kind: "page",
      page: 7,
      disallowed: true,
      connection: 1,
      agent: "",
    };
    writeFileSync(path, gzipSync(formatEntry(entry).repeat(2) + formatEntry(entry).slice(0, 9)));
    expect(await readLog(path)).toMatchObject({ entries: [entry, entry], isCut: true });
    const renamed = join(temporaryFolder(), "access.tsv"); // told by its bytes, not by its name
    writeFileSync(renamed, Buffer.concat([gzipSync(formatEntry(entry)), gzipSync(formatEntry(entry))]));
    expect(await readLog(renamed)).toMatchObject({ entries: [entry, entry], isCut: false });
    writeFileSync(renamed, gzipSync(formatEntry(entry).repeat(2)).subarray(0, -9));
    await expect(readLog(renamed)).rejects.toThrow(coded("log"));
    await expect(readLog(renamed)).rejects.toThrow(
      /access\.tsv: what it packs is not whole \(cut gzip member\), after \d+ bytes/,
    );
  });

  it("is put in order of the times that requests came", async () => {
    const path = join(temporaryFolder(), "access.tsv");
    const at = (time: number) =>
      formatEntry({ time, host: "h", path: "/", status: 200, bytes: 0, kind: "page", page: 1, agent: "" });
    writeFileSync(path, [5, 1, 3, 2, 4].map(at).join(""));
    const { format, entries } = await readLog(path);
    expect([format, entries.map(({ time }) => time)]).toEqual(["crawlbench", [1, 2, 3, 4, 5]]);
  });

  it("is refused when it is none, with the line", async () => {
    const path = join(temporaryFolder(), "notes.txt");
    writeFileSync(path, "# head\nsome words\n");
    await expect(readLog(path)).rejects.toThrow(
      /notes\.txt, line 2: no access log that is known\. Expected .*"some words"/,
    );
    writeFileSync(path, `${COMBINED}\n`);
    await expect(readLog(path)).rejects.toThrow(/line 1: the lines tell no host: .*host$/);
    appendFileSync(path, "more words\n");
    await expect(readLog(path, { host: "h" })).rejects.toThrow(/line 2: expected a line such as/);
    writeFileSync(path, `${COMBINED}\n${COMBINED.replace("Oct", "Foo")}\n`);
    await expect(readLog(path, { host: "h" })).rejects.toThrow(/line 2: expected a line such as/);
    for (const head of ["{bad", "null", "{}"]) {
      writeFileSync(path, `#crawlbench-access-log ${head}\n`);
      await expect(readLog(path)).rejects.toThrow(
        `notes.txt, line 1: expected what was served, as JSON behind #crawlbench-access-log, found "${head}"`,
      );
    }
    writeFileSync(path, "");
    await expect(readLog(path)).rejects.toThrow("holds no request");
  });
});

describe("logs of other servers", () => {
  it("in combined format are read with the host given, or before each line", () => {
    // the example of Apache's manual, mod_log_config: 13:55:36 -0700 is 20:55:36 UTC
    const time = Date.UTC(2000, 9, 10, 20, 55, 36);
    const expected = {
      time,
      path: "/apache_pb.gif?a",
      status: 200,
      bytes: 2326,
      page: -1,
      agent: "Mozilla/4.08 [en] (Win98; I ;Nav)",
    };
    expect(formatOf(COMBINED)).toBe("combined");
    expect(parseEntry("combined", COMBINED, "a.example")).toEqual({ ...expected, host: "a.example" });
    const vhost = `WWW.Example.com:80 ${COMBINED}`;
    expect(formatOf(vhost)).toBe("vhost");
    expect(parseEntry("vhost", vhost)).toEqual({ ...expected, host: "www.example.com" });
    const blank = COMBINED.replace("frank", "john q. doe");
    expect([formatOf(blank), formatOf(`WWW.Example.com:80 ${blank}`)]).toEqual(["combined", "vhost"]);
    expect(parseEntry("combined", blank, "a.example")).toEqual({ ...expected, host: "a.example" });
    expect(parseEntry("vhost", `WWW.Example.com:80 ${blank}`)).toEqual({ ...expected, host: "www.example.com" });
    const common = '10.0.0.1 - - [10/Oct/2000:20:55:36 +0000] "GET http://p.example:81/x HTTP/1.1" 404 -';
    expect(parseEntry("combined", common)).toEqual({
      time,
      host: "p.example:81",
      path: "/x",
      status: 404,
      bytes: 0,
      page: -1,
      agent: "",
    });
  });

  it("tell which requests are none for a page: all but GET", () => {
    for (const method of ["HEAD", "POST", "PUT"])
      expect(parseEntry("combined", COMBINED.replace("GET", method), "h")).toMatchObject({ method });
    expect(parseEntry("combined", COMBINED, "h")).not.toHaveProperty("method");
  });

  it("of Heritrix tell begin and end", () => {
    const line =
      "2007-12-27T12:51:29.338Z   302        319 http://www.netarkivet.dk/website/index.php?a=1 - - text/html #006 20071227125129307+17 sha1:KSX4 - content-size:557,3t";
    expect(formatOf(line)).toBe("heritrix");
    const end = Date.UTC(2007, 11, 27, 12, 51, 29, 338);
    expect(parseEntry("heritrix", line)).toEqual({
      time: end - 17,
      end,
      host: "www.netarkivet.dk",
      path: "/website/index.php?a=1",
      status: 302,
      bytes: 319,
      page: -1,
      agent: "Heritrix",
    });
    expect(
      parseEntry("heritrix", line.replace("http://www.netarkivet.dk/website/index.php?a=1", "dns:www.kb.dk")),
    ).toBeUndefined();
  });

  const real = realData("traces/heritrix-crawl-logs/nas-crawl-9.log");
  it.skipIf(!real)("of Heritrix are read whole: every line that names an http URL", async () => {
    const path = real ?? "";
    const { entries, format } = await readLog(path);
    const lines = readFileSync(path, "utf8").split("\n");
    expect(format).toBe("heritrix");
    expect(entries).toHaveLength(lines.filter((line) => / https?:\S+ \S+ \S+ \S+ #/.test(line)).length);
    expect(entries.length).toBeGreaterThan(10);
  });
});

describe("the order behind a log", () => {
  const web = campus({ pages: 100 });
  const addresses = addressesOf(web);
  const fetched = (page: number, time: number, more: Partial<AccessEntry> = {}): AccessEntry => ({
    time,
    host: addresses.hostName(addresses.hostOf(page)),
    path: addresses.path(page),
    status: 200,
    bytes: 1,
    page: -1,
    agent: "",
    ...more,
  });

  it("is that of the first good answers, by id or by URL", () => {
    const rows = [
      fetched(5, 1, { status: 503 }),
      fetched(7, 2),
      fetched(5, 3),
      fetched(7, 4),
      fetched(9, 5, { status: 404 }),
    ];
    const others = [fetched(1, 6, { path: "/robots.txt" }), fetched(1, 7, { host: "else.example" })];
    const expected = { order: Uint32Array.of(7, 5), repeated: 1, others: 2 };
    expect(orderOfLog([...rows, ...others], 100, addresses)).toEqual(expected);
    const own = rows.map((row) => ({
      ...row,
      kind: "page" as const,
      page: addresses.find(addresses.hostIndex(row.host), row.path),
      host: "",
    }));
    const traps = [fetched(1, 8, { kind: "trap" }), fetched(1, 9, { kind: "copy", page: 1 })];
    expect(orderOfLog([...own, ...traps], 100, addresses)).toEqual(expected);
  });

  it("takes an escape that need not be for the letter, where no page has the path as it was asked for", () => {
    const urls = ["http://a.example/~u", "http://a.example/v", "http://a.example/%76", "http://a.example/a%2fb"];
    const own = new OwnAddresses("x", Strings.from(urls));
    const asked = ["/%7Eu", "/%76", "/v", "/a%2Fb", "/a/b", "/%7eu"];
    const rows = asked.map((path, i) => fetched(1, i, { host: "a.example", path }));
    // RFC 3986, section 6.2.2.2: "~" is not reserved, "/" is; section 6.2.2.1 for the case of %7e. The page of "a%2fb" has
    // an escape in lower case, which is not looked for: four of six lead to pages, one of these for the second time
    expect(orderOfLog(rows, 4, own)).toEqual({ order: Uint32Array.of(0, 2, 1), repeated: 1, others: 2 });
  });

  it("holds no page that was asked for by HEAD or POST alone", () => {
    const rows = [
      fetched(5, 1, { method: "HEAD" }),
      fetched(7, 2),
      fetched(7, 3, { method: "POST" }),
      fetched(8, 4, { kind: "page", page: 8, method: "HEAD" }),
    ];
    expect(orderOfLog(rows, 100, addresses)).toEqual({ order: Uint32Array.of(7), repeated: 0, others: 3 });
  });
});
