import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Manifest } from "../../../src/urldb/dedicated/manifest.js";
import { UrlBatch } from "../../../src/urldb/url-batch.js";
import { depth } from "../../depth.js";
import {
  drop,
  leftBehind,
  newFolder,
  openStore,
  pause,
  stateAfter,
  stateIn,
  stateOf,
  storyOf,
  storySettings,
} from "./story.js";

const settings = storySettings["the default order"];
const steps = await storyOf(200, 150, settings);
const expected = await stateAfter(steps, settings);
const descriptors = () => readdirSync("/proc/self/fd").length;

/** A folder with runs of several levels, popped in part, states, positions, all accounted for by the manifest. */
const template = await (async () => {
  const path = newFolder();
  const store = await openStore(path, { ...settings, durability: "none" });
  for (const { make } of steps) {
    await make(store);
    await pause();
  }
  await store.close();
  return path;
})();
const manifestOf = (path: string): Manifest =>
  JSON.parse(readFileSync(join(path, "manifest.json"), "utf8").split("\n")[0]);

describe("a folder", () => {
  it("holds, closed, the log, the manifest, and what that names, and nothing else", async () => {
    const { index, queue, checks, states } = manifestOf(template);
    const named = [...index, ...queue, ...checks].map(({ file }) => file);
    expect(readdirSync(template).sort()).toEqual(
      ["log", "manifest.json", "origins", "positions", states?.file, ...named].sort(),
    );
    expect(Math.max(...index.map(({ level }) => level))).toBeGreaterThan(0);
    expect([...queue, ...checks].some(({ consumed }) => consumed > 0)).toBe(true);
    expect(await stateIn(leftBehind(template), settings)).toBe(expected);
  });

  it("is refused as corrupt for every file beside the log that is missing, short, longer than it was, or full of other bytes; then deleting the manifest mends it", async () => {
    const files = readdirSync(template).filter((file) => file !== "log" && file !== "manifest.json");
    expect(files.length).toBeGreaterThan(6);
    const damages: Record<string, (path: string) => void> = {
      missing: (path) => rmSync(path),
      empty: (path) => truncateSync(path, 0),
      "a byte shorter": (path) => truncateSync(path, readFileSync(path).length - 1),
      foreign: (path) => writeFileSync(path, Buffer.alloc(readFileSync(path).length, "something else ")),
      zeros: (path) => writeFileSync(path, Buffer.alloc(readFileSync(path).length)),
    };
    const before = descriptors();
    // of each kind of file one: of runs there are many
    const kindOf = (file: string) => file.replace(/\d+/, "");
    const chosen = files.filter((file, at) => files.findIndex((each) => kindOf(each) === kindOf(file)) === at);
    for (const file of depth({ everyday: chosen, prove: files })) {
      for (const [damage, make] of Object.entries(damages)) {
        const copy = leftBehind(template);
        make(join(copy, file));
        const given = await stateIn(copy, settings).catch((error: unknown) => error);
        expect(given, `${file} ${damage}`).toMatchObject({
          code: "damaged",
          message: expect.stringMatching(/manifest\.json/),
        });
        expect((given as Error).message).toContain(file);
        rmSync(join(copy, "manifest.json"));
        expect(await stateIn(copy, settings), `${file} ${damage}, mended`).toBe(expected);
        drop(copy);
      }
    }
    expect(descriptors()).toBe(before);
  });

  it("is refused, or answers all the same, for a byte turned anywhere beside the log", async () => {
    const files = readdirSync(template).filter((file) => file !== "log");
    for (const file of files) {
      const whole = readFileSync(join(template, file));
      for (let i = 0; i < 6; i += depth({ everyday: 3, prove: 1 })) {
        const copy = leftBehind(template);
        const damaged = Buffer.from(whole);
        damaged[(i * 7919 * 31 + file.length * 613) % whole.length] ^= 1 << i;
        writeFileSync(join(copy, file), damaged);
        const given = await stateIn(copy, settings).catch((error: { code?: string }) => error.code);
        expect([expected, "damaged"], `${file}, turn ${i}`).toContain(given);
        drop(copy);
      }
    }
  });

  it("is refused when any two of its runs have changed places", async () => {
    const runs = readdirSync(template).filter((file) => file.endsWith(".run"));
    expect(runs.length).toBeGreaterThan(5);
    for (const [i, a] of runs.entries()) {
      const others = runs.slice(i + 1);
      for (const b of others.filter((_, at) => at % depth({ everyday: 3, prove: 1 }) === 0)) {
        const copy = leftBehind(template);
        writeFileSync(join(copy, a), readFileSync(join(template, b)));
        writeFileSync(join(copy, b), readFileSync(join(template, a)));
        const given = await stateIn(copy, settings).catch((error: { code?: string }) => error.code);
        expect(given, `${a} and ${b}`).toBe("damaged");
        drop(copy);
      }
    }
  });

  it("is swept at opening of what a kill left, and of nothing that is the user's", async () => {
    const copy = leftBehind(template);
    const left = ["manifest.json.part", "index-900.run", "queue-901.run", "checks-902.run", "states-903"];
    const users = [
      "notes.txt",
      "film.part",
      "morning.run",
      "states-of-america.csv",
      "index.run",
      "log.old",
      "states-9.bak",
    ];
    for (const file of [...left, ...users]) writeFileSync(join(copy, file), "x");
    mkdirSync(join(copy, "states-mine"));
    expect(await stateIn(copy, settings)).toBe(expected);
    const after = readdirSync(copy);
    for (const file of left) expect(after).not.toContain(file);
    for (const file of [...users, "states-mine"]) expect(after).toContain(file);
  });

  it("that is not a database is left as it is", async () => {
    const path = newFolder();
    writeFileSync(join(path, "log"), "2026-01-01 started\n");
    const before = descriptors();
    await expect(openStore(path, settings)).rejects.toMatchObject({ code: "damaged" });
    expect(readdirSync(path)).toEqual(["log"]);
    expect(readFileSync(join(path, "log"), "utf8")).toBe("2026-01-01 started\n");
    await expect(openStore(join(path, "log"), settings)).rejects.toMatchObject({ code: "failed" });
    expect(descriptors()).toBe(before);
  });

  it("has its log back when it is lost, or is refused, and never begins anew unasked", async () => {
    const copy = leftBehind(template);
    rmSync(join(copy, "log"));
    for (let i = 0; i < 2; i++) await expect(openStore(copy, settings)).rejects.toMatchObject({ code: "damaged" });
    writeFileSync(join(copy, "log"), readFileSync(join(template, "log")));
    expect(await stateIn(copy, settings)).toBe(expected);
  });
});

describe("opening a folder twice", () => {
  it("in one process is refused, and lets the first go on", async () => {
    const copy = leftBehind(template);
    const store = await openStore(copy, settings);
    const before = descriptors();
    for (let i = 0; i < 3; i++) {
      await expect(openStore(copy, settings)).rejects.toMatchObject({
        code: "locked",
        message: `${copy} is open in process ${process.pid}, this one: close it there first`,
      });
    }
    expect(descriptors()).toBe(before);
    expect(await stateOf(store)).toBe(expected);
    await store.close();
    await (await openStore(copy, settings)).close();
  });

  it("is refused while another process has it, and taken over when that was killed", async () => {
    const copy = leftBehind(template);
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    const stat = readFileSync(`/proc/${child.pid}/stat`, "latin1");
    writeFileSync(join(copy, "lock"), `${child.pid} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`);
    try {
      const message = expect.stringContaining(`is open in process ${child.pid}: close it there first`);
      await expect(openStore(copy, settings)).rejects.toMatchObject({ code: "locked", message });
    } finally {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await gone;
    }
    expect(await stateIn(copy, settings)).toBe(expected);
    expect(existsSync(join(copy, "lock"))).toBe(false);
  });

  it("is possible at once after an opening that was refused, for whatever reason", async () => {
    const copy = leftBehind(template);
    const manifest = readFileSync(join(copy, "manifest.json"));
    const log = readFileSync(join(copy, "log"));
    const before = descriptors();
    const reasons: [code: string, () => void][] = [
      ["damaged", () => writeFileSync(join(copy, "manifest.json"), "x")],
      ["damaged", () => writeFileSync(join(copy, "log"), "x")],
      ["damaged", () => writeFileSync(join(copy, "log"), log.subarray(0, 100))],
    ];
    for (const [code, make] of reasons) {
      make();
      for (let i = 0; i < 2; i++) await expect(openStore(copy, settings)).rejects.toMatchObject({ code });
      expect(existsSync(join(copy, "lock"))).toBe(false);
      writeFileSync(join(copy, "manifest.json"), manifest);
      writeFileSync(join(copy, "log"), log);
    }
    for (let i = 0; i < 2; i++) {
      damageFirstRecord(copy, log);
      await expect(openStore(copy, settings)).rejects.toMatchObject({ code: "damaged" });
      expect(existsSync(join(copy, "lock"))).toBe(false);
    }
    writeFileSync(join(copy, "log"), log);
    await expect(openStore(copy, { ...settings, order: ["hash"] })).rejects.toMatchObject({ code: "settings" });
    expect(descriptors()).toBe(before);
    expect(await stateIn(copy, settings)).toBe(expected);
  });
});

/** In a log that is to be read from its beginning. */
function damageFirstRecord(folder: string, log: Buffer): void {
  const damaged = Buffer.from(log);
  damaged[60] ^= 1;
  writeFileSync(join(folder, "log"), damaged);
  rmSync(join(folder, "manifest.json"));
}

describe("open files", () => {
  it("are as many after closing as before, after merges of all kinds and with checkpoints under way", async () => {
    const before = descriptors();
    for (const waits of [true, false]) {
      const path = newFolder();
      const store = await openStore(path, { durability: "none", recrawlAfter: () => 10, confirmTimeout: 5 }, 2);
      for (let n = 0; n < depth({ everyday: 60, prove: 150 }); n++) {
        const add = store.add(UrlBatch.of(Array.from({ length: 5 }, (_, i) => `http://h${n}.org/${i}`)));
        const taken = store.take(4, n);
        if (!waits) continue;
        await add;
        await store.confirm(UrlBatch.of(await taken), n);
        await store.tick(n + 20);
      }
      expect(descriptors()).toBeGreaterThan(before + 3);
      await store.close();
      await pause(5);
      expect(descriptors()).toBe(before);
    }
  });

  it("grow with the logarithm of the URLs: runs that are merged are closed on the way", async () => {
    const before = descriptors();
    const path = newFolder();
    const store = await openStore(path, { durability: "none" }, 2);
    let most = 0;
    for (let n = 0; n < 500; n++) {
      const { size } = statSync(join(path, "log"));
      // a checkpoint first, since memory is full
      await store.add(UrlBatch.of([`http://a.org/${n}`, `http://b.org/${n}`]));
      while (n % 10 === 9 && manifestOf(path).log < size) await pause();
      most = Math.max(most, descriptors() - before);
    }
    // 500 runs: at most two fans of 32 runs of Q at each of 2 levels, of 4 runs of the index at each of 5, those of ten
    // checkpoints, and 3 files
    expect(most).toBeLessThan(2 * 32 * 2 + 2 * 4 * 5 + 10 * 3 + 3);
    await store.close();
  });
});
