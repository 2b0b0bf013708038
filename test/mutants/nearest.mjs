import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a file names beside itself: imports, modules loaded later, and threads. */
const NAMED = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*"(\.[^"]+)\.js"/g;

/** Source files that a file names, by path from the root. */
function namedBy(root, file) {
  const text = readFileSync(join(root, file), "utf8");
  const named = [...text.matchAll(NAMED)].map(([, to]) => `${join(dirname(file), to)}.ts`);
  return named.filter((to) => existsSync(join(root, to)));
}

/**
 * Parts files of tests in two: those that come to a source file by the fewest imports, and the others.
 *
 * @param {string[]} tests by path from the root
 * @returns {[string[], string[]]}
 */
export function nearest(root, file, tests) {
  const names = new Map();
  const stepsFrom = (test) => {
    let open = [test];
    const seen = new Set(open);
    for (let steps = 0; open.length > 0; steps++) {
      if (seen.has(file)) return steps;
      const next = new Set();
      for (const each of open) {
        if (!names.has(each)) names.set(each, namedBy(root, each));
        for (const to of names.get(each)) if (!seen.has(to)) next.add(to);
      }
      for (const to of next) seen.add(to);
      open = [...next];
    }
    return Number.POSITIVE_INFINITY;
  };
  const steps = new Map(tests.map((test) => [test, stepsFrom(test)]));
  const least = Math.min(...steps.values());
  return [tests.filter((test) => steps.get(test) === least), tests.filter((test) => steps.get(test) > least)];
}
