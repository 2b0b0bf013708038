import type { Answer as Answered, CutBy, Fault, FetchRequest, Transport } from "../../src/fetch/fetched.js";
import type { FakeClock } from "./fake-clock.js";

/** One request as a server would log it. */
export interface LoggedRequest {
  readonly url: string;
  readonly host: string;
  readonly begin: number;
  end: number;
}

export interface SimulatedPage {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly truncated?: CutBy;
  /** Milliseconds until the answer. */
  readonly latency?: number;
  /** No answer: this fault. */
  readonly fault?: Fault;
}

/** @param visit 1, 2, ...: how often the URL was asked for @param asked headers of the request by lower-case name */
export type Answer = (url: string, visit: number, asked: Readonly<Record<string, string>>) => SimulatedPage;

/** A web in memory that answers on a fake clock, and writes down who asked for what when. */
export class SimulatedWeb implements Transport {
  readonly log: LoggedRequest[] = [];
  readonly #clock: FakeClock;
  readonly #answer: Answer;
  readonly #visits = new Map<string, number>();
  readonly #underWay = new Set<() => void>();

  constructor(clock: FakeClock, answer: Answer) {
    this.#clock = clock;
    this.#answer = answer;
  }

  /** What one of several crawls has of it: when it closes that, the requests of the others go on. */
  transport(): Transport {
    const underWay = new Set<() => void>();
    return { fetch: (request) => this.fetch(request, underWay), close: () => breakOff(underWay) };
  }

  async fetch({ url, headers: asked = {} }: FetchRequest, underWay = this.#underWay): Promise<Answered> {
    const visit = (this.#visits.get(url) ?? 0) + 1;
    this.#visits.set(url, visit);
    const { status = 200, headers = {}, body = "", latency = 50, fault, truncated } = this.#answer(url, visit, asked);
    const entry: LoggedRequest = { url, host: new URL(url).hostname, begin: this.#clock.now(), end: 0 };
    this.log.push(entry);
    const isBrokenOff = await new Promise<boolean>((resolve) => {
      const end = (broken: boolean) => {
        cancel();
        underWay.delete(breakThis);
        resolve(broken);
      };
      const breakThis = () => end(true);
      const cancel = this.#clock.after(latency, () => end(false));
      underWay.add(breakThis);
    });
    entry.end = this.#clock.now();
    if (isBrokenOff) return { ending: "failed", url, fault: "aborted", message: `${url}: broken off` };
    if (fault) return { ending: "failed", url, fault, message: `${url}: ${fault}` };
    const all: Record<string, string> = { "content-type": "text/html", ...headers };
    const response = {
      url,
      status,
      header: (name: string) => all[name],
      headers: (name: string) => (all[name] === undefined ? [] : [all[name]]),
      request: `GET ${new URL(url).pathname} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`,
      head: `HTTP/1.1 ${status} X\r\n${Object.entries(all)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join("")}\r\n`,
      body: Buffer.from(body),
      milliseconds: latency,
      lenient: false,
    };
    return truncated ? { ...response, ending: "cut", by: truncated } : { ...response, ending: "whole" };
  }

  close(): Promise<void> {
    return breakOff(this.#underWay);
  }

  /** URLs in the order asked for, robots.txt files left out. */
  get pages(): string[] {
    return this.log.map(({ url }) => url).filter((url) => !url.endsWith("/robots.txt"));
  }
}

/** HTML that links to URLs. */
export const page = (title: string, links: readonly string[]): string =>
  `<!doctype html><title>${title}</title>${links.map((link, i) => `<p><a href="${link}">link ${i}</a></p>`).join("")}`;

async function breakOff(underWay: ReadonlySet<() => void>): Promise<void> {
  for (const breakThis of [...underWay]) breakThis();
}
