import { closeSync, existsSync, fdatasync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeFolder, replaceFile, syncFolder, writeAll } from "./durable.js";

/** Small files of a process, each of which is on disk when the call resolves. */
export interface SmallFiles {
  /** undefined: there is none of this name. */
  read(name: string): Uint8Array | undefined;
  names(): readonly string[];
  /** Puts it in place whole: after a kill it is the old or the new. */
  replace(name: string, bytes: Uint8Array): Promise<void>;
  /** After a kill at the moment the end of what was appended may be missing. */
  append(name: string, bytes: Uint8Array): Promise<void>;
  delete(name: string): Promise<void>;
}

const sync = promisify(fdatasync);

/** In a folder, which the first file makes. */
export function filesIn(folder: string): SmallFiles {
  const pathOf = (name: string) => join(folder, name);
  const there = () => existsSync(folder);
  return {
    read: (name) => (existsSync(pathOf(name)) ? readFileSync(pathOf(name)) : undefined),
    names: () => (there() ? readdirSync(folder).filter((name) => !name.endsWith(".part")) : []),
    async replace(name, bytes) {
      makeFolder(folder);
      await replaceFile(pathOf(name), bytes);
    },
    async append(name, bytes) {
      makeFolder(folder);
      const isNew = !existsSync(pathOf(name));
      const file = openSync(pathOf(name), "a");
      try {
        writeAll(file, bytes);
        await sync(file);
      } finally {
        closeSync(file);
      }
      if (isNew) syncFolder(folder);
    },
    async delete(name) {
      if (!existsSync(pathOf(name))) return;
      rmSync(pathOf(name));
      syncFolder(folder);
    },
  };
}
