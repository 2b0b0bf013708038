import type { KV, KvEntry } from "@nats-io/kv";
import type { Versioned } from "../engine.js";
import type { Link } from "./link.js";
import { persist } from "./persist.js";
import { judgeStored } from "./queue-answers.js";
import type { Requests } from "./requests.js";
import type { Store } from "./store.js";
import { Watch } from "./watch.js";

/** The table of a group: a bucket that keeps the last value of each key. */
export class Table {
  #bucket: KV | undefined;
  /** Ids of writes: an answer that was lost is given again, and not taken for that of another's write. */
  #writes = 0;

  constructor(
    readonly link: Link,
    readonly store: Store,
    readonly requests: Requests,
    /** Of this engine alone. */
    readonly id: string,
  ) {}

  async read(key: string): Promise<Versioned | undefined> {
    this.store.names.key(key);
    const entry = await this.#entry(key);
    return entry ? { value: entry.value, revision: entry.revision } : undefined;
  }

  async write(key: string, value: Uint8Array, revision: number): Promise<number | undefined> {
    const headers = this.store.packages.transport.headers();
    headers.set("Nats-Msg-Id", `${this.id}.${++this.#writes}`);
    headers.set("Nats-Expected-Last-Subject-Sequence", `${revision}`);
    const judge = (answer: Parameters<typeof judgeStored>[0]) => judgeStored(answer, this.link.address, "the table");
    return this.requests.send(this.store.names.key(key), value, judge, headers);
  }

  watch(key: string, handler: (entry: Versioned) => void): Watch {
    return new Watch(this.link, this.store.names.key(key), () => this.#entry(key), handler);
  }

  /** The bucket was deleted: it is made anew when next used. */
  forget(): void {
    this.#bucket = undefined;
  }

  /** Makes the bucket, if there is none. */
  async mend(): Promise<void> {
    this.forget();
    await this.#open();
  }

  #entry(key: string): Promise<KvEntry | null> {
    const read = async () => (await this.#open()).get(key);
    return persist(this.link, read, () => this.mend());
  }

  async #open(): Promise<KV> {
    return (this.#bucket ??= await this.store.table());
  }
}
