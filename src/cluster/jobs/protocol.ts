import { attempt } from "../../base/attempt.js";
import type { ErrorData } from "../../base/error.js";
import type { Software } from "./software.js";

/** Group of the engine in which sweeps meet their workers. */
export const GROUP = "sweeps";

/** A client asks who listens; each worker answers with its card. */
export const ROLL = "roll";
/** A client tells of its sweep, a few times per second. */
export const SWEEPS = "sweeps";
/** A worker tells that it is there; who has a sweep tells of it at once. */
export const HELLO = "hello";

/** What is said about one sweep. */
export const topicsOf = (sweep: string) => ({
  /** A worker asks for a piece of what all jobs read. */
  material: `material.${sweep}`,
  /** A free thread of a worker asks for a job. */
  take: `take.${sweep}`,
  /** A worker tells what its threads are at. */
  beat: `beat.${sweep}`,
  /** A worker hands over what came of a job, in pieces, each until it is answered. */
  result: `result.${sweep}`,
  /** A worker tells that it leaves. */
  leave: `leave.${sweep}`,
});

/** A worker, as it introduces itself. */
export interface WorkerCard {
  readonly worker: string;
  readonly host: string;
  readonly threads: number;
  readonly software: Software;
}

/** A sweep, as its client tells of it. */
export interface Announcement {
  readonly sweep: string;
  readonly kind: "crawls" | "misses";
  /** Of the web or trace, for messages. */
  readonly name: string;
  readonly host: string;
  readonly software: Software;
  /** Jobs that wait for somebody. */
  readonly waiting: number;
  /** Nothing is wanted any more. */
  readonly over: boolean;
  readonly material: MaterialCard;
  /** Milliseconds after which who is not heard of is given up; workers tell 8 times as often. */
  readonly patience: number;
}

/** What all jobs of a sweep read, but for its numbers. */
export interface MaterialCard {
  /** SHA-256 (hex) of the facts and the numbers. */
  readonly digest: string;
  readonly facts: object;
  /** Entries of each array. */
  readonly lengths: readonly number[];
  /** Bytes of a piece, but for the last one; pieces are numbered from 0. */
  readonly piece: number;
}

export interface Take {
  readonly worker: string;
  /** Number of the thread. */
  readonly slot: number;
  readonly software: Software;
}

export type Taken =
  | {
      readonly kind: "job";
      readonly index: number;
      readonly key: string;
      readonly label: string;
      readonly task: object;
    }
  | { readonly kind: "wait" | "over" }
  /** This worker is not wanted, and why. */
  | { readonly kind: "refused"; readonly reason: string };

export interface Beat {
  readonly worker: string;
  readonly jobs: readonly { readonly slot: number; readonly index: number; readonly done: number }[];
}

/** What stands before the bytes of a piece of a result. */
export interface ResultHead {
  readonly worker: string;
  readonly slot: number;
  readonly index: number;
  /** What came of it: numbers, an error, or nothing, because this worker cannot do the job. */
  readonly outcome:
    | {
        readonly kind: "done";
        readonly ms: number;
        /** Of the whole result. */
        readonly bytes: number;
        readonly digest: string;
        /** Where in it this piece begins. */
        readonly at: number;
      }
    | { readonly kind: "failed"; readonly error: ErrorData }
    | { readonly kind: "cannot"; readonly reason: string };
}

/**
 * "next": send the next piece, or this was the last. "again": its digest is wrong, send it all again. "enough": it is
 * there already, or nobody wants it.
 */
export type ResultAnswer = { readonly kind: "next" | "again" | "enough" };

export interface Leave {
  readonly worker: string;
  /** Why it can be of no use. */
  readonly reason?: string;
}

/** Bytes that heads and their framing may take of a message. */
export const HEAD_ROOM = 16_384;

const text = new TextEncoder();

export const toBytes = (message: object): Uint8Array => text.encode(JSON.stringify(message));

export const fromBytes = <T>(body: Uint8Array): T => JSON.parse(new TextDecoder().decode(body)) as T;

/** A head and what follows it: its length in 4 bytes, low first, the head, the rest. */
export function framed(head: object, rest: Uint8Array = new Uint8Array()): Uint8Array {
  const first = toBytes(head);
  const body = new Uint8Array(4 + first.length + rest.length);
  new DataView(body.buffer).setUint32(0, first.length, true);
  body.set(first, 4);
  body.set(rest, 4 + first.length);
  return body;
}

export function unframed<T>(body: Uint8Array): { head: T; rest: Uint8Array } {
  const end = 4 + new DataView(body.buffer, body.byteOffset).getUint32(0, true);
  return { head: fromBytes<T>(body.subarray(4, end)), rest: body.subarray(end) };
}

/** A handler of messages that are read so; what cannot be read was sent by another software, and is not answered. */
export const heard =
  <T>(read: (body: Uint8Array) => T, handle: (message: T) => object | undefined) =>
  (body: Uint8Array): Uint8Array | undefined => {
    const message = attempt(() => read(body));
    if (message === undefined) return undefined;
    const answer = handle(message);
    return answer instanceof Uint8Array || answer === undefined ? answer : toBytes(answer);
  };
