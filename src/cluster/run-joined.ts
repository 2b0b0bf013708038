import type { Clock } from "../fetch/clock.js";
import type { CrawlStatus } from "../fetch/status.js";
import type { Engine } from "./engine.js";
import type { JoinedCrawl } from "./join.js";
import { obey } from "./obey.js";
import { again } from "./quiet.js";
import { keepReport, reportOf, tellReports } from "./reports.js";

/** Milliseconds between two reports that are kept. */
const KEEP_EVERY = 10_000;

/**
 * Runs this process's share of a crawl until it ends: does what is ordered for all, and tells the others how it gets
 * on. The engine stays open.
 *
 * @param onTrouble told what went wrong beside the crawl: an order that is not understood, a report that cannot be made
 * @returns how the share of this process ended
 */
export async function runJoined(
  engine: Engine,
  { crawl, member, name, table }: JoinedCrawl,
  clock: Clock,
  onTrouble: (error: unknown) => void,
): Promise<CrawlStatus> {
  const obedience = await obey(engine, crawl, { name, clock, onTrouble });
  const isLeaving = () => member.hasLeft || table.value.members[name]?.isLeaving === true;
  const report = () => {
    const { checkpoint } = obedience;
    return reportOf(crawl, { name, partitions: member.partitions, leaving: isLeaving(), checkpoint });
  };
  const endReports = tellReports(engine, clock, report, onTrouble);
  let kept = Promise.resolve();
  let isOver = false;
  /** One after the other, so that what is kept is the last. */
  const keep = async () => {
    if (!engine.connected) return;
    kept = kept
      .then(() => keepReport(engine, report()))
      .then(() => obedience.keep())
      .catch((error) => {
        if (!isOver) onTrouble(error); // what was under way when it was cut off ends with the engine
      });
    await kept;
  };
  const endKeeping = again(clock, KEEP_EVERY, keep);
  try {
    return await crawl.run();
  } finally {
    endReports();
    endKeeping();
    await keep();
    isOver = true;
    await obedience.end().catch(onTrouble);
    await table.close().catch(onTrouble);
  }
}
