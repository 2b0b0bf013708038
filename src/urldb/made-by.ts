import { existsSync } from "node:fs";
import { join } from "node:path";
import { problem } from "../base/error.js";

/** Whose a folder is, by a file that stands in it as soon as it holds a URL. */
const MAKERS = {
  log: "urldb.dedicated",
  "data.mdb": "urldb.lmdb",
  fingerprints: "eliminators.mercatorDisk",
  urls: "eliminators.suelFile or compactFilter",
};

export type OwnFile = keyof typeof MAKERS;

/** @throws "settings" for the folder of another engine or eliminator, which would look empty to this one */
export function requireOwn(path: string, own: OwnFile): void {
  if (existsSync(join(path, own))) return;
  for (const [file, maker] of Object.entries(MAKERS))
    if (existsSync(join(path, file)))
      throw problem.settings`${path} was made by ${maker}: open it with that, or name another folder`;
}
