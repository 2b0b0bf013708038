import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, rmSync, statSync } from "node:fs";
import { crc32 } from "node:zlib";
import { got, isProblem, problem } from "../../base/error.js";
import { writeAll } from "../../base/file/durable.js";
import { notWritten, writeResultBy } from "../../base/file/write-result.js";
import { requireText } from "../../base/require-list.js";
import { fileError } from "../trace-error.js";
import { fileBytes } from "../trace-source.js";
import { requireRequests, type UrlTrace } from "../url-trace.js";
import { packPart, type TraceAbout, type TracePart } from "./block.js";
import { type BlockKind, headBytes } from "./block-head.js";
import { checkPart } from "./check-part.js";
import { BLOCK, blocksOf, joined } from "./cut-part.js";

import { RequestCoder } from "./request-code.js";
import { FORMAT, TraceFileReader, VERSION } from "./trace-file-reader.js";

/**
 * Writes a trace to a file that only ever grows: blocks of some hundred thousand requests with checksums, 2 to 3 bytes
 * per request and 8 per URL. What was flushed survives a kill.
 *
 * 4 to 8 bytes of memory per URL, and a few MB.
 */
export class TraceFileWriter {
  /** Requests, URLs and hosts so far, those of earlier sessions included. */
  requests = 0;
  urls = 0;
  hosts = 0;
  readonly #path: string;
  readonly #file: number;
  readonly #keeps: TraceAbout["keeps"];
  readonly #coder = new RequestCoder();
  #blocks = 0;
  #pending: TracePart[] = [];
  #pendingRequests = 0;
  /** Of what is on its way to the file. */
  #written = { requests: 0, urls: 0, hosts: 0 };

  private constructor(path: string, file: number, keeps: TraceAbout["keeps"]) {
    this.#path = path;
    this.#file = file;
    this.#keeps = keeps;
  }

  /**
   * Makes a file, or goes on with one behind its last whole block: what a kill left half written is cut off.
   *
   * @throws "not-a-trace" for a file of another trace or kind, "damaged", "failed"
   */
  static async open(path: string, about: TraceAbout): Promise<TraceFileWriter> {
    const known = existsSync(path) && statSync(path).size > 0 ? new TraceFileReader(fileBytes(path), path) : undefined;
    if (known) for await (const _ of known.parts());
    if (known?.about && !sameTrace(known.about, about)) {
      throw problem.notATrace`${path} is another trace: expected ${JSON.stringify(about)}, ${got(known.about)}. Write to a new file`;
    }
    let file: number;
    try {
      file = openSync(path, "a");
    } catch (error) {
      throw fileError(error, path, "open");
    }
    const writer = new TraceFileWriter(path, file, about.keeps);
    if (known) {
      ftruncateSync(file, known.bytes);
      writer.#blocks = known.blocks;
      writer.#written = { requests: known.requests, urls: known.urls, hosts: known.hosts };
      Object.assign(writer, writer.#written);
      writer.#coder.reserve(known.urls);
    } else {
      writer.#write("about", Buffer.from(JSON.stringify({ format: FORMAT, version: VERSION, ...about })));
    }
    return writer;
  }

  /** @throws "option" for a part that does not go on where the last ended, or lacks a column; "failed" */
  append(part: TracePart): void {
    const urls = checkPart(part, this.#keeps, this);
    this.requests += part.requests.length;
    this.urls = urls;
    this.hosts += part.hostKeys?.length ?? 0;
    this.#pending.push(part);
    this.#pendingRequests += part.requests.length;
    if (this.#pendingRequests >= BLOCK) this.#writePending();
  }

  /** Puts all that was appended on the disk. @throws "failed" */
  flush(): void {
    this.#writePending();
    try {
      fsyncSync(this.#file);
    } catch (error) {
      throw fileError(error, this.#path, "write");
    }
  }

  /** Flushes, and marks the file as whole. */
  close(): void {
    try {
      this.#writePending();
      this.#write("end", Buffer.alloc(0));
      this.flush();
    } finally {
      closeSync(this.#file);
    }
  }

  #writePending(): void {
    if (this.#pending.length === 0) return;
    const part = joined(this.#pending);
    this.#pending = [];
    this.#pendingRequests = 0;
    for (const block of blocksOf(part, this.#keeps, this.#written)) {
      const { bytes, next } = packPart(block, this.#coder, this.#written.urls);
      const urls = next - this.#written.urls;
      const hosts = block.hostKeys?.length ?? 0;
      this.#written = {
        requests: this.#written.requests + block.requests.length,
        urls: next,
        hosts: this.#written.hosts + hosts,
      };
      this.#write("part", bytes, block.requests.length, urls, hosts, block.pages?.ends.length);
    }
  }

  #write(kind: BlockKind, bytes: Buffer, requests = 0, urls = 0, hosts = 0, pages = 0): void {
    const counts = { requests, urls, hosts, pages, total: this.#written.requests };
    const head = headBytes({ index: this.#blocks, kind, bytes: bytes.length, ...counts, checksum: crc32(bytes) });
    const block = Buffer.concat([head, bytes]);
    try {
      writeAll(this.#file, block);
    } catch (error) {
      throw fileError(error, this.#path, "write");
    }
    this.#blocks++;
  }
}

const sameTrace = (a: TraceAbout, b: TraceAbout) =>
  a.name === b.name &&
  a.process === b.process &&
  a.processes === b.processes &&
  (["fingerprints", "hosts", "pages"] as const).every((column) => a.keeps[column] === b.keeps[column]);

/** What a trace file of this trace says of it. */
export const aboutTrace = ({ name, process, processes, fingerprints, hosts, pages }: UrlTrace): TraceAbout => ({
  name,
  ...(process !== undefined && { process }),
  ...(processes !== undefined && { processes }),
  keeps: { fingerprints: fingerprints !== undefined, hosts: hosts !== undefined, pages: pages !== undefined },
});

/**
 * Writes a trace to a file, whole, or leaves what was there: see `writeResultBy`. `openTrace` reads it.
 *
 * @throws "failed"; "option" for a trace whose columns do not fit each other
 *
 * About 40 ns per request.
 */
export async function writeTraceFile(path: string, trace: UrlTrace): Promise<void> {
  requireRequests("writeTraceFile", trace);
  requireText("writeTraceFile writes to a path", path);
  await writeResultBy(path, async (aside) => {
    rmSync(aside, { force: true });
    const writer = await TraceFileWriter.open(aside, aboutTrace(trace));
    try {
      writer.append(trace);
    } finally {
      writer.close();
    }
  }).catch((error) => {
    const reason = isProblem(error, "failed") ? error.cause : error; // what it says is of a file that is gone
    throw isProblem(reason) ? reason : notWritten(reason, path, "Name another file");
  });
}
