import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "../src/base/file/folder-lock.js";

/**
 * Where folders of tests are made: in memory where there are some gigabytes for them. Nothing here loses power, so to
 * wait for a disk tells nothing.
 */
const roomy = (folder: string) => existsSync(folder) && statfsSync(folder).bavail * statfsSync(folder).bsize > 2 ** 32;

/** Removes what is left of runs that were killed themselves: such folders are named after their process. */
function removeAbandoned(place: string): void {
  for (const name of readdirSync(place)) {
    const pid = /^crawlbench-(\d+)-\w{6}$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(place, name), { recursive: true, force: true });
  }
}

/** One folder for whatever the tests write, and nothing left of it, whatever was killed. */
export default function setup(): () => void {
  const place = roomy("/dev/shm") ? "/dev/shm" : tmpdir();
  removeAbandoned(place);
  const folder = mkdtempSync(join(place, `crawlbench-${process.pid}-`));
  chmodSync(folder, 0o755); // PostgreSQL runs as a user of its own, where this process is root
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
