import { problem } from "../base/error.js";
import type { End, Engine } from "./engine.js";
import { type CrawlTable, following, readTable, tableBytes, united } from "./table.js";

const KEY = "table";

/** Topic of those who come and miss the crawl, or its start pages: whoever knows them puts them back. */
export const MISSED_TOPIC = "missed";

/** What to do where another crawl has the name of one that the engine lost. */
export const toResume = ({ address }: Engine): string =>
  `To resume this one instead, end all processes of the other, type crawlbench processes ${address} --crawl NAME --forget, and then the command of each process of this one again`;

/**
 * The table of a shared crawl as this process knows it, always a little late; changes are made on the latest.
 *
 * An engine that lost its disk has no table any more, or an older one, which others may have changed since. So what a
 * process hears is united with what it knows; where that tells more than the engine does, it is put back.
 */
export class SharedTable {
  readonly #engine: Engine;
  #value: CrawlTable;
  /** As the engine would have it, once that was asked for. */
  #bytes: Uint8Array | undefined;
  #isReplaced = false;
  readonly #listeners = new Set<() => void>();
  #ends: readonly End[] = [];
  /**
   * Puts back what belongs to the table, before a table is put back that the engine has lost. Who has none of that
   * mends nothing: another will.
   */
  beforeMending: ((table: CrawlTable) => Promise<void>) | undefined;

  private constructor(engine: Engine, value: CrawlTable) {
    this.#engine = engine;
    this.#value = value;
  }

  /**
   * @param kept as the process knew it last: put back, where the engine has lost it, after what belongs to it
   * @returns undefined: there is no such crawl
   */
  static async open(
    engine: Engine,
    kept?: CrawlTable,
    beforeMending?: (table: CrawlTable) => Promise<void>,
  ): Promise<SharedTable | undefined> {
    const found = await engine.read(KEY);
    const value = found && readTable(found.value);
    if (kept === undefined || (value !== undefined && value.id !== kept.id))
      return value && SharedTable.#watching(engine, value);
    const table = await SharedTable.#watching(engine, kept);
    table.beforeMending = beforeMending;
    await table.check();
    return table;
  }

  /** Begins a crawl, unless another process was quicker. */
  static async create(engine: Engine, value: CrawlTable): Promise<void> {
    await engine.write(KEY, tableBytes(value), 0);
  }

  static async #watching(engine: Engine, value: CrawlTable): Promise<SharedTable> {
    const table = new SharedTable(engine, value);
    table.#ends = [
      await engine.watch(KEY, ({ value }) => table.#hear(readTable(value))),
      await engine.listen(MISSED_TOPIC, () => void table.#putBack().catch(() => undefined)), // who looks next is told
    ];
    return table;
  }

  get value(): CrawlTable {
    return this.#value;
  }

  /** Calls back after each change. @returns ends it */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Looks whether the engine still has the table, and mends it. */
  async check(): Promise<void> {
    await this.change((table) => table);
  }

  /**
   * Changes the table, whatever others do meanwhile: `change` is asked again for the table that they made.
   *
   * @throws "failed" when the engine has lost it, and this process cannot put it back, or another crawl has its name
   */
  async change(change: (table: CrawlTable) => CrawlTable): Promise<CrawlTable> {
    for (;;) {
      const entry = await this.#engine.read(KEY);
      const found = entry && this.#read(entry.value);
      if (found && found.id !== this.#value.id) throw this.#replaced();
      const before = united(found ?? this.#value, this.#value);
      const isMended = found === undefined || before !== found;
      const changed = change(before);
      const isSame = changed === before || JSON.stringify(changed) === JSON.stringify(before);
      if (isSame && !isMended) {
        this.#set(before);
        return before;
      }
      if (isMended && this.beforeMending === undefined)
        throw problem.failed`the engine at ${this.#engine.address} has lost the table of the crawl; a process that works puts it back: type it again in some seconds`;
      if (isMended) await this.beforeMending?.(before);
      const after = isSame ? before : following(before, changed);
      const revision = await this.#engine.write(KEY, tableBytes(after), entry?.revision ?? 0);
      if (revision === undefined) continue;
      if (united(after, this.#value) !== after) continue; // heard of since, and lost by the engine since
      this.#set(after);
      return after;
    }
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await Promise.all(this.#ends.map((end) => end()));
  }

  async #putBack(): Promise<void> {
    if (this.beforeMending === undefined) return;
    await this.beforeMending(this.#value);
    await this.check();
  }

  /** @throws "failed" when another crawl has the name of this one, which the engine lost */
  checkName(): void {
    if (this.#isReplaced) throw this.#replaced();
  }

  #replaced(): Error {
    const { address } = this.#engine;
    return problem.failed`the engine at ${address} has lost this crawl, and another was begun by its name. ${toResume(this.#engine)}`;
  }

  #hear(value: CrawlTable): void {
    this.#isReplaced = value.id !== this.#value.id;
    if (this.#isReplaced) this.#tell();
    else if (united(value, this.#value) === value) this.#set(value);
    else this.check().catch(() => undefined); // who looks next is told
  }

  /** What this process knows already, as whoever rests sees it three times a second, is not read again. */
  #read(bytes: Uint8Array): CrawlTable {
    this.#bytes ??= tableBytes(this.#value);
    return Buffer.compare(bytes, this.#bytes) === 0 ? this.#value : readTable(bytes);
  }

  #set(value: CrawlTable): void {
    if (value.serial === this.#value.serial) return;
    this.#value = value;
    this.#bytes = undefined;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
