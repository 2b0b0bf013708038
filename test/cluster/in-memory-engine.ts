import { problem } from "../../src/base/error.js";
import type { End, Engine, Message, TakeOptions, Versioned } from "../../src/cluster/engine.js";
import { Link, type Reply } from "./in-memory-link.js";
import { Queue } from "./in-memory-queue.js";

export interface InMemoryOptions {
  /**
   * Milliseconds, by which ids are forgotten after ten minutes and messages come again in time; default: time stands
   * still.
   */
  readonly now?: () => number;
  /** Bytes that the queues of a group hold at most; default: any. */
  readonly maxBytes?: number;
  /** Bytes of a message or a value at most; default 1 MiB. */
  readonly largest?: number;
  /** Carries what was sent to the other side; default: a microtask. */
  readonly later?: (work: () => void) => void;
  /** Carries news from the server of one process to that of another; default: one server has all. */
  readonly route?: (work: () => void) => void;
  /** What becomes of a message that it says it has; default: it waits behind those that came before. */
  readonly mishap?: (queue: string) => Mishap | undefined;
}

/** A message is gone, is there twice, or comes before all others. */
export type Mishap = "lost" | "doubled" | "early";

export interface OpenOptions {
  onConnection?(connected: boolean): void;
  /** Carries what this process sends and is sent; default: as for all. */
  readonly later?: (work: () => void) => void;
  /** Calls back after so many milliseconds, in which answers may come; default: when they have come or never will. */
  readonly after?: (ms: number, over: () => void) => unknown;
}

/** An engine whose connection can be cut, and whose process can die. */
export interface FrailEngine extends Engine {
  /** Cuts it off: what is on its way, either way, is lost. */
  disconnect(): void;
  /** Heals the connection: what was not answered is asked again. */
  reconnect(): void;
  /** Its process is gone: nothing is sent, handled or answered any more. */
  die(): void;
}

/**
 * An engine in memory, which stands for a server: all that are opened on it share queues, table and news of their
 * group.
 */
export interface InMemoryEngine {
  open(group: string, options?: OpenOptions): FrailEngine;
  /**
   * Hands out again what was delivered, and of which nothing was heard for so long: a server does that by itself.
   *
   * @param silence milliseconds; 0: all that is not done; default: what its takers said, or 60,000
   */
  redeliver(silence?: number): void;
  /** Its disk is lost: queues and table of all groups are gone. Those who are connected are cut off, and come back. */
  wipe(): void;
  /** A power failure takes what came since: queues and table are as now again. Those who are connected are cut off. */
  remember(): () => void;
  /** Loses a message that it said it has. @returns was there one? */
  lose(below: (count: number) => number): boolean;
}

/** What it does depends on the order of calls alone; it reads no clock but the one given, and sets no timer. */
export function inMemoryEngine(options: InMemoryOptions = {}): InMemoryEngine {
  const settings = {
    now: () => 0,
    maxBytes: Infinity,
    largest: 1 << 20,
    later: queueMicrotask,
    route: (work: () => void) => work(),
    mishap: () => undefined,
    ...options,
  };
  const groups = new Map<string, Group>();
  return {
    open(name, { onConnection, later = settings.later, after } = {}) {
      if (!/^[\w-]+$/.test(name)) throw problem.option`a group is letters, digits, "-" and "_"; found "${name}"`;
      const group = groups.get(name) ?? new Group(settings);
      groups.set(name, group);
      const link = new Link(later, onConnection);
      group.links.push(link);
      return new Client(group, link, after);
    },
    redeliver(silence) {
      for (const { queues } of groups.values()) for (const queue of queues.values()) queue.redeliver(silence);
    },
    wipe() {
      for (const group of groups.values()) group.wipe();
    },
    remember() {
      const backs = [...groups.values()].map((group) => group.remember());
      return () => {
        for (const back of backs) back();
      };
    },
    lose(below) {
      const queues = [...groups.values()].flatMap((group) => [...group.queues.values()]).filter(({ size }) => size > 0);
      if (queues.length > 0) queues[below(queues.length)].lose(below);
      return queues.length > 0;
    },
  };
}

interface Listener {
  readonly topic: string;
  readonly link: Link;
  handle(body: Uint8Array): Uint8Array | undefined;
}

/** What the engines of a group share. */
class Group {
  readonly queues = new Map<string, Queue>();
  readonly table = new Map<string, Versioned>();
  readonly watchers = new Set<{ readonly key: string; changed(entry: Versioned): void }>();
  readonly listeners = new Set<Listener>();
  readonly links: Link[] = [];
  /** Ask again those puts for which there was no room. */
  readonly crowded = new Set<() => void>();
  #revision = 0;

  constructor(readonly settings: Required<InMemoryOptions>) {}

  queue(name: string): Queue {
    const queue = this.queues.get(name) ?? new Queue(this.settings.now, () => this.#freed());
    this.queues.set(name, queue);
    return queue;
  }

  put(name: string, body: Uint8Array, id: string, again: () => void): Reply<void> {
    const queue = this.queue(name);
    if (queue.knows(id)) return { result: undefined };
    const held = [...this.queues.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    if (held + body.length > this.settings.maxBytes) return void this.crowded.add(again);
    return { result: queue.append(body, id, this.settings.mishap(name)) };
  }

  write(key: string, value: Uint8Array, revision: number): number | undefined {
    if ((this.table.get(key)?.revision ?? 0) !== revision) return undefined;
    const entry = { value, revision: ++this.#revision };
    this.table.set(key, entry);
    for (const watcher of this.watchers) if (watcher.key === key) watcher.changed(entry);
    return entry.revision;
  }

  wipe(): void {
    this.drop();
    this.#revision = 0;
    this.#begin();
  }

  remember(): () => void {
    const queues = new Map([...this.queues].map(([name, queue]) => [name, queue.remember()]));
    const table = [...this.table];
    const revision = this.#revision;
    return () => {
      for (const [name, queue] of this.queues) (queues.get(name) ?? (() => queue.clear()))();
      this.table.clear();
      for (const [key, entry] of table) this.table.set(key, entry);
      this.#revision = revision;
      this.#begin();
    };
  }

  /** It was started again: everybody connects anew. */
  #begin(): void {
    const links = this.links.filter(({ connected }) => connected);
    for (const link of links) link.cut();
    for (const link of links) link.heal();
  }

  drop(): void {
    for (const queue of this.queues.values()) queue.clear();
    this.table.clear();
    this.#freed();
  }

  #freed(): void {
    const waiting = [...this.crowded];
    this.crowded.clear();
    for (const again of waiting) again();
  }
}

class Client implements FrailEngine {
  readonly address = "memory:";
  readonly #takers = new Set<() => void>();
  readonly #listeners = new Set<Listener>();

  constructor(
    readonly group: Group,
    readonly link: Link,
    readonly after: OpenOptions["after"],
  ) {}

  get largest(): number {
    return this.group.settings.largest;
  }

  get connected(): boolean {
    return this.link.connected;
  }

  async put(queue: string, body: Uint8Array, id: string): Promise<void> {
    checkName("queue", queue);
    if (!/^[!-~]{1,300}$/.test(id)) throw problem.option`an id is 1 to 300 ASCII characters; found ${id}`;
    const own = this.#own(`a message for the queue ${queue}`, body);
    return this.link.call((again) => this.group.put(queue, own, id, again));
  }

  async take(
    name: string,
    handle: (message: Message) => void,
    { ahead = 16, within = 60_000 }: TakeOptions = {},
  ): Promise<End> {
    checkName("queue", name);
    const taker = { link: this.link, handle, ended: false };
    const queue = await this.link.call(() => ({ result: this.group.queue(name) }));
    Object.assign(queue, { ahead, within });
    queue.join(taker);
    const healed = () => queue.deliver();
    const leave = () => queue.leave(taker);
    this.link.healed.add(healed);
    this.#takers.add(leave);
    return async () => {
      leave();
      this.link.healed.delete(healed);
      this.#takers.delete(leave);
    };
  }

  async pending(queue: string): Promise<number> {
    checkName("queue", queue);
    return this.link.call(() => {
      const counted = [...this.group.queues].filter(([name]) => name === queue || name.startsWith(`${queue}.`));
      return { result: counted.reduce((sum, [, { size }]) => sum + size, 0) };
    });
  }

  async read(key: string): Promise<Versioned | undefined> {
    checkName("key", key);
    return this.link.call(() => {
      const entry = this.group.table.get(key);
      return { result: entry && { ...entry, value: Uint8Array.from(entry.value) } };
    });
  }

  async write(key: string, value: Uint8Array, revision: number): Promise<number | undefined> {
    checkName("key", key);
    const own = this.#own(`the value of ${key}`, value);
    let written: Reply<number | undefined>; // an answer that was lost is given again
    return this.link.call(() => (written ??= { result: this.group.write(key, own, revision) }));
  }

  async watch(key: string, handler: (entry: Versioned) => void): Promise<End> {
    checkName("key", key);
    let told: Versioned | undefined;
    let isOver = false;
    const tell = (entry: Versioned) => {
      if (isOver || entry === told) return; // not by its revision: those of a server that lost its disk begin anew
      told = entry;
      handler({ ...entry, value: Uint8Array.from(entry.value) });
    };
    const watcher = { key, changed: (entry: Versioned) => this.link.send(() => tell(entry)) };
    const look = () => {
      const entry = this.group.table.get(key);
      if (entry) watcher.changed(entry);
    };
    await this.link.call(() => ({ result: this.group.watchers.add(watcher) }));
    this.link.healed.add(look);
    look();
    return async () => {
      isOver = true;
      this.group.watchers.delete(watcher);
      this.link.healed.delete(look);
    };
  }

  tell(topic: string, body: Uint8Array): void {
    const own = this.#own(`news of ${topic}`, body);
    this.link.checkOpen();
    this.#spread(topic, ({ link, handle }) => link.send(() => void handle(Uint8Array.from(own))));
  }

  async listen(topic: string, handle: (body: Uint8Array) => Uint8Array | undefined): Promise<End> {
    checkName("topic", topic);
    const listener = { topic, link: this.link, handle };
    await this.link.call(() => ({ result: this.group.listeners.add(listener) }));
    this.#listeners.add(listener);
    return async () => {
      this.group.listeners.delete(listener);
      this.#listeners.delete(listener);
    };
  }

  async ask(
    topic: string,
    body: Uint8Array,
    { within, most }: { readonly within: number; readonly most: number },
  ): Promise<Uint8Array[]> {
    const own = this.#own(`news of ${topic}`, body);
    this.link.checkOpen();
    const answers: Uint8Array[] = [];
    let enough = () => {};
    this.#spread(topic, ({ link, handle }) =>
      link.send(() => {
        const answer = handle(Uint8Array.from(own));
        if (answer === undefined) return;
        const back = () => {
          if (answers.push(Uint8Array.from(answer)) >= most) enough();
        };
        link.send(() => this.group.settings.route(() => this.link.send(back)));
      }),
    );
    await new Promise<void>((resolve) => {
      enough = resolve;
      if (this.after) this.after(within, resolve);
      else this.#afterAll(resolve);
    });
    return answers.slice(0, most);
  }

  /** To the server, to the listener, to the server, back. */
  #afterAll(work: () => void, ways = 4): void {
    this.link.later(() => (ways === 1 ? work() : this.#afterAll(work, ways - 1)));
  }

  async drop(): Promise<void> {
    await this.link.call(() => ({ result: this.group.drop() }));
  }

  async close(): Promise<void> {
    this.#end(true);
  }

  disconnect(): void {
    this.link.cut();
  }

  reconnect(): void {
    this.link.heal();
  }

  die(): void {
    this.#end(false);
  }

  #end(failing: boolean): void {
    for (const leave of this.#takers) leave();
    for (const listener of this.#listeners) this.group.listeners.delete(listener);
    this.link.end(failing);
  }

  #spread(topic: string, send: (listener: Listener) => void): void {
    checkName("topic", topic);
    this.link.send(() => {
      for (const listener of this.group.listeners)
        if (listener.topic === topic) this.group.settings.route(() => send(listener));
    });
  }

  /** A copy: whoever gave it may change it. */
  #own(what: string, body: Uint8Array): Uint8Array {
    if (body.length <= this.largest) return Uint8Array.from(body);
    throw problem.tooLarge`${what} has ${body.length} bytes, and memory: takes ${this.largest} at most`;
  }
}

function checkName(what: string, name: string): void {
  if (name.length <= 150 && /^[\w-]+(\.[\w-]+)*$/.test(name)) return;
  throw problem.option`a ${what} is 1 to 150 letters, digits, "-" and "_", with single dots between; found "${name}"`;
}
