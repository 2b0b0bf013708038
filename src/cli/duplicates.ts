import { Command } from "commander";
import { type DuplicateGroup, type NearDuplicates, nearDuplicates } from "../snapshot/near-duplicates.js";
import { ChoiceError, count, integer, options } from "./choices.js";
import { print, printJson } from "./output.js";
import { ProgressLine } from "./progress-line.js";
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
  return new Command("duplicates")
    .description("find pages that are equal or nearly so: SimHash, as in Manku, Jain and Das Sarma 2007")
    .argument("<snapshot>", STORED)
    .addHelpText(
      "before",
      "Examples:\n" +
        "  crawlbench duplicates example\n" +
        "  crawlbench duplicates example --distance 6 --top 50\n" +
        "  crawlbench duplicates foreign.wacz --json > duplicates.json    # all groups with all URLs\n",
    )
    .option("--distance <bits>", "of 64 in which near-duplicates differ at the most, 0 to 7", integer, 3)
    .option("--top <n>", "groups of each kind shown, the largest", count, 10)
    .addOption(options.json())
    .action(async (path: string, { distance, top, json }: DuplicatesFlags) => {
      if (distance < 0 || distance > 7) throw new ChoiceError(`--distance is 0 to 7 bits of 64; found ${distance}`);
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

const counted = (value: number, of: string) => `${value.toLocaleString("en")} ${of}${value === 1 ? "" : "s"}`;

function textOf(path: string, found: NearDuplicates, top: number): string {
  const { distance, pages, bodies, wordless, exact, near, surplus } = found;
  const share = (value: number) => `${counted(value, "page")} (${((100 * value) / Math.max(pages, 1)).toFixed(1)} %)`;
  const words = wordless === 0 ? "" : `, ${counted(wordless, "body").replace("bodys", "bodies")} without words`;
  return [
    `${path}: ${counted(pages, "page")}, ${bodies.toLocaleString("en")} different bodies${words}`,
    `  equal: ${counted(exact.length, "group")}; one of each left, ${share(surplus.exact)} would go`,
    `  nearly equal, at most ${counted(distance, "bit")} apart: ${counted(near.length, "group")}; with the equal ones, ${share(surplus.all)} would go`,
    ...listed("equal", exact, top),
    ...listed("nearly equal", near, top),
  ].join("\n");
}

function listed(kind: string, groups: readonly DuplicateGroup[], top: number): string[] {
  const lines = groups
    .slice(0, top)
    .flatMap(({ urls, bodies, spread }) => [
      `${counted(urls.length, "page")}, ${kind}${bodies > 1 ? `: ${bodies.toLocaleString("en")} bodies, at most ${counted(spread, "bit")} from the first` : ""}`,
      ...urls.slice(0, SHOWN).map((url) => `  ${url}`),
      ...(urls.length > SHOWN ? [`  and ${(urls.length - SHOWN).toLocaleString("en")} more`] : []),
    ]);
  const left = groups.length - top;
  return left > 0 ? [...lines, `... ${counted(left, `more group`)}, ${kind}: --top, --json`] : lines;
}
