import type { Snapshot } from "../open-snapshot.js";

/** What an archive held, and what became of it. */
export interface ImportSummary {
  /** All records, those that are left out included. */
  readonly records: number;
  /** By WARC-Type; files of a folder of HTML are "file". */
  readonly byType: Readonly<Record<string, number>>;
  readonly captures: number;
  /** Captures with HTML that was parsed. */
  readonly pages: number;
  /** Hosts of the captures. */
  readonly hosts: number;
  /** Bytes of the bodies. */
  readonly bytes: number;
  /** What is no capture, or was not read as it should be, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
}

/** Reasons that say that an archive is damaged or cut, or lacks what it refers to; the rest was never a capture. */
const DAMAGE =
  /^(?:cut-|damaged-|bad-|truncated-|broken-|html-bad-|bytes-between-|no-content-length$|differs-from-|response-without-|revisit-without-)/;

/** What was left out or not read as it should be through damage, by reason. */
export const damageIn = ({ skipped = {} }: Partial<ImportSummary>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(skipped).filter(([reason]) => DAMAGE.test(reason)));

/** The same of an archive that was imported; nothing of a snapshot of our own. */
export const damageOf = ({ manifest }: Pick<Snapshot, "manifest">): Readonly<Record<string, number>> =>
  damageIn((manifest.state ?? {}) as Partial<ImportSummary>);

/** Counts along an import. */
export class ImportCounts {
  records = 0;
  captures = 0;
  pages = 0;
  bytes = 0;
  readonly #byType = new Map<string, number>();
  readonly #skipped = new Map<string, number>();
  readonly #hosts = new Set<string>();

  record(type: string): void {
    this.records++;
    add(this.#byType, type || "without type");
  }

  capture(url: string, bytes: number, isPage: boolean): void {
    this.captures++;
    this.bytes += bytes;
    if (isPage) this.pages++;
    const from = url.indexOf("//") + 2;
    const slash = url.indexOf("/", from);
    this.#hosts.add(url.slice(from, slash < 0 ? undefined : slash));
  }

  /** Bound, so that it can be handed on. */
  readonly skip = (reason: string): void => add(this.#skipped, reason);

  of(type: string): number {
    return this.#byType.get(type) ?? 0;
  }

  summary(): ImportSummary {
    const { records, captures, pages, bytes } = this;
    const sorted = (counts: Map<string, number>) =>
      Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
    return {
      records,
      byType: sorted(this.#byType),
      captures,
      pages,
      hosts: this.#hosts.size,
      bytes,
      skipped: sorted(this.#skipped),
    };
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
