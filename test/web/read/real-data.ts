import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { proving } from "../../depth.js";

const ROOT = process.env.CRAWLBENCH_DATA ?? join(dirname(fileURLToPath(import.meta.url)), "../../../../shared/data");

/**
 * Path of a real data file, for `it.skipIf(!path)`; none in `npm test`. A missing file is said once; where CI runs, it
 * is an error.
 */
export function realData(path: string): string | undefined {
  if (!proving) return undefined;
  const file = join(ROOT, path);
  if (existsSync(file)) return file;
  const reason = `${path} is not under CRAWLBENCH_DATA (${ROOT})`;
  if (process.env.CI) throw new Error(`${reason}: CI must have the real data`);
  console.log(`skipped: ${reason}`);
  return undefined;
}
