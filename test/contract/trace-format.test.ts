import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isProblem } from "../../src/base/error.js";
import { writeTraceFile } from "../../src/trace/file/write-trace-file.js";
import {
  FORMAT_OPTIONS,
  type FolderFormat,
  type FormatOption,
  type TraceFormat,
} from "../../src/trace/format/trace-format.js";
import { type OpenTraceOptions, openTrace } from "../../src/trace/open-trace.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { methodsOf } from "../discover.js";

const all = await methodsOf<TraceFormat | FolderFormat>("trace/format");
const formats = all.flatMap(({ value }) => ("sniff" in value ? [value] : []));

const URLS = ["http://a.example/", "http://b.example/", "http://c.example/"];
const REQUESTS = [0, 1, 0, 2, 2, 1];

const lines = REQUESTS.map((url) => `${URLS[url]}\n`).join("");

function fingerprints(): Uint8Array {
  const bytes = Buffer.alloc(8 * REQUESTS.length);
  REQUESTS.forEach((url, i) => void bytes.writeBigUInt64LE(2n ** 63n + BigInt(url), 8 * i));
  return bytes;
}

/** 24 bytes a request: time, id, size, and the place of the next request for the id, from 1, or -1. */
function oracle(): Uint8Array {
  const bytes = Buffer.alloc(24 * REQUESTS.length);
  REQUESTS.forEach((url, i) => {
    bytes.writeUInt32LE(i, 24 * i);
    bytes.writeBigUInt64LE(BigInt(url + 1), 24 * i + 4);
    bytes.writeUInt32LE(1, 24 * i + 12);
    const next = REQUESTS.indexOf(url, i + 1);
    bytes.writeBigInt64LE(BigInt(next < 0 ? -1 : next + 1), 24 * i + 16);
  });
  return bytes;
}

async function stored(): Promise<Uint8Array> {
  const path = join(temporaryFolder(), "some.trace");
  await writeTraceFile(path, await openTrace(pieces(Buffer.from(lines)), { format: "lines" }));
  return readFileSync(path);
}

async function* pieces(bytes: Uint8Array, size = 1 << 16): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

interface Sample {
  /** REQUESTS. */
  readonly bytes: Uint8Array;
  /** Of each option that it takes: a text that another value than none reads otherwise. */
  readonly options?: Partial<Record<FormatOption, readonly [text: string, value: string | number | boolean]>>;
}

const samples: Readonly<Record<string, Sample>> = {
  lines: {
    bytes: Buffer.from(lines),
    options: {
      column: ["http://a.example/ http://b.example/\nhttp://c.example/ http://b.example/\n", 2],
      normalize: ["http://a.example\nhttp://a.example/\n", true],
    },
  },
  csv: {
    bytes: Buffer.from(`url,bytes\n${REQUESTS.map((url) => `${URLS[url]},7\n`).join("")}`),
    options: {
      column: ["url,other\na,c\nb,c\n", "other"],
      header: ["x\nx\n", true],
      separator: ["url|n\na|1\na|2\n", "|"],
    },
  },
  u64: { bytes: fingerprints() },
  "oracle-general": { bytes: oracle() },
  trace: { bytes: await stored() },
};

const open = (bytes: Uint8Array, options: OpenTraceOptions, size?: number) => openTrace(pieces(bytes, size), options);

/** What was read, or the code of the error: what is no CrawlbenchError is thrown. */
const outcome = (bytes: Uint8Array, options: OpenTraceOptions) =>
  open(bytes, options).then(
    ({ requests, urls }) => ({ requests: [...requests], urls }),
    (error: unknown) => {
      if (isProblem(error)) return error.code;
      throw error;
    },
  );

describe("every format of traces", () => {
  it("has a sample here, a name of its own and a title", () => {
    expect(formats.map(({ name }) => name).sort()).toEqual(Object.keys(samples).sort());
    expect(new Set(all.map(({ value }) => value.name)).size).toBe(all.length);
    for (const { value } of all) expect(value.title).not.toBe("");
  });

  describe.each(formats.map((format) => [format.name, format] as const))("%s", (name, format) => {
    const { bytes, options = {} } = samples[name];

    it("reads its sample, packed or not, in pieces of any size", async () => {
      for (const size of [1, 3, 7, 1 << 16]) {
        const trace = await open(bytes, { format: name }, size);
        expect([[...trace.requests], trace.urls, trace.name]).toEqual([REQUESTS, 3, "standard input"]);
      }
      expect([...(await open(gzipSync(bytes), { format: name, name: "mine" }, 5)).requests]).toEqual(REQUESTS);
      expect((await open(bytes, { format: name, name: "mine" })).name).toBe("mine");
    });

    it("recognises its sample; of the others only those do that are asked after it", () => {
      expect(format.sniff(bytes, `some.${name}`)).toBe(true);
      const others = formats.filter((other) => other !== format && other.sniff(bytes, "file"));
      expect(others.filter(({ broad }) => !broad)).toEqual([]);
    });

    it("refuses more URLs than it may read", async () => {
      await expect(open(bytes, { format: name, mostUrls: 2 })).rejects.toMatchObject({ code: "too-many-urls" });
      expect((await open(bytes, { format: name, mostUrls: 3 })).urls).toBe(3);
    });

    it("gives of a file that is cut after any byte no other requests than those before, or an error that has a code", async () => {
      for (let length = 0; length < bytes.length; length++) {
        const read = await outcome(bytes.subarray(0, length), { format: name });
        if (typeof read === "string") continue;
        const whole = read.requests.slice(0, -1); // the last may be cut: a line needs no end
        expect(whole, `cut to ${length} bytes`).toEqual(REQUESTS.slice(0, whole.length));
        expect(read.requests.length).toBeLessThanOrEqual(REQUESTS.length);
      }
    });

    it("answers any change of a byte with a trace or an error that has a code", async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 }), async (at, value) => {
          const damaged = Uint8Array.from(bytes);
          damaged[at] = value;
          const read = await outcome(damaged, { format: name });
          if (typeof read !== "string") expect(Math.max(...read.requests)).toBe(read.urls - 1);
        }),
      );
    });

    it("takes options that decide something, and no others", async () => {
      expect(Object.keys(options).sort()).toEqual([...(format.takes ?? [])].sort());
      for (const [option, [text, value]] of Object.entries(options)) {
        const usual = await outcome(Buffer.from(text), { format: name });
        expect(await outcome(Buffer.from(text), { format: name, [option]: value }), option).not.toEqual(usual);
      }
      for (const option of FORMAT_OPTIONS)
        if (!(option in options)) expect(await outcome(bytes, { format: name, [option]: true }), option).toBe("option");
    });
  });
});
