import { execFileSync, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/base/random.js";
import { type Eliminator, type EliminatorMethod, openEliminator } from "../../src/urldb/eliminator.js";
import { UrlBatch } from "../../src/urldb/url-batch.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { type Exported, exportsOf } from "../discover.js";

type Method = Exported & { readonly value: EliminatorMethod };
const methods = ((await exportsOf("urldb/eliminator")) as Method[]).filter(({ value }) => value.durable !== "nothing");
const child = resolve(import.meta.dirname, "eliminator/child.mjs");
const { run, urlsOf, idOf, BATCH } = (await import(/* @vite-ignore */ pathToFileURL(child).href)) as {
  run(args: readonly string[], print: (lines: string) => unknown): Promise<void>;
  urlsOf(batch: number): string[];
  idOf(url: string): string;
  BATCH: number;
};

const textsOf = (batch: UrlBatch) => Array.from({ length: batch.size }, (_, i) => Buffer.from(batch.at(i)).toString());

/** Which of these URLs the eliminator knows: those that do not come out. */
async function known(eliminator: Eliminator, urls: readonly string[]): Promise<Set<string>> {
  const fresh = new Set([...textsOf(await eliminator.offer(UrlBatch.of(urls))), ...textsOf(await eliminator.flush())]);
  return new Set(urls.filter((url) => !fresh.has(url)));
}

/** What the child printed: whole lines only. */
function linesOf(text: string): { what: string; ids: string[] }[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const [what, ids] = line.split(": ");
      return { what, ids: ids ? ids.split(" ") : [] };
    });
}

/** Lets the child live until it has printed so many lines and a while longer. @returns its lines, and was it killed? */
async function live(args: readonly string[], moment: { readonly lines: number; readonly afterMs: number }) {
  const log = join(temporaryFolder(), "log");
  const out = openSync(log, "w");
  const process = spawn(globalThis.process.execPath, [child, ...args], { stdio: ["ignore", out, "inherit"] });
  const gone = new Promise((done) => process.once("exit", done));
  const printed = () => linesOf(readFileSync(log, "utf8")).length;
  while (printed() < moment.lines && process.exitCode === null) await sleep(2);
  await sleep(moment.afterMs);
  const killed = process.exitCode === null && process.kill("SIGKILL");
  await gone;
  closeSync(out);
  return { lines: linesOf(readFileSync(log, "utf8")), killed };
}

/** What the child does, to its end, in this process. */
async function liveOn(args: readonly string[]) {
  let text = "";
  await run(args, (lines) => {
    text += lines;
  });
  return { lines: linesOf(text), killed: false };
}

const sleep = (ms: number) => new Promise((next) => setTimeout(next, ms));

const BATCHES = depth({ everyday: 40, prove: 60 });
/** Kills; one that comes too late is tried again. */
const KILLS = depth({ everyday: 1, prove: 4 });
const MOST_LIVES = 10 * KILLS;
const everything = [...new Set(Array.from({ length: BATCHES }, (_, i) => urlsOf(i)).flat())];

describe.each(methods)("a process with $value.name that is killed", ({ file, value: method }) => {
  it.each(["yielded", "taken"] as const)("leaves what was %s, and loses nothing else for good", async (remember) => {
    const random = new Random(77);
    const folder = temporaryFolder();
    const came: string[][] = [];
    let kills = 0;
    for (let life = 0; ; life++) {
      const moment = kills < KILLS && life < MOST_LIVES ? { lines: 1, afterMs: random.below(120) } : undefined;
      const args = [folder, file, remember, String(BATCHES)];
      const { lines, killed } = await (moment ? live(args, moment) : liveOn(args));
      if (killed) kills++;
      expect(lines[0]?.what).toBe("opened"); // it opens, whatever the last life left
      expect(lines.filter(({ what }) => what.startsWith("failed"))).toEqual([]);
      came.push(lines.flatMap(({ ids }) => ids));
      if (moment) continue;
      expect(lines.at(-1)?.what).toBe("closed");
      break;
    }
    expect(kills).toBeGreaterThan(0);
    for (const ids of came) expect(new Set(ids).size).toBe(ids.length); // once in each life
    const all = came.flat();
    if (remember === "taken") expect(new Set(all)).toEqual(new Set(everything.map(idOf))); // nothing lost
    // nothing twice
    if (remember === "yielded" && method.durable === "yields") expect(new Set(all).size).toBe(all.length);
    const eliminator = await openEliminator(folder, { method });
    expect((await known(eliminator, everything)).size).toBe(everything.length);
    await eliminator.close();
  });

  it("knows afterwards what came out of it, and of the rest one merge at most", async () => {
    const random = new Random(78);
    for (let round = 0; round < depth({ everyday: 1, prove: 2 }); round++) {
      const folder = temporaryFolder();
      const moment = { lines: 2, afterMs: random.below(100) };
      const { lines } = await live([folder, file, "yielded", String(BATCHES)], moment);
      const flushed = lines.findLastIndex(({ what }) => what === "flushed");
      const sure = (method.durable === "yields" ? lines : lines.slice(0, flushed + 1)).flatMap(({ ids }) => ids);
      const eliminator = await openEliminator(folder, { method });
      const { urls } = eliminator.stats;
      const found = new Set([...(await known(eliminator, everything))].map(idOf));
      await eliminator.close();
      expect(found.size).toBe(urls); // nothing is known that was not offered
      for (const id of sure) expect(found.has(id), `${id} came out and was forgotten`).toBe(true);
      const offered = (lines.filter(({ what }) => what.startsWith("offered")).length + 1) * BATCH;
      expect(urls).toBeLessThanOrEqual(offered);
    }
  });
});

/** An eliminator with 40 URLs in its file, closed. */
async function small(method: EliminatorMethod, folder: string): Promise<{ path: string; urls: string[] }> {
  const urls = Array.from({ length: 40 }, (_, i) => `http://www.host${i % 7}.org/${i}`);
  const eliminator = await openEliminator(folder, { method });
  await eliminator.offer(UrlBatch.of(urls));
  await eliminator.flush();
  await eliminator.close();
  const [name] = readdirSync(folder).filter((each) => each !== "lock");
  return { path: join(folder, name), urls };
}

describe.each(methods)("the file of $value.name", ({ value: method }) => {
  it("is refused with any byte changed, or cut anywhere, when it is opened or at the next merge, and stays as it is", async () => {
    const folder = temporaryFolder();
    const { path, urls } = await small(method, folder);
    const whole = readFileSync(path);
    const verdict = async (bytes: Uint8Array): Promise<string> => {
      writeFileSync(path, bytes);
      let eliminator: Eliminator | undefined;
      try {
        eliminator = await openEliminator(folder, { method });
        const found = await known(eliminator, [...urls, "http://new.org/"]);
        return found.size === urls.length ? "harmless" : "wrong";
      } catch (error) {
        return (error as { code: string }).code;
      } finally {
        await eliminator?.close();
      }
    };
    expect(await verdict(whole)).toBe("harmless");
    for (let at = 0; at < whole.length; at += depth({ everyday: 13, prove: 1 })) {
      const changed = Buffer.from(whole);
      changed[at] ^= 1 << (at % 8);
      // bytes 8 to 15 tell which hash it was made with
      expect(await verdict(changed), `byte ${at}`).toBe(at >= 8 && at < 16 ? "settings" : "damaged");
      expect(readFileSync(path).equals(changed)).toBe(true);
      if (at % 5 === 0) expect(await verdict(whole.subarray(0, at)), `cut to ${at}`).toBe("damaged");
    }
  });

  it("is as before when a merge fails, and the merge succeeds when it is tried again", async () => {
    const folder = temporaryFolder();
    const { path, urls } = await small(method, folder);
    const before = readFileSync(path);
    const eliminator = await openEliminator(folder, { method, bufferUrls: 10 });
    const more = Array.from({ length: 35 }, (_, i) => `http://more.org/${i}`);
    mkdirSync(`${path}.part`); // no file can be written aside
    const out: string[] = [];
    const offer = async () => out.push(...textsOf(await eliminator.offer(UrlBatch.of([...urls, ...more]))));
    await expect(offer()).rejects.toMatchObject({ code: "failed" });
    await expect(eliminator.flush()).rejects.toMatchObject({ code: "failed" });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(eliminator.stats).toMatchObject({ merges: 0 });
    rmSync(`${path}.part`, { recursive: true });
    await offer();
    out.push(...textsOf(await eliminator.flush()));
    expect(out.toSorted()).toEqual(more.toSorted()); // each once, though the batch was offered twice
    await eliminator.close();
    expect(readdirSync(folder)).toEqual([path.slice(folder.length + 1)]);
  });

  it("is not locked by a process that was killed, nor in the way of one by what that left behind", async () => {
    const folder = temporaryFolder();
    const { path } = await small(method, folder);
    for (const left of ["part", "next"]) writeFileSync(`${path}.${left}`, "half of a fi");
    await (await openEliminator(folder, { method })).close();
    expect(readdirSync(folder)).toEqual([path.slice(folder.length + 1)]);
  });
});

describe.each(methods)("a disk that is full for $value.name", ({ file, value: method }) => {
  it("is told as such; what came out before is remembered, and all else comes out when there is room", async () => {
    const folder = temporaryFolder();
    // No file may be longer than 32 KiB, or 16 where the shell counts in units of 512 bytes.
    const script = 'ulimit -f 32 && exec "$0" "$@"';
    const args = ["-c", script, process.execPath, child, folder, file, "yielded", String(BATCHES)];
    const lines = linesOf(execFileSync("sh", args, { encoding: "utf8" }));
    expect(lines.at(-1)?.what).toBe("failed disk-full");
    const came = lines.flatMap(({ ids, what }) => (what.startsWith("failed") ? [] : ids));
    expect(came.length).toBeGreaterThan(0);
    expect(readdirSync(folder).filter((name) => name !== "lock")).toHaveLength(1); // the half-written file is gone
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(32_768);
    const eliminator = await openEliminator(folder, { method });
    const { urls } = eliminator.stats;
    // what came out early is remembered from the next merge on
    const merged = method.durable === "yields" ? came.length : urls;
    expect(urls).toBe(merged);
    const found = await known(eliminator, everything);
    expect(found.size).toBe(merged);
    await eliminator.close();
  });
});
