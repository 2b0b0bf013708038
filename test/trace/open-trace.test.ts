import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSnapshotWriter } from "../../src/archive/write-snapshot.js";
import { writeTraceFile } from "../../src/trace/file/write-trace-file.js";
import { openTrace } from "../../src/trace/open-trace.js";
import { TraceWriter } from "../../src/trace/write-trace.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";

const folder = temporaryFolder();
const A = "http://a.example/";
const B = "http://b.example/";
const C = "http://a.example/c";

/** A crawl of three pages by two threads. */
async function crawled(known: readonly string[]): Promise<string> {
  const path = join(folder, `crawl-${known.length}`);
  const writer = await openSnapshotWriter(path, { now: 0, store: "none" });
  for (const url of known) writer.urls.intern(url);
  const trace = new TraceWriter(writer.columns("trace"));
  trace.page(A, [B, C, B], 1, 1000);
  trace.page(B, []);
  trace.page(C, [A], 2, 2500.5);
  await writer.commit();
  await writer.close();
  return path;
}

describe("a trace is opened", () => {
  it("from the folder of a crawl, with its pages, and with hosts where the snapshot knows all URLs", async () => {
    const trace = await openTrace(await crawled([A, B, C]));
    expect([...trace.requests]).toEqual([0, 1, 0, 2]);
    expect(trace.name).toBe("crawl-3");
    const hosts = [...(trace.hosts ?? [])];
    const pages = trace.pages;
    expect([hosts[1] === hosts[2], hosts[0] === hosts[1]]).toEqual([true, false]); // C and A; B
    expect([...(pages?.hosts ?? [])]).toEqual([hosts[2], hosts[0], hosts[1]]);
    expect([...(pages?.ends ?? [])]).toEqual([3, 3, 4]);
    expect([...(pages?.threads ?? [])]).toEqual([1, 0, 2]);
    expect([...(pages?.times ?? [])]).toEqual([1000, 0, 2500.5]);
    expect(trace.hostKeys).toHaveLength(2);
  });

  it("from a crawl whose snapshot lacks some URLs without hosts, and says so", async () => {
    const trace = await openTrace(await crawled([A]));
    expect(trace.hosts).toBeUndefined();
    expect(trace.notes?.[0]).toContain("2 of 3 URLs of the trace are not in the snapshot");
  });

  it("has the same URLs, hosts and keys from a crawl as from a list of its URLs", async () => {
    const crawl = await openTrace(await crawled([C, B, A]));
    const path = join(folder, "list.txt");
    writeFileSync(path, [B, C, B, A].join("\n"));
    const list = await openTrace(path);
    expect(list.fingerprints).toEqual(crawl.fingerprints);
    const keys = (trace: typeof list) => Array.from(trace.hosts ?? [], (host) => trace.hostKeys?.[host]);
    expect(keys(list)).toEqual(keys(crawl));
  });

  it("by its content, whatever its name; its name is that of the file, or what is asked for", async () => {
    const text = join(folder, "a.bin");
    writeFileSync(text, `${A}\n`);
    expect((await openTrace(text)).name).toBe("a.bin");
    const own = join(folder, "b.csv");
    await writeTraceFile(own, { name: "before", requests: Uint32Array.of(0, 0), urls: 1 });
    expect(await openTrace(own)).toEqual({ name: "b.csv", requests: Uint32Array.of(0, 0), urls: 1 });
    expect((await openTrace(own, { name: "mine" })).name).toBe("mine");
    await expect(openTrace(text, { format: "trace" })).rejects.toThrow(
      'expected it to begin with "CBTR", found "http"',
    );
  });

  it.each<[string, string, object, RegExp]>([
    ["some.u64", "12345678", { normalize: true }, /^normalize changes nothing for u64 .*takes none of these/],
    ["some.txt", A, { separator: ";" }, /^separator changes nothing for lines .*which takes column, normalize$/m],
    ["some.csv", `url,n\n${A},1\n`, { normalize: true }, /^normalize changes nothing for csv/],
  ])("from %s never with an option that its format has no use for", async (name, content, options, message) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    await expect(openTrace(path, options)).rejects.toThrow(message);
    await expect(openTrace(await crawled([A, B, C]), { column: 1 })).rejects.toThrow(
      /^column changes nothing for crawl/,
    );
    expect((await openTrace(path)).requests.length).toBe(1);
  });

  it("never from nothing: empty files, missing ones, folders of another kind, formats that do not fit", async () => {
    const empty = join(folder, "empty.log");
    writeFileSync(empty, "");
    for (const format of ["auto", "lines", "u64", "oracle-general", "csv", "trace"] as const)
      await expect(openTrace(empty, { format })).rejects.toMatchObject({ code: "empty" });
    await expect(openTrace(join(folder, "none"))).rejects.toThrow(
      /there is no such file. Check the path; - is standard input/,
    );
    const bare = join(folder, "bare");
    mkdirSync(bare);
    await expect(openTrace(bare)).rejects.toMatchObject({ code: "not-a-snapshot" });
    await expect(openTrace(bare, { format: "lines" })).rejects.toThrow(/is a folder: expected a file of lines/);
    await expect(openTrace(empty, { format: "crawl" })).rejects.toThrow(/is no folder: expected the folder of a crawl/);
    await expect(openTrace(empty, { format: "u32" })).rejects.toThrow(/format is "auto", "crawl", "csv"/);
    await expect(openTrace(empty, { colum: 1 } as never)).rejects.toThrow(/no option "colum"/);
  });
});
