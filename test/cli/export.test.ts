import { execFile, execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openSnapshot } from "../../src/archive/open-snapshot.js";
import { openSnapshotWriter } from "../../src/archive/write-snapshot.js";
import { exportCommand } from "../../src/cli/export.js";
import { unzip } from "../archive/export/wacz-faults.js";
import { NEW_YEAR, page } from "../archive/small-web.js";
import { html, record } from "../archive/warc/bytes.js";
import { filesOf, temporaryFolder } from "../crawl/pool/temporary.js";
import { said } from "./in-process.js";

beforeEach(() => void vi.stubEnv("CRAWLBENCH_CACHE", temporaryFolder()));
afterEach(() => void vi.unstubAllEnvs());

const run = (...args: string[]) => said(exportCommand(), args);

/** A crawl of two pages that link to each other, in a folder of its own within an empty one. */
async function crawl(): Promise<{ readonly folder: string; readonly out: (name: string) => string }> {
  const desk = temporaryFolder();
  const folder = join(desk, "crawl");
  const writer = await openSnapshotWriter(folder, { now: NEW_YEAR });
  writer.add(page("http://a.example/", "<title>A</title><a href=/b>to b</a>", 0));
  writer.add(page("http://a.example/b", "<title>B</title><a href=/>to a</a>", 1));
  await writer.finish();
  await writer.close();
  return { folder, out: (name) => join(desk, name) };
}

const parquet = async (path: string) => parquetReadObjects({ file: await asyncBufferFromFile(path) });

describe("crawlbench export", () => {
  it("writes what the suffix says, in a folder that need not be there, and tells how large it is", async () => {
    const { folder, out } = await crawl();
    const magic = { "x.wacz": "PK\x03\x04", "new/x.parquet": "PAR1", "x.csv": "url,", "x.gexf": "<?xml" };
    for (const [name, begins] of Object.entries(magic)) {
      expect(await run(folder, out(name))).toEqual({
        stdout: expect.stringContaining(`${out(name)}: ${readFileSync(out(name)).length.toLocaleString("en")} bytes\n`),
        stderr: "",
      });
      expect(readFileSync(out(name), "latin1").slice(0, begins.length)).toBe(begins);
    }
    expect(readFileSync(out("x.gexf"), "utf8").match(/<edge /g)).toHaveLength(2);
  });

  it("writes where a link leads, and into a pipe", async () => {
    const { folder, out } = await crawl();
    const [real, link, pipe] = [out("real.wacz"), out("link.wacz"), out("pipe")];
    symlinkSync("real.wacz", link);
    for (const _ of ["made", "replaced"]) {
      await run(folder, link);
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      expect([...(await unzip(real)).keys()]).toContain("datapackage.json");
    }
    if (process.platform !== "linux") return;
    execFileSync("mkfifo", [pipe]);
    const reader = promisify(execFile)("cat", [pipe], { encoding: "buffer" });
    expect((await run(folder, pipe, "--kind", "wacz")).stdout).toMatch(/pipe: [\d,]+ bytes/);
    expect((await reader).stdout.equals(readFileSync(real))).toBe(true);
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  it("prints its files as JSON, and writes all tables into a folder", async () => {
    const { folder, out } = await crawl();
    const said = JSON.parse((await run(folder, out("tables"), "--json")).stdout);
    const names = ["pages.parquet", "links.parquet", "hosts.parquet"];
    const files = names.map((name) => join(out("tables"), name));
    expect(said.kind).toBe("parquet");
    expect(said.files).toEqual(files.map((path) => ({ path, bytes: readFileSync(path).length })));
    expect(said.bytes).toBe(files.reduce((sum, path) => sum + readFileSync(path).length, 0));
    expect(await parquet(files[1])).toMatchObject([{ anchor: "to b" }, { anchor: "to a" }]);
    await run(folder, out("comma"), "--kind", "csv");
    expect(filesOf(out("comma"))).toEqual(["hosts.csv", "links.csv", "pages.csv"]);
  });

  it("packs a crawl again: equal contents make equal bytes, whatever they were packed from", async () => {
    const { folder, out } = await crawl();
    const first = await run(folder, out("packed"), "--kind", "snapshot");
    expect(first.stdout).toContain("snapshot.json: ");
    await run(out("packed"), out("again"), "--kind", "snapshot");
    const bytes = (name: string) =>
      filesOf(out(name)).map((file) => [file, readFileSync(join(out(name), file)).toString("hex")]);
    expect(bytes("packed").length).toBeGreaterThan(5);
    expect(bytes("again")).toEqual(bytes("packed"));
    const again = await run(folder, out("packed"), "--kind", "snapshot");
    expect(again).toMatchObject({ error: expect.stringContaining("name a folder that does not") });
  });

  it("takes table, kind and limit from its options", async () => {
    const { folder, out } = await crawl();
    await run(folder, out("x.csv"), "--table", "links");
    expect(readFileSync(out("x.csv"), "utf8")).toMatch(/^from,to,position,source,nofollow,anchor\n/);
    await run(folder, out("x.txt"), "--kind", "csv", "--table", "hosts");
    expect(readFileSync(out("x.txt"), "utf8")).toMatch(/^host,urls,/);
    expect((await run(folder, out("x.gexf"), "--limit", "1")).error).toMatch(/at most 1 link, found 2/);
  });

  it("exports archives of others, whose index it keeps in the cache and nowhere else", async () => {
    const { folder, out } = await crawl();
    const [name] = filesOf(join(folder, "archive"));
    mkdirSync(out("foreign"));
    const foreign = join(out("foreign"), "foreign.warc.gz");
    writeFileSync(foreign, readFileSync(join(folder, "archive", name)));
    await run(foreign, out("pages.parquet"));
    expect(await parquet(out("pages.parquet"))).toMatchObject([{ title: "A" }, { title: "B" }]);
    await run(folder, out("x.wacz"));
    await run(out("x.wacz"), out("links.csv"));
    expect(readFileSync(out("links.csv"), "utf8").split("\n")[1]).toBe(
      "http://a.example/,http://a.example/b,0,a[href],false,to b",
    );
    expect(filesOf(out("foreign"))).toEqual(["foreign.warc.gz"]);
  });

  it("says what an archive lost through damage, and nothing of records that were never captures", async () => {
    const { out } = await crawl();
    const records = ["warcinfo", "response", "response"].map((type, i) =>
      gzipSync(record(type, `http://a.example/${i}`, type === "warcinfo" ? "a: b" : html(`<title>${i}`))),
    );
    const whole = Buffer.concat(records);
    const lost = gzipSync(record("revisit", "http://b.example/", "", { "WARC-Payload-Digest": "sha1:X" }));
    writeFileSync(out("whole.warc.gz"), whole);
    writeFileSync(out("bad.warc.gz"), Buffer.concat([lost, whole.subarray(0, -20)]));
    expect((await run(out("whole.warc.gz"), out("x.csv"))).stderr).toBe("");
    const bad = await run(out("bad.warc.gz"), out("x.csv"), "--json");
    expect(bad.stderr).toBe(
      `${out("bad.warc.gz")} is damaged or incomplete. Left out, or not as it should be: 1 cut-gzip-member, 1 revisit-without-original, 1 truncated-record\n`,
    );
    expect(JSON.parse(bad.stdout).damage).toEqual({
      "cut-gzip-member": 1,
      "revisit-without-original": 1,
      "truncated-record": 1,
    });
  });

  it("says how many captures of a damaged crawl a WACZ lacks, and names none of these in it", async () => {
    const { folder, out } = await crawl();
    const archive = join(folder, "archive", "crawl-00000.warc.gz");
    const whole = readFileSync(archive);
    const { columns } = await openSnapshot(folder);
    const end = columns.f64("capture.offset")[1] + columns.u32("capture.length")[1]; // behind it stands the request
    truncateSync(archive, end - 1);
    const cut = await run(folder, out("x.wacz"), "--json");
    expect(cut.stderr).toBe(
      `${folder} is damaged or incomplete. Left out, or not as it should be: 1 unreadable-capture\n`,
    );
    expect(JSON.parse(cut.stdout)).toMatchObject({ damage: { "unreadable-capture": 1 }, files: [{ unreadable: 1 }] });
    const entries = await unzip(out("x.wacz"));
    for (const name of ["indexes/index.cdx", "pages/pages.jsonl"])
      expect(String(entries.get(name)?.bytes).match(/http:[^"]*/g), name).toEqual(["http://a.example/"]);
    const flipped = Buffer.from(whole);
    flipped[end - 6] ^= 1; // its checksum: RFC 1952, section 2.3.1
    writeFileSync(archive, flipped);
    expect((await run(folder, out("y.wacz"))).stderr).toContain("1 unreadable-capture");
    truncateSync(archive, 0);
    expect((await run(folder, out("z.wacz"))).error).toMatch(/crawl-00000\.warc\.gz, bytes .* the file ends/);
    expect((await run(folder, out("x.csv"), "--json")).stderr).toBe(""); // made of the index, which is whole
  });

  it("says what is wrong, and writes nothing", async () => {
    const { folder, out } = await crawl();
    const before = filesOf(folder);
    const error = async (...args: string[]) => (await run(...args)).error;
    expect(await error(folder, out("x.xlsx"))).toMatch(
      /no format is called xlsx\. There are: wacz, parquet, csv, gexf, snapshot/,
    );
    expect(await error(folder, out("x.wacz"), "--table", "links")).toMatch(
      /--table is for Parquet and CSV; .* is wacz/,
    );
    expect(await error(folder, out("x.csv"), "--limit", "5")).toMatch(/--limit is for GEXF; .* is csv/);
    expect(await error(folder, out("x.csv"), "--table", "urls")).toMatch(/Allowed choices are pages, links, hosts/);
    expect(await error(out("none"), out("x.csv"))).toMatch(/none holds no stored pages: .*crawlbench crawl/);
    expect(await error(folder, join(folder, "snapshot.json", "x.csv"))).toMatch(/^cannot write .*x\.csv: E\w+/);
    expect(await error(folder, folder)).toMatch(/is what is to be exported: name another place/);
    expect(filesOf(folder)).toEqual(before);
    expect(filesOf(join(folder, ".."))).toEqual(before.map((name) => join("crawl", name)));
  });
});
