import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import type { NewCapture, Place } from "../../../src/archive/capture.js";
import { importArchive } from "../../../src/archive/import/import-archive.js";
import { readExchangeAt } from "../../../src/archive/warc/read-exchange.js";
import { isProblem } from "../../../src/base/error.js";
import { Random } from "../../../src/base/random.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { depth } from "../../depth.js";
import { html, record } from "../warc/bytes.js";
import { MemoryWriter } from "./memory-writer.js";

// Archives whose bytes are changed, lost or added to anywhere. Whatever was done to them, an import ends, by an error of
// ours or with the captures whose bytes nobody touched.

const folder = temporaryFolder();
const random = new Random(1);
const noise = (length: number) => Array.from({ length }, () => String.fromCharCode(32 + random.below(94))).join("");

const records = [
  record("warcinfo", "", "software: test"),
  ...Array.from({ length: 8 }, (_, i) => [
    record("request", `http://a.example/${i}`, `GET /${i} HTTP/1.1\r\nHost: a.example\r\n\r\n`),
    record("response", `http://a.example/${i}`, html(`<title>${i}</title>${noise(200 * i)}<a href="/${i + 1}">on</a>`)),
  ]).flat(),
  record("response", "http://a.example/gone", "HTTP/1.1 404 Not Found\r\n\r\n"),
];
const arc = [
  "filedesc://a.arc 0.0.0.0 20200203040506 text/plain 15\n1 0 archive.org\n\n",
  ...Array.from({ length: 8 }, (_, i) => {
    const block = html(`<title>${i}</title>${noise(100 * i)}`);
    return `http://a.example/${i} 127.0.0.1 20200203040506 text/html ${block.length}\n${block}\n`;
  }),
];
const packed = (list: readonly string[]) => Buffer.concat(list.map((each) => gzipSync(each)));

async function wacz(compress: boolean): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(packed(records), "archive/a.warc.gz", { compress });
  zip.addBuffer(Buffer.from(JSON.stringify({ profile: "data-package", resources: [] })), "datapackage.json");
  zip.end();
  const parts: Uint8Array[] = [];
  for await (const part of zip.outputStream) parts.push(part as Uint8Array);
  return Buffer.concat(parts);
}

/** Bytes that are taken away at a place, and those that stand there instead. */
interface Damage {
  readonly at: number;
  readonly gone: number;
  readonly come: Uint8Array;
}

const damaged = (bytes: Buffer, { at, gone, come }: Damage) =>
  Buffer.concat([bytes.subarray(0, at), come, bytes.subarray(at + gone)]);

/** @param copies may a piece of the archive come twice? */
function damageOf(bytes: Buffer, copies: boolean): fc.Arbitrary<Damage> {
  const at = fc.nat(bytes.length - 1);
  const some = fc.uint8Array({ minLength: 1, maxLength: 40 });
  const piece = fc.tuple(at, fc.integer({ min: 1, max: 2_000 }));
  return fc.oneof(
    fc.tuple(at, fc.nat(7)).map(([at, bit]) => ({ at, gone: 1, come: Uint8Array.of(bytes[at] ^ (1 << bit)) })),
    at.map((at) => ({ at, gone: bytes.length - at, come: new Uint8Array() })),
    piece.map(([at, gone]) => ({ at, gone, come: new Uint8Array() })),
    fc.tuple(at, some).map(([at, come]) => ({ at, gone: 0, come })),
    fc.tuple(at, some).map(([at, come]) => ({ at, gone: come.length, come })),
    ...(copies
      ? [fc.tuple(at, piece).map(([at, [from, size]]) => ({ at, gone: 0, come: bytes.subarray(from, from + size) }))]
      : []),
  );
}

const told = ({ exchange: { url, status, body } }: NewCapture) =>
  `${status} ${url} ${Buffer.from(body).toString("latin1")}`;

async function imported(path: string): Promise<MemoryWriter> {
  const writer = new MemoryWriter();
  await importArchive(path, writer);
  return writer;
}

/**
 * How many captures behind the damage may go with it: where nothing but its length ends a record, one that lost bytes may
 * take the next for its own, or leave half of its head. A copy of a head may take all that its length says.
 */
type Spared = 0 | 1;

const archives: readonly [name: string, spared: Spared, bytes: Buffer | Promise<Buffer>][] = [
  ["a plain WARC", 1, Buffer.from(records.join(""), "latin1")],
  ["a WARC of gzip members", 0, packed(records)],
  ["a WARC in one gzip member", 0, gzipSync(records.join(""))],
  ["an ARC", 1, Buffer.from(arc.join(""), "latin1")],
  ["a WACZ that stores its archive", 0, wacz(false)],
  ["a WACZ that deflates it", 0, wacz(true)],
];

describe("an import of damaged bytes", () => {
  it.each(archives)(
    "of %s ends by an error of ours, or with the captures that are intact",
    async (name, spared, made) => {
      const bytes = await made;
      const path = join(folder, `${name.replaceAll(" ", "-")}.bin`);
      writeFileSync(path, bytes);
      const whole = (await imported(path)).added;
      expect(whole.length).toBeGreaterThan(7);
      let imports = 0;
      await fc.assert(
        fc.asyncProperty(damageOf(bytes, spared === 0), async (damage) => {
          writeFileSync(path, damaged(bytes, damage));
          const writer = await importedIfPossible(path);
          if (!writer) return;
          imports++;
          const before = whole.filter(({ place }) => place && place.offset + place.length <= damage.at);
          const behind = whole.filter(({ place }) => place && place.offset >= damage.at + damage.gone).slice(spared);
          expect(writer.added.map(told)).toEqual(expect.arrayContaining([...before, ...behind].map(told)));
          const bodies = writer.added.reduce((sum, { exchange }) => sum + exchange.body.length, 0);
          expect(bodies).toBeLessThan(100 * bytes.length);
          for (const { place } of writer.added) if (place) readIfPossible(path, place);
        }),
        { numRuns: depth({ everyday: 200, prove: 600 }), seed: 7 },
      );
      expect(imports).toBeGreaterThan(10); // of a zip hardly one that is longer or shorter opens
    },
  );
});

async function importedIfPossible(path: string): Promise<MemoryWriter | undefined> {
  try {
    return await imported(path);
  } catch (error) {
    if (isProblem(error)) return undefined;
    throw error;
  }
}

function readIfPossible(path: string, place: Place): void {
  try {
    readExchangeAt(path, place);
  } catch (error) {
    if (!isProblem(error)) throw error;
  }
}
