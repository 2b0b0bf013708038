import type { CrawlControl, CrawlStatus } from "../fetch/status.js";
import { formats } from "../monitor/page/formats.js";
import type { PolicyMisses } from "./cache-rows.js";

const { count, rate, size } = formats();

/** What is said of a crawl on stdout with --json: one object a line, told apart by `event`. */
export type CrawlEvent =
  | ({ readonly event: "start" | "status" | "done" } & CrawlStatus)
  | { readonly event: "checkpoint" /** Milliseconds since 1970. */; readonly time: number }
  | {
      readonly event: "cache-sweep" /** Exact, or estimated from a sample. */;
      readonly misses: readonly PolicyMisses[];
    }
  | ({ readonly event: "error" } & ReturnType<CrawlControl["errors"]>[number]);

/**
 * A status in one line: "1,234 pages  56.7/s  812 kB/s  frontier 45,678  hosts 12 ready 88 waiting 1 down  3 errors".
 *
 * @param width columns; parts that do not fit are left out whole, the last first, since half a number is a wrong number
 */
export function statusLine(status: CrawlStatus, width: number): string {
  const { state, pages, frontier, hosts, faults } = status;
  const errors = Object.values(faults).reduce((sum, each) => sum + each, 0);
  const parts = [
    ...(state === "running" ? [] : [state]),
    `${count(pages)} ${pages === 1 ? "page" : "pages"}`,
    `${rate(status.rate.pagesPerSecond)}/s`,
    `${size(status.rate.bytesPerSecond)}/s`,
    `frontier ${count(frontier)}`,
    `hosts ${count(hosts.ready)} ready ${count(hosts.waiting)} waiting ${count(hosts.down)} down`,
    `${count(errors)} ${errors === 1 ? "error" : "errors"}`,
  ];
  while (parts.length > 1 && parts.join("  ").length > width) parts.pop();
  return parts.join("  ").slice(0, Math.max(0, width));
}

/**
 * The errors that came since an earlier look, oldest first. More than the crawl remembers cannot be told one by one;
 * the counts of a status hold them all.
 *
 * @param errors newest first
 * @param last the newest of the earlier look
 */
export function newErrors<E extends object>(errors: readonly E[], last: E | undefined): readonly E[] {
  const known = last === undefined ? -1 : errors.findIndex((each) => JSON.stringify(each) === JSON.stringify(last));
  return (known === -1 ? [...errors] : errors.slice(0, known)).reverse();
}

export interface CrawlLineOptions {
  /** Events on stdout instead of the line on stderr. */
  readonly json?: boolean;
  /** Milliseconds between two statuses among the events; default 5000. */
  readonly statusEvery?: number;
  /** Where the line stands, and what is said at the start; default: stderr. The line is drawn on terminals only. */
  readonly screen?: Pick<NodeJS.WriteStream, "isTTY" | "columns" | "write">;
  /** Where events go; default: stdout. */
  readonly out?: { write(text: string): unknown };
}

/** Shows a crawl in a terminal while it runs: one line, rewritten in place; or events for a program that reads them. */
export class CrawlLine {
  readonly #json: boolean;
  readonly #statusEvery: number;
  readonly #screen: NonNullable<CrawlLineOptions["screen"]>;
  readonly #out: NonNullable<CrawlLineOptions["out"]>;
  #control: CrawlControl | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isDrawn = false;
  #checkpoint = 0;
  #told = 0;
  #lastError: ReturnType<CrawlControl["errors"]>[number] | undefined;

  constructor({
    json = false,
    statusEvery = 5000,
    screen = process.stderr,
    out = process.stdout,
  }: CrawlLineOptions = {}) {
    this.#json = json;
    this.#statusEvery = statusEvery;
    this.#screen = screen;
    this.#out = out;
  }

  /** Looks at the crawl once a second from now on. Errors of before are not told. */
  start(control: CrawlControl): void {
    const status = control.status();
    this.#control = control;
    this.#checkpoint = status.checkpoint;
    this.#told = status.now;
    this.#lastError = control.errors()[0];
    if (this.#json) this.#tell({ event: "start", ...status });
    else {
      for (const warning of status.warnings ?? []) this.#screen.write(`warning: ${warning}\n`);
      for (const said of status.proxies ?? []) this.#screen.write(`proxy for ${said}\n`);
      this.#draw(status);
    }
    this.#timer = setInterval(() => this.look(), 1000).unref();
  }

  /** What happens once a second. */
  look(): void {
    const status = this.#control?.status();
    if (!status) return;
    if (!this.#json) {
      this.#tellLostLog();
      this.#draw(status);
      return;
    }
    this.#tellNews(status);
    if (status.now - this.#told >= this.#statusEvery) {
      this.#told = status.now;
      this.#tell({ event: "status", ...status });
    }
  }

  /**
   * The crawl has ended: its last counts are told, and the line is taken away.
   *
   * @param misses of the caches that were counted alongside
   */
  end(status: CrawlStatus, misses?: readonly PolicyMisses[]): void {
    if (this.#json && this.#control) {
      this.#tellNews(status);
      if (misses) this.#tell({ event: "cache-sweep", misses });
      this.#tell({ event: "done", ...status });
    }
    if (!this.#json) this.#tellLostLog();
    this.stop();
  }

  /** Takes the line away, whatever came between; does no harm twice. */
  stop(): void {
    clearInterval(this.#timer);
    this.#control = undefined;
    if (this.#isDrawn) this.#screen.write("\r\u001b[K");
    this.#isDrawn = false;
  }

  #draw(status: CrawlStatus): void {
    if (!this.#screen.isTTY) return;
    // One column stays free: terminals wrap when the last is written.
    this.#screen.write(`\r${statusLine(status, (this.#screen.columns || 80) - 1)}\u001b[K`);
    this.#isDrawn = true;
  }

  /** Errors of pages are counted in the line; a request log that ends before the crawl is nowhere else to be seen. */
  #tellLostLog(): void {
    for (const { url, fault, message } of this.#newErrors())
      if (fault === "request-log")
        this.#screen.write(`${this.#isDrawn ? "\r\u001b[K" : ""}warning: ${url}: ${message}\n`);
  }

  #newErrors(): ReturnType<CrawlControl["errors"]> {
    const errors = this.#control?.errors() ?? [];
    const found = newErrors(errors, this.#lastError);
    this.#lastError = errors[0] ?? this.#lastError;
    return found;
  }

  #tellNews(status: CrawlStatus): void {
    for (const error of this.#newErrors()) this.#tell({ event: "error", ...error });
    if (status.checkpoint > this.#checkpoint) this.#tell({ event: "checkpoint", time: status.checkpoint });
    this.#checkpoint = status.checkpoint;
  }

  #tell(event: CrawlEvent): void {
    this.#out.write(`${JSON.stringify(event)}\n`);
  }
}
