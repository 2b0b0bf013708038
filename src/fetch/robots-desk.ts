import type { NewCapture } from "../archive/capture.js";
import { type Content, contentOf } from "../archive/content.js";
import { redirectOf } from "../archive/import/new-capture.js";
import { mediaType } from "../archive/warc/http-block.js";
import type { RobotsRules } from "../url/robots/robots.js";
import {
  mayFetch,
  ROBOTS_BYTES,
  type RobotsAccessOptions,
  type RobotsResponse,
  type RobotsVerdict,
  restoreVerdict,
  robotsStep,
  rulesUnder,
} from "../url/robots/robots-access.js";
import type { Clock } from "./clock.js";
import type { ErrorLog } from "./error-log.js";
import { type Answer, byEnding, type Fetched, isOurs, type Transport } from "./fetched.js";
import type { Outcome, RobotsKnown } from "./politeness/task.js";
import { outcomeOf, parseRetryAfter } from "./retry.js";
import { count, type Tally } from "./tally.js";
import { answerOf, exchangeOf } from "./visit.js";

/** What is known of robots.txt files, as it is stored: [origin, kind, body in base 64, fetchedAt, expiresAt]. */
export type RobotsState = readonly (readonly [string, RobotsVerdict["kind"], string, number, number])[];

export interface RobotsParts {
  /** False: everything is allowed, and nothing is asked for. */
  readonly obey: boolean;
  readonly productToken: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly tally: Tally;
  readonly errors: ErrorLog;
  /** How long a file is good for. */
  readonly access?: RobotsAccessOptions;
  /** Is told the sitemaps that a file names, as written. */
  readonly onSitemaps?: (urls: readonly string[]) => Promise<void>;
  /** Files that are kept; default 50,000. */
  readonly most?: number;
  /**
   * Asked to forget a file that was not used for longest, so that it is asked for again should it be needed. @returns
   * false: it is needed, and stays
   */
  readonly forget: (origin: string) => boolean;
  /** Stores what came back, as archives do. */
  readonly store: (capture: NewCapture) => Promise<void>;
}

/** What came of one request for robots.txt. */
export interface Asked {
  /** See Scheduler.robots; undefined: it is not known yet, and is to be asked for again. */
  readonly known?: RobotsKnown;
  /** The crawler may not connect to the host: no later try of this run would be another. */
  readonly isRefused?: true;
  /** See Scheduler.done. */
  readonly outcome: Omit<Outcome, "now">;
}

/**
 * Requests for a file that cannot be had, one after the other, until nothing of its host is allowed: one may fail by
 * chance.
 */
const TRIES = 3;

/** Bytes of a body that are taken. They hold more than `ROBOTS_BYTES` even where the content coding saves nothing. */
const BODY_BYTES = ROBOTS_BYTES + 32_768;

const isUnreachable = (response: RobotsResponse): boolean =>
  "fault" in response || response.status === 429 || response.status >= 500;

/** Files whose rules stand in memory; those of hosts whose pages wait stand there beyond it. */
const MOST = 50_000;

/** Bytes of files that are kept, to be stored: hosts of which none is are asked again by the next run. */
const KEPT_BYTES = 32 * 2 ** 20;

interface Known {
  readonly kind: RobotsVerdict["kind"];
  readonly fetchedAt: number;
  readonly expiresAt: number;
  /** Undefined: there was no room for it. */
  readonly body: Uint8Array | undefined;
  /** For this crawler alone. */
  readonly rules: RobotsRules;
}

/**
 * Asks for robots.txt files and keeps what they say, for a day (RFC 9309, section 2.4), also when their hosts have no
 * URL left (Shkapenyuk and Suel 2001, section 3.4).
 *
 * One call is one request. A redirect is followed, and a failure made good, by the next call, when the scheduler says
 * that it is polite: until then the file counts as expired.
 */
export class RobotsDesk {
  readonly #parts: RobotsParts;
  /** Those used last stand last. */
  readonly #known = new Map<string, Known>();
  readonly #changed = new Set<string>();
  #bytes = 0;
  /** Failures in a row, of files that are asked for again. */
  readonly #failed = new Map<string, number>();
  /** URLs asked so far, of files that were redirected. */
  readonly #asked = new Map<string, readonly string[]>();

  constructor(parts: RobotsParts, state: RobotsState = []) {
    this.#parts = parts;
    this.adopt(state);
  }

  /** Takes over what is known already. */
  adopt(state: RobotsState): void {
    for (const [origin, kind, body, fetchedAt, expiresAt] of state)
      this.#keep(origin, restoreVerdict({ kind, body: Buffer.from(body, "base64"), fetchedAt, expiresAt }));
  }

  /** May the URL be fetched? What is not known is not allowed. */
  allows(url: string, origin: string): boolean {
    if (!this.#parts.obey) return true;
    const known = this.#known.get(origin);
    if (known === undefined) return false;
    this.#known.delete(origin);
    this.#known.set(origin, known);
    return mayFetch(known.rules, url);
  }

  /** The file of the origin could not be had, and is to be asked for again at that time; undefined: it was had. */
  unreachableUntil(origin: string): number | undefined {
    const known = this.#known.get(origin);
    return known?.kind === "disallow-all" ? known.expiresAt : undefined;
  }

  /** Is it known that the URL may not be fetched? */
  isDisallowed(url: string, origin: string): boolean {
    return this.#known.has(origin) && !this.allows(url, origin);
  }

  /** The URL that `ask` asks next: the file of the origin, or where that redirects to. */
  next(origin: string): string {
    return this.#asked.get(origin)?.at(-1) ?? `${origin}/robots.txt`;
  }

  /** Asks once. */
  async ask(origin: string): Promise<Asked> {
    const { transport, clock, tally } = this.#parts;
    const url = this.next(origin);
    const begun = clock.now();
    tally.requests++;
    const answer = await transport.fetch({ url, bodyLimit: BODY_BYTES });
    const now = clock.now();
    const outcome = { ...(await this.#heard(answer, begun, now)), kind: outcomeOf(answer) };
    if (answer.ending === "failed" && isOurs(answer.fault)) return { outcome };
    const isRefused = answer.ending === "failed" && answer.fault === "forbidden-address";
    if (isRefused && !this.#asked.has(origin)) return { outcome, isRefused };
    const response = await this.#responseOf(answer);
    const tries = (this.#failed.get(origin) ?? 0) + 1;
    if (isUnreachable(response) && !isRefused && tries < TRIES) {
      this.#failed.set(origin, tries);
      return { outcome: { ...outcome, again: tries } };
    }
    const known = await this.#settle(origin, response, now);
    return { outcome, ...(known && { known }) };
  }

  /** The file that it redirects to cannot be asked for: it cannot be had, and nothing of the origin is allowed for now. */
  async cannotFollow(origin: string): Promise<RobotsKnown> {
    return (await this.#settle(origin, { fault: "refused" }, this.#parts.clock.now())) as RobotsKnown;
  }

  /** @returns undefined: another URL is to be asked */
  async #settle(origin: string, response: RobotsResponse, now: number): Promise<RobotsKnown | undefined> {
    this.#failed.delete(origin);
    const asked = this.#asked.get(origin) ?? [this.next(origin)];
    const step = robotsStep(asked, response, now, this.#parts.access);
    if ("follow" in step) {
      this.#asked.set(origin, [...asked, step.follow]);
      return undefined;
    }
    this.#asked.delete(origin);
    if (step.verdict.kind === "rules") await this.#parts.onSitemaps?.(step.verdict.rules.sitemaps);
    const { rules } = this.#keep(origin, step.verdict);
    const { expiresAt } = step.verdict;
    return { expiresAt, ...(rules.crawlDelay !== undefined && { crawlDelay: rules.crawlDelay }) };
  }

  /** All that there is room for. */
  save(): RobotsState {
    return [...this.#known].filter(([, { body }]) => body).map(([origin, known]) => rowOf(origin, known));
  }

  /** As `save`, of what changed since this was called last; a file without room is one that expired at 0. */
  changes(): RobotsState {
    const rows = [...this.#changed].map((origin) => rowOf(origin, this.#known.get(origin) ?? FORGOTTEN));
    this.#changed.clear();
    return rows;
  }

  /** Counts an answer, and stores it. @returns what the scheduler is told of it */
  #heard(answer: Answer, begun: number, now: number): Promise<Omit<Outcome, "now" | "kind">> {
    const { tally, errors } = this.#parts;
    const came = async (fetched: Fetched) => {
      tally.robotsRequests++;
      await this.#parts.store({
        exchange: exchangeOf(fetched, begun),
        type: mediaType(fetched.header("content-type")),
        depth: 0,
      });
      const retryAfter = parseRetryAfter(fetched.header("retry-after"), now);
      const { milliseconds, ip } = fetched;
      return { milliseconds, ...(ip && { address: ip }), ...(retryAfter !== undefined && { retryAfter }) };
    };
    return byEnding(answer, {
      whole: came,
      cut: came,
      async failed({ url, fault, message }) {
        count(tally.faults, fault);
        errors.add(url, fault, message);
        return { milliseconds: now - begun };
      },
    });
  }

  /** A file that did not come as a whole is a fault: what is missing may disallow pages (RFC 9309, section 2.3.1.4). */
  #responseOf(answer: Answer): Promise<RobotsResponse> {
    return byEnding<Promise<RobotsResponse>>(answer, {
      whole: (file) => this.#read(file),
      cut: (file) => this.#read(file),
      failed: async ({ fault }) => ({ fault }),
    });
  }

  async #read(answer: Fetched): Promise<RobotsResponse> {
    const { url, status } = answer;
    if (!(status >= 200 && status < 300)) {
      const location = redirectOf(answer);
      return { status, body: new Uint8Array(), ...(location !== undefined && { location }) };
    }
    const content = await contentOf(answerOf(answer), ROBOTS_BYTES + 1);
    const lack = lackOf(content);
    if (lack === undefined) return { status, body: content.bytes };
    const { tally, errors } = this.#parts;
    count(tally.oddities, lack);
    errors.add(url, lack, "the file is not whole, so the crawler asks again before it fetches any page of this host");
    return { fault: lack };
  }

  /** @returns false: it was needed, and has another turn behind all others */
  #forgetOldest(): boolean {
    const [[origin, known]] = this.#known;
    this.#known.delete(origin);
    if (!this.#parts.forget(origin)) {
      this.#known.set(origin, known);
      return false;
    }
    this.#bytes -= known.body?.length ?? 0;
    this.#changed.add(origin);
    return true;
  }

  #keep(origin: string, verdict: RobotsVerdict): Known {
    const { kind, fetchedAt, expiresAt } = verdict;
    const bytes = verdict.kind === "rules" ? verdict.body : new Uint8Array();
    this.#bytes -= this.#known.get(origin)?.body?.length ?? 0;
    const body = this.#bytes + bytes.length <= KEPT_BYTES ? bytes : undefined;
    this.#bytes += body?.length ?? 0;
    const known = { kind, fetchedAt, expiresAt, body, rules: rulesUnder(verdict, this.#parts.productToken) };
    this.#known.delete(origin);
    this.#known.set(origin, known);
    this.#changed.add(origin);
    for (let over = this.#known.size - (this.#parts.most ?? MOST), tries = over + 8; over > 0 && tries > 0; tries--)
      if (this.#forgetOldest()) over--;
    return known;
  }
}

function rowOf(origin: string, { kind, body, fetchedAt, expiresAt }: typeof FORGOTTEN): RobotsState[number] {
  if (body === undefined) return [origin, kind, "", fetchedAt, 0];
  return [origin, kind, Buffer.from(body).toString("base64"), fetchedAt, expiresAt];
}

const FORGOTTEN: Pick<Known, "kind" | "body" | "fetchedAt" | "expiresAt"> = {
  kind: "rules",
  body: undefined,
  fetchedAt: 0,
  expiresAt: 0,
};

/** What is wrong with a file, by the names of `Visit.oddities`. Undefined: all that is read of it has come. */
function lackOf(content: Content): string | undefined {
  switch (content.kind) {
    case "whole":
    case "long":
      return undefined;
    case "cut":
      return `truncated-${content.by}`;
    case "damaged":
      return "bad-content-encoding";
  }
}
