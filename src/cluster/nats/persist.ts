import { EngineError } from "../engine.js";
import type { Link } from "./link.js";
import { growing, pause } from "./pause.js";

/** An error of the client, or of the server's interface. */
interface ClientError extends Error {
  /** Of the server's interface: like those of HTTP. */
  readonly status?: number;
  /** Of the server's interface: which error it is. */
  readonly code?: number;
}

/** "stream not found", "consumer not found". */
const MISSING = [10059, 10014];

/**
 * "stream name already in use", "subjects overlap with an existing stream", "consumer already exists", "consumer name already in
 * use", "filtered consumer not unique on workqueue stream": what another process makes at the same moment is in the way.
 */
const THERE = [10058, 10065, 10148, 10013, 10100];

/** Is it that the engine is away for the moment, or just starts? */
function passes(error: ClientError): boolean {
  if (error.name === "JetStreamApiError") return error.status === 503;
  if (error.name === "RequestError") return (error.cause as Error | undefined)?.name !== "PermissionViolationError";
  return ["TimeoutError", "JetStreamNotEnabled", "ConnectionError", "ClosedConnectionError"].includes(error.name);
}

/** Does it say that there is no such stream or consumer? */
export const isMissing = (error: unknown): boolean => MISSING.includes((error as ClientError).code ?? 0);

/**
 * Makes what another process may make at the same moment.
 *
 * @param find undefined: it is not there, or not yet
 */
export async function makeOnce(make: () => Promise<unknown>, find: () => Promise<unknown>): Promise<void> {
  try {
    await make();
  } catch (error) {
    if (!THERE.includes((error as ClientError).code ?? 0)) throw error;
    const pauses = growing(20, 500);
    for (let attempt = 0; (await find()) === undefined; attempt++) {
      if (attempt === 10) throw error;
      await pause(pauses.next());
    }
  }
}

/**
 * Asks the engine until it answers.
 *
 * @param mend makes anew what is missing
 * @throws EngineError "closed", "refused", or "failed" for an answer that says what another attempt will not change
 */
export async function persist<T>(link: Link, work: () => Promise<T>, mend?: () => Promise<void>): Promise<T> {
  const pauses = growing(50, 2_000);
  for (;;) {
    await link.up();
    try {
      return await work();
    } catch (error) {
      if (link.closed) throw link.closedError();
      if (mend && isMissing(error)) await mend();
      else if (!passes(error as ClientError)) throw explained(link, error as ClientError);
      await pause(pauses.next());
    }
  }
}

/** Server's numbers of "insufficient resources", "storage resources exceeded", "reserved storage ...". */
const NO_ROOM = [10023, 10047, 10028];

export function explained({ address }: { readonly address: string }, cause: ClientError): EngineError {
  if (cause instanceof EngineError) return cause;
  if (NO_ROOM.includes(cause.code ?? 0)) {
    return new EngineError(`${address} has no room for the queues (${cause.message}): give nats-server -sd a folder on a larger disk, or forget crawls that are done: crawlbench processes ADDRESS --crawl NAME --forget`, "unsuitable", { cause }); // biome-ignore format: one line
  }
  if ((cause.cause as Error | undefined)?.name === "PermissionViolationError") {
    return new EngineError(`${address} does not let this user in everywhere (${cause.message}): allow "crawlbench.>", "$KV.>", "$JS.>" and "_INBOX.>"`, "refused", { cause }); // biome-ignore format: one line
  }
  return new EngineError(`${address} answers: ${cause.message}`, "failed", { cause });
}
