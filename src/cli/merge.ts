import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { MANIFEST } from "../archive/manifest.js";
import { type MergedSnapshot, mergeSnapshots } from "../archive/shards/merge-snapshots.js";
import { shardsIn } from "../archive/shards/shards-in.js";
import { problem } from "../base/error.js";
import { inShell } from "../base/in-shell.js";
import { counted, plural } from "../base/numbers.js";
import { ProgressLine } from "../base/progress-line.js";
import { named, options } from "./choices.js";
import { commandOf } from "./command-of.js";
import { print, printJson, tell } from "./output.js";

interface MergeFlags {
  out: string;
  json?: boolean;
}

/** `crawlbench merge`: what several processes of a crawl stored, as one snapshot. */
export function mergeCommand(): Command {
  return commandOf("merge", "merge the snapshots of several processes into one; bodies stay where they are", [
    "crawlbench merge shared/p0 shared/p1 shared/p2 --out web",
    "crawlbench merge shared --out web    # all in a folder; crawlbench open shared does the same, into shared/whole",
  ])
    .argument("<shard...>", "folders of the processes, or one that holds them; a running crawl may still write to them")
    .requiredOption("--out <dir>", "folder of the merge; rewritten when a shard has changed", named)
    .addOption(options.json())
    .action(async (paths: string[], { out, json }: MergeFlags) => {
      const shards = paths.flatMap(shardsAt);
      const line = new ProgressLine();
      try {
        const merged = await mergeSnapshots(shards, out, { onProgress: line.listener });
        line.end();
        tell(traceNote(merged));
        if (json) printJson(merged);
        else print(textOf(merged));
      } finally {
        line.end();
      }
    });
}

/** @throws "choice" for what is no snapshot, and holds none */
function shardsAt(path: string): string[] {
  if (existsSync(join(path, MANIFEST))) return [path];
  const within = shardsIn(path);
  if (within.length > 0) return within;
  throw problem.choice`${path} is no folder of a crawl, and holds none: it has no ${MANIFEST}. Name what crawlbench crawl --out wrote`;
}

/** What is to be said of shards without a trace, where others have one or none has. */
function traceNote({ untraced, shards }: MergedSnapshot): string | undefined {
  if (untraced.length === 0 || untraced.length === shards) return undefined;
  return `The merge has no trace of URL requests, since ${untraced.join(", ")} recorded none`;
}

function textOf({ folder, shards, captures, pages, urls, hosts, links, requests, isNew }: MergedSnapshot): string {
  const trace = requests === undefined ? "" : `; ${plural(requests, "URL request")} in its trace`;
  return [
    `${folder}: ${plural(shards, "shard")}, ${plural(captures, "capture")}, ${counted(pages)} of them HTML, ${plural(links, "link")}; ${plural(urls, "URL")} of ${plural(hosts, "host")}${trace}`,
    ...(isNew ? [] : ["  no shard has changed since it was merged: nothing was done"]),
    `  Next: crawlbench open ${inShell(folder)}`,
  ].join("\n");
}
