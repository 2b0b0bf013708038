import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Where folders of tests are made: in memory where there are some gigabytes for them. Nothing here loses power, so to
 * wait for a disk tells nothing.
 */
const roomy = (folder: string) => existsSync(folder) && statfsSync(folder).bavail * statfsSync(folder).bsize > 2 ** 32;

/** Builds where a source is newer than the build: tests run what was built. Faults of types are for `npm run check`. */
function build(): void {
  const built = statSync("dist/.tsbuildinfo", { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  if (sources.every((file) => statSync(join("src", file)).mtimeMs <= built)) return;
  spawnSync("npm run build", { stdio: "inherit", shell: true });
}

/** One folder for whatever the tests write, and nothing left of it, whatever was killed. */
export default async function setup(): Promise<() => void> {
  build();
  const { removeAbandoned } = await import("../src/base/file/folder-lock.js");
  const place = roomy("/dev/shm") ? "/dev/shm" : tmpdir();
  removeAbandoned(place, /^crawlbench-(\d+)-\w{6}$/); // of runs that were killed themselves
  const folder = mkdtempSync(join(place, `crawlbench-${process.pid}-`));
  chmodSync(folder, 0o755); // PostgreSQL runs as a user of its own, where this process is root
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
