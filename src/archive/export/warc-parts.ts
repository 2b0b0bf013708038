import { statSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { recordsAt } from "../import/archive-kind.js";
import { waczArchives } from "../import/wacz.js";
import type { Snapshot } from "../open-snapshot.js";

/** Bytes of WARC that a WACZ takes as they are: a file, or what a WACZ stores of one. */
export interface WarcPart {
  /** Number of the file in the snapshot's list, and its path. */
  readonly file: number;
  readonly path: string;
  /** Where the bytes begin in it, and how many they are. */
  readonly from: number;
  readonly bytes: number;
  /** What it is called in a WACZ: `.warc`, or `.warc.gz` where it is packed. */
  readonly name: string;
}

/**
 * The WARC files in which all captures of a snapshot stand, so that they are in the same order when these are read by
 * name. A name that comes twice or in another order has a number before it.
 *
 * @returns undefined where there are no such files: captures stand in ARC, in drafts of WARC, in WARC packed by zstd,
 *   or partly in the snapshot's own files and partly in others
 */
export async function warcParts(snapshot: Snapshot): Promise<WarcPart[] | undefined> {
  const { manifest, folder } = snapshot;
  const used = new Set(snapshot.columns.u16("capture.file"));
  const files = [...used].sort((a, b) => a - b);
  if (files.some((file) => manifest.files[file].own) && files.some((file) => !manifest.files[file].own)) {
    return undefined;
  }
  const found: (Omit<WarcPart, "name"> & { readonly base: string })[] = [];
  const lastOwn = manifest.files.findLastIndex(({ own }) => own);
  for (const file of files) {
    const path = resolve(folder, manifest.files[file].path);
    const bytes = file === lastOwn && manifest.archive ? manifest.archive.bytes : statSync(path).size;
    if (await isZip(path)) {
      for await (const { name, offset, size } of waczArchives(path)) {
        if (offset !== undefined) found.push({ file, path, from: offset, bytes: size, base: basename(name) });
      }
    } else found.push({ file, path, from: 0, bytes, base: basename(path) });
  }
  const named: WarcPart[] = [];
  for (const { base, ...part } of found) {
    const kind = await recordsAt(part.path, part.from);
    if (kind === "other") return undefined;
    if (kind === undefined) continue; // no captures stand in it
    named.push({ ...part, name: `${base.replace(/(\.w?arc)?(\.gz)?$/i, "")}.${kind}` });
  }
  const isOrdered = named.every(({ name }, i) => i === 0 || named[i - 1].name < name);
  const digits = String(named.length).length;
  return named.map((part, i) => ({
    ...part,
    name: isOrdered ? part.name : `${String(i).padStart(digits, "0")}-${part.name}`,
  }));
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString("latin1") === "PK\x03\x04";
  } finally {
    await file.close();
  }
}
