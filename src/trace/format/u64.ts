import { got, option, problem } from "../../base/error.js";
import { UrlEstimate } from "../dense-ids.js";
import { TraceBuilder } from "../trace-builder.js";
import { records } from "../trace-source.js";
import { isText, type TraceFormat } from "./trace-format.js";

const BYTES = 8;

/**
 * Fingerprints of 64 bits, one after the other, as little-endian integers. Told by the suffix .u64 alone: any bytes
 * could be some.
 */
export const u64: TraceFormat = {
  kind: "trace-format",
  name: "u64",
  title: "raw 64-bit fingerprints, little-endian",
  sniff: (_, fileName) => fileName.endsWith(".u64"),
  async read(source, { mostUrls, name = source.name }) {
    if (source.head.length >= 64 && isText(source.head))
      throw problem.notATrace`${source.path} is text, and no fingerprints: expected 8 bytes each, of any value. Say what it is: ${option("format")} lines or csv`;
    const estimate = new UrlEstimate();
    let requests = 0;
    if (source.again) {
      for await (const bytes of records(source.again(), BYTES)) {
        estimate.add(wordsOf(bytes));
        requests += bytes.length / BYTES;
      }
    }
    const builder = new TraceBuilder({ mostUrls, requests, expected: estimate.urls });
    const parts = records(source.bytes, BYTES);
    let part = await parts.next();
    for (; !part.done; part = await parts.next()) builder.add(wordsOf(part.value));
    if (part.value > 0) {
      throw problem.cut`${source.path} is cut in the middle of a fingerprint: expected a multiple of ${BYTES} bytes, ${got(builder.requests)} whole fingerprints and ${part.value} bytes more. Cut it to ${builder.requests * BYTES} bytes, or take it from a copy`;
    }
    return builder.build(name);
  },
};

const wordsOf = (bytes: Uint8Array) => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
