import type { Command } from "commander";
import { got, problem } from "../base/error.js";
import { counted, plural } from "../base/numbers.js";
import { ProgressLine } from "../base/progress-line.js";
import { type DuplicateGroup, type NearDuplicates, nearDuplicates } from "../web/snapshot/near-duplicates.js";
import { count, integer, options } from "./choices.js";
import { commandOf } from "./command-of.js";
import { print, printJson } from "./output.js";
import { requireBodies, STORED, storedPages } from "./stored.js";

interface DuplicatesFlags {
  distance: number;
  top: number;
  json?: boolean;
}

/** URLs of a group that are shown to people. */
const SHOWN = 5;

/** `crawlbench duplicates`: pages that are equal, or nearly so. */
export function duplicatesCommand(): Command {
  return commandOf(
    "duplicates",
    "find pages that are equal or nearly so: SimHash, as in Manku, Jain and Das Sarma 2007",
    [
      "crawlbench duplicates example",
      "crawlbench duplicates example --distance 6 --top 50",
      "crawlbench duplicates foreign.wacz --json > duplicates.json    # all groups with all URLs",
    ],
  )
    .argument("<snapshot>", STORED)
    .option("--distance <bits>", "most bits of 64 in which near-duplicates may differ, 0 to 7", integer, 3)
    .option("--top <n>", "groups of each kind shown, the largest", count, 10)
    .addOption(options.json())
    .action(async (path: string, { distance, top, json }: DuplicatesFlags) => {
      if (distance < 0 || distance > 7) throw problem.choice`--distance is 0 to 7 bits of 64; ${got(distance)}`;
      const line = new ProgressLine();
      try {
        const snapshot = await storedPages(path, line.listener);
        requireBodies(snapshot, path);
        const found = await nearDuplicates(snapshot, { distance, onProgress: line.listener });
        line.end();
        if (json) printJson(found);
        else print(textOf(path, found, top));
      } finally {
        line.end();
      }
    });
}

function textOf(path: string, found: NearDuplicates, top: number): string {
  const { distance, pages, bodies, wordless, exact, near, surplus } = found;
  const share = (value: number) => `${plural(value, "page")} (${((100 * value) / Math.max(pages, 1)).toFixed(1)} %)`;
  const words = wordless === 0 ? "" : `, ${plural(wordless, "body").replace("bodys", "bodies")} without words`;
  return [
    `${path}: ${plural(pages, "page")}, ${counted(bodies)} different bodies${words}`,
    `  equal: ${plural(exact.length, "group")}; one of each left, ${share(surplus.exact)} would go`,
    `  nearly equal, at most ${plural(distance, "bit")} apart: ${plural(near.length, "group")}; with the equal ones, ${share(surplus.all)} would go`,
    ...listed("equal", exact, top),
    ...listed("nearly equal", near, top),
  ].join("\n");
}

function listed(kind: string, groups: readonly DuplicateGroup[], top: number): string[] {
  const lines = groups
    .slice(0, top)
    .flatMap(({ urls, bodies, spread }) => [
      `${plural(urls.length, "page")}, ${kind}${bodies > 1 ? `: ${counted(bodies)} bodies, at most ${plural(spread, "bit")} from the first` : ""}`,
      ...urls.slice(0, SHOWN).map((url) => `  ${url}`),
      ...(urls.length > SHOWN ? [`  and ${counted(urls.length - SHOWN)} more`] : []),
    ]);
  const left = groups.length - top;
  return left > 0 ? [...lines, `... ${plural(left, `more group`)}, ${kind}: --top, --json`] : lines;
}
