import { createHash } from "node:crypto";
import { HEAD_ROOM, type ResultHead } from "./protocol.js";

type Done = Extract<ResultHead["outcome"], { kind: "done" }>;

/** A piece of a result, ready to be sent. */
export interface ResultPiece {
  readonly outcome: Done;
  readonly bytes: Uint8Array;
}

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Cuts a result into pieces, one or more. @param largest bytes of a message at most */
export function cutResult(result: Uint8Array, ms: number, largest: number): ResultPiece[] {
  const step = largest - HEAD_ROOM;
  const digest = sha256Of(result);
  const pieces = Math.max(1, Math.ceil(result.length / step));
  return Array.from({ length: pieces }, (_, piece) => ({
    outcome: { kind: "done", ms, bytes: result.length, digest, at: piece * step },
    bytes: result.subarray(piece * step, (piece + 1) * step),
  }));
}

/** Results that come in pieces, each sender's in order; a piece may come twice. */
export class Results {
  readonly #coming = new Map<string, { readonly digest: string; readonly whole: Uint8Array; filled: number }>();

  /**
   * @returns "next" while pieces are missing, "again" when it must be sent anew, else the whole result, which is what
   *   its digest says
   */
  add(sender: string, outcome: Done, piece: Uint8Array): Uint8Array | "next" | "again" {
    const { digest, bytes, at } = outcome;
    if (at === 0) this.#coming.set(sender, { digest, whole: new Uint8Array(bytes), filled: 0 });
    const coming = this.#coming.get(sender);
    if (coming?.digest !== digest || at > coming.filled || at + piece.length > coming.whole.length) return "again";
    coming.whole.set(piece, at);
    coming.filled = Math.max(coming.filled, at + piece.length);
    if (coming.filled < coming.whole.length) return "next";
    this.#coming.delete(sender);
    return sha256Of(coming.whole) === digest ? coming.whole : "again";
  }

  /** Whatever came of a result by now is not wanted. */
  forget(sender: string): void {
    this.#coming.delete(sender);
  }
}
