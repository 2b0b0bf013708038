import { mkdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AccessEntry, formatEntry, type LogHead, LogWriter } from "../../src/site/access-log.js";
import { formatOf, LOG_FORMATS, parseEntry } from "../../src/site/parse-entry.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { coded } from "../fixture/problems.js";

const whole: AccessEntry = {
  time: 1000.25,
  end: 1010.5,
  host: "a.example",
  path: "/b?c",
  status: 200,
  bytes: 7,
  kind: "page",
  page: 3,
  disallowed: true,
  connection: 2,
  agent: "bot/1",
  method: "HEAD",
};
const bare: AccessEntry = { time: 0, host: "a", path: "/", status: 0, bytes: 0, kind: "unknown", page: -1, agent: "" };
const line = (entry: AccessEntry) => formatEntry(entry).slice(0, -1);
const combined = '10.0.0.1 - - [01/Apr/2001:12:00:30 +0200] "GET /b?c HTTP/1.1" 200 2326 "-" "bot/1"';
const heritrix =
  "2001-04-01T10:00:30.250Z   200       2326 http://a.example:8080/b?c L - text/html #001 20010401100030000+150 - - -";

describe("a row of a log of this site", () => {
  it("comes back as it was, with all that is known and with the least", () => {
    expect(parseEntry("crawlbench", line(whole))).toEqual(whole);
    expect(parseEntry("crawlbench", line(bare))).toEqual(bare);
    expect(line(bare)).toBe("0.000\t-\ta\t/\t0\t0\tunknown\t-\t-\t-\t-\tGET");
    expect(line(whole)).toBe("1000.250\t1010.500\ta.example\t/b?c\t200\t7\tpage\t3\tdisallowed\t2\tbot/1\tHEAD");
  });

  it("keeps its columns whatever a client sent", () => {
    const dirty = { ...bare, host: "a\tb", path: "/\n\x7f", agent: "\t", method: "A\rB" };
    expect(parseEntry("crawlbench", line(dirty))).toEqual({
      ...dirty,
      host: "a b",
      path: "/  ",
      agent: " ",
      method: "A B",
    });
  });

  it("is refused where a column is missing, or no kind or number", () => {
    const change = (column: number, text: string) => line(whole).split("\t").with(column, text).join("\t");
    for (const [text, message] of [
      ["a\tb", "expected 12 columns between tabs, found 2"],
      [change(6, "pages"), /^expected a kind, .*page.*; found "pages"$/],
      [change(0, ""), 'expected a number, found ""'],
      [change(4, "2x"), 'expected a number, found "2x"'],
      [change(9, "x"), 'expected a number, found "x"'],
    ] as const) {
      expect(() => parseEntry("crawlbench", text)).toThrow(message);
      expect(() => parseEntry("crawlbench", text)).toThrow(coded("log"));
    }
  });
});

describe("the format of a line", () => {
  it("is told by the line, and how exact its times are by the format", () => {
    const old = line(whole).split("\t").slice(0, -1).join("\t"); // of a former version, without the method
    expect([line(whole), old, heritrix, combined, `a.example ${combined}`, "else", ""].map(formatOf)).toEqual([
      "crawlbench",
      "crawlbench",
      "heritrix",
      "combined",
      "vhost",
      undefined,
      undefined,
    ]);
    expect(Object.entries(LOG_FORMATS).map(([name, { resolution }]) => [name, resolution])).toEqual([
      ["crawlbench", 0],
      ["heritrix", 1],
      ["vhost", 1000],
      ["combined", 1000],
    ]);
  });
});

describe("a line of another server", () => {
  const time = Date.UTC(2001, 3, 1, 10, 0, 30);
  const read = { time, host: "a.example", path: "/b?c", status: 200, bytes: 2326, page: -1, agent: "bot/1" };

  it("is a request at its time, in the zone that it tells", () => {
    expect(parseEntry("combined", combined, "A.example:80")).toEqual(read);
    expect(parseEntry("vhost", `a.example:443 ${combined}`)).toEqual(read);
    expect(parseEntry("vhost", `a.example:8080 ${combined}`)).toEqual({ ...read, host: "a.example:8080" });
    const west = combined.replace("+0200", "-0130").replace("Apr", "Dec");
    expect(parseEntry("combined", west, "a.example")?.time).toBe(Date.UTC(2001, 11, 1, 13, 30, 30));
  });

  it("may tell a whole URL, another method, no status, no bytes and no agent", () => {
    const other = combined.replace("GET /b?c", "POST http://B.example:81/x?y").replace("200 2326", "- -");
    expect(parseEntry("combined", other.replace(' "-" "bot/1"', ""))).toEqual({
      time,
      host: "b.example:81",
      path: "/x?y",
      status: 0,
      bytes: 0,
      page: -1,
      agent: "",
      method: "POST",
    });
    expect(parseEntry("combined", combined.replace("GET /b?c HTTP/1.1", "\\x16\\x03"), "a")).toBeUndefined();
    expect(parseEntry("combined", combined.replace('"bot/1"', '"-"'), "a")?.agent).toBe("");
  });

  it("is refused where its date is none: 30 February was 2 March", () => {
    const at = (date: string) => parseEntry("combined", combined.replace(/\[[^ ]+/, `[${date}`), "a")?.time;
    expect(at("29/Feb/2000:23:59:60")).toBe(Date.UTC(2000, 2, 1) - 2 * 3_600_000); // a leap second
    for (const date of ["30/Feb/2000:00:00:00", "00/Jan/2000:00:00:00", "31/Apr/2000:00:00:00"])
      expect(() => at(date), date).toThrow(`expected a date that there is, found ${date}`);
    for (const date of ["01/Jan/2000:24:00:00", "01/Jan/2000:00:60:00", "01/Jan/2000:00:00:61"])
      expect(() => at(date), date).toThrow(`expected a date that there is, found ${date}`);
  });

  it("is refused where nothing tells the host, and where it is none", () => {
    for (const host of [undefined, "-"])
      expect(() => parseEntry("combined", combined, host)).toThrow(
        coded("log", "the lines tell no host: log it first in each (Apache vhost_combined), or say which it is: host"),
      );
    expect(() => parseEntry("combined", "10.0.0.1", "a")).toThrow(/^expected a line such as 10\.0\.0\.1 - - /);
    expect(() => parseEntry("heritrix", "2001")).toThrow("expected a line of crawl.log: time, status, bytes, URI");
  });

  it("of Heritrix is a request from its begin to its end", () => {
    expect(parseEntry("heritrix", heritrix)).toEqual({
      time: time + 100, // written at 30.250 s, 150 ms after the begin
      end: time + 250,
      host: "a.example:8080",
      path: "/b?c",
      status: 200,
      bytes: 2326,
      page: -1,
      agent: "Heritrix",
    });
    const empty = heritrix.replace("/b?c", "/b?"); // an empty query is one: RFC 3986, section 6.2.3
    expect(parseEntry("heritrix", empty)).toMatchObject({ path: "/b?" });
    for (const target of ["/b?", "http://a.example/b?"])
      expect(parseEntry("combined", combined.replace("/b?c", target), "a.example")).toMatchObject({ path: "/b?" });
    const failed = heritrix.replace(" 200 ", " -2 ").replace(" 2326 ", " - ").replace("+150", "");
    expect(parseEntry("heritrix", failed)).toMatchObject({ time: time + 250, status: 0, bytes: 0 });
    expect(parseEntry("heritrix", heritrix.replace("http://a.example:8080/b?c", "dns:a.example"))).toBeUndefined();
    expect(parseEntry("heritrix", heritrix.replace("a.example:8080", "["))).toBeUndefined();
  });
});

describe("a log that is written", () => {
  const head: LogHead = { web: "w", sha256: "0", start: "http://a/", pages: 1, epoch: 0 };

  it("has its head at once, its rows every 64 kB, and all when it is closed", () => {
    const path = join(temporaryFolder(), "log");
    const lines = () => readFileSync(path, "utf8").trim().split("\n");
    const log = new LogWriter(path, head);
    const heads = [
      `#crawlbench-access-log ${JSON.stringify(head)}`,
      "#time\tend\thost\tpath\tstatus\tbytes\tkind\tpage\trobots\tconnection\tagent\tmethod",
    ];
    expect(lines()).toEqual(heads);
    log.add(bare);
    expect(lines()).toEqual(heads);
    const long = { ...bare, path: `/${"x".repeat(1 << 16)}` };
    log.add(long);
    expect(lines().slice(2)).toEqual([line(bare), line(long)]);
    log.add(whole);
    log.close();
    expect(lines().slice(2)).toEqual([line(bare), line(long), line(whole)]);
  });

  it("is not begun where it cannot be made", () => {
    const folder = join(temporaryFolder(), "folder");
    mkdirSync(folder);
    expect(() => new LogWriter(folder, head)).toThrow(
      coded(
        "failed",
        `cannot write ${folder}: EISDIR: illegal operation on a directory, open '${folder}'; nothing was written. Name another file`,
      ),
    );
    rmdirSync(folder);
  });
});
