import { createHash } from "node:crypto";
import type { ColumnReader } from "./column/column-reader.js";
import type { Manifest } from "./manifest.js";

/** Columns that make a stored web what it is; times, addresses, depths and places in archives are left out. */
const CONTENT = [
  "url.bytes",
  "url.end.u32",
  "capture.url.u32",
  "capture.status.u16",
  "capture.type.u16",
  "capture.bytes.u32",
  "capture.digest.sha1",
  "capture.redirect.u32",
  "page.capture.u32",
  "page.links.u32",
  "title.bytes",
  "title.end.u32",
  "link.target.u32",
  "link.source.u8",
  "link.flags.u8",
  "link.anchor.u16",
  "anchor.bytes",
];

/** Left out where a snapshot was written before it was kept: such a snapshot stays what it was. */
const CODINGS = "capture.codings.u32";

const PIECE = 1 << 20;

/**
 * SHA-256 (hex) over a header of JSON with the media types and the length of each column, and then the columns.
 *
 * O(bytes), a megabyte of memory.
 */
export function contentDigest({
  columns,
  manifest,
}: {
  readonly columns: ColumnReader;
  readonly manifest: Manifest;
}): string {
  const hash = createHash("sha256");
  const files = columns.length(CODINGS) > 0 ? [...CONTENT, CODINGS] : CONTENT;
  const lengths = files.map((file) => [file, columns.length(file)] as const);
  hash.update(JSON.stringify({ types: manifest.types, lengths }));
  for (const [file, length] of lengths) {
    for (let at = 0; at < length; at += PIECE) hash.update(columns.slice(file, at, Math.min(length, at + PIECE)));
  }
  return hash.digest("hex");
}
