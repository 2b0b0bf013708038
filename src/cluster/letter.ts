import { problem } from "../base/error.js";
import { plural } from "../base/numbers.js";
import type { SentUrl } from "../fetch/neighbours.js";
import { packUrls, unpackUrls } from "./url-block.js";

/** A block of URLs, and which message it is, of all that a process sent for a part: its receiver keeps an account. */
export interface Letter {
  /** Of whoever sent it, and of this run of it: "a.3f08". */
  readonly run: string;
  /** 1, 2, ... for each part of the web. */
  readonly number: number;
  /**
   * How often the part's owner was lost, as far as the sender knew: an owner that has not begun anew since is to do so
   * before it takes this in.
   */
  readonly lost: number;
  readonly urls: readonly SentUrl[];
}

const HEAD = 1 + 6 + 4;

/** Bytes: length of the run's name, the name, the number in 6 bytes, the losses in 4, the block of URLs. */
export function packLetter({ run, number, lost, urls }: Letter): Uint8Array {
  const name = Buffer.from(run);
  const head = Buffer.alloc(HEAD + name.length);
  head[0] = name.length;
  head.set(name, 1);
  head.writeUIntLE(number, 1 + name.length, 6);
  head.writeUInt32LE(lost, 7 + name.length);
  return Buffer.concat([head, packUrls(urls)]);
}

/** @throws "damaged", "version" where a block of URLs is none */
export function unpackLetter(body: Uint8Array): Letter {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const length = bytes[0] ?? 0;
  if (length === 0 || bytes.length < HEAD + length)
    throw problem.damaged`a message of URLs begins with the name of its run; found ${plural(bytes.length, "byte")}: run the same version of crawlbench everywhere`;
  const run = bytes.toString("latin1", 1, 1 + length);
  return {
    run,
    number: bytes.readUIntLE(1 + length, 6),
    lost: bytes.readUInt32LE(7 + length),
    urls: unpackUrls(bytes.subarray(HEAD + length)),
  };
}
