import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { option, problem } from "../base/error.js";
import type { Clock } from "./clock.js";
import type { ErrorLog } from "./error-log.js";
import { type Answer, byEnding, type CutBy, type Fault, type Fetched, type Transport } from "./fetched.js";

/** What a request log tells of one answer: a JSON object a line, in the order in which answers came. */
export type RequestLine = {
  /** When it was asked for, milliseconds since 1970, and how long the answer took. */
  readonly time: number;
  readonly milliseconds: number;
  readonly url: string;
} & (
  | { readonly ending: "failed"; readonly fault: Fault; readonly message: string }
  | {
      readonly ending: "whole" | "cut";
      readonly status: number;
      /** Of the body, as it came. */
      readonly bytes: number;
      readonly type?: string;
      readonly location?: string;
      readonly ip?: string;
      readonly by?: CutBy;
    }
);

/** A file that has so many bytes is put aside, as FILE.1, FILE.2, ..., the oldest first. */
const ROTATE_AT = 100 * 2 ** 20;

/**
 * A transport that tells each answer to a file as it comes, robots.txt files included. Where the file cannot be written
 * any more, that is told once, and the crawl goes on.
 *
 * @throws "failed" when the file cannot be opened
 */
export function withLog(
  transport: Transport,
  file: string,
  clock: Clock,
  errors: ErrorLog,
  rotateAt = ROTATE_AT,
): Transport {
  const log = new RequestLog(file, rotateAt, (message) => errors.add(file, "request-log", message));
  return {
    async fetch(request) {
      const time = clock.now();
      const answer = await transport.fetch(request);
      log.add(lineOf(answer, time, clock.now() - time));
      return answer;
    },
    close: () => transport.close().finally(() => log.close()),
  };
}

/**
 * Looks whether a log can be written, before a folder is made for the crawl. It opens nothing: a pipe would hear of it.
 *
 * @param out a log in this folder can be written once it is made
 * @throws "failed"
 */
export function checkLog(file: string, out: string): void {
  if (dirname(resolve(file)) === resolve(out) && !existsSync(out)) return;
  try {
    const status = statSync(file, { throwIfNoEntry: false });
    if (status?.isDirectory()) throw new Error("it is a folder");
    accessSync(status ? file : `${dirname(file)}/`, constants.W_OK);
  } catch (error) {
    throw notWritten(file, error);
  }
}

const notWritten = (file: string, error: unknown): Error =>
  problem.failed`cannot write the request log ${file}: ${error}. Name another ${option("requestLog")}`;

function lineOf(answer: Answer, time: number, milliseconds: number): RequestLine {
  const { url } = answer;
  const came = (fetched: Fetched) => ({
    status: fetched.status,
    bytes: fetched.body.length,
    type: fetched.header("content-type"),
    location: fetched.header("location"),
    ip: fetched.ip,
  });
  const told = byEnding<object>(answer, {
    whole: (fetched) => came(fetched),
    cut: (fetched) => ({ ...came(fetched), by: fetched.by }),
    failed: ({ fault, message }) => ({ fault, message }),
  });
  return { time, milliseconds, url, ending: answer.ending, ...told } as RequestLine;
}

/** Lines are written one by one: what came before a kill is there. */
class RequestLog {
  readonly #file: string;
  readonly #rotateAt: number;
  readonly #onTrouble: (message: string) => void;
  #handle: number | undefined;
  #bytes: number;

  constructor(file: string, rotateAt: number, onTrouble: (message: string) => void) {
    this.#file = file;
    this.#rotateAt = rotateAt;
    this.#onTrouble = onTrouble;
    try {
      this.#handle = openSync(file, "a");
      this.#bytes = fstatSync(this.#handle).size;
    } catch (error) {
      throw notWritten(file, error);
    }
  }

  add(line: RequestLine): void {
    if (this.#handle === undefined) return;
    try {
      const handle = this.#bytes < this.#rotateAt ? this.#handle : this.#rotate(this.#handle);
      this.#bytes += writeSync(handle, `${JSON.stringify(line)}\n`);
    } catch (error) {
      this.#onTrouble(`${(error as Error).message}; answers are told there no more`);
      this.close();
    }
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }

  #rotate(full: number): number {
    let number = 1;
    while (existsSync(`${this.#file}.${number}`)) number++;
    closeSync(full);
    this.#handle = undefined;
    renameSync(this.#file, `${this.#file}.${number}`);
    this.#handle = openSync(this.#file, "a");
    this.#bytes = 0;
    return this.#handle;
  }
}
