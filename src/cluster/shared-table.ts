import { problem } from "../base/error.js";
import type { End, Engine } from "./engine.js";
import { type CrawlTable, following, readTable, tableBytes, united } from "./table.js";

const KEY = "table";

/**
 * The table of a shared crawl as this process knows it, always a little late; changes are made on the latest.
 *
 * An engine that lost its disk has no table any more, or an older one, which others may have changed since. So what a
 * process hears is united with what it knows; where that tells more than the engine does, it is put back.
 */
export class SharedTable {
  readonly #engine: Engine;
  #value: CrawlTable;
  readonly #listeners = new Set<() => void>();
  #end: End | undefined;
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
    table.#end = await engine.watch(KEY, ({ value }) => table.#hear(readTable(value)));
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
   * @throws "failed" when the engine has lost it, and this process cannot put it back
   */
  async change(change: (table: CrawlTable) => CrawlTable): Promise<CrawlTable> {
    for (;;) {
      const entry = await this.#engine.read(KEY);
      const found = entry && readTable(entry.value);
      const before = this.#withKnown(found);
      const isMended = found === undefined || before !== found;
      const changed = change(before);
      const isSame = JSON.stringify(changed) === JSON.stringify(before);
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
      if (this.#withKnown(after) !== after) continue; // heard of since, and lost by the engine since
      this.#set(after);
      return after;
    }
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await this.#end?.();
  }

  /** What the engine has, if it follows on what this process knows, or is of another crawl; else both together. */
  #withKnown(found: CrawlTable | undefined): CrawlTable {
    if (found === undefined) return united(this.#value, this.#value);
    return found.id === this.#value.id ? united(found, this.#value) : found;
  }

  #hear(value: CrawlTable): void {
    if (this.#withKnown(value) === value) this.#set(value);
    else this.check().catch(() => undefined); // who looks next is told
  }

  #set(value: CrawlTable): void {
    if (value.id === this.#value.id && value.serial === this.#value.serial) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }
}
