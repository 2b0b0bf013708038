import { problem } from "../../base/error.js";
import { GrowingWords } from "../../base/growing-words.js";
import { checkUrls } from "../dense-ids.js";
import { emptyTrace } from "../trace-builder.js";
import { fileBytes } from "../trace-source.js";
import type { TracePages, UrlTrace } from "../url-trace.js";
import type { TracePart } from "./block.js";
import { concatenated } from "./cut-part.js";
import { TraceFileReader } from "./trace-file-reader.js";

/**
 * The requests of a trace file, block by block: some hundred thousand at a time, each an array of its own. A file that
 * was cut short gives what is whole.
 *
 * @param onNote told what is wrong with the end of the file
 * @throws "not-a-trace", "damaged", "failed"
 *
 * About 2 MB of memory.
 */
export async function* streamRequests(path: string, onNote?: (note: string) => void): AsyncGenerator<Uint32Array> {
  const reader = new TraceFileReader(fileBytes(path), path);
  for await (const { requests } of reader.parts()) yield requests;
  for (const note of reader.notes) onNote?.(note);
}

/** Reads a trace file whole. @throws "not-a-trace", "damaged", "cut", "empty"; "too-many-urls" for more than `mostUrls` */
export async function readTraceFile(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  mostUrls = Number.POSITIVE_INFINITY,
): Promise<UrlTrace> {
  const reader = new TraceFileReader(bytes, name);
  const [requests, fingerprints, hosts, hostKeys] = [
    new GrowingWords(),
    new GrowingWords(),
    new GrowingWords(),
    new GrowingWords(),
  ];
  const pages: TracePages[] = [];
  for await (const part of reader.parts()) {
    checkUrls(reader.urls, mostUrls);
    if (part.pages) pages.push(moved(part.pages, requests.length));
    requests.append(part.requests);
    append(part, { fingerprints, hosts, hostKeys });
  }
  const { about, urls, notes } = reader;
  if (requests.length === 0 && notes.length > 0)
    throw problem.cut`${name} holds no whole block of requests: the first is cut, or was never written. Take it from a copy`;
  if (!about || requests.length === 0) throw emptyTrace(name);
  const { process, processes, keeps } = about;
  return {
    name: about.name,
    requests: requests.taken(),
    urls,
    ...(keeps.fingerprints && { fingerprints: fingerprints.taken() }),
    ...(keeps.hosts && { hosts: hosts.taken() }),
    ...((keeps.hosts || keeps.pages) && { hostKeys: hostKeys.taken() }),
    ...(keeps.pages && { pages: together(pages) }),
    ...(process !== undefined && { process }),
    ...(processes !== undefined && { processes }),
    ...(notes.length > 0 && { notes }),
  };
}

function append(part: TracePart, columns: Record<"fingerprints" | "hosts" | "hostKeys", GrowingWords>): void {
  for (const name of ["fingerprints", "hosts", "hostKeys"] as const) {
    const words = part[name];
    if (words) columns[name].append(words);
  }
}

const moved = (pages: TracePages, by: number): TracePages => ({ ...pages, ends: pages.ends.map((end) => end + by) });

const together = (pages: readonly TracePages[]): TracePages => ({
  ends: concatenated(
    Uint32Array,
    pages.map(({ ends }) => ends),
  ),
  threads: concatenated(
    Uint16Array,
    pages.map(({ threads }) => threads),
  ),
  hosts: concatenated(
    Uint32Array,
    pages.map(({ hosts }) => hosts),
  ),
  times: concatenated(
    Float64Array,
    pages.map(({ times }) => times),
  ),
});
