import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { Command } from "commander";
import { got, problem } from "../base/error.js";
import { counted } from "../base/numbers.js";
import { textTable } from "../base/rows/text-table.js";
import { makeFolder } from "../urldb/dedicated/files.js";
import type { UrlDatabaseEngine } from "../urldb/engine.js";
import { type DelayRow, inMeasuredFolder, type MeasureOptions, measureAdds } from "../urldb/measure.js";
import { integer, options } from "./choices.js";
import { commandOf } from "./command-of.js";
import { engines } from "./family/engines.js";
import { print, printJson } from "./output.js";
import { stoppable } from "./stoppable.js";
import { helpFor, methodsTyped, type Typed } from "./typed-method.js";

interface BenchFlags {
  engines: string;
  start: number;
  add: number;
  block?: number;
  batch: number;
  durability: "sync" | "none";
  seed: number;
  folder: string;
  json?: boolean;
}

/** `crawlbench urldb`: URL databases. */
export function urldbCommand(): Command {
  const command = new Command("urldb").description("URL databases: which to choose, and what it costs");
  command.addCommand(benchCommand());
  return command;
}

/** `crawlbench urldb bench`: Dorosz's load on the engines at hand. */
function benchCommand(): Command {
  return commandOf("bench", "add random URLs to URL databases, and time each block (Dorosz, Figure 2)", [
    "crawlbench urldb bench",
    "crawlbench urldb bench --engines dedicated,lmdb,berkeley-db,postgres-copy --start 1000000 --add 3000000 --block 100000",
    "crawlbench urldb bench --engines dedicated:recent-urls=100000,dedicated   # with less memory beside the usual",
    "crawlbench urldb bench --engines postgres-insert --start 0 --add 2000 --block 200 --batch 1",
  ])
    .option("--engines <names>", `comma-separated: ${helpFor(engines)}`, "dedicated,lmdb")
    .option("--start <n>", "URLs in the database before timing starts, less than 2^32", integer, 100_000)
    .option("--add <n>", "URLs added during timing, less than 2^32", integer, 300_000)
    .option("--block <n>", "URLs per line of the table (default: 50,000, or all added URLs if fewer)", integer)
    .option("--batch <n>", "URLs per call, at most 10000000; calls run one after the other", integer, 10_000)
    .option(
      "--durability <what>",
      "sync: a call returns once its URLs are on disk; none: once the operating system has them",
      "sync",
    )
    .option("--folder <path>", "folder on the disk to measure; created files are removed", tmpdir())
    .addOption(options.seed())
    .addOption(options.json())
    .action(async (flags: BenchFlags) => {
      const { start, add, block = Math.min(50_000, add), batch, durability, seed } = flags;
      if (durability !== "sync" && durability !== "none")
        throw problem.choice`--durability is sync or none; ${got(durability)}`;
      const chosen = methodsTyped(flags.engines, engines);
      makeFolder(flags.folder);
      const results = await inMeasuredFolder(
        (folder) => measured(chosen, folder, batch, { start, add, block, durability, seed }),
        resolve(flags.folder),
      );
      if (flags.json) return printJson({ start, add, block, batch, durability, seed, engines: results });
      const urls = results.flatMap(({ rows }) => rows).map((row) => row.urls);
      const lines = [...new Set(urls)].map((count) => ({
        urls: counted(count),
        ...Object.fromEntries(
          results.map(({ name, rows }) => [
            `${name} µs`,
            rows.find((row) => row.urls === count)?.microseconds.toFixed(2) ?? "-",
          ]),
        ),
      }));
      print(`Microseconds per URL; batches of ${counted(Math.min(batch, block))}, durability ${durability}`);
      if (lines.length > 0) print(textTable(lines, { limit: lines.length }));
      for (const { name, bytesPerUrl, missing } of results) {
        if (missing) print(`${name}: not measured, ${missing}`);
        else if (bytesPerUrl !== undefined) print(`${name}: ${bytesPerUrl.toFixed(0)} bytes on disk per URL`);
      }
    });
}

interface Measured {
  readonly name: string;
  readonly rows: readonly DelayRow[];
  readonly bytesPerUrl?: number;
  /** Why it was not measured. */
  readonly missing?: string;
}

/** Measures one engine after the other. */
async function measured(
  engines: readonly Typed<UrlDatabaseEngine>[],
  folder: string,
  batch: number,
  counts: MeasureOptions,
): Promise<Measured[]> {
  const measure = async (
    { text: name, method, chosen }: Typed<UrlDatabaseEngine>,
    watched: MeasureOptions,
  ): Promise<Measured> => {
    const engine = method.make(chosen);
    const missing = await engine.missing?.();
    if (missing) return { name, rows: [], missing };
    const { rows, bytesPerUrl } = await measureAdds({ label: engine.name, engine, batch }, folder, watched);
    return { name, rows, ...(bytesPerUrl !== undefined && { bytesPerUrl }) };
  };
  return stoppable(false, async (signal, onProgress) => {
    const found: Measured[] = [];
    for (const engine of engines) {
      const measurement = measure(engine, { ...counts, signal, onProgress });
      found.push(
        await measurement.catch((error) => {
          throw signal.aborted ? problem.stopped`the measurement of ${engine.text} was stopped` : error;
        }),
      );
    }
    return found;
  });
}
