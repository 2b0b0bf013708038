import { extname } from "node:path";
import { type Command, Option } from "commander";
import { TABLES, type TableName } from "../archive/export/tables.js";
import { damageOf } from "../archive/import/import-summary.js";
import { problem } from "../base/error.js";
import { counted, plural } from "../base/numbers.js";
import { ProgressLine } from "../base/progress-line.js";
import {
  EXPORT_KINDS,
  type ExportKind,
  type ExportOptions,
  exportSnapshot,
  refuseSource,
} from "../web/snapshot/export-snapshot.js";
import { count, named, options } from "./choices.js";
import { commandOf } from "./command-of.js";
import { print, printJson, tell } from "./output.js";
import { makeFolderFor, requireBodies, STORED, storedPages } from "./stored.js";

interface ExportFlags {
  kind?: ExportKind;
  table?: TableName;
  limit?: number;
  json?: boolean;
}

/** `crawlbench export`: a snapshot in a format of others. */
export function exportCommand(): Command {
  return commandOf("export", "write a crawl as WACZ, Parquet, CSV or GEXF, for other tools, or pack it again", [
    "crawlbench export example example.wacz      # to be replayed: replayweb.page, pywb",
    "crawlbench export example tables            # pages.parquet, links.parquet, hosts.parquet",
    "crawlbench export example links.csv         # the table that the file is called by",
    "crawlbench export example example.gexf      # the graph, for Gephi",
    "crawlbench export foreign.warc.gz pages.parquet",
    "crawlbench export example packed --kind snapshot    # one capture of each URL, sorted: equal contents, equal bytes",
  ])
    .argument("<snapshot>", STORED)
    .argument(
      "<out>",
      "x.wacz, x.parquet, x.csv or x.gexf; a folder gets all tables. A file of that name is replaced",
      named,
    )
    .addOption(
      new Option(
        "--kind <format>",
        "wacz, parquet, csv, gexf, or snapshot: packed again, one capture of each URL, in a folder that is not there (default: by the suffix; parquet for a folder)",
      ).choices(EXPORT_KINDS),
    )
    .addOption(
      new Option(
        "--table <name>",
        "of Parquet and CSV: pages, links or hosts, into one file (default: what the file is called, else pages)",
      ).choices(TABLES),
    )
    .option("--limit <n>", "of GEXF: links at the most (default: 100000)", count)
    .addOption(options.json())
    .action(async (path: string, out: string, { json, ...flags }: ExportFlags) => {
      const kind = kindOf(out, flags);
      const line = new ProgressLine();
      try {
        const snapshot = await storedPages(path, line.listener);
        line.end();
        refuseSource(out, [path]);
        if (kind === "wacz" || kind === "snapshot") requireBodies(snapshot, path);
        makeFolderFor(out);
        const files = await exportSnapshot(snapshot, out, flags as ExportOptions);
        const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
        const unreadable = files.reduce((sum, file) => sum + (file.unreadable ?? 0), 0);
        const damage = { ...damageOf(snapshot), ...(unreadable > 0 && { "unreadable-capture": unreadable }) };
        tell(damageText(path, damage));
        if (json) printJson({ kind, files, bytes, damage });
        else print(files.map((file) => `${file.path}: ${plural(file.bytes, "byte")}`).join("\n"));
      } finally {
        line.end();
      }
    });
}

function damageText(path: string, damage: Readonly<Record<string, number>>): string | undefined {
  const reasons = Object.entries(damage).map(([reason, number]) => `${counted(number)} ${reason}`);
  if (reasons.length === 0) return undefined;
  return `${path} is damaged or incomplete. Left out, or not as it should be: ${reasons.join(", ")}`;
}

/** @throws "choice" for a suffix that tells no format, or flags that the format does not take */
function kindOf(out: string, { kind, table, limit }: ExportFlags): ExportKind {
  const suffix = extname(out).toLowerCase().slice(1);
  const found = kind ?? ((suffix || "parquet") as ExportKind);
  if (!EXPORT_KINDS.includes(found))
    throw problem.choice`${out}: no format is called ${suffix}. There are: ${EXPORT_KINDS.join(", ")}; for another suffix say which: --kind csv`;
  if (table !== undefined && found !== "parquet" && found !== "csv")
    throw problem.choice`--table is for Parquet and CSV; ${out} is ${found}. Leave it out, or name a .csv`;
  if (limit !== undefined && found !== "gexf")
    throw problem.choice`--limit is for GEXF; ${out} is ${found}. Leave it out, or name a .gexf`;
  return found;
}
