import type { NewCapture } from "../archive/capture.js";
import type { RobotsRules } from "../url/robots/robots.js";
import {
  mayFetch,
  ROBOTS_BYTES,
  type RobotsResponse,
  type RobotsVerdict,
  restoreVerdict,
  robotsStep,
  rulesUnder,
} from "../url/robots/robots-access.js";
import type { Clock } from "./clock.js";
import { type Decoded, decodeBody } from "./decode.js";
import type { ErrorLog } from "./error-log.js";
import { type Fetched, type FetchProblem, isFetchProblem, type Transport } from "./fetched.js";
import type { Outcome, RobotsKnown } from "./politeness/task.js";
import { outcomeOf, parseRetryAfter } from "./retry.js";
import { count, type Tally } from "./tally.js";

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
  /** Stores what came back, as archives do. */
  readonly store: (capture: NewCapture) => Promise<void>;
}

/** What came of one request for robots.txt: see Scheduler.robots and Scheduler.done. */
export interface Asked extends RobotsKnown {
  readonly outcome: Outcome["kind"];
  readonly milliseconds: number;
  readonly retryAfter?: number;
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
  readonly #known = new Map<string, Known>();
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
    return known !== undefined && mayFetch(known.rules, url);
  }

  /** Is it known that the URL may not be fetched? */
  isDisallowed(url: string, origin: string): boolean {
    return this.#known.has(origin) && !this.allows(url, origin);
  }

  /** Asks once. */
  async ask(origin: string): Promise<Asked> {
    const { transport, clock, tally, errors } = this.#parts;
    const asked = this.#asked.get(origin) ?? [`${origin}/robots.txt`];
    const url = asked[asked.length - 1];
    const begun = clock.now();
    tally.requests++;
    const result = await transport.fetch({ url, bodyLimit: BODY_BYTES }).catch((error: unknown) => {
      if (isFetchProblem(error)) return error;
      throw error;
    });
    const now = clock.now();
    const milliseconds = isFetchProblem(result) ? now - begun : result.milliseconds;
    if (isFetchProblem(result)) {
      count(tally.faults, result.facts.fault);
      errors.add(url, result.facts.fault, result.message);
    } else {
      tally.robotsRequests++;
      await this.#parts.store(captureOf(result, begun));
    }
    const outcome = isFetchProblem(result) ? outcomeOf(result.facts.fault) : "answered";
    const retryAfter = isFetchProblem(result) ? undefined : parseRetryAfter(result.header("retry-after"), now);
    const rest = { outcome, milliseconds, ...(retryAfter !== undefined && { retryAfter }) };
    if (isFetchProblem(result) && result.facts.fault === "aborted") return { expiresAt: now, ...rest };
    const response = await this.#responseOf(result);
    const tries = (this.#failed.get(origin) ?? 0) + 1;
    if (isUnreachable(response) && tries < TRIES) {
      this.#failed.set(origin, tries);
      return { expiresAt: now, ...rest };
    }
    this.#failed.delete(origin);
    const step = robotsStep(asked, response, now);
    if ("follow" in step) {
      this.#asked.set(origin, [...asked, step.follow]);
      return { expiresAt: now, ...rest };
    }
    this.#asked.delete(origin);
    const { rules } = this.#keep(origin, step.verdict);
    return {
      expiresAt: step.verdict.expiresAt,
      ...(rules.crawlDelay !== undefined && { crawlDelay: rules.crawlDelay }),
      ...rest,
    };
  }

  save(): RobotsState {
    return [...this.#known].flatMap(([origin, { kind, body, fetchedAt, expiresAt }]) =>
      body === undefined ? [] : [[origin, kind, Buffer.from(body).toString("base64"), fetchedAt, expiresAt] as const],
    );
  }

  /** A file that did not come as a whole is a fault: what is missing may disallow pages (RFC 9309, section 2.3.1.4). */
  async #responseOf(result: Fetched | FetchProblem): Promise<RobotsResponse> {
    if (isFetchProblem(result)) return { fault: result.facts.fault };
    const { url, status, truncated } = result;
    const location = result.header("location");
    const decoded = await decodeBody(result.body, result.header("content-encoding"), ROBOTS_BYTES + 1);
    const fault = status >= 200 && status < 300 ? lackOf(decoded, truncated) : undefined;
    if (fault === undefined) return { status, body: decoded.bytes, ...(location !== undefined && { location }) };
    const { tally, errors } = this.#parts;
    count(tally.oddities, fault);
    errors.add(url, fault, "the file is not whole, so the crawler asks again before it fetches any page of this host");
    return { fault };
  }

  #keep(origin: string, verdict: RobotsVerdict): Known {
    const { kind, fetchedAt, expiresAt } = verdict;
    const bytes = verdict.kind === "rules" ? verdict.body : new Uint8Array();
    this.#bytes -= this.#known.get(origin)?.body?.length ?? 0;
    const body = this.#bytes + bytes.length <= KEPT_BYTES ? bytes : undefined;
    this.#bytes += body?.length ?? 0;
    const known = { kind, fetchedAt, expiresAt, body, rules: rulesUnder(verdict, this.#parts.productToken) };
    this.#known.set(origin, known);
    return known;
  }
}

/** What is wrong with a file, by the names of `Visit.oddities`. Undefined: all that is read of it has come. */
function lackOf({ cut, failed }: Decoded, truncated: Fetched["truncated"]): string | undefined {
  if (truncated && !cut) return `truncated-${truncated}`;
  return failed === undefined ? undefined : "bad-content-encoding";
}

function captureOf(fetched: Fetched, time: number): NewCapture {
  const { url, status, request, head, body, truncated, ip, milliseconds } = fetched;
  const type = (fetched.header("content-type") ?? "").split(";", 1)[0].trim().toLowerCase();
  return {
    exchange: {
      url,
      time,
      status,
      request,
      head,
      body,
      milliseconds: Math.round(milliseconds),
      ...(ip !== undefined && { ip }),
      ...(truncated && { truncated }),
    },
    type,
    depth: 0,
  };
}
