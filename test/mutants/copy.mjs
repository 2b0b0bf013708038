import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

/**
 * What git and `npm ci` would make elsewhere: the sources, what was built of them, and the packages, of which this one
 * is a link to the copy.
 */
export function copyOf(root, place) {
  const others = ["node_modules", ".git", ".crawlbench", "coverage"];
  for (const part of readdirSync(root))
    if (!others.includes(part))
      cpSync(join(root, part), join(place, part), { recursive: true, preserveTimestamps: true });
  const packages = join(place, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync(join(root, "node_modules")))
    if (name !== "crawlbench" && !name.startsWith("."))
      symlinkSync(join(root, "node_modules", name), join(packages, name));
  cpSync(join(root, "node_modules/.bin"), join(packages, ".bin"), { recursive: true, verbatimSymlinks: true });
  symlinkSync("..", join(packages, "crawlbench"));
}
