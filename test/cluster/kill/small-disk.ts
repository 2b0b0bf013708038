import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { atEnd } from "../../endings.js";

/** A folder on a file system of its own. */
export interface SmallDisk {
  /** Takes all the room that is left. */
  fill(): void;
  /** Gives that room back. */
  clear(): void;
}

/** Mounts a file system in memory (tmpfs) on a folder, until the tests of the file end. @throws where that is not allowed */
export function smallDisk(folder: string, megabytes: number): SmallDisk {
  mkdirSync(folder, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { stdio: "pipe" });
  atEnd(() => execFileSync("umount", ["--lazy", folder]));
  const ballast = join(folder, "ballast");
  return {
    fill() {
      const file = openSync(ballast, "w");
      try {
        for (const block = Buffer.alloc(4_096); writeSync(file, block) === block.length; );
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      } finally {
        closeSync(file);
      }
    },
    clear: () => rmSync(ballast),
  };
}

/** Why none can be mounted here; undefined: one can. */
export function mountsMissing(folder: string): string | undefined {
  try {
    smallDisk(folder, 1);
    return undefined;
  } catch (error) {
    return `no file system can be mounted: ${(error as Error).message.split("\n")[0]}`;
  }
}
