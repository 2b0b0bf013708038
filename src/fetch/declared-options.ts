import { CONTENT_LIMIT } from "../archive/content.js";
import { number } from "../base/method.js";

/** Milliseconds; seconds where it is typed, and in help. */
const time = (usual: number, says: string, range = "[0, ∞)") => number(usual, range, says, { unit: "s" });

const DAY = 86_400_000;

/** How long is waited for what of an answer. */
export const timeoutOptions = {
  /** Until a connection stands: the question to DNS, TCP and TLS. */
  connect: time(15_000, "to connect", "(0, ∞)"),
  /** From the request sent to the end of the head. */
  headers: time(30_000, "until the response headers arrive", "(0, ∞)"),
  /** Without a byte of the body. */
  body: time(30_000, "between two chunks of the body", "(0, ∞)"),
  /** For all, second requests included. */
  total: time(120_000, "for the whole request", "(0, ∞)"),
} as const;

/** When a URL that failed is tried again. */
export const retryOptions = {
  /** Tries after the first. */
  retries: number(3, "[0, ∞)", "attempts after the first", { whole: true }),
  /** Milliseconds before the first retry, doubled with each. */
  delay: time(60_000, "before the first retry; doubles with each"),
  /** Milliseconds at most. A Retry-After may be longer, up to `maxRetryAfter`. */
  maxDelay: time(3_600_000, "longest delay"),
  /** Milliseconds; a URL whose server asks for more is not tried again. */
  maxRetryAfter: time(DAY, "a longer Retry-After ends the retries"),
  /** Share of the delay that is left to chance: 0.5 gives between 50 and 100 percent of it. */
  jitter: number(0.5, "[0, 1]", "random share of the delay", { is: "a share in [0, 1]" }),
} as const;

/** Options of a crawl that stand by themselves. */
export const fetchOptions = {
  /** Mercator's limit: Heydon and Najork 1999. */
  bodyLimit: number(CONTENT_LIMIT, "(0, ∞)", "longest body to keep; longer ones are cut", { unit: "bytes" }),
  mostHops: number(10, "[1, ∞)", "most redirects in a chain", { whole: true }),
  /** RFC 9309, section 2.4, has no more than a day. */
  robotsFreshFor: number(DAY, `(0, ${DAY}]`, "how long a robots.txt stays valid", {
    unit: "s",
    is: "a time of a day at the most",
  }),
  segmentBytes: number(2 ** 30, "(0, ∞)", "size at which a WARC file is closed", { unit: "bytes" }),
} as const;

/** How pages are told that are nearly one that their host gave before. */
export const nearOptions = {
  /** Manku, Jain and Das Sarma 2007, section 4. */
  distance: number(3, "[0, 7]", "most bits of 64 in which the SimHashes of two texts may differ", { whole: true }),
  /** Texts of a few words share most of them by chance. */
  words: number(50, "[1, ∞)", "shorter texts are not compared, in words", { whole: true }),
  trap: number(50, "[1, ∞)", "this many near-duplicates of one page are a trap, whose links are not followed", {
    whole: true,
  }),
} as const;

/** Of `politeness`. */
export const addressOptions = {
  /** From the end of a request to the next one to any host known to stand at its address. */
  addressDelay: time(0, "least time between two requests to one IP address"),
} as const;
