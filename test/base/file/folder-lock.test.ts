import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { problem } from "../../../src/base/error.js";
import { lockFolder, lockWhenFree } from "../../../src/base/file/folder-lock.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { coded } from "../../fixture/problems.js";

const lock = (path: string) => lockFolder(path, (by) => problem.locked`open in process ${by}`);

const refuses = (path: string, by: string) =>
  expect(() => lock(path)).toThrow(coded("locked", `open in process ${by}`));

/** The mark that stands while a folder is open. */
function lockedBy(path: string): string {
  const unlock = lock(path);
  const mark = readFileSync(path, "utf8");
  unlock();
  return mark;
}

describe("the mark of an open folder", () => {
  it("refuses the same process, and is gone when it is taken away", () => {
    const path = join(temporaryFolder(), "lock");
    const unlock = lock(path);
    refuses(path, `${process.pid}, this one`);
    unlock();
    expect(existsSync(path)).toBe(false);
    lock(path)();
  });

  it("refuses when another process that lives has it, naming that, and no longer once it is gone", async () => {
    const path = join(temporaryFolder(), "lock");
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    try {
      const stat = () => readFileSync(`/proc/${child.pid}/stat`, "latin1");
      const birth = stat()
        .slice(stat().lastIndexOf(")") + 2)
        .split(" ")[19];
      for (const mark of [`${child.pid} ${birth}`, `${child.pid}`]) {
        writeFileSync(path, mark);
        refuses(path, `${child.pid}`);
        expect(readFileSync(path, "utf8")).toBe(mark);
      }
      writeFileSync(path, `${child.pid} ${Number(birth) - 1}`); // its number was that of another before
      lock(path)();
      writeFileSync(path, `${child.pid} ${birth}`);
    } finally {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await gone;
    }
    lock(path)();
  });

  it("is taken over from a process that is gone", () => {
    const path = join(temporaryFolder(), "lock");
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    for (const mark of [`${pid} 12345`, `${pid}`, `${pid} `]) {
      writeFileSync(path, mark);
      const unlock = lock(path);
      expect(readFileSync(path, "utf8").split(" ")[0]).toBe(String(process.pid));
      unlock();
    }
  });

  it("is taken over when it says nothing that it could have said", () => {
    const path = join(temporaryFolder(), "lock");
    for (const mark of [
      "",
      "garbage",
      "0",
      "-1",
      "-1 5",
      "1.5",
      "Infinity",
      "NaN",
      "\0\0\0\0",
      "99999999999999999999 1",
      "x".repeat(1e5),
    ]) {
      writeFileSync(path, mark);
      lock(path)();
      expect(existsSync(path)).toBe(false);
    }
  });

  it("that went with a folder that was moved does not count once it is taken away", () => {
    const [before, after] = ["before", "after"].map((name) => join(temporaryFolder(), name));
    mkdirSync(before);
    const unlock = lock(join(before, "lock"));
    renameSync(before, after);
    refuses(join(after, "lock"), `${process.pid}, this one`);
    mkdirSync(before);
    const other = lock(join(before, "lock")); // another folder in its place
    unlock();
    refuses(join(before, "lock"), `${process.pid}, this one`);
    other();
    lock(join(after, "lock"))();
  });

  it("of another thread, or of an older version, counts until that ends", () => {
    const path = join(temporaryFolder(), "lock");
    const [pid, birth] = lockedBy(path).split(" ");
    for (const mark of [`${pid} ${birth}`, `${pid} ${birth} 77.0`]) {
      writeFileSync(path, mark);
      refuses(path, `${pid}, this one`);
    }
  });

  it("that another process made meanwhile is left when the own one is taken away", () => {
    const path = join(temporaryFolder(), "lock");
    const unlock = lock(path);
    const theirs = `${process.ppid} 12345`;
    writeFileSync(path, theirs);
    unlock();
    expect(readFileSync(path, "utf8")).toBe(theirs);
  });

  it("is given up, with an error, while another process that lives does not end taking it over", () => {
    const path = join(temporaryFolder(), "lock");
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    writeFileSync(path, `${pid} 12345`);
    writeFileSync(`${path}.turn`, `${process.ppid}`);
    utimesSync(`${path}.turn`, 1e10, 1e10); // it never grows old
    let waits = 0;
    const wait = vi.spyOn(Atomics, "wait").mockImplementation(() => {
      if (++waits > 1000) throw new Error("it is tried for ever");
      return "timed-out";
    });
    refuses(path, `${process.ppid}`);
    wait.mockRestore();
    expect(waits).toBe(100); // as often as it says
    expect(readFileSync(path, "utf8")).toBe(`${pid} 12345`);
  });

  it("is taken over although the process that was taking it over died of that", () => {
    const path = join(temporaryFolder(), "lock");
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    writeFileSync(path, `${pid} 12345`);
    writeFileSync(`${path}.turn`, `${pid} 12345`);
    lock(path)();
    expect(existsSync(`${path}.turn`)).toBe(false);
  });

  it("is waited for, with word of whose it is, until it is taken away", async () => {
    const path = join(temporaryFolder(), "lock");
    const told: string[] = [];
    const first = lock(path);
    const second = await lockWhenFree(path, (by) => {
      told.push(by);
      first();
    });
    refuses(path, `${process.pid}, this one`);
    second();
    expect(told).toEqual([`${process.pid}, this one`]);
  });

  it("is not waited for where no mark can be made", async () => {
    const path = join(temporaryFolder(), "no folder", "lock");
    await expect(lockWhenFree(path, () => {})).rejects.toThrow("ENOENT");
  });
});
