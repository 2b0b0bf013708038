import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, statfsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { openUrlDatabase, UrlDatabase } from "../../src/urldb/database.js";
import { settingsOf } from "../../src/urldb/settings.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { engineExports, isEngine, isOfOtherProgram, isTried } from "./engines.js";

const load = join(import.meta.dirname, "kill", "load.mjs");
const { batchOf } = (await import(/* @vite-ignore */ pathToFileURL(load).href)) as {
  batchOf(i: number, size: number): string[];
};
const batchSize = depth({ everyday: 300, prove: 2000 });
/** MB that are left on the disk, and of which a file may be; a server's log files have 16. */
const [LEFT, MOST] = depth({ everyday: [0.5, 1], prove: [5, 17] });
const confirmTimeout = 100;

const engines = (await engineExports())
  .flatMap(({ file, export: name, value }) => (isEngine(value) ? [{ file, name, engine: value }] : []))
  .filter(({ engine }) => engine.durable)
  .filter(({ name }) => isTried(name));

const mount = (...given: string[]) => spawnSync("mount", given, { encoding: "utf8" });

/** A file system of its own, of a size that can be changed; undefined where this process may not mount one. */
function newDisk(
  megabytes: number,
): { readonly path: string; resize(bytes: number): void; used(): number } | undefined {
  const path = temporaryFolder();
  if (mount("-t", "tmpfs", "-o", `size=${megabytes}m,mode=0755`, "tmpfs", path).status !== 0) return undefined;
  onTestFinished(() => void spawnSync("umount", ["-l", path]));
  const used = () => {
    const { blocks, bfree, bsize } = statfsSync(path);
    return (blocks - bfree) * bsize;
  };
  const resize = (bytes: number) =>
    expect(mount("-o", `remount,size=${Math.ceil(bytes / 4096) * 4096}`, path).stderr).toBe("");
  return { path, resize, used };
}

/** Adds batches, so many at a time, until one is refused; tells which were added, and the codes of the others. */
async function fill(database: UrlDatabase, atOnce: number): Promise<{ added: number[]; refused: Map<number, string> }> {
  const added: number[] = [];
  const refused = new Map<number, string>();
  for (let i = 0; refused.size === 0 && i < 400; i += atOnce) {
    const results = await Promise.allSettled(
      Array.from({ length: atOnce }, (_, j) => database.add(batchOf(i + j, batchSize))),
    );
    for (const [j, result] of results.entries()) {
      if (result.status === "fulfilled") added.push(i + j);
      else refused.set(i + j, (result.reason as { code?: string }).code ?? String(result.reason));
    }
  }
  return { added, refused };
}

/** Of these batches, how many URLs are stored. Asks for one before it asks for all, since a refusal may take time. */
async function stored(database: UrlDatabase, batches: Iterable<number>): Promise<number> {
  let count = 0;
  for (const i of batches) {
    await database.get(batchOf(i, 1)[0]);
    const records = await Promise.all(batchOf(i, batchSize).map((url) => database.get(url)));
    count += records.filter((record) => record !== undefined).length;
  }
  return count;
}

/** What a full disk may make of a call that needs no room in principle: its answer, or a refusal that says why. */
async function answerOf<T>(call: Promise<T>): Promise<T | undefined> {
  const [result] = await Promise.allSettled([call]);
  if (result.status === "fulfilled") return result.value;
  expect(["disk-full", "failed"], String(result.reason)).toContain(codeOf(result.reason));
  return undefined;
}

/**
 * Runs fill.mjs where no file may become larger than so many KiB; node ignores SIGXFSZ, so that writes beyond it give
 * EFBIG.
 */
function limited(kibibytes: number, given: object): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const script = join(import.meta.dirname, "kill", "fill.mjs");
  const command = `ulimit -f ${kibibytes}; exec "$0" "$@"`;
  const child = spawn("bash", ["-c", command, process.execPath, script, JSON.stringify(given)]);
  const timer = setTimeout(() => child.kill("SIGKILL"), 240_000); // stuck
  const told = { stdout: "", stderr: "" };
  child.stdout.on("data", (data) => (told.stdout += data));
  child.stderr.on("data", (data) => (told.stderr += data));
  return new Promise((done, reject) => {
    child.once("error", reject);
    child.once("close", (status) => {
      clearTimeout(timer);
      done({ status, ...told });
    });
  });
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? String(error);

describe.each(engines.map(({ name, ...rest }) => [name, rest] as const))(
  "%s on a full disk",
  (name, { file, engine }) => {
    const open = (path: string) => openUrlDatabase(path, { engine, confirmTimeout });

    /** A database with little left on its disk. */
    async function crowded() {
      const disk = newDisk(600);
      if (!disk) return undefined;
      const path = join(disk.path, "database");
      const settings = settingsOf({ confirmTimeout });
      const store = await engine.open(path, settings);
      const database = new UrlDatabase(store, settings, path);
      await database.add("http://first.example/");
      disk.resize(disk.used() + LEFT * 2 ** 20);
      return { disk, path, store, database };
    }

    it("refuses a batch as a whole, keeps all before it, and goes on once there is room", async (context) => {
      const missing = await engine.missing?.();
      if (missing) return without(missing, context.skip);
      const made = await crowded();
      if (!made) return context.skip("this user may not mount a file system");
      const { disk, path, store } = made;
      let { database } = made;

      const { added, refused } = await fill(database, 1);
      expect([...refused.values()]).toEqual(["disk-full"]);
      expect(added.length).toBeGreaterThan(0);
      const urls = 1 + added.length * batchSize;
      const size = await answerOf(database.size());
      if (size) expect(size.urls).toBe(urls);
      expect((await answerOf(stored(database, refused.keys()))) ?? 0).toBe(0);
      const kept = await answerOf(stored(database, [added[0], added[added.length - 1]]));
      if (kept !== undefined) expect(kept).toBe(2 * batchSize);
      // room for it may have been found
      const extra = (await answerOf(database.add(batchOf(1000, batchSize))))?.added ?? 0;
      const taken = ((await answerOf(store.take(10, 5))) ?? []).map(({ url }) => url).sort();

      disk.resize(600 * 2 ** 20);
      const [batch] = [...refused.keys()];
      let more = await database.add(batchOf(batch, batchSize)).catch(codeOf);
      if (more === "failed") {
        // the disk failed: open it anew
        await database.close();
        database = await open(path);
        more = await database.add(batchOf(batch, batchSize));
      }
      expect(more).toMatchObject({ added: batchSize });
      for (let reopened = 0; reopened < 2; reopened++) {
        expect(await database.size()).toEqual({
          urls: urls + extra + batchSize,
          waiting: urls + extra + batchSize - taken.length,
          checks: taken.length,
        });
        expect((await database.outstanding()).map(({ url }) => url).sort()).toEqual(taken);
        expect(await stored(database, [...added, batch])).toBe((added.length + 1) * batchSize);
        await database.close();
        database = await open(path);
      }
      expect((await database.take(1e6, 200)).length).toBe(urls + extra + batchSize);
      await database.close();
    });

    it("keeps what it acknowledged when it is closed, or killed by an error, and opened while the disk is full", async (context) => {
      const missing = await engine.missing?.();
      if (missing) return without(missing, context.skip);
      const made = await crowded();
      if (!made) return context.skip("this user may not mount a file system");
      const { disk, path, database } = made;

      const { added, refused } = await fill(database, 4);
      for (const code of refused.values()) expect(["disk-full", "failed"]).toContain(code);
      expect([...refused.values()][0]).toBe("disk-full");
      await database.close().catch((error) => expect(["disk-full", "failed"]).toContain(codeOf(error)));
      const holds = async (reopened: UrlDatabase) => {
        expect((await reopened.size()).urls).toBe(1 + added.length * batchSize);
        expect(await stored(reopened, added)).toBe(added.length * batchSize);
        expect(await stored(reopened, refused.keys())).toBe(0);
      };
      const full = await open(path).catch(codeOf);
      if (typeof full === "string") expect(full).toBe("disk-full");
      else {
        await holds(full);
        await full.close().catch((error) => expect(["disk-full", "failed"]).toContain(codeOf(error)));
      }
      disk.resize(600 * 2 ** 20);
      await using reopened = await open(path);
      await holds(reopened);
      for (const i of refused.keys()) expect((await reopened.add(batchOf(i, batchSize))).added).toBe(batchSize);
      expect((await reopened.take(1e6, 0)).length).toBe(1 + (added.length + refused.size) * batchSize);
    });

    it("takes a file that may not grow for a full disk, and goes on where files may", async (context) => {
      const missing = await engine.missing?.();
      if (missing) return without(missing, context.skip);
      const path = join(temporaryFolder(), "database");
      mkdirSync(path);
      const given = { dist: resolve(import.meta.dirname, "../../dist"), file, name, path, batchSize, batches: 400 };
      const child = await limited(MOST * 1024, given);
      expect([child.stderr, child.status]).toEqual(["", 0]);
      const { added, ...told } = JSON.parse(child.stdout);
      // another program may tell EFBIG from ENOSPC
      if (isOfOtherProgram(name)) expect(["disk-full", "failed"]).toContain(told.code);
      else expect(told).toEqual({ code: "disk-full", urls: added * batchSize, refusedButStored: 0, closed: "closed" });
      expect(added).toBeGreaterThan(0);
      await using database = await open(path);
      expect((await database.size()).urls).toBe(added * batchSize);
      expect(await stored(database, [0, added - 1])).toBe(2 * batchSize);
      expect((await database.add(batchOf(added, batchSize))).added).toBe(batchSize);
    });
  },
);

/** An engine that cannot run here: skipped with its reason; where CI runs, that is an error. */
function without(reason: string, skip: (note: string) => void): void {
  if (process.env.CI) throw new Error(`${reason} (CI must have it)`);
  skip(reason);
}
