import { basename } from "node:path";
import { replaceFileBy } from "../base/file/durable.js";
import { writePieces } from "../base/file/write-pieces.js";
import { surt } from "../url/surt.js";
import { storageError } from "./error.js";
import type { Snapshot } from "./open-snapshot.js";
import { type CdxEntry, cdxjLine } from "./warc/cdxj.js";

export const CDXJ_FILE = "index.cdxj";

/**
 * Lines of CDXJ for all captures that stand in an archive, ended by line feeds, sorted by their bytes.
 *
 * @param placeOf how the file of an id is called in the index, and where the bytes at an offset of it stand; default:
 *   its name without folders, and the offset
 * @param without rows of captures that are left out
 *
 * All lines are held: about 400 bytes per capture.
 */
export function* cdxjOf(
  snapshot: Snapshot,
  placeOf: (file: number, offset: number) => Pick<CdxEntry, "filename" | "offset"> = (file, offset) => ({
    filename: basename(snapshot.manifest.files[file].path),
    offset,
  }),
  without: ReadonlySet<number> = new Set(),
): Generator<Buffer> {
  const lengths = snapshot.columns.u32("capture.length");
  const offsets = snapshot.columns.f64("capture.offset");
  const files = snapshot.columns.u16("capture.file");
  const lines: Buffer[] = [];
  for (let row = 0; row < snapshot.captures; row++) {
    if (lengths[row] === 0 || without.has(row)) continue;
    const { url, time, status, type, digest, revisit } = snapshot.capture(row);
    const line = cdxjLine({
      key: surt(url),
      time,
      url,
      mime: revisit ? "warc/revisit" : type,
      digest,
      ...(status > 0 && { status }),
      length: lengths[row],
      ...placeOf(files[row], offsets[row]),
    });
    lines.push(Buffer.from(`${line}\n`));
  }
  yield* lines.sort(Buffer.compare);
}

/** Writes the index of a snapshot's archives aside, and renames it. @throws "disk-full", "failed" */
export async function writeCdxjOf(snapshot: Snapshot, path: string): Promise<void> {
  await replaceFileBy(path, (aside) => writePieces(aside, cdxjOf(snapshot))).catch((error) => {
    throw storageError(error, path);
  });
}
