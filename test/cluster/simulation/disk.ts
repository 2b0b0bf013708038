import type { NewCapture, UrlTable } from "../../../src/archive/capture.js";
import type { SnapshotFolderWriter } from "../../../src/archive/folder-writer.js";
import type { SmallFiles } from "../../../src/base/file/small-files.js";
import type { CrawlStorage, FrontierDatabase } from "../../../src/fetch/crawl-storage.js";
import type { FormerRun } from "../../../src/fetch/former-run.js";
import { openUrlDatabase } from "../../../src/urldb/database.js";
import { inMemory } from "../../../src/urldb/engine/in-memory.js";
import { UrlBatch } from "../../../src/urldb/url-batch.js";
import type { Gate, World } from "./world.js";

/** URLs by number. */
class Urls implements UrlTable {
  readonly list: string[];
  readonly #ids: Map<string, number>;

  constructor(list: readonly string[]) {
    this.list = [...list];
    this.#ids = new Map(list.map((url, id) => [url, id]));
  }

  get size(): number {
    return this.list.length;
  }

  intern(url: string): number {
    const id = this.idOf(url);
    if (id >= 0) return id;
    this.#ids.set(url, this.size);
    return this.list.push(url) - 1;
  }

  idOf(url: string): number {
    return this.#ids.get(url) ?? -1;
  }

  at(id: number): string {
    return this.list[id];
  }
}

/** What a snapshot holds of a URL. */
interface Stored {
  readonly url: string;
  readonly depth: number;
  readonly redirect: string | undefined;
  readonly links: readonly string[];
  readonly isPage: boolean;
}

type DatabaseCall = (database: FrontierDatabase) => Promise<unknown>;

/** The disk of a process: what is on it outlives the process, but for what was being written when that was killed. */
export class SimulatedDisk {
  readonly #world: World;
  #files = new Map<string, Buffer>();
  #snapshot: { urls: readonly string[]; captures: readonly Stored[]; state: unknown } = {
    urls: [],
    captures: [],
    state: undefined,
  };
  #calls: DatabaseCall[] = [];
  /** Writes that are under way, by what ends them. */
  readonly #underWay = new Set<() => void>();
  /** Told once, at the next write of a file, or of the snapshot or the frontier, that has such a name. */
  #ambush: { readonly name: RegExp; readonly spring: () => void } | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** What was given to the last commit. */
  get state(): unknown {
    return this.#snapshot.state;
  }

  /** URLs that are stored, robots.txt files left out. */
  get captured(): string[] {
    return this.#snapshot.captures.map(({ url }) => url).filter((url) => !url.endsWith("/robots.txt"));
  }

  wipe(): void {
    this.#files = new Map();
    this.#snapshot = { urls: [], captures: [], state: undefined };
    this.#calls = [];
    this.#underWay.clear();
  }

  /** Calls back once, when the process writes something the name of which is like that. */
  ambush(name: RegExp, spring: () => void): void {
    this.#ambush = { name, spring };
  }

  /**
   * Small files of a process. A kill in the middle of an append leaves as much of it as chance says.
   */
  files(gate: Gate): SmallFiles {
    return {
      read: (name) => this.#files.get(name),
      names: () => [...this.#files.keys()],
      replace: (name, bytes) => this.#write(gate, name, () => this.#files.set(name, Buffer.from(bytes))),
      delete: (name) => this.#write(gate, name, () => this.#files.delete(name)),
      append: (name, bytes) =>
        this.#write(gate, name, (isTorn) => {
          const kept = isTorn ? bytes.subarray(0, this.#world.random.below(bytes.length + 1)) : bytes;
          this.#files.set(name, Buffer.concat([this.#files.get(name) ?? Buffer.alloc(0), kept]));
        }),
    };
  }

  /** What a crawl keeps. */
  storage(gate: Gate): CrawlStorage {
    return {
      writer: async () => this.#writer(gate),
      database: () => this.#database(gate),
      past: async () => this.#past(),
      files: this.files(gate),
      scratch: () => {
        throw new Error("several processes crawl breadth-first, which has no need of it");
      },
    };
  }

  /** Writes take a while. One under way when the process is killed comes to the disk, or does not. */
  #write(gate: Gate, name: string, apply: (isTorn: boolean) => void): Promise<void> {
    const { random } = this.#world;
    if (this.#ambush?.name.test(name)) {
      const { spring } = this.#ambush;
      this.#ambush = undefined;
      this.#world.after(random.below(2) === 0 ? random.below(10) : random.below(600), spring);
    }
    return new Promise((resolve) => {
      const end = () => {
        if (!this.#underWay.delete(end)) return;
        if (!gate.isDead || random.below(2) === 0) apply(gate.isDead);
        gate.pass(resolve);
      };
      this.#underWay.add(end);
      this.#world.after(random.below(4) === 0 ? random.below(60) : random.below(4), end);
    });
  }

  /** The process that had it is dead: what it was writing is there by now, or never will be. */
  settle(): void {
    for (const end of this.#underWay) end();
  }

  #writer(gate: Gate): SnapshotFolderWriter {
    const urls = new Urls(this.#snapshot.urls);
    const captures = [...this.#snapshot.captures];
    const disk = this;
    let work = Promise.resolve();
    const writer = {
      urls,
      get captures() {
        return captures.length;
      },
      get state() {
        return disk.#snapshot.state;
      },
      add({ exchange: { url }, via, depth, redirect, page }: NewCapture): number {
        const links = page?.links.map((link) => link.url) ?? [];
        for (const each of [url, via, redirect, ...links]) if (each !== undefined) urls.intern(each);
        return captures.push({ url, depth, redirect, links, isPage: page !== undefined }) - 1;
      },
      commit(state: unknown = disk.#snapshot.state): Promise<void> {
        const next = { urls: [...urls.list], captures: [...captures], state: structuredClone(state) };
        work = work.then(() => disk.#write(gate, "snapshot", () => (disk.#snapshot = next)));
        return work;
      },
      finish: () => work,
      close: () => work,
    };
    return writer as unknown as SnapshotFolderWriter;
  }

  #past(): FormerRun {
    const { captures, urls } = this.#snapshot;
    const rows = new Map(captures.map((stored) => [stored.url, stored]));
    return {
      fetched: rows.size,
      hasTexts: false,
      isCaptured: (id) => rows.has(urls[id]),
      ledTo(id) {
        const row = rows.get(urls[id]);
        if (row === undefined) return undefined;
        const { depth, redirect, links } = row;
        const listed = links.map((url) => ({ url }));
        return { depth, redirect, links: listed, references: links.length, anchor: () => "", html: async () => "" };
      },
    };
  }

  /** The real database in memory, made anew from the calls that came to the disk. */
  async #database(gate: Gate): Promise<FrontierDatabase> {
    const database = await openUrlDatabase("", { engine: inMemory, order: ["added"], confirmTimeout: 2 ** 45 });
    for (const call of this.#calls) await call(database);
    const durable = async <T>(call: (database: FrontierDatabase) => Promise<T>): Promise<T> => {
      const result = await call(database);
      const calls = this.#calls;
      await this.#write(gate, "frontier", () => calls.push(call));
      return result;
    };
    const own = (urls: Parameters<FrontierDatabase["confirm"]>[0]) =>
      urls instanceof UrlBatch ? urls.copy() : [...(urls as Iterable<string>)];
    return {
      add: (urls) => {
        const batch = (urls as UrlBatch).copy();
        return durable((each) => each.add(batch));
      },
      take: (count, now) => durable((each) => each.take(count, now)),
      confirm: (urls, now) => {
        const batch = own(urls);
        return durable((each) => each.confirm(batch, now));
      },
      get: (url) => database.get(url),
      outstanding: () => database.outstanding(),
      size: () => database.size(),
      close: async () => undefined,
    };
  }
}
