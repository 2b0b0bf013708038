import { problem } from "../base/error.js";
import type { SmallFiles } from "../base/file/small-files.js";
import { Ranges } from "./ranges.js";
import type { Claim, SentRows } from "./sent-account.js";

const FILE = "received.log";

/** Bytes of the file from which on it is written anew, if that halves it. */
const LARGE = 1 << 12;

/**
 * What a process received: which messages for each of its parts, on its own disk before the engine is told that they
 * are done. A file of lines, "part run from to": each batch adds some, and now and then it is written anew.
 *
 * A part that goes to another process takes its account with it. And all its URLs: so that none is left behind after a
 * kill, those that its snapshot does not know stand in the file too, as lines that begin with "=".
 */
export class ReceivedAccount {
  readonly #files: SmallFiles;
  /** By part, then by run. */
  readonly #parts = new Map<number, Map<string, Ranges>>();
  /** URLs that the snapshot on disk does not know, and how many of them the next one will. */
  readonly #urls: string[] = [];
  #saved = 0;
  /** Those of the run before, until they are recalled. */
  readonly #urlsOnce: string[] = [];
  /** Bytes of the file, and when it was written anew. */
  #bytes = 0;
  #bytesOnce = 0;
  #writing: Promise<void> = Promise.resolve();

  /** @param sendAgain the command by which all processes send again what they found */
  constructor(files: SmallFiles, sendAgain = "crawlbench processes ADDRESS --crawl NAME --send-again") {
    this.#files = files;
    const text = Buffer.from(files.read(FILE) ?? new Uint8Array()).toString("latin1");
    const whole = text.slice(0, text.lastIndexOf("\n") + 1); // a kill may have cut the last line
    for (const line of whole.split("\n").slice(0, -1)) this.#read(line, sendAgain);
    this.#bytes = text.length === whole.length ? text.length : Number.POSITIVE_INFINITY; // then it is written anew
  }

  has([part, run, from, to]: Claim): boolean {
    return this.#parts.get(part)?.get(run)?.has(from, to) === true;
  }

  /** URLs that were received before this run, and that its snapshot may not know. */
  recall(): readonly string[] {
    const urls = this.#urlsOnce.splice(0);
    for (const url of urls) this.#urls.push(url);
    return urls;
  }

  /** A snapshot is to be written: it will know all that was received or recalled so far. */
  save(): void {
    this.#saved = this.#urls.length;
  }

  /** It is on disk. */
  async saved(): Promise<void> {
    this.#urls.splice(0, this.#saved);
    this.#saved = 0;
    if (this.#bytes > LARGE) await this.#write(() => this.#writeAnew());
  }

  /** On disk when it resolves. @param fresh what came in them and may be in no snapshot */
  note(claims: SentRows, fresh: readonly string[] = []): Promise<void> {
    const isNew = claims.filter((claim) => !this.has(claim));
    return this.#write(async () => {
      for (const claim of isNew) this.#add(claim);
      if (isNew.length === 0) return;
      for (const url of fresh) this.#urls.push(url);
      const lines = Buffer.from(linesOf(isNew, fresh));
      if (this.#bytes + lines.length > Math.max(LARGE, 2 * this.#bytesOnce)) return this.#writeAnew();
      this.#bytes += lines.length;
      await this.#files.append(FILE, lines);
    });
  }

  /** All of a part: it goes with the part. */
  of(part: number): SentRows {
    const runs = this.#parts.get(part) ?? new Map<string, Ranges>();
    return [...runs].flatMap(([run, ranges]) => ranges.list.map(([from, to]): Claim => [part, run, from, to]));
  }

  /** Forgets runs of a process but for some: it will never ask for others. Gone from the disk when it is written anew. */
  prune(isOver: (run: string) => boolean): void {
    for (const [part, runs] of this.#parts) {
      for (const run of runs.keys()) if (isOver(run)) runs.delete(run);
      if (runs.size === 0) this.#parts.delete(part);
    }
  }

  /** Forgets parts that another process has. */
  forget(parts: readonly number[]): Promise<void> {
    return this.#write(async () => {
      const known = parts.filter((part) => this.#parts.delete(part));
      if (known.length > 0) await this.#writeAnew();
    });
  }

  /** One after the other. What is kept in memory is never ahead of a write that failed: who failed ends. */
  #write(work: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing.then(work);
    return this.#writing;
  }

  async #writeAnew(): Promise<void> {
    const claims = [...this.#parts.keys()].flatMap((part) => this.of(part));
    const bytes = Buffer.from(linesOf(claims, [...this.#urlsOnce, ...this.#urls]));
    await this.#files.replace(FILE, bytes);
    this.#bytes = bytes.length;
    this.#bytesOnce = bytes.length;
  }

  #read(line: string, sendAgain: string): void {
    if (line.startsWith("=")) {
      this.#urlsOnce.push(line.slice(1));
      return;
    }
    const [part, run, from, to] = line.split(" ");
    const claim: Claim = [Number(part), run, Number(from), Number(to)];
    if (![claim[0], claim[2], claim[3]].every(Number.isSafeInteger) || !run)
      throw problem.damaged`state/shared/${FILE}, the account of what was received, holds the line "${line.slice(0, 80)}": delete the file, start the process again, and let all send again what it may lack: ${sendAgain}`;
    this.#add(claim);
  }

  #add([part, run, from, to]: Claim): void {
    const runs = this.#parts.get(part) ?? new Map<string, Ranges>();
    const ranges = runs.get(run) ?? new Ranges();
    ranges.add(from, to);
    this.#parts.set(part, runs.set(run, ranges));
  }
}

/** URLs first: a kill may tear the write, and what counts as received is to be there. */
const linesOf = (claims: SentRows, urls: readonly string[]): string =>
  [...urls.map((url) => `=${url}`), ...claims.map((claim) => claim.join(" "))].map((line) => `${line}\n`).join("");
