import type { Exchange } from "../archive/exchange.js";
import { type CrawlbenchError, isProblem, problem } from "../base/error.js";
/** Names under which failed requests are counted. */
export const FAULTS = [
  "dns",
  "proxy",
  "proxy-login",
  "forbidden-address",
  "refused",
  "unreachable",
  "connect-timeout",
  "header-timeout",
  "body-timeout",
  "reset",
  "tls",
  "bad-response",
  "header-overflow",
  "bad-url",
  "aborted",
  "other",
] as const;

export type Fault = (typeof FAULTS)[number];

/** Did the proxy fail, whatever the host would have done? */
export const isOfProxy = (fault: Fault): boolean => fault === "proxy" || fault === "proxy-login";

/** Was the host not asked, or not to the end, for reasons that are not its own? */
export const isOurs = (fault: Fault): boolean => fault === "aborted" || isOfProxy(fault);

/** A request that brought no response that could be used. */
export type FetchProblem = CrawlbenchError & { readonly facts: { readonly fault: Fault } };

export const isFetchProblem = (error: unknown): error is FetchProblem => isProblem(error, "fetch");

/** @param cause what the system or undici threw */
export const fetchProblem = (fault: Fault, message: string, cause?: unknown): FetchProblem =>
  problem.fetch({ fault, cause })`${message}` as FetchProblem;

export interface FetchRequest {
  /** Absolute http or https URL without fragment. */
  readonly url: string;
  /** Beside Host, User-Agent, Accept and Accept-Encoding, which the transport sends: If-None-Match and the like. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Value of the header Cookie: it is sent, and written down nowhere. */
  readonly cookies?: string;
  /** Bytes of body after which reading stops; default: the transport's. */
  readonly bodyLimit?: number;
}

/** What came back: any status; redirects are not followed, contents not decoded. */
interface Response extends Pick<Exchange, "url" | "status" | "request" | "body" | "ip"> {
  /** Value of a header by lower-case name, the first one; undefined when there is none. */
  header(name: string): string | undefined;
  /** All values of a header, in order. */
  headers(name: string): readonly string[];
  /** Status line and headers; see Exchange.head. A cookie jar masks what they set. */
  head: string;
  /** From asking to the last byte. */
  readonly milliseconds: number;
  /** The strict parser refused the response, the lenient one read it. */
  readonly lenient: boolean;
}

/** All of it came, as far as its framing tells. */
export interface Whole extends Response {
  readonly ending: "whole";
}

/** Why a body ends before its end: over the limit, too slow, or cut off by the server. */
export type CutBy = "length" | "time" | "disconnect";

/** Status and head came, and a part of the body, which may be none. */
export interface Cut extends Response {
  readonly ending: "cut";
  readonly by: CutBy;
}

/** No response that could be used. */
export interface Failed {
  readonly ending: "failed";
  readonly url: string;
  readonly fault: Fault;
  readonly message: string;
}

/** A response, whole or cut. */
export type Fetched = Whole | Cut;

/** How a request ended. Whoever decides from it says by `byEnding` what becomes of each. */
export type Answer = Fetched | Failed;

/** What is to be done with an answer of each ending. */
export interface Endings<T> {
  whole(answer: Whole): T;
  cut(answer: Cut): T;
  failed(answer: Failed): T;
}

/** Decides from an answer; a case that is forgotten does not compile. */
export function byEnding<T>(answer: Answer, endings: Endings<T>): T {
  switch (answer.ending) {
    case "whole":
      return endings.whole(answer);
    case "cut":
      return endings.cut(answer);
    case "failed":
      return endings.failed(answer);
  }
}

/** Sends requests; one is under way per call, and the caller sees to politeness. */
export interface Transport {
  /** Never rejects: what went wrong is an answer, too. */
  fetch(request: FetchRequest): Promise<Answer>;
  /** Address that a URL would be asked at; undefined: it is not known, or a proxy asks. */
  addressOf?(url: string): Promise<string | undefined>;
  /** Ends what is under way, as "aborted", and closes all connections. */
  close(): Promise<void>;
}
