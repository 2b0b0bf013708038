import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OpenTraceOptions, openTrace } from "../../../src/trace/open-trace.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { coded } from "../../fixture/problems.js";

async function* pieces(text: string, size = 1 << 16): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = async (text: string, options: OpenTraceOptions = {}, size?: number) => [
  ...(await openTrace(pieces(text, size), { format: "csv", ...options })).requests,
];

const numbers = (keys: readonly string[]) => {
  const ids = new Map<string, number>();
  return keys.map((key) => ids.get(key) ?? ids.set(key, ids.size).size - 1);
};

describe("comma-separated values", () => {
  it("give the keys of one column, as RFC 4180 quotes them, in pieces of any size", async () => {
    const field = fc.string({ unit: fc.constantFrom("a", "b", '"', ",", "\n", "é"), minLength: 1, maxLength: 3 });
    const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(field, field, field), { minLength: 1, maxLength: 30, size: "max" }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom("\n", "\r\n"),
        async (rows, column, size, end) => {
          const text = rows.map((row) => row.map(quoted).join(",")).join(end);
          expect(await read(text, { column }, size)).toEqual(numbers(rows.map((row) => row[column - 1])));
        },
      ),
    );
  });

  it("give as many requests as there are rows, however many are numbered together", async () => {
    for (const rows of [4095, 4096, 4097, 9000]) {
      const keys = Array.from({ length: rows }, (_, i) => `key ${(i * 7) % 5000}`);
      expect(await read(`${keys.join("\n")}\n`, { column: 1, header: false })).toEqual(numbers(keys));
    }
  });

  it("have a row of names where the column is named, or usual, or it is said so", async () => {
    const text = "time,url,size\n1,a,5\n2,b,5\n3,a,5\n";
    expect(await read(text)).toEqual([0, 1, 0]);
    expect(await read(text, { column: "size" })).toEqual([0, 0, 0]);
    expect(await read(text, { column: 2 })).toEqual([0, 1, 0]);
    expect(await read(text.replaceAll("5", "five"), { column: 3 })).toEqual([0, 1, 1, 1]); // "size" is no usual name of keys
    expect(await read(text, { column: 3, header: true })).toEqual([0, 0, 0]);
    expect(await read("\ufeffkey\nurl\nkey\n")).toEqual([0, 1]);
    expect(await read("url\nurl\n", { header: false })).toEqual([0, 0]);
    expect(await read("x\ny\nx", {})).toEqual([0, 1, 0]);
  });

  it("have usual names in any case, and a name that is asked for to the letter", async () => {
    for (const name of ["URL", "Url", " url ", "Key", "ID"])
      expect(await read(`a,${name}\n1,x\n1,y\n1,x\n`)).toEqual([0, 1, 0]);
    expect(await read("a,URL\n1,x\n2,x\n", { column: "URL" })).toEqual([0, 0]);
    await expect(read("a,URL\n1,x\n2,x\n", { column: "url" })).rejects.toThrow(
      /expected a column named "url", found "a", "URL"\. Say which column holds the keys: column 1$/,
    );
    await expect(read("a,b\n1,x\n", { column: 0 })).rejects.toThrow("a column is a number from 1, or a name; found 0");
    await expect(read("a,b\n1,x\n", { column: 3 })).rejects.toThrow(
      /line 1: expected a key in column 3, found 2 columns$/,
    );
    await expect(read("url,b\n,x\n")).rejects.toThrow(/line 2: expected a key in column 1, found nothing in it$/);
  });

  it("have a row of names under a numbered column too, where its name says so", async () => {
    const text = "time,link,status\n1,http://a.example/,200\n2,http://a.example/,200\n";
    const trace = await openTrace(pieces(text), { format: "csv", column: 2 });
    expect([trace.requests.length, trace.urls]).toEqual([2, 1]);
  });

  it("of several columns without a usual name ask which, and tell what there are", async () => {
    await expect(read("a,b\n1,2\n")).rejects.toThrow(
      /expected a column named url, key or id, found "a", "b".*column 1/,
    );
    await expect(read("a,b\n1,2\n", { column: "c" })).rejects.toThrow('expected a column named "c", found "a", "b"');
    await expect(read("a,b\n1,2\n", { column: 0 })).rejects.toThrow(coded("option"));
  });

  it("name the line of what is wrong", async () => {
    const column = 2;
    await expect(read("1,a\n2\n", { column })).rejects.toThrow("line 2: expected a key in column 2, found 1 columns");
    await expect(read('1,"x\ny"\n2,\n', { column })).rejects.toThrow(
      "line 3: expected a key in column 2, found nothing in it",
    );
    await expect(read('1,a\n2,"b\n3,c\n', { column })).rejects.toThrow(
      "line 2: expected a closing quote, found the end of the file",
    );
    await expect(read('1,a\n2,"b"c\n', { column })).rejects.toThrow(
      "line 2: expected a separator or a line end after a closing quote",
    );
    await expect(read('1,b"c\n', { column })).rejects.toThrow("line 1: found a quote within a field");
    await expect(read("1,a\r2,b\n", { column })).rejects.toThrow(
      "line 1: expected a line feed after a carriage return",
    );
    await expect(read("1,a\n2,\0\n", { column })).rejects.toThrow("no text");
  });

  it("refuse a row of more columns than the first, whose key may be cut; one of fewer must have the key", async () => {
    const cut = /line 2: expected 1 column, as in the first row, found 2\. .*quotes: "x,y" .*format lines/;
    await expect(read("url\nhttp://a/p?x=1,2\nhttp://a/p?x=1,3\n")).rejects.toThrow(cut);
    await expect(read("http://a/\nhttp://a/p?x=1,3\n")).rejects.toThrow(cut);
    await expect(read("url,size\na,1\n\nb;c,1,2\n")).rejects.toThrow("line 4: expected 2 columns");
    expect(await read('url\n"http://a/p?x=1,2"\n"http://a/p?x=1,3"\n')).toEqual([0, 1]);
    expect(await read("url,size\na\nb,1\n")).toEqual([0, 1]);
    expect(await read("url,size\na,1,\nb,2,,\n")).toEqual([0, 1]); // separators at the end of each row
    await expect(read("size,url\n1,a,\n")).rejects.toThrow("line 2: expected 2 columns"); // "a," may be the key
  });

  it("skip blank lines, and are empty with nothing else", async () => {
    expect(await read("\n1,a\n\r\n2,b\n\n", { column: 2 })).toEqual([0, 1]);
    for (const text of ["\n\n", "url\n"]) await expect(read(text)).rejects.toMatchObject({ code: "empty" });
  });

  it("may be parted by tabs or what is asked for", async () => {
    const path = join(temporaryFolder(), "log.tsv");
    writeFileSync(path, "id\ttext\n1\ta,b\n1\tc\n");
    expect([...(await openTrace(path)).requests]).toEqual([0, 0]);
    expect(await read("1;a\n2;b\n", { column: 2, separator: ";" })).toEqual([0, 1]);
    await expect(read("1;a\n", { separator: ";;" })).rejects.toThrow(coded("option"));
  });

  it("of several usual columns read that of URLs, wherever it stands, and say so", async () => {
    const trace = await openTrace(pieces("id,url\n1,http://a.example/\n2,http://a.example/\n"), { format: "csv" });
    expect([trace.requests.length, trace.urls]).toEqual([2, 1]);
    expect(trace.notes).toEqual([
      'standard input: the keys are those of the column "url"; not read: "id". To read another, name that as the column',
    ]);
    expect(await read("id,url\n1,a\n2,a\n", { column: "id" })).toEqual([0, 1]);
  });

  it("are parted by what parts the heading into a usual column, or the one that is asked for", async () => {
    expect(await read("id;url\n1;a,b\n2;a,b\n")).toEqual([0, 0]);
    expect(await read("\ufeffid\turl\n1\ta\n2\ta\n")).toEqual([0, 0]);
    expect(await read('"nr";"seite"\n1;a\n2;a\n', { column: "seite" })).toEqual([0, 0]);
    expect(await read("1\ta\n2\ta\n", { column: 2 })).toEqual([0, 0]);
    await expect(read("1\ta\n2\ta\n")).rejects.toThrow('found "1", "a"');
  });

  it("with semicolons that part no usual column ask what parts them; in a URL they part nothing", async () => {
    await expect(read("nr;seite\n1;a\n")).rejects.toThrow(/line 1: .*found "nr;seite". Say what .*separator ";"/);
    expect(await read("nr;seite\n1;a\n", { separator: "," })).toEqual([0, 1]);
    expect(await read("http://a.example/;x\nhttp://a.example/;y\n")).toEqual([0, 1]);
  });

  it("have a heading where a word stands above URLs or numbers alone", async () => {
    const trace = await openTrace(pieces("foo\nhttp://a.example/\nhttp://b.example/\n"), { format: "csv" });
    expect([trace.requests.length, trace.urls]).toEqual([2, 2]);
    expect(trace.notes).toEqual([
      'standard input: not read: the heading "foo", since none of the keys below looks like it',
    ]);
    expect(await read("foo\n7\n7\n")).toEqual([0, 0]);
    expect(await read("foo\nbar\nhttp://a.example/\n")).toEqual([0, 1, 2]);
  });
});
