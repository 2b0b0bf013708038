import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeAbandoned } from "../src/base/file/folder-lock.js";

/**
 * Where folders of tests are made: in memory where there are some gigabytes for them. Nothing here loses power, so to
 * wait for a disk tells nothing.
 */
const roomy = (folder: string) => existsSync(folder) && statfsSync(folder).bavail * statfsSync(folder).bsize > 2 ** 32;

/** One folder for whatever the tests write, and nothing left of it, whatever was killed. */
export default function setup(): () => void {
  const place = roomy("/dev/shm") ? "/dev/shm" : tmpdir();
  removeAbandoned(place, /^crawlbench-(\d+)-\w{6}$/); // of runs that were killed themselves
  const folder = mkdtempSync(join(place, `crawlbench-${process.pid}-`));
  chmodSync(folder, 0o755); // PostgreSQL runs as a user of its own, where this process is root
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
