import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Lends `use` an empty folder, and removes it with all that is in it: when `use` is over, whatever became of it, and
 * when the process exits before. Only a process that is killed leaves it.
 *
 * @param within an existing folder; that for temporary files by default
 * @throws what `use` throws, or the error of the operating system
 */
export async function inPassingFolder<T>(use: (folder: string) => Promise<T>, within = tmpdir()): Promise<T> {
  const folder = mkdtempSync(join(within, "crawlbench-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    return await use(folder);
  } finally {
    process.off("exit", remove);
    remove();
  }
}
