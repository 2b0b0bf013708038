import { type End, type Engine, EngineError, type Message, type TakeOptions, type Versioned } from "../engine.js";
import type { Link } from "./link.js";
import { News } from "./news.js";
import { atMost } from "./pause.js";
import { persist } from "./persist.js";
import { judgeStored } from "./queue-answers.js";
import { Requests } from "./requests.js";
import type { Store } from "./store.js";
import { Table } from "./table.js";
import { Taking } from "./taking.js";
import type { Watch } from "./watch.js";

/** Bytes that the server counts to a message besides its body, at most: headers with names and ids. */
const HEADERS = 512;
const LONGEST_ID = 300;

/** Milliseconds that closing waits for an engine that is away. */
const LAST_WORDS = 2_000;

/** The engine on NATS JetStream. */
export class NatsEngine implements Engine {
  readonly largest: number;
  /** Apart, so that messages are done with while no more are put for lack of room. */
  readonly #puts: Requests;
  readonly #others: Requests;
  readonly #table: Table;
  readonly #news: News;
  readonly #takings = new Set<Taking>();
  readonly #watches = new Set<Watch>();

  constructor(
    readonly link: Link,
    readonly store: Store,
  ) {
    const inbox = () => store.packages.transport.createInbox();
    this.largest = (link.connection.info?.max_payload ?? 2 ** 20) - HEADERS;
    this.#puts = new Requests(link, inbox(), () => store.makeStream());
    this.#others = new Requests(link, inbox(), () => this.#table.mend());
    this.#table = new Table(link, store, this.#others, inbox());
    this.#news = new News(link, store.names);
  }

  get address(): string {
    return this.link.address;
  }

  get connected(): boolean {
    return this.link.connected;
  }

  async put(queue: string, body: Uint8Array, id: string): Promise<void> {
    const subject = this.store.names.queue(queue);
    if (!/^[!-~]+$/.test(id) || id.length > LONGEST_ID) {
      throw new RangeError(`an id is 1 to ${LONGEST_ID} ASCII characters, no spaces; found ${JSON.stringify(id)}`);
    }
    this.#checkSize(`a message for the queue ${queue}`, body);
    const headers = this.store.packages.transport.headers();
    headers.set("Nats-Msg-Id", id);
    const judge = (answer: Parameters<typeof judgeStored>[0]) =>
      judgeStored(answer, this.address, `the queue ${queue}`);
    await this.#puts.send(subject, body, judge, headers);
  }

  async take(queue: string, handle: (message: Message) => void, options: TakeOptions = {}): Promise<End> {
    const { names } = this.store;
    const { ahead = 16, within = 60_000 } = options;
    if (!Number.isInteger(ahead) || ahead < 1) throw new RangeError(`ahead is 1 or more messages; found ${ahead}`);
    if (!(within >= 1_000)) throw new RangeError(`within is 1,000 milliseconds or more; found ${within}`);
    const mend = (renew: boolean) => persist(this.link, () => this.store.makeConsumer(queue, { ahead, within }, renew));
    await mend(true);
    const gone = () => persist(this.link, () => this.store.isGone(queue));
    const next = `$JS.API.CONSUMER.MSG.NEXT.${names.stream}.${names.consumer(queue)}`;
    const inbox = this.store.packages.transport.createInbox();
    const taking = new Taking(this.link, this.#others, { next, inbox, ahead, handle, mend, gone });
    this.#takings.add(taking);
    return async () => {
      this.#takings.delete(taking);
      await taking.end();
    };
  }

  async pending(queue: string): Promise<number> {
    this.store.names.queue(queue);
    return persist(
      this.link,
      () => this.store.pending(queue),
      () => this.store.makeStream(),
    );
  }

  read(key: string): Promise<Versioned | undefined> {
    return this.#table.read(key);
  }

  async write(key: string, value: Uint8Array, revision: number): Promise<number | undefined> {
    this.#checkSize(`the value of ${key}`, value);
    return this.#table.write(key, value, revision);
  }

  async watch(key: string, handler: (entry: Versioned) => void): Promise<End> {
    if (this.link.closed) throw this.link.closedError();
    const watch = this.#table.watch(key, handler);
    this.#watches.add(watch);
    return async () => {
      this.#watches.delete(watch);
      watch.end();
    };
  }

  tell(topic: string, body: Uint8Array): void {
    this.#checkSize(`news of ${topic}`, body);
    if (this.link.closed) throw this.link.closedError();
    this.#news.tell(topic, body);
  }

  async listen(topic: string, handler: (body: Uint8Array) => Uint8Array | undefined): Promise<End> {
    if (this.link.closed) throw this.link.closedError();
    return this.#news.listen(topic, handler);
  }

  async ask(topic: string, body: Uint8Array, options: { readonly within: number; readonly most: number }) {
    if (this.link.closed) throw this.link.closedError();
    this.#checkSize(`news of ${topic}`, body);
    return this.#news.ask(topic, body, options);
  }

  async drop(): Promise<void> {
    await persist(this.link, () => this.store.drop());
    this.#table.forget();
  }

  async close(): Promise<void> {
    if (this.link.closed) return;
    const { connection } = this.link;
    for (const watch of this.#watches) watch.end();
    await atMost(LAST_WORDS, Promise.all([...this.#takings].map((taking) => taking.end())));
    if (this.link.connected) await atMost(LAST_WORDS, connection.flush());
    this.link.close();
    this.#puts.close();
    this.#others.close();
    await atMost(LAST_WORDS, connection.close());
  }

  #checkSize(what: string, body: Uint8Array): void {
    if (body.length <= this.largest) return;
    const message = `${what} has ${body.length} bytes, and ${this.address} takes ${this.largest} at most: send less at once, or raise max_payload in its configuration`;
    throw new EngineError(message, "too-large");
  }
}
