import { type ChosenOf, valuesOf } from "../base/method.js";
import type { Random } from "../base/random.js";
import { utcTime } from "../base/utc-time.js";
import { retryOptions } from "./declared-options.js";
import { type Answer, byEnding, type CutBy, type Fault } from "./fetched.js";
import type { Waiting } from "./frontier/frontier.js";
import type { Outcome } from "./politeness/task.js";

export type RetryOptions = ChosenOf<typeof retryOptions>;

/** A URL with the number of times that it was tried. */
export interface Try {
  readonly page: Waiting;
  readonly tries: number;
  /** What it was asked with, where cookies are kept. */
  readonly cookies?: string;
  /** It stands for the robots.txt of this origin, which redirects to the host that it waits for. */
  readonly robotsOf?: string;
}

/** How a try ended: with a status, or with a fault. */
export interface TryResult {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Tries so far, this one included: 1, 2, ... */
  readonly tries: number;
  readonly status?: number;
  readonly fault?: Fault;
  /** Value of the header Retry-After. */
  readonly retryAfter?: string;
}

export type RetryDecision =
  /** To be tried again, not before `at`; `reason` is the fault, or the status as text. */
  | { readonly again: true; readonly at: number; readonly reason: string }
  | {
      readonly again: false;
      /**
       * "none": there is nothing to try again. "final": it would end the same way. "retry-after": the server asks for
       * too long.
       */
      readonly reason: "none" | "final" | "exhausted" | "retry-after";
    };

/**
 * Faults that may pass by, and what the scheduler is told of a host whose request ended so: see `Outcome.kind` of
 * src/fetch/politeness/task.ts. A fault after which another answer may well come from the same host counts as answered.
 */
const faults: Readonly<Record<Fault, { readonly passes: boolean; readonly host: Outcome["kind"] }>> = {
  dns: { passes: true, host: "down" },
  proxy: { passes: true, host: "skipped" },
  "proxy-login": { passes: true, host: "skipped" },
  "forbidden-address": { passes: false, host: "skipped" },
  refused: { passes: true, host: "refused" },
  unreachable: { passes: true, host: "down" },
  "connect-timeout": { passes: true, host: "down" },
  "header-timeout": { passes: true, host: "down" },
  "body-timeout": { passes: true, host: "cut" },
  reset: { passes: true, host: "cut" },
  tls: { passes: false, host: "down" },
  "bad-response": { passes: false, host: "answered" },
  "header-overflow": { passes: false, host: "answered" },
  "bad-url": { passes: false, host: "skipped" },
  aborted: { passes: true, host: "answered" },
  other: { passes: false, host: "down" },
};

/**
 * ... and after an answer that was cut. A body that did not come in time is worth no more than a connection that was cut;
 * where servers cut bodies themselves, or we do, the host is well.
 */
const cuts: Readonly<Record<CutBy, Outcome["kind"]>> = { length: "answered", time: "cut", disconnect: "answered" };

/** What the scheduler is told of a host by an answer. */
export const outcomeOf = (answer: Answer): Outcome["kind"] =>
  byEnding(answer, {
    whole: () => "answered",
    cut: ({ by }) => cuts[by],
    failed: ({ fault }) => faults[fault].host,
  });

/** Statuses after which another answer may come: RFC 9110, sections 15.5.9 and 15.6; RFC 6585 (429); RFC 8470 (425). */
const passes = (status: number) =>
  status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 505);

/**
 * Which failure is tried again, and when: the n-th retry after delay * 2^(n-1) milliseconds, `maxDelay` at most, less a
 * share that chance decides, so that what failed together is not tried again together; and not before a Retry-After has
 * run out.
 *
 * @throws "option" for an option that is not known, or a value that is none
 */
export function retryPolicy(random: Random, options: RetryOptions = {}): (result: TryResult) => RetryDecision {
  const { retries, delay, maxDelay, maxRetryAfter, jitter } = valuesOf("retries", retryOptions, options);
  return ({ now, tries, status = 0, fault, retryAfter }) => {
    if (fault === undefined && status < 400) return { again: false, reason: "none" };
    if (!(fault === undefined ? passes(status) : faults[fault].passes)) return { again: false, reason: "final" };
    if (tries > retries) return { again: false, reason: "exhausted" };
    const asked = parseRetryAfter(retryAfter, now) ?? 0;
    if (asked > maxRetryAfter) return { again: false, reason: "retry-after" };
    const backoff = Math.min(delay * 2 ** (tries - 1), maxDelay) * (1 - jitter * random.next());
    return { again: true, at: now + Math.max(Math.ceil(backoff), asked), reason: fault ?? String(status) };
  };
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * The three forms of RFC 9110, section 5.6.7: "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun
 * Nov  6 08:49:37 1994".
 */
const dates = [
  /^\w{3}, (?<day>\d\d) (?<month>\w{3}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^\w{6,9}, (?<day>\d\d)-(?<month>\w{3})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^\w{3} (?<month>\w{3}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
];

/**
 * Milliseconds from `now` that a Retry-After header asks for: whole seconds, or a date (one that is past asks for 0).
 * RFC 9110, section 10.2.3.
 *
 * @returns undefined: there is no header, or its value has neither form
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) return 1000 * Number(text);
  const date = parseHttpDate(text, now);
  return date === undefined ? undefined : Math.max(0, date - now);
}

/** @param now a year of two digits that would lie over 50 years after it is one of the century before */
function parseHttpDate(text: string, now: number): number | undefined {
  const found = dates.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (found === undefined) return undefined;
  let year = Number(found.year);
  if (found.year.length === 2) {
    const thisYear = new Date(now).getUTCFullYear();
    year += thisYear - (thisYear % 100);
    if (year > thisYear + 50) year -= 100;
  }
  return utcTime(year, months.indexOf(found.month), Number(found.day), found.time.split(":").map(Number));
}
