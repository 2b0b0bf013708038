import { problem } from "../base/error.js";
import type { End, Engine } from "./engine.js";
import { type CrawlTable, readTable, tableBytes } from "./table.js";

const KEY = "table";

/** The table of a shared crawl as this process knows it, always a little late; changes are made on the latest. */
export class SharedTable {
  readonly #engine: Engine;
  #value: CrawlTable;
  #revision: number;
  readonly #listeners = new Set<() => void>();
  #end: End | undefined;

  private constructor(engine: Engine, value: CrawlTable, revision: number) {
    this.#engine = engine;
    this.#value = value;
    this.#revision = revision;
  }

  /** @returns undefined: there is no such crawl */
  static async open(engine: Engine): Promise<SharedTable | undefined> {
    const found = await engine.read(KEY);
    return found && SharedTable.#watching(engine, readTable(found.value), found.revision);
  }

  /** @returns undefined: another process was quicker */
  static async create(engine: Engine, value: CrawlTable): Promise<SharedTable | undefined> {
    const revision = await engine.write(KEY, tableBytes(value), 0);
    return revision === undefined ? undefined : SharedTable.#watching(engine, value, revision);
  }

  static async #watching(engine: Engine, value: CrawlTable, revision: number): Promise<SharedTable> {
    const table = new SharedTable(engine, value, revision);
    table.#end = await engine.watch(KEY, ({ value, revision }) => table.#set(readTable(value), revision));
    return table;
  }

  get value(): CrawlTable {
    return this.#value;
  }

  /** Of the value: goes up with every change. */
  get revision(): number {
    return this.#revision;
  }

  /** Calls back after each change. @returns ends it */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Changes the table, whatever others do meanwhile: `change` is asked again for the table that they made. */
  async change(change: (table: CrawlTable) => CrawlTable): Promise<CrawlTable> {
    for (;;) {
      const found = await this.#engine.read(KEY);
      if (found === undefined)
        throw problem.failed`the engine at ${this.#engine.address} has lost the table of the crawl`;
      const before = readTable(found.value);
      const after = change(before);
      if (JSON.stringify(after) === JSON.stringify(before)) {
        this.#set(before, found.revision);
        return before;
      }
      const revision = await this.#engine.write(KEY, tableBytes(after), found.revision);
      if (revision === undefined) continue;
      this.#set(after, revision);
      return after;
    }
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await this.#end?.();
  }

  #set(value: CrawlTable, revision: number): void {
    if (revision <= this.#revision) return;
    this.#value = value;
    this.#revision = revision;
    for (const listener of this.#listeners) listener();
  }
}
