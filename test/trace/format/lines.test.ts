import { createReadStream, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openTrace } from "../../../src/trace/open-trace.js";
import { fingerprint } from "../../../src/url/fingerprint.js";
import { hostOf } from "../../../src/url/host.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { coded } from "../../fixture/problems.js";
import { realData } from "../../web/read/real-data.js";
import { renumber } from "../any-trace.js";

const folder = temporaryFolder();

/** A log in pieces of so many bytes. */
async function* pieces(text: string | Uint8Array, size = 1 << 16): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text as string);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = (text: string | Uint8Array, options = {}, size?: number) =>
  openTrace(pieces(text, size), { format: "lines", ...options });

const names = (urls: readonly string[]) => {
  const ids = new Map<string, number>();
  return urls.map((url) => ids.get(url) ?? ids.set(url, ids.size).size - 1);
};

const A = "http://a.example/";
const B = "https://B.example:8080/x?y=1#z";

describe("a log of URLs", () => {
  it("is a request per line; blank lines and comments are none, CR LF and a byte order mark do not matter, nor does a last newline", async () => {
    const trace = await read(`\ufeff${A}\r\n\r\n# ${B}\n${B}\n   \n ${A}  \n${B}`);
    expect([...trace.requests]).toEqual([0, 1, 0, 1]);
    expect(trace.urls).toBe(2);
    expect(trace.skipped).toBeUndefined();
    expect(trace.name).toBe("standard input");
    expect(trace.notes?.[0]).toContain("the last line of standard input has no line end: it counts");
    expect((await read(`${A}\n`)).notes).toBeUndefined();
  });

  it("gives the host of each URL, however many lines are numbered together", async () => {
    for (const lines of [4095, 4096, 4097, 9000]) {
      const urls = Array.from({ length: lines }, (_, i) => `http://h${i % 7}.example/${(i * 11) % 5000}`);
      const { requests, hosts, hostKeys } = await read(`${urls.join("\n")}\n`, {}, 1 << 20); // in one piece
      expect([...requests]).toEqual(renumber(urls));
      expect([...(hosts ?? [])]).toEqual(renumber([...new Set(urls)].map((url) => hostOf(url))));
      expect(hostKeys).toHaveLength(7);
    }
  });

  it("is known by most of its first lines: one of another kind before a Heritrix log does not decide", async () => {
    const heritrix = (url: string) =>
      `2006-02-23T09:51:02.000Z   200   10 ${url} L http://a.example/ text/html #001 - - - -\n`;
    const trace = await read(`${A}\n${heritrix(A)}${heritrix(B)}${heritrix(A)}`);
    expect([...trace.requests]).toEqual([0, 1, 0]); // the first line has no fourth column
    expect(trace.skipped?.count).toBe(1);
  });

  it("is refused when next to no line holds a URL, unless a column was asked for", async () => {
    const lines = `${`${A} 200\n`.repeat(100)}${B}\n`;
    await expect(read(lines)).rejects.toThrow(/only one in 100 of its lines is an absolute URL.* column 1$/);
    expect((await read(lines, { column: 1 })).requests.length).toBe(101);
  });

  it("has the fingerprints of its URLs, low word first, and their hosts in lower case", async () => {
    const trace = await read(`${A}\n${B}\nhttp://b.EXAMPLE/\n`);
    const words = [A, B, "http://b.EXAMPLE/"].flatMap((url) => {
      const out = new Uint32Array(2);
      fingerprint(Buffer.from(url), 0, url.length, out);
      return [out[1], out[0]];
    });
    expect([...(trace.fingerprints ?? [])]).toEqual(words);
    expect([...(trace.hosts ?? [])]).toEqual([0, 1, 1]);
    expect(trace.hostKeys).toHaveLength(2);
  });

  it("is read alike in pieces of any size, and as its URLs say", async () => {
    const url = fc
      .tuple(fc.constantFrom("http", "https", "FTP"), fc.constantFrom("a", "b.c", "a.A"), fc.nat(20))
      .map(([scheme, host, n]) => `${scheme}://${host}/${n}é`);
    const line = fc.oneof(
      { weight: 8, arbitrary: url },
      fc.constantFrom("", "# no", " ", "/relative", "a b", "http://"),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 60, size: "max" }),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        async (all, size, crlf) => {
          const urls = all.filter((text) => text.endsWith("é"));
          const wrong = all.filter((text) => ["/relative", "a b", "http://"].includes(text));
          if (urls.length === 0) return;
          const trace = await read(all.join(crlf ? "\r\n" : "\n"), {}, size);
          expect([...trace.requests]).toEqual(names(urls));
          expect(trace.skipped?.count ?? 0).toBe(wrong.length);
          const hosts = [...new Set(urls)].map(hostOf);
          expect([...(trace.hosts ?? [])]).toEqual(names(hosts));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("with lines that hold no URL says how many, and shows the first with its number", async () => {
    const trace = await read(`# log\n${A}\nwww.a.example\n\n${B} 200\n${A}\nmailto:a@b.example\n`);
    expect([...trace.requests]).toEqual([0, 0]);
    expect(trace.skipped).toEqual({ count: 3, first: { line: 3, text: "www.a.example" } });
  });

  it("where no line is a URL is refused, and told which column is", async () => {
    await expect(read("a\nb\n")).rejects.toThrow(/none of its 2 lines is an absolute URL.*Line 1 is "a"/);
    await expect(read(`200\t${A}\n`)).rejects.toThrow("column 2 is one: column 2");
    await expect(read(`200\t${A}\n`)).rejects.toMatchObject({ code: "not-a-trace" });
  });

  it("whose lines end in carriage returns, or are JSON, is refused, and told how to make lines of URLs of it", async () => {
    await expect(read(`${A}\r${B}\r`)).rejects.toThrow(
      "Its lines end in a carriage return alone: tr '\\r' '\\n' < LOG > NEW",
    );
    await expect(read(`{"url":"${A}"}\n{"url": "${B}"}\n`)).rejects.toThrow("jq -r .url LOG > NEW");
  });

  it("gives the URLs of one column, between tabs where a line holds one, else between spaces", async () => {
    const trace = await read(`7 ${A} x\n8   ${B}\n9\t${A}\ta b\n10\n`, { column: 2 });
    expect([...trace.requests]).toEqual([0, 1, 0]);
    expect(trace.skipped).toEqual({ count: 1, first: { line: 4, text: "10" } });
    await expect(read(A, { column: "url" })).rejects.toThrow(
      coded("option", 'a column of lines is a number from 1; found "url". Names are for CSV: format csv'),
    );
    await expect(read(A, { column: 0 })).rejects.toThrow(coded("option"));
  });

  it("tells URLs apart byte by byte, or by their normal forms", async () => {
    const text = "http://a.example\nHTTP://A.example:80/#top\nhttp://a.example/\nhttp://[\n";
    expect((await read(text)).urls).toBe(4);
    const normal = await read(text, { normalize: true });
    expect([...normal.requests]).toEqual([0, 0, 0]);
    expect(normal.skipped?.count).toBe(1);
  });

  it("is no text where it holds zeros, nor where a line never ends", async () => {
    await expect(read(`${A}\n\0\n`)).rejects.toThrow(/no text: it holds bytes of value 0/);
    await expect(read(Buffer.from(`\ufeff${A}\n`, "utf16le"))).rejects.toMatchObject({ code: "not-a-trace" });
    await expect(read("x".repeat(2 ** 24 + 1), {}, 2 ** 25)).rejects.toThrow("more than 16777216 bytes");
  });

  it("that is empty, or all comments, is said to be empty", async () => {
    for (const text of ["", "\n\n", "# nothing\n"]) await expect(read(text)).rejects.toMatchObject({ code: "empty" });
  });

  it("is unpacked from gzip; one that was cut is refused, and told how to read what is there", async () => {
    const path = join(folder, "log.txt.gz");
    const packed = gzipSync(`${A}\n`.repeat(50));
    writeFileSync(path, packed);
    expect(await openTrace(path)).toMatchObject({ name: "log.txt.gz", urls: 1, requests: new Uint32Array(50) });
    for (let cut = 1; cut < packed.length; cut++) {
      writeFileSync(path, packed.subarray(0, cut));
      await expect(openTrace(path, { format: "lines" })).rejects.toThrow();
    }
    await expect(openTrace(path)).rejects.toThrow(/not whole \(cut gzip member\).*gzip -dc/);
    renameSync(path, join(folder, "a log.gz"));
    await expect(openTrace(join(folder, "a log.gz"))).rejects.toThrow(/zstd -dc '.*\/a log\.gz' \|/);
    renameSync(join(folder, "a log.gz"), path);
    await expect(openTrace(createReadStream(path))).rejects.toThrow(
      /^standard input: what it packs is not whole .* unpack it before: \.\.\. \| gzip -dc \| crawlbench cache -, or zstd -dc$/,
    );
  });

  const heritrix = realData("traces/heritrix-crawl-logs/nas-11_1140688359422-crawl.log");
  it.skipIf(!heritrix)("of Heritrix is known: the fourth column; lookups of names are counted as no URLs", async () => {
    const path = heritrix as string;
    const trace = await openTrace(path);
    const columns = (await import("node:fs"))
      .readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.split(/\s+/)[3]);
    const urls = columns.filter((url) => url.includes("://"));
    expect([...trace.requests]).toEqual(names(urls));
    expect(trace.skipped?.count).toBe(columns.length - urls.length);
    expect(trace.skipped?.first.text).toContain("dns:www.kb.dk");
    expect(columns.length).toBe(1988); // the data set's README
    expect(new Set(columns).size).toBe(1986); // so does it
    expect(renumber([...trace.requests])).toEqual([...trace.requests]);
  });
});
