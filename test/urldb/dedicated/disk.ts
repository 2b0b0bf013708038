import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { atEnd } from "../../endings.js";

/** What the code under test asks of the disk. */
export type Request =
  | "open"
  | "write"
  | "sync"
  | "rename"
  | "remove"
  | "truncate"
  /** Of a folder. */
  | "make"
  | "sync folder";

type Call = (...values: unknown[]) => unknown;

/** node:fs as it is. */
const real: typeof fs = { ...fs };

/** Is one of node:fs under way? They call one another by the names that are watched. */
let isInside = false;

const inside =
  (call: Call): Call =>
  (...values) => {
    const before = isInside;
    isInside = true;
    try {
      return call(...values);
    } finally {
      isInside = before;
    }
  };

/** A disk that can be watched, and made to fail, by tests that begin with `watchDisk()`. */
export const disk = {
  /**
   * Asked before each request that changes something; a code makes it fail. Half of a write that fails is on the disk
   * all the same.
   */
  ask: undefined as ((request: Request, path: string) => string | undefined) | undefined,
  /** Asked before each read. */
  askRead: undefined as ((path: string) => string | undefined) | undefined,
  /** What each file held when it was last made durable, by path. */
  durable: new Map<string, Buffer>(),
  /** Names of files, and what manifest.json held, when the folder was last made durable. */
  names: new Set<string>(),
  manifest: undefined as Buffer | undefined,
  real,

  reset(): void {
    disk.ask = undefined;
    disk.askRead = undefined;
    disk.durable.clear();
    disk.names.clear();
    disk.manifest = undefined;
  },

  /** Files of a folder and what they hold now. */
  files(folder: string): Map<string, Buffer> {
    const names = real.readdirSync(folder).filter((file) => file !== "lock");
    return new Map(names.map((file) => [file, real.readFileSync(`${folder}/${file}`)]));
  },

  /**
   * The same after a loss of power at this moment.
   *
   * @param kept of what was not made durable: "nothing", not even the names of files; "names" alone; the "first half"
   *   of what a file grew by; or, of each file whose turn it is, "every other" whole
   */
  afterPowerLoss(folder: string, kept: "nothing" | "names" | "first half" | "every other"): Map<string, Buffer> {
    const now = disk.files(folder);
    if (kept === "nothing") {
      for (const file of now.keys()) if (!disk.names.has(file)) now.delete(file);
    }
    let turn = disk.durable.size;
    for (const [file, bytes] of now) {
      const durable = disk.durable.get(`${folder}/${file}`) ?? Buffer.alloc(0);
      if (kept === "nothing" && file === "manifest.json" && disk.manifest) now.set(file, disk.manifest);
      else if (kept === "first half")
        now.set(file, Buffer.concat([durable, bytes.subarray(durable.length, (durable.length + bytes.length) >> 1)]));
      else if (kept !== "every other" || turn++ % 2) now.set(file, durable);
    }
    return now;
  },

  put(folder: string, files: ReadonlyMap<string, Buffer>): void {
    for (const [file, bytes] of files) real.writeFileSync(`${folder}/${file}`, bytes);
  },
};

const failure = (code: string, path: string) =>
  Object.assign(new Error(`${code}: as the test would have it, '${path}'`), { code });

function refuse(request: Request, path: string): void {
  const code = disk.ask?.(request, path);
  if (code) throw failure(code, path);
}

const pathOf = (fd: number) => real.readlinkSync(`/proc/self/fd/${fd}`);

/** Puts the disk in the place of node:fs, for all code, until the tests of the file are over. */
export function watchDisk(): void {
  const contents = (path: string) => (real.statSync(path).isDirectory() ? undefined : real.readFileSync(path));
  const syncNow = (fd: number) => {
    const path = pathOf(fd);
    const held = contents(path);
    refuse(held ? "sync" : "sync folder", path);
    if (held) disk.durable.set(path, held);
    else {
      disk.names = new Set(real.readdirSync(path));
      disk.manifest = disk.durable.get(`${path}/manifest.json`);
    }
  };
  const syncLater = (fd: number, done: (error: Error | null) => void) => {
    const path = pathOf(fd);
    const held = real.readFileSync(path);
    const code = disk.ask?.("sync", path);
    if (code) return void setImmediate(() => done(failure(code, path)));
    setImmediate(() => {
      disk.durable.set(path, held);
      done(null);
    });
  };
  const wrapped = {
    openSync(path: string, flags: string | number, mode?: number) {
      if (flags !== "r") refuse("open", path);
      return real.openSync(path, flags, mode);
    },
    readSync(fd: number, buffer: Uint8Array, offset: number, length: number, position: number) {
      const code = disk.askRead?.(pathOf(fd));
      if (code) throw failure(code, pathOf(fd));
      return real.readSync(fd, buffer, offset, length, position);
    },
    writeSync(fd: number, buffer: Uint8Array, offset: number, length: number, position: number) {
      const code = disk.ask?.("write", pathOf(fd));
      if (!code) return real.writeSync(fd, buffer, offset, length, position);
      real.writeSync(fd, buffer, offset, length >> 1, position);
      throw failure(code, pathOf(fd));
    },
    writeFileSync(file: string | number, data: string | Uint8Array, options?: fs.WriteFileOptions) {
      const path = typeof file === "number" ? pathOf(file) : file;
      const code = path.endsWith("/lock") ? undefined : disk.ask?.("write", path);
      if (!code) return real.writeFileSync(file, data, options);
      real.writeFileSync(file, data.slice(0, data.length >> 1), options);
      throw failure(code, path);
    },
    fdatasync: syncLater,
    fsync: syncLater,
    fdatasyncSync: syncNow,
    fsyncSync: syncNow,
    ftruncateSync(fd: number, length: number) {
      refuse("truncate", pathOf(fd));
      real.ftruncateSync(fd, length);
    },
    renameSync(from: string, to: string) {
      refuse("rename", to);
      real.renameSync(from, to);
      const held = disk.durable.get(from);
      disk.durable.delete(from);
      if (held) disk.durable.set(to, held);
      else disk.durable.delete(to);
    },
    rmSync(path: string, options?: fs.RmOptions) {
      refuse("remove", path);
      real.rmSync(path, options);
      disk.durable.delete(path);
    },
    mkdirSync(path: string, options?: fs.MakeDirectoryOptions) {
      refuse("make", path);
      return real.mkdirSync(path, options);
    },
  };
  const places = fs as unknown as Record<string, Call>;
  const calls = real as unknown as Record<string, Call>;
  const put = (name: string, call: Call) => {
    places[name] = call;
    atEnd(() => {
      places[name] = calls[name];
      syncBuiltinESMExports();
    });
  };
  for (const name of ["readFileSync", "appendFileSync"]) put(name, inside(calls[name]));
  for (const [name, call] of Object.entries(wrapped as unknown as Record<string, Call>)) {
    const watched = inside(call);
    put(name, (...values) => (isInside ? calls[name] : watched)(...values));
  }
  syncBuiltinESMExports();
}
