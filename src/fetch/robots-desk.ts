import type { RobotsRules } from "../politeness/robots.js";
import {
  mayFetch,
  ROBOTS_BYTES,
  type RobotsResponse,
  type RobotsVerdict,
  restoreVerdict,
  robotsStep,
  rulesUnder,
} from "../politeness/robots-access.js";
import type { Outcome, RobotsKnown } from "../politeness/task.js";
import type { NewCapture } from "../snapshot/capture.js";
import type { Clock } from "./clock.js";
import { decodeBody } from "./decode.js";
import type { ErrorLog } from "./error-log.js";
import { FetchError, type Fetched, type Transport } from "./fetched.js";
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

/** Requests for a file that cannot be had, one after the other, until nothing of its host is allowed: one may fail by chance. */
const TRIES = 3;

const isUnreachable = (result: Fetched | FetchError): boolean =>
  result instanceof FetchError || result.status === 429 || result.status >= 500;

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
 * Asks for robots.txt files and keeps what they say, for a day (RFC 9309, section 2.4), also when their hosts have no URL left
 * (Shkapenyuk and Suel 2001, section 3.4).
 *
 * One call is one request. A redirect is followed, and a failure made good, by the next call, when the scheduler says that it is
 * polite: until then the file counts as expired.
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
    const result = await transport.fetch({ url, bodyLimit: ROBOTS_BYTES + 1 }).catch((error: unknown) => {
      if (error instanceof FetchError) return error;
      throw error;
    });
    const now = clock.now();
    const milliseconds = result instanceof FetchError ? now - begun : result.milliseconds;
    if (result instanceof FetchError) {
      count(tally.faults, result.fault);
      errors.add(url, result.fault, result.message);
    } else {
      tally.robotsRequests++;
      await this.#parts.store(captureOf(result, begun));
    }
    const outcome = result instanceof FetchError ? outcomeOf(result.fault) : "answered";
    const retryAfter = result instanceof FetchError ? undefined : parseRetryAfter(result.header("retry-after"), now);
    const rest = { outcome, milliseconds, ...(retryAfter !== undefined && { retryAfter }) };
    if (result instanceof FetchError && result.fault === "aborted") return { expiresAt: now, ...rest };
    const tries = (this.#failed.get(origin) ?? 0) + 1;
    if (isUnreachable(result) && tries < TRIES) {
      this.#failed.set(origin, tries);
      return { expiresAt: now, ...rest };
    }
    this.#failed.delete(origin);
    const step = robotsStep(asked, await responseOf(result), now);
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

async function responseOf(result: Fetched | FetchError): Promise<RobotsResponse> {
  if (result instanceof FetchError) return { fault: result.fault };
  const location = result.header("location");
  const { bytes } = await decodeBody(result.body, result.header("content-encoding"), ROBOTS_BYTES + 1);
  return { status: result.status, body: bytes, ...(location !== undefined && { location }) };
}

function captureOf(fetched: Fetched, time: number): NewCapture {
  const { url, status, request, head, body, truncated, ip, milliseconds } = fetched;
  const type = (fetched.header("content-type") ?? "").split(";", 1)[0].trim().toLowerCase();
  return {
    exchange: {
      ...{ url, time, status, request, head, body, milliseconds: Math.round(milliseconds) },
      ...(ip !== undefined && { ip }),
      ...(truncated && { truncated }),
    },
    type,
    depth: 0,
  };
}
