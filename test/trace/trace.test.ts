import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSnapshotWriter } from "../../src/archive/write-snapshot.js";
import { Strings } from "../../src/base/strings.js";
import { openCrawlTrace } from "../../src/trace/crawl-trace.js";
import { TraceWriter } from "../../src/trace/write-trace.js";
import { murmur128 } from "../../src/url/fingerprint.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { coded } from "../fixture/problems.js";
import { verifyTrace } from "./verify-trace.js";

const now = 0;
const A = "http://a.example/";
const B = "http://B.example:81/ü";

/** High word, then low word, as fingerprint.ts gives them. */
function fingerprintOf(text: string): bigint {
  const bytes = Buffer.from(text);
  const words = new Uint32Array(2);
  murmur128(bytes, 0, bytes.length, words);
  return (BigInt(words[0]) << 32n) | BigInt(words[1]);
}

async function written(
  use: (trace: TraceWriter, commit: () => Promise<void>) => void | Promise<void>,
  folder = temporaryFolder(),
) {
  const writer = await openSnapshotWriter(folder, { now, store: "none" });
  await use(new TraceWriter(writer.columns("trace")), () => writer.commit());
  await writer.close();
  return folder;
}

describe("a trace", () => {
  it("holds every URL of every page, repeats included, with the host, thread and time of the page", async () => {
    const folder = await written(async (trace, commit) => {
      trace.page(A, [B, A, B], 3, 1000);
      trace.page(B, []);
      trace.page(B, [A], 1, 2000);
      expect(trace.size).toBe(4);
      const words = (...texts: string[]) =>
        Uint32Array.from(texts.map(fingerprintOf).flatMap((each) => [Number(each & 0xffffffffn), Number(each >> 32n)]));
      // from one on, so many or as many as there are, before they are on disk and when they are
      const heads = () => [trace.read(0, 9), trace.read(1, 2), trace.read(4, 2)];
      expect(heads()).toEqual([words(B, A, B, A), words(A, B), words()]);
      await commit();
      expect(heads()).toEqual([words(B, A, B, A), words(A, B), words()]);
    });
    const trace = await openCrawlTrace(folder);
    const [a, b] = [A, B].map(fingerprintOf);
    expect([...trace]).toEqual([b, a, b, a]);
    const [hostA, hostB] = ["a.example", "B.example"].map(fingerprintOf);
    expect([...trace.runs()]).toEqual([
      { first: 0, count: 3, host: hostA, thread: 3, time: 1000 },
      { first: 3, count: 0, host: hostB, thread: 0, time: 0 },
      { first: 3, count: 1, host: hostB, thread: 1, time: 2000 },
    ]);
  });

  it("is cut back with its snapshot, and goes on", async () => {
    const folder = await written(async (trace, commit) => {
      trace.page(A, [B]);
      await commit();
      for (let i = 0; i < 20_000; i++) trace.page(B, [A]); // more than is held in memory
    });
    expect([...(await openCrawlTrace(folder))]).toEqual([fingerprintOf(B)]);
    await written(async (trace, commit) => {
      expect(trace.size).toBe(1);
      trace.page(A, [A]);
      await commit();
    }, folder);
    expect([...(await openCrawlTrace(folder))]).toEqual([B, A].map(fingerprintOf));
  });

  it("is damaged where its columns are not equally long", async () => {
    const folder = await written(async (trace, commit) => {
      trace.page(A, [B]);
      await commit();
    });
    const path = join(folder, "snapshot.json");
    const manifest = JSON.parse(readFileSync(path, "utf8"));
    manifest.columns.trace["run.host.u64"] = 0;
    writeFileSync(path, JSON.stringify(manifest));
    await expect(openCrawlTrace(folder)).rejects.toThrow(
      coded("damaged", `${join(folder, "trace")}: its columns are not equally long; take the folder from a copy`),
    );
  });

  it("is missed where none was recorded", async () => {
    await expect(openCrawlTrace(temporaryFolder())).rejects.toMatchObject({ code: "not-a-snapshot" });
    const folder = temporaryFolder();
    await (await openSnapshotWriter(folder, { now })).close();
    await expect(openCrawlTrace(folder)).rejects.toThrow("holds no trace");
  });

  it("is verified against the URLs of its crawl: none shares a fingerprint, none is unknown", async () => {
    const trace = await openCrawlTrace(
      await written(async (writer, commit) => {
        writer.page(A, [A, B, B, "http://other.example/"]);
        await commit();
      }),
    );
    expect(verifyTrace(trace, Strings.from([A, B, "http://other.example/"]))).toEqual({
      requests: 4,
      urls: 3,
      shared: [],
      unknown: 0,
    });
    // equal texts stand for texts that collide
    expect(verifyTrace(trace, Strings.from([A, B, A]))).toEqual({ requests: 4, urls: 3, shared: [[0, 2]], unknown: 1 });
  });
});
