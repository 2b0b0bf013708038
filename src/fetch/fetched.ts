import { type CrawlbenchError, isProblem, problem } from "../base/error.js";
/** Names under which failed requests are counted. */
export const FAULTS = [
  "dns",
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
  /** Bytes of body after which reading stops; default: the transport's. */
  readonly bodyLimit?: number;
}

/** What came back: any status; redirects are not followed, contents not decoded. */
export interface Fetched {
  readonly url: string;
  readonly status: number;
  /** Value of a header by lower-case name, the first one; undefined when there is none. */
  header(name: string): string | undefined;
  /** All values of a header, in order. */
  headers(name: string): readonly string[];
  /** Request line and headers as sent; see Exchange.request. */
  readonly request: string;
  /** Status line and headers; see Exchange.head. */
  readonly head: string;
  /** Less the transfer coding; content codings stand. */
  readonly body: Uint8Array;
  /** Why the body is not whole: over the limit, too slow, or cut off by the server. */
  readonly truncated?: "length" | "time" | "disconnect";
  /** Address of the server, where known. */
  readonly ip?: string;
  /** From asking to the last byte. */
  readonly milliseconds: number;
  /** The strict parser refused the response, the lenient one read it. */
  readonly lenient: boolean;
}

/** Sends requests; one is under way per call, and the caller sees to politeness. */
export interface Transport {
  /** @throws "fetch" with the name of what went wrong; never anything else */
  fetch(request: FetchRequest): Promise<Fetched>;
  /** Ends what is under way, as "aborted", and closes all connections. */
  close(): Promise<void>;
}
