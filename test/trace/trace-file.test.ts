import {
  appendFileSync,
  lstatSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { denseIds } from "../../src/trace/dense-ids.js";
import { HEAD_BYTES, headBytes, readHead } from "../../src/trace/file/block-head.js";
import { BLOCK, blocksOf } from "../../src/trace/file/cut-part.js";
import { packNumbers, unpackNumbers } from "../../src/trace/file/number-code.js";
import { streamRequests } from "../../src/trace/file/read-trace-file.js";
import { RequestCoder, unpackRequests } from "../../src/trace/file/request-code.js";
import { TraceFileReader } from "../../src/trace/file/trace-file-reader.js";
import { aboutTrace, TraceFileWriter, writeTraceFile } from "../../src/trace/file/write-trace-file.js";
import { openTrace } from "../../src/trace/open-trace.js";
import { firstRequests } from "../../src/trace/sub-trace.js";
import type { UrlTrace } from "../../src/trace/url-trace.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { coded } from "../fixture/problems.js";
import { anyTrace, wordsOf } from "./any-trace.js";

const folder = temporaryFolder();
let files = 0;
const newPath = () => join(folder, `${files++}.trace`);
const reopened = (path: string) => openTrace(path, { name: "any" });
const KEEPS = { fingerprints: false, hosts: false, pages: false };

/** A trace of `count` requests, of which each third is new. */
const plain = (count: number): UrlTrace => {
  const requests = Uint32Array.from({ length: count }, (_, i) =>
    i % 3 === 0 ? i / 3 : Math.floor((i / 3) * ((i * 0.618) % 1)),
  );
  return { name: "any", requests, urls: Math.ceil(count / 3) };
};

describe("packed requests", () => {
  it("unpack to what was packed, block by block, whatever the ids: near, far, wide", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 32 - 3000 }),
        fc.array(fc.nat(300), { maxLength: 300, size: "max" }),
        (known, gaps) => {
          const coder = new RequestCoder();
          let next = Math.min(known, 2 ** 20);
          coder.reserve(next);
          for (let block = 0; block < 2; block++) {
            let fresh = next;
            const requests = Uint32Array.from(gaps, (gap) =>
              gap === 0 || fresh === 0 ? fresh++ : Math.max(0, fresh - gap),
            );
            const { packed, next: after } = coder.pack(requests, next);
            const back = new Uint32Array(requests.length);
            expect(unpackRequests(packed.slice(), back, next)).toBe(after);
            expect(after).toBe(fresh);
            expect(back).toEqual(requests);
            next = after;
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("take a quarter of a byte for a new URL, one more for a near repeat, two for a far one, three for any other, four beyond 2^24 URLs", () => {
    const bytes = (requests: Uint32Array, known = 0) => {
      const coder = new RequestCoder();
      coder.reserve(known);
      return coder.pack(requests, known).packed.length;
    };
    expect(bytes(Uint32Array.from({ length: 400 }, (_, i) => i))).toBe(100);
    expect(bytes(new Uint32Array(400))).toBe(100 + 399);
    const far = Uint32Array.from([...Array(300).keys(), ...Array(100).keys()]);
    expect(bytes(far)).toBe(100 + 200); // 300 requests back each
    expect(
      bytes(
        Uint32Array.from({ length: 400 }, (_, i) => i),
        1000,
      ),
    ).toBe(100 + 3 * 400);
    expect(
      bytes(
        Uint32Array.from({ length: 400 }, (_, i) => i),
        2 ** 24,
      ),
    ).toBe(100 + 4 * 400);
  });

  it("reach back up to 65,792 requests by distance, and no further", () => {
    const size = (gap: number) => {
      const requests = Uint32Array.from({ length: gap + 1 }, (_, i) => (i === gap ? 0 : i));
      return new RequestCoder().pack(requests, 0).packed.length - Math.ceil((gap + 1) / 4);
    };
    expect([256, 257, 65_792, 65_793].map(size)).toEqual([1, 2, 2, 3]);
  });

  it("tells a URL by four bytes where its block may reach beyond ids of three: by hand", () => {
    const most = 2 ** 24;
    // by id 2^24 + 5, a new one, and by id 3: ways 3, 0 and 3 in two bits each, from the lowest; then low bytes first
    const [requests, next] = [Uint32Array.of(most + 5, most + 10, 3), most + 10];
    const { packed, next: after } = new RequestCoder().pack(requests, next);
    expect([...packed]).toEqual([0b11_00_11, 5, 0, 0, 1, 3, 0, 0, 0]);
    const back = new Uint32Array(3);
    expect(unpackRequests(packed, back, next)).toBe(after);
    expect([after, ...back]).toEqual([most + 11, ...requests]);
    // one request behind 2^24 - 1 URLs is for an id of three bytes whatever it is, behind 2^24 it may not be
    expect(new RequestCoder().pack(Uint32Array.of(7), most - 1).packed).toHaveLength(1 + 3);
    expect(new RequestCoder().pack(Uint32Array.of(7), most).packed).toHaveLength(1 + 4);
  });

  it("are refused where bytes lead before the block, to URLs that are not known, or to another end", () => {
    const back = new Uint32Array(1);
    expect(unpackRequests(Uint8Array.of(0b01, 0), back, 5)).toBe(-1);
    expect(unpackRequests(Uint8Array.of(0b11, 5, 0, 0), back, 5)).toBe(-1);
    expect(unpackRequests(Uint8Array.of(0b11, 4, 0, 0), back, 5)).toBe(5);
    expect(unpackRequests(Uint8Array.of(0b11, 4, 0, 0, 0), back, 5)).toBe(-1);
    expect(unpackRequests(Uint8Array.of(), back, 5)).toBe(-1);
  });
});

describe("packed numbers", () => {
  it("unpack to what was packed", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.maxSafeInteger().map((x) => Math.trunc(x / 8)),
          { maxLength: 50 },
        ),
        (values) => {
          expect(Array.from(unpackNumbers(packNumbers(values), values.length) ?? [])).toEqual(values.map((x) => x + 0));
          expect(unpackNumbers(packNumbers(values), values.length + 1)).toBeUndefined();
        },
      ),
    );
    expect(unpackNumbers(Uint8Array.of(9, 9, 9), 1)).toBeUndefined();
  });
});

describe("the head of a block", () => {
  it("gives back what was put in, counts of more requests than 32 bits hold among it", () => {
    for (const total of [0, 2 ** 32 - 1, 2 ** 32, 3 * 2 ** 32 + 7, 2 ** 53 - 1])
      for (const kind of ["about", "part", "end"] as const) {
        const head = { index: 1, kind, bytes: 2, requests: 3, urls: 4, hosts: 5, pages: 6, total, checksum: 7 };
        const bytes = Buffer.from(headBytes(head));
        expect([bytes.length, readHead(bytes)]).toEqual([HEAD_BYTES, head]);
      }
  });
});

describe("a trace file", () => {
  it("gives back the trace that was written, whatever it knows", async () => {
    const shapes = [
      {},
      { pages: false },
      { hosts: false },
      { pages: false, hosts: false },
      { pages: false, hosts: false, fingerprints: false },
    ];
    for (const shape of shapes) {
      await fc.assert(
        fc.asyncProperty(anyTrace(shape), fc.option(fc.nat(3), { nil: undefined }), async (trace, process) => {
          const whole = process === undefined ? trace : { ...trace, process, processes: 4 };
          const path = newPath();
          await writeTraceFile(path, whole);
          expect(await reopened(path)).toEqual(whole);
        }),
        { numRuns: 12 },
      );
    }
  });

  it("is the same whether a trace is appended at once, part by part, or in several sessions", async () => {
    const trace = plain(5000);
    const [once, parts, sessions] = [newPath(), newPath(), newPath()];
    await writeTraceFile(once, trace);
    const writer = await TraceFileWriter.open(parts, aboutTrace(trace));
    for (let from = 0; from < 5000; from += 613) writer.append({ requests: trace.requests.subarray(from, from + 613) });
    writer.close();
    expect(readFileSync(parts)).toEqual(readFileSync(once));
    for (let from = 0; from < 5000; from += 613) {
      const session = await TraceFileWriter.open(sessions, aboutTrace(trace));
      expect(session.requests).toBe(from);
      session.append({ requests: trace.requests.subarray(from, from + 613) });
      session.close();
    }
    expect(await reopened(sessions)).toEqual(trace);
  });

  it("streams its requests block by block", async () => {
    const trace = plain(2 * BLOCK + 5);
    const path = newPath();
    await writeTraceFile(path, trace);
    const lengths: number[] = [];
    let at = 0;
    for await (const requests of streamRequests(path)) {
      lengths.push(requests.length);
      expect(
        Buffer.compare(
          new Uint8Array(requests.buffer),
          new Uint8Array(trace.requests.slice(at, (at += requests.length)).buffer),
        ),
      ).toBe(0);
    }
    expect(lengths).toEqual([BLOCK, BLOCK, 5]);
  });

  it("is cut into blocks where pages end, so that one page may make a block longer", () => {
    const requests = new Uint32Array(3 * BLOCK);
    const ends = Uint32Array.of(BLOCK - 1, BLOCK - 1, 2 * BLOCK + 7, 3 * BLOCK);
    const pages = { ends, threads: new Uint16Array(4), hosts: new Uint32Array(4), times: new Float64Array(4) };
    const part = { requests, pages, hostKeys: Uint32Array.of(1) };
    const blocks = [...blocksOf(part, { ...KEEPS, pages: true }, { urls: 0, hosts: 0 })];
    expect(blocks.map((block) => [block.requests.length, [...(block.pages?.ends ?? [])]])).toEqual([
      [BLOCK - 1, [BLOCK - 1, BLOCK - 1]],
      [BLOCK + 8, [BLOCK + 8]],
      [BLOCK - 7, [BLOCK - 7]],
    ]);
  });

  /** Three blocks and an end mark: a small file, of which the place of each block is known. */
  async function threeBlocks() {
    const { requests, urls, fingerprints } = denseIds(
      wordsOf(Array.from({ length: 70 }, (_, i) => BigInt((i * i) % 37) * 0x9e3779b97f4a7c1n)),
    );
    const hosts = Uint32Array.from({ length: urls }, (_, url) => url % 3);
    const trace = { name: "any", requests, urls, fingerprints, hosts, hostKeys: Uint32Array.of(5, 6, 7) };
    const path = newPath();
    const starts: number[] = [];
    const writer = await TraceFileWriter.open(path, aboutTrace(trace));
    let part = { urls: 0, hosts: 0 };
    const ends = [20, 40, trace.requests.length];
    for (const [block, end] of ends.entries()) {
      starts.push(statSync(path).size);
      const from = block === 0 ? 0 : ends[block - 1];
      const before = part;
      part = { urls: Math.max(...trace.requests.subarray(0, end)) + 1, hosts: 3 };
      writer.append({
        requests: trace.requests.subarray(from, end),
        fingerprints: trace.fingerprints.subarray(2 * before.urls, 2 * part.urls),
        hosts: trace.hosts.subarray(before.urls, part.urls),
        hostKeys: trace.hostKeys.subarray(before.hosts, part.hosts),
      });
      writer.flush();
    }
    starts.push(statSync(path).size);
    writer.close();
    return { trace, path, starts, ends, bytes: readFileSync(path) };
  }

  it("is read up to its last whole block, with a note, when it is cut at any byte of what follows; and goes on from there", async () => {
    const { trace, starts, ends, bytes } = await threeBlocks();
    const rest = trace.requests.subarray(ends[1]);
    const urls = Math.max(...trace.requests.subarray(0, ends[1])) + 1;
    const path = newPath();
    for (let cut = starts[2]; cut < bytes.length; cut++) {
      writeFileSync(path, bytes.subarray(0, cut));
      const whole = cut >= starts[3] ? ends[2] : ends[1];
      const { notes, hostKeys, ...found } = await reopened(path);
      const { hostKeys: _, ...expected } = firstRequests(trace, whole);
      expect(found).toEqual(expected);
      expect(notes?.[0]).toContain(`complete up to request ${whole}`);
      if (whole === ends[2] || cut % 7 !== 0) continue;
      const writer = await TraceFileWriter.open(path, aboutTrace(trace));
      writer.append({
        requests: rest,
        fingerprints: trace.fingerprints.subarray(2 * urls),
        hosts: trace.hosts.subarray(urls),
        hostKeys: new Uint32Array(0),
      });
      writer.close();
      expect(await reopened(path)).toEqual(trace);
    }
  });

  it("tells any flipped bit: an error that names the block, or a note where nothing whole follows", async () => {
    const { starts, bytes } = await threeBlocks();
    const path = newPath();
    for (let at = 0; at < bytes.length; at += 3) {
      const flipped = Buffer.from(bytes);
      flipped[at] ^= 1 << (at % 8);
      writeFileSync(path, flipped);
      const block = [0, ...starts].findLastIndex((start) => start <= at);
      const opening = openTrace(path, { format: "trace", name: "any" });
      if (block === 4) expect((await opening).notes).toHaveLength(1);
      else if (at < 4) await expect(opening).rejects.toMatchObject({ code: "not-a-trace" });
      else
        await expect(opening).rejects.toThrow(
          block === 0 ? /block 0 / : new RegExp(`block ${block} is damaged, after request`),
        );
    }
  });

  it("takes zeros and other remains behind its end for what a crash left", async () => {
    const { trace, path } = await threeBlocks();
    appendFileSync(path, Buffer.alloc(5000));
    const { notes, ...found } = await reopened(path);
    expect(found).toEqual(trace);
    expect(notes?.[0]).toContain("cut short or damaged");
  });

  it("names a block that is missing, or stands there twice", async () => {
    const { starts, bytes } = await threeBlocks();
    const path = newPath();
    writeFileSync(path, Buffer.concat([bytes.subarray(0, starts[1]), bytes.subarray(starts[2])]));
    await expect(reopened(path)).rejects.toThrow("block 2 is damaged, after request 20: block 3 follows it");
    writeFileSync(path, Buffer.concat([bytes.subarray(0, starts[2]), bytes.subarray(starts[1])]));
    await expect(reopened(path)).rejects.toThrow("block 2 stands there again");
  });

  it("has a block that is damaged and one that follows, in whatever pieces its bytes come", async () => {
    const { starts, bytes } = await threeBlocks();
    bytes[starts[2] - 1] ^= 1;
    for (let size = 1; size < 120; size++) {
      async function* pieces() {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      }
      const read = async () => {
        for await (const _ of new TraceFileReader(pieces(), "any").parts());
      };
      await expect(read()).rejects.toThrow("block 2 is damaged, after request 20: block 3 follows it");
    }
  });

  it("is not gone on with by another trace, nor written with parts that do not fit", async () => {
    const path = newPath();
    await writeTraceFile(path, plain(10));
    const about = aboutTrace(plain(10));
    await expect(TraceFileWriter.open(path, { ...about, name: "other" })).rejects.toThrow("another trace");
    const writer = await TraceFileWriter.open(path, about);
    expect(() => writer.append({ requests: Uint32Array.of(99) })).toThrow("while the next new one is 4");
    writer.close();
    const withHosts = await TraceFileWriter.open(newPath(), { ...about, keeps: { ...KEEPS, hosts: true } });
    expect(() => withHosts.append({ requests: Uint32Array.of(0) })).toThrow(
      "hosts has 1 entries; found no such column",
    );
    expect(() =>
      withHosts.append({ requests: Uint32Array.of(0), hosts: Uint32Array.of(1), hostKeys: Uint32Array.of(7) }),
    ).toThrow("a host after these");
    withHosts.close();
  });

  it("is left as it was when a trace cannot be written", async () => {
    const path = newPath();
    await writeTraceFile(path, plain(9));
    const before = readFileSync(path);
    await expect(writeTraceFile(path, { name: "any", requests: Uint32Array.of(1), urls: 2 })).rejects.toThrow(
      coded("option"),
    );
    expect(readFileSync(path)).toEqual(before);
    await expect(writeTraceFile(join(path, "x"), plain(9))).rejects.toMatchObject({ code: "failed" });
    const isFolder = `${folder}: it is a folder`;
    await expect(writeTraceFile(folder, plain(9))).rejects.toThrow(
      `${isFolder}; nothing was written. Name another file`,
    );
    await expect(TraceFileWriter.open(folder, aboutTrace(plain(9)))).rejects.toThrow(`${isFolder}. Name a file`);
  });

  it("is written where a link leads, and the link stays", async () => {
    const [path, link] = [newPath(), newPath()];
    symlinkSync(path, link);
    for (const size of [9, 10]) {
      await writeTraceFile(link, plain(size));
      expect((await openTrace(path)).requests.length).toBe(size);
    }
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  it("says of the file that was asked for, not of the one beside it, that it cannot be written", async () => {
    const gone = join(folder, "gone");
    const trace = {
      ...plain(3),
      get processes() {
        rmSync(gone, { recursive: true, force: true });
        return undefined;
      },
    };
    const message = /^cannot write \S+\/gone\/any\.trace: ENOENT.*; nothing was written\. Name another file$/;
    await expect(writeTraceFile(join(gone, "any.trace"), trace)).rejects.toThrow(message);
  });

  it("with nothing in it is said to be empty, and one cut in its first block to be damaged", async () => {
    const path = newPath();
    (await TraceFileWriter.open(path, aboutTrace(plain(1)))).close();
    await expect(reopened(path)).rejects.toMatchObject({ code: "empty" });
    truncateSync(path, 60);
    await expect(reopened(path)).rejects.toMatchObject({ code: "damaged" });
  });

  it("cut within its first block of requests is said to be cut, not empty", async () => {
    const path = newPath();
    await writeTraceFile(path, plain(900));
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, whole.length - 200));
    await expect(reopened(path)).rejects.toThrow(
      coded(
        "cut",
        `${path} holds no whole block of requests: the first is cut, or was never written. Take it from a copy`,
      ),
    );
  });
});
