import type { Msg } from "@nats-io/transport-node";
import { EngineError } from "../engine.js";
import type { Verdict } from "./requests.js";

interface Acknowledgement {
  readonly seq?: number;
  readonly error?: { readonly code: number; readonly err_code: number; readonly description: string };
}

/** The server's numbers of what it says when a message does not fit for now: the store refused it, resources are short. */
const NO_ROOM = [10077, 10023, 10047, 10028];

/** "wrong last sequence". */
const WRONG_SEQUENCE = [10071, 10164];

/** "message size exceeds maximum allowed". */
const TOO_LARGE = 10054;

/** Nobody listens where the message was sent to: the server keeps none such, or just starts. */
export const isUnheard = (answer: Msg): boolean => answer.data.length === 0 && answer.headers?.code === 503;

/**
 * What the server says to a message that it is to store: the number of it.
 *
 * @param what "the queue jobs", for errors
 */
export function judgeStored(answer: Msg, address: string, what: string): Verdict<number | undefined> {
  if (isUnheard(answer)) return "missing";
  const { seq, error } = parsed(answer);
  if (!error) return { result: seq };
  if (WRONG_SEQUENCE.includes(error.err_code)) return { result: undefined };
  if (NO_ROOM.includes(error.err_code) || error.code === 503) return "later";
  const code = error.err_code === TOO_LARGE ? "too-large" : "failed";
  return { error: new EngineError(`${address} does not store a message of ${what}: ${error.description}`, code) };
}

function parsed(answer: Msg): Acknowledgement {
  try {
    return answer.json<Acknowledgement>();
  } catch {
    return { error: { code: 500, err_code: 0, description: `found ${JSON.stringify(answer.string())}` } };
  }
}
