import type { PermissionViolationError, RequestError } from "@nats-io/transport-node";
import { type CrawlbenchError, isProblem, problem } from "../../base/error.js";
import type { Link } from "./link.js";

/** An error of the client, or of the server's interface. */
export interface ClientError extends Error {
  /** Of the server's interface: like those of HTTP. */
  readonly status?: number;
  /** Of the server's interface: which error it is. */
  readonly code?: number;
}

/** "stream not found", "consumer not found". */
const MISSING = [10059, 10014];

/** "insufficient resources", "storage resources exceeded", "memory resources exceeded". */
export const NO_ROOM = [10023, 10047, 10028];

/** Those, and "maximum bytes exceeded": it says so, and goes on when there is room. */
const FULL = [...NO_ROOM, 10077];

/** "no suitable peers for placement", "replicas > 1 not supported in non-clustered mode". */
export const TOO_MANY = [10005, 10074];

/** What another process makes at the same moment is in the way: stream or consumer, by its name or its subjects. */
export const THERE = [10058, 10065, 10148, 10013, 10100];

/**
 * What another attempt may change, beside the codes above: "stream is offline" and "consumer is offline", as all
 * servers of a cluster that keep it are away; "maximum bytes exceeded" and the like, as the queues are full.
 */
const PASSING = [...FULL, ...TOO_MANY, ...THERE, 10118, 10119];

/** Is it that the engine is away for the moment, or just starts, or is full? */
function passes(error: ClientError): boolean {
  if (error.name === "JetStreamApiError") return error.status === 503 || PASSING.includes(error.code ?? 0);
  if (error.name === "RequestError") return (error.cause as Error | undefined)?.name !== "PermissionViolationError";
  return ["TimeoutError", "JetStreamNotEnabled", "ConnectionError", "ClosedConnectionError"].includes(error.name);
}

/** Is it an answer of the server's interface with one of these numbers? */
export const hasCode = (error: unknown, codes: readonly number[]): boolean =>
  codes.includes((error as ClientError).code ?? 0);

/** Nothing comes for what is not there. */
export function ifMissing(error: unknown): undefined {
  if (!hasCode(error, MISSING)) throw error;
}

/** Nobody listens where it was sent to: the server keeps none such, or just starts. */
export const isUnheard = (error: unknown): boolean =>
  (error as Error).name === "JetStreamNotEnabled" ||
  ((error as Error).name === "RequestError" && (error as RequestError).isNoResponders());

/**
 * Asks the engine until it answers. The server may see the question more than once.
 *
 * @param mend makes anew what is missing
 * @throws "closed", "refused", or "failed" for an answer that says what another attempt will not change
 */
export async function persist<T>(link: Link, work: () => Promise<T>, mend?: () => Promise<void>): Promise<T> {
  let next: (() => Promise<void>) | undefined;
  try {
    for (let attempt = 0; ; attempt++) {
      await link.up();
      try {
        if (next) await link.attempt(next);
        return await link.attempt(work);
      } catch (error) {
        if (link.closed) throw link.closedError();
        const isMissing = mend !== undefined && (isUnheard(error) || hasCode(error, MISSING));
        if (!isMissing && !passes(error as ClientError)) throw explained(link, error as ClientError);
        next = isMissing ? mend : undefined;
        if (!link.connected || hasCode(error, FULL)) link.failing.delete(work);
        else if (!link.failing.has(work)) link.failing.set(work, performance.now());
      }
      await pause(longer(attempt));
    }
  } finally {
    link.failing.delete(work);
  }
}

function explained({ address }: Link, cause: ClientError): CrawlbenchError {
  if (isProblem(cause)) return cause;
  const { name, operation, subject } = (cause.cause ?? {}) as Partial<PermissionViolationError>;
  if (name === "PermissionViolationError") {
    const what = operation === "publish" ? "send to" : "listen to";
    const refused = problem.refused({ cause });
    return refused`${address} does not let this user ${what} ${subject}: allow "crawlbench.>", "$KV.>", "$JS.>" and "_INBOX.>"`;
  }
  return problem.failed`${address} answers: ${cause}`;
}

/** Milliseconds to wait after an attempt, the first of which is 0: each time twice as long, up to 2 s. */
export const longer = (attempt: number): number => Math.min(50 * 2 ** attempt, 2_000);

/** The connection keeps the process alive, a pause does not. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
