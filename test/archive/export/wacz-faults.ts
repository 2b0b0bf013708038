import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { gunzipSync } from "node:zlib";
import { WARCParser } from "warcio";
import { type Entry, fromBuffer } from "yauzl";

/** An entry of a zip: its bytes, and whether they were stored or deflated. */
export interface ZipEntry {
  readonly bytes: Buffer;
  readonly stored: boolean;
}

/** Entries of a zip file, by another implementation than that which writes it. */
export function unzip(path: string): Promise<Map<string, ZipEntry>> {
  const entries = new Map<string, ZipEntry>();
  return new Promise((done, fail) => {
    fromBuffer(readFileSync(path), { lazyEntries: true }, (error, zip) => {
      if (error) return fail(error);
      zip.on("end", () => done(entries)).on("error", fail);
      zip.on("entry", (entry: Entry) =>
        zip.openReadStream(entry, (broken, stream) => {
          if (broken) return fail(broken);
          const pieces: Buffer[] = [];
          stream.on("data", (piece: Buffer) => pieces.push(piece));
          stream.on("end", () => {
            entries.set(entry.fileName, { bytes: Buffer.concat(pieces), stored: entry.compressionMethod === 0 });
            zip.readEntry();
          });
        }),
      );
      zip.readEntry();
    });
  });
}

const sha256 = (bytes: Uint8Array) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
const isGzip = (bytes: Buffer) => bytes.readUInt16BE(0) === 0x1f8b;
const lines = (bytes: Buffer) => bytes.toString("utf8").split("\n").slice(0, -1);
/** RFC 3339, section 5.6. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * What of a file is not as "Web Archive Collection Zipped (WACZ)", version 1.1.1, has it (Webrecorder, sections
 * "Directory Layout", "Directories and Files" and "Zip Format"): each MUST, and the SHOULDs on digests and storing. The
 * WARC files are read by warcio.js, to which the index is compared.
 */
export async function waczFaults(path: string): Promise<string[]> {
  const entries = await unzip(path);
  const faults: string[] = [];
  const hold = (is: boolean, fault: string) => is || faults.push(fault);
  hold(extname(path) === ".wacz", "the extension MUST be .wacz");
  for (const name of ["datapackage.json", "pages/pages.jsonl"]) hold(entries.has(name), `${name} MUST be present`);
  const within = (folder: string) => [...entries].filter(([name]) => name.startsWith(`${folder}/`));
  hold(within("archive").length > 0, "archive MUST contain one or more files");
  hold(within("indexes").length > 0, "indexes MUST include one or more indexes");
  for (const [name, { bytes, stored }] of within("archive")) {
    const isPacked = isGzip(bytes);
    hold(isPacked ? name.endsWith(".warc.gz") : name.endsWith(".warc"), `${name} is not named as what it holds`);
    hold(/^WARC\/1\.[01]\r\n/.test((isPacked ? gunzipSync(bytes) : bytes).toString("latin1")), `${name} is no WARC`);
    hold(stored, `${name} MUST NOT be compressed again`);
  }
  describedFaults(entries, hold);
  pageFaults(entries.get("pages/pages.jsonl")?.bytes ?? Buffer.alloc(0), hold);
  for (const [name, { bytes }] of within("indexes")) {
    await indexFaults(lines(isGzip(bytes) ? gunzipSync(bytes) : bytes), entries, name, hold);
  }
  return faults;
}

type Hold = (is: boolean, fault: string) => unknown;

function describedFaults(entries: ReadonlyMap<string, ZipEntry>, hold: Hold): void {
  const bytes = entries.get("datapackage.json")?.bytes ?? Buffer.from("{}");
  const { profile, wacz_version, resources = [], created, modified } = JSON.parse(String(bytes));
  hold(profile === "data-package", "profile MUST be data-package");
  hold(wacz_version === "1.1.1", "wacz_version MUST name the version");
  for (const date of [created, modified]) hold(date === undefined || DATE_TIME.test(date), `${date} is no RFC 3339`);
  const others = [...entries.keys()].filter((name) => !/^datapackage(?:-digest)?\.json$/.test(name));
  const paths = resources.map((each: { path: string }) => each.path);
  hold(others.sort().join() === [...paths].sort().join(), `resources MUST list all files: ${others}; found ${paths}`);
  for (const { name, path, hash, bytes: size } of resources) {
    const entry = entries.get(path);
    hold(name === basename(path), `${path} is called ${name}`);
    hold(entry !== undefined && hash === sha256(entry.bytes), `the hash of ${path} is another`);
    hold(entry?.bytes.length === size, `the size of ${path} is another`);
  }
  const digest = JSON.parse(String(entries.get("datapackage-digest.json")?.bytes ?? "{}"));
  hold(digest.path === "datapackage.json" && digest.hash === sha256(bytes), "datapackage-digest.json is another's");
}

function pageFaults(bytes: Buffer, hold: Hold): void {
  const [header, ...pages] = lines(bytes).map((line) => JSON.parse(line));
  hold(header?.format === "json-pages-1.0" && typeof header.id === "string", "pages.jsonl begins with its format");
  for (const { url, ts, size, title } of pages) {
    hold(URL.canParse(url) && DATE_TIME.test(ts), `a page MUST have url and ts: ${url} ${ts}`);
    hold(typeof title === "string" && Number.isInteger(size), `${url}: title is a string, size an integer`);
  }
}

async function indexFaults(
  index: readonly string[],
  entries: ReadonlyMap<string, ZipEntry>,
  name: string,
  hold: Hold,
): Promise<void> {
  const byBytes = [...index].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  hold(index.join("\n") === byBytes.join("\n"), `${name} is not sorted`);
  for (const line of index) {
    const [, digits, json] = /^\S+ (\d{14}) (\{.*\})$/.exec(line) ?? [];
    const { url, mime, filename, offset, length } = JSON.parse(json ?? "{}");
    const file = entries.get(`archive/${filename}`)?.bytes;
    if (!file) {
      hold(false, `${name}: no CDXJ, or of no file: ${line}`);
      continue;
    }
    const record = await WARCParser.parse([file.subarray(Number(offset), Number(offset) + Number(length))]);
    const asked = record?.warcTargetURI ?? "";
    const time = record?.warcDate?.replace(/\D/g, "").slice(0, 14);
    hold(
      time === digits && URL.canParse(asked) && new URL(asked).host === new URL(url).host,
      `${line} leads to ${asked} ${time}`,
    );
    hold(/^(?:response|revisit|resource)$/.test(record?.warcType ?? ""), `${line} leads to a ${record?.warcType}`);
    // pywb and cdxj-indexer: by this type replay knows that the body stands elsewhere
    hold(
      (mime === "warc/revisit") === (record?.warcType === "revisit"),
      `${line}: a ${record?.warcType} is no ${mime}`,
    );
  }
}
