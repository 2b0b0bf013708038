import type { CrawlbenchError } from "../../base/error.js";
import type { Fingerprint } from "../../url/fingerprint.js";
import type { Settings } from "../settings.js";
import { corrupt, REBUILD } from "./files.js";
import type { Folder } from "./folder.js";
import { LOG_START } from "./log.js";
import { AS_PRINTED, EntryReader, HEADER, type RecordHeader, RecordType } from "./log-record.js";
import { State } from "./states.js";
import type { Transitions } from "./transitions.js";

/**
 * Reads the log from the last checkpoint on, and applies each record anew. A long log is checkpointed on the way. Read
 * from its beginning, the log alone counts: it may have been written under another order of the queue.
 *
 * @throws "damaged" when the log and what is stored beside it do not fit
 */
export function redo(folder: Folder, transitions: Transitions, { hash }: Settings): void {
  const redoing = new Redo(folder, transitions, hash, folder.accountedFor === LOG_START);
  folder.log.replay(folder.accountedFor, (header, payload, position) => {
    redoing.apply(header, payload, position);
    folder.accountFor(position + HEADER + payload.length);
  });
}

class Redo {
  readonly #words = new Uint32Array(4);
  readonly #entry: EntryReader;

  constructor(
    readonly folder: Folder,
    readonly transitions: Transitions,
    readonly hash: Fingerprint,
    readonly isRebuilt: boolean,
  ) {
    this.#entry = new EntryReader(folder.log.origins === undefined);
  }

  /** Applies a record anew. */
  apply(header: RecordHeader, payload: Buffer, position: number): void {
    if (header.type === RecordType.add) this.#add(header, payload, position);
    else if (header.type === RecordType.take) this.#take(header, payload, position);
    else if (header.type === RecordType.confirm) this.#confirm(header, payload);
    else if (header.type === RecordType.check) this.#check(header, payload, position);
    else throw this.#unfit(position, `is of kind ${header.type}, which this version does not know`);
  }

  #unfit(position: number, what: string): CrawlbenchError {
    return corrupt(this.folder.log.path, `the record at byte ${position} ${what}`, REBUILD);
  }

  #add({ count, first }: RecordHeader, payload: Buffer, position: number): void {
    const { folder, transitions, hash } = this;
    const [words, entry] = [this.#words, this.#entry];
    const { origins } = folder.log;
    if (first !== folder.urls) throw this.#unfit(position, `begins with URL ${first}, not ${folder.urls}`);
    for (let i = 0, at = 0; i < count; i++, at = entry.end) {
      entry.read(payload, at, payload.length);
      const url = folder.log.whole(entry, payload);
      if (entry.isFirst) origins?.add(url, 0, url.length);
      hash(url, 0, url.length, words);
      folder.index.recent.push(words[0], words[1]);
      transitions.add(first + i, position + HEADER + at, entry.depth, entry.priority, words[0], words[1]);
    }
  }

  #take({ count }: RecordHeader, payload: Buffer, position: number): void {
    const { queue, states } = this.folder;
    const deadline = payload.readUIntLE(0, 6);
    for (let i = 0; i < count; i++) {
      const number = payload.readUIntLE(6 + 6 * i, 6);
      let entry = queue.pop();
      while (entry && states.get(entry.number) > State.waitingVisited) entry = queue.pop();
      if (entry?.number !== number) {
        if (!this.isRebuilt) throw this.#unfit(position, `takes URL ${number}, but ${entry?.number} is first`);
        // its own entry stays, and counts no more
        if (entry) queue.push(entry.rank, entry.high, entry.low, entry.number);
      }
      this.transitions.take(number, deadline, this.folder.urlOf(number));
    }
  }

  #confirm({ count, flags }: RecordHeader, payload: Buffer): void {
    const { folder, transitions, hash } = this;
    const words = this.#words;
    const now = payload.readUIntLE(0, 6);
    for (let i = 0; i < count; i++) {
      const number = payload.readUIntLE(6 + 6 * i, 6);
      const { bytes } = folder.urlOf(number);
      hash(bytes, 0, bytes.length, words);
      transitions.confirm(number, folder.states.get(number), words[0], words[1], now, (flags & AS_PRINTED) !== 0);
    }
  }

  #check({ count }: RecordHeader, payload: Buffer, position: number): void {
    const { folder, transitions } = this;
    const now = payload.readUIntLE(0, 6);
    const due = Array.from({ length: count }, () => folder.checks.pop(now));
    let at = 6;
    for (const entry of due) {
      if (!entry) throw this.#unfit(position, `checks ${count} URLs, but fewer are due`);
      const isVisited = (folder.states.get(entry.number) & 1) === 1;
      const delay = isVisited ? payload.readUIntLE(at, 6) : 0;
      if (isVisited) at += 6;
      transitions.check(entry, isVisited ? undefined : folder.urlOf(entry.number), now, delay);
    }
  }
}
