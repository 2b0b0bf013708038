import type { CrawlStatus, ProcessStatus } from "../../fetch/status.js";
import type { Formats } from "./formats.js";

/** The processes that share a crawl, as texts. A closed function, see `formats`. */
export function processes(formats: Formats) {
  const { count, rate, size, percent, duration, foreign } = formats;
  const ENDED = ["done", "stopped"];

  const isAtWork = ({ state }: ProcessStatus) => state !== "away" && !ENDED.includes(state);

  /** Those heard and not at their end, of all: "3 of 4 processes". */
  const heading = (all: readonly ProcessStatus[]): string => {
    const atWork = all.filter(isAtWork).length;
    return `${count(atWork)} of ${count(all.length)} ${all.length === 1 ? "process" : "processes"}`;
  };

  const share = (part: number, whole: number): string => (whole > 0 ? ` (${percent(part / whole, 0)})` : "");

  /**
   * Cells of the table, a row for each process. Shares of parts of hosts are of those that processes at work have;
   * saved are URLs that were known to have been sent, of all that belong elsewhere.
   */
  const rows = (all: readonly ProcessStatus[], now: number): (readonly [text: string, kind: string])[][] => {
    const parts = all.filter(isAtWork).reduce((sum, { partitions }) => sum + partitions, 0);
    return all.map((each) => {
      const { name, state, heard, partitions, pages, pagesPerSecond, frontier, inFlight, memory, exchange } = each;
      const saved = exchange.foreign - exchange.sent;
      const silence = Math.max(0, now - heard);
      const isAway = state === "away";
      return [
        [foreign(name, 60), "web"],
        [state, `is-${state}`],
        [`${count(partitions)}${isAtWork(each) ? share(partitions, parts) : ""}`, "number"],
        [count(pages), "number"],
        [isAway ? "–" : rate(pagesPerSecond), "number"],
        [count(frontier), "number"],
        [isAway ? "–" : count(inFlight), "number"],
        [isAway ? "–" : size(memory), "number"],
        [count(exchange.sent), "number"],
        [count(exchange.received), "number"],
        [`${count(saved)}${share(saved, exchange.foreign)}`, "number"],
        [heard === 0 ? "never" : silence < 2000 ? "now" : `${duration(silence)} ago`, "number"],
      ];
    });
  };

  /** What went from one process to another, of a crawl that several share. */
  const exchanged = ({ exchange }: CrawlStatus) => {
    if (!exchange) return undefined;
    const { foreign: met, sent, messages, bytes, received, fresh } = exchange;
    const each = sent > 0 ? `, ${(bytes / sent).toFixed(1)} bytes a URL` : "";
    return {
      sent: `${count(sent)} URLs of ${count(met)} met, in ${count(messages)} messages, ${size(bytes)}${each}`,
      received: `${count(received)} URLs, new ${count(fresh)}`,
    };
  };

  return { heading, rows, exchanged };
}

export type Processes = ReturnType<typeof processes>;
