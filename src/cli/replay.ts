import { setImmediate } from "node:timers/promises";
import type { Command } from "commander";
import { problem } from "../base/error.js";
import { listed } from "../base/listed.js";
import { counted } from "../base/numbers.js";
import type { ProgressListener } from "../base/progress-event.js";
import { countTerms } from "../crawl/count-terms.js";
import { backlinks } from "../crawl/importance/backlinks.js";
import { CrawlStore } from "../crawl/pool/crawl-store.js";
import { crawlInSlices } from "../crawl/pool/run-crawl.js";
import { shortReachWarning } from "../crawl/start-pages.js";
import type { OrderingMethod } from "../ordering/ordering.js";
import { loadOrOpen } from "../web/dataset/load.js";
import { sourceWarnings } from "../web/dataset/source-warnings.js";
import { findPage, nameOf } from "../web/web.js";
import { addReadingFlags, options, type StoredWebFlags } from "./choices.js";
import { commandOf } from "./command-of.js";
import { orderings } from "./family/orderings.js";
import { startsOf, writeOrder } from "./order-file.js";
import { addOrderingFlags, type OrderingFlags, orderingFlags, orderingNamed } from "./ordering-flags.js";
import { checkNamed, print, printJson, tell } from "./output.js";
import { stoppable } from "./stoppable.js";
import { helpFor } from "./typed-method.js";

interface ReplayFlags extends OrderingFlags, StoredWebFlags {
  by: string;
  orderOut?: string;
}

/** `crawlbench replay`: one crawl of a stored web, its order written to a file. */
export function replayCommand(): Command {
  const command = commandOf("replay", "crawl a stored web under one ordering", [
    "crawlbench replay campus --by backlink --ties lifo --order-out order.u32",
    "crawlbench replay campus --by similarity --query computer --order-out topic.u32",
    'crawlbench replay my.warc.gz --by similarity --query "machine learning" --rule figure5 --inside pagerank',
  ])
    .argument("<web>", "name of the catalogue, or path of a file of links, an archive (WARC, ...) or a crawl")
    .requiredOption("--by <ordering>", helpFor(orderings))
    .addOption(options.starts());
  addReadingFlags(addOrderingFlags(command))
    .option(
      "--order-out <file>",
      "write the crawl order there: little-endian uint32 page numbers of the file's own numbering",
    )
    .option("--cache", "keep the crawl on disk, and resume it after a stop")
    .addOption(options.pages())
    .addOption(options.json())
    .action(async (name: string, flags: ReplayFlags) => {
      checkNamed("--order-out", flags.orderOut, "order.u32");
      const method = orderingNamed(flags.by, orderingFlags(flags));
      await stoppable(flags.cache === true, (signal, onProgress) => runReplay(name, method, flags, signal, onProgress));
    });
  return command;
}

async function runReplay(
  name: string,
  method: OrderingMethod,
  { seed, duplicates, selfLinks, format, pages, start: from, cache, orderOut, json }: ReplayFlags,
  signal: AbortSignal,
  onProgress: ProgressListener,
): Promise<void> {
  const loadStart = performance.now();
  const web = await loadOrOpen(name, { format, duplicates, selfLinks, pages, onProgress });
  const loadMs = performance.now() - loadStart;
  const starts = [...new Set(from?.map((page) => findPage(web, page)) ?? [web.start])];
  const warnings = [...sourceWarnings(web), shortReachWarning(web, from && starts)].filter(
    (each) => each !== undefined,
  );
  for (const warning of warnings) tell(warning);
  await countTerms(web, [method], { signal, onProgress });
  const slices = crawlInSlices(
    web,
    { method, from: starts, seed, ...(method.offline && { truth: backlinks() }) },
    { onProgress, stopped: () => signal.aborted, ...(cache && { store: new CrawlStore() }) },
  );
  let slice = slices.next();
  // Ctrl-C arrives here
  for (; !slice.done; slice = slices.next()) await setImmediate();
  const { order, ms } = slice.value;
  if (order.length === 0)
    throw problem.choice`no page was crawled: with --ends one-empty, as Figures 4 and 5 are printed, a crawl continues while both queues hold URLs, and one is empty at its start. Leave it out, or type: --ends both-empty`;
  if (orderOut !== undefined) writeOrder(orderOut, web, order, method.label, starts);
  if (json)
    printJson({
      web: web.name,
      pages: web.graph.size,
      reached: order.length,
      links: web.graph.links,
      linksInFile: web.found.links,
      ms: Number(ms.toFixed(3)),
      loadMs: Number(loadMs.toFixed(3)),
      ordering: method.label,
      options: method.options,
      seed,
      ...startsOf(web, starts),
      ...(warnings.length > 0 && { warning: warnings.join("\n") }),
    });
  else
    print(
      `${web.name}: ${counted(order.length)} of ${counted(web.graph.size)} pages crawled by ${method.label} from ${listed(starts.map((start) => nameOf(web, start)))} in ${ms.toFixed(0)} ms` +
        (orderOut === undefined ? "" : `; order in ${orderOut}`),
    );
}
