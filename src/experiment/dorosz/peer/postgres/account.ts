import { existsSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { problem } from "../../../../base/error.js";
import { output } from "./binaries.js";

/** Who PostgreSQL's programs run as; undefined: who this process runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

let known: Account | undefined;

/** PostgreSQL refuses to run as root: then it runs as user "postgres", or "nobody". */
export async function serverAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (known) return known;
  for (const name of ["postgres", "nobody"]) {
    try {
      const [uid, gid] = await Promise.all(["-u", "-g"].map((which) => output("id", [which, name])));
      known = { uid: Number(uid), gid: Number(gid) };
      return known;
    } catch {} // there is no such user
  }
  throw problem.unavailable`PostgreSQL refuses to run as root, and there is neither a user "postgres" nor "nobody" to run it as: add one, or run as another user`;
}

/** A folder as a program is told of it. */
export interface Reached {
  /** What to call it. */
  readonly name: string;
  /** What the program inherits as descriptor 3, for the name to be right. */
  readonly descriptor: number | undefined;
  close(): Promise<void>;
}

/**
 * Another account may not be let through the folders above, which this library leaves as they are: it gets the open
 * folder, and finds it under the name that Linux gives to descriptors.
 */
export async function reach(folder: string, account: Account | undefined): Promise<Reached> {
  if (!account || !existsSync("/proc/self/fd")) return { name: folder, descriptor: undefined, close: async () => {} };
  const handle: FileHandle = await open(folder, "r");
  return { name: "/proc/self/fd/3", descriptor: handle.fd, close: () => handle.close() };
}
