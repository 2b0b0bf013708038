import { counted } from "../base/numbers.js";
import { textTable } from "../base/rows/text-table.js";
import { compareSnapshots, type ObservedChanges } from "../freshness/observed/compare-snapshots.js";
import { print, printJson } from "./output.js";
import { stoppable } from "./stoppable.js";
import { storedPages } from "./stored.js";

/** Pages that are shown to people, those that changed most often. */
const SHOWN = 10;

/** Compares stored crawls of one site, the oldest first, and prints what changed. */
export async function printChanges(paths: readonly string[], { json }: { readonly json?: boolean }): Promise<void> {
  const found = await stoppable(false, async (_, onProgress) => {
    const snapshots = [];
    for (const path of paths) snapshots.push(await storedPages(path, onProgress));
    return compareSnapshots(snapshots);
  });
  if (json) return printJson({ snapshots: paths, ...found });
  print(textOf(paths, found));
}

function textOf(paths: readonly string[], { steps, pages }: ObservedChanges): string {
  const lines = steps.map(({ days, rate, added, ...counts }, i) => ({
    from: paths[i],
    to: paths[i + 1],
    ...counts,
    new: added,
    days: Number(days.toPrecision(3)),
    "changes a day": rate === undefined ? "-" : Number(rate.toPrecision(3)),
  }));
  const often = pages.filter(({ changed }) => changed > 0).sort((a, b) => b.rate - a.rate || b.changed - a.changed);
  return [
    textTable(lines, { limit: lines.length }),
    "",
    `${counted(often.length)} of ${counted(pages.length)} pages that were seen twice or more changed`,
    ...(often.length > 0
      ? [
          textTable(
            often.slice(0, SHOWN).map(({ url, looks, changed, rate }) => ({
              url,
              looks,
              changed,
              "changes a day": Number(rate.toPrecision(3)),
            })),
          ),
        ]
      : []),
    ...(often.length > SHOWN ? [`... and ${often.length - SHOWN} more: --json has all`] : []),
  ].join("\n");
}
