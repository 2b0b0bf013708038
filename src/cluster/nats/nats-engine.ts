import type { JetStreamClient, JsMsg, PubAck, StoredMsg } from "@nats-io/jetstream";
import { got, option, problem } from "../../base/error.js";
import type { End, Engine, Message, TakeOptions, Versioned } from "../engine.js";
import { DeliveryMemory } from "./delivery.js";
import type { Link } from "./link.js";
import { News } from "./news.js";
import { hasCode, isUnheard, pause, persist } from "./persist.js";
import type { Store } from "./store.js";
import { mendStuck } from "./stuck.js";
import { Taking } from "./taking.js";
import { watch } from "./watch.js";

/** Bytes that the server counts to a message besides its body, at most: headers with names and ids. */
const HEADERS = 512;
const LONGEST_ID = 300;

/** Milliseconds until something without an answer is sent again. */
const PATIENCE = 10_000;

/** Milliseconds that closing waits for an engine that is away. */
const LAST_WORDS = 2_000;

/** "wrong last sequence". */
const OVERTAKEN = [10071, 10164];

/** The engine on NATS JetStream. */
export class NatsEngine implements Engine {
  readonly largest: number;
  readonly #client: JetStreamClient;
  readonly #news: News;
  readonly #takings = new Set<Taking>();
  /** Begins the ids of writes: an answer that was lost is given again, and not taken for that of another's write. */
  readonly #writer: string;
  #writes = 0;
  /** The first of the messages that the server did not store at once. */
  #probe: Promise<unknown> | undefined;
  readonly #mend = () => this.store.make();

  constructor(
    readonly link: Link,
    readonly store: Store,
    /** Told by nobody else. */
    id: string,
    onSilence: () => void,
  ) {
    this.largest = (link.connection.info?.max_payload ?? 2 ** 20) - HEADERS;
    this.#client = store.jetstream.jetstream(link.connection);
    this.#news = new News(link, store.names);
    this.#writer = id;
    void mendStuck(link, store, () => this.#takings, onSilence);
  }

  get address(): string {
    return this.link.address;
  }

  get connected(): boolean {
    return this.link.connected;
  }

  /**
   * Many are under way at once. When the server does not store one, the rest waits and that one alone is sent again: a
   * full server is not told so a thousand times, and messages keep their order.
   */
  async put(queue: string, body: Uint8Array, id: string): Promise<void> {
    const subject = this.store.names.queue(queue);
    if (!/^[!-~]+$/.test(id) || id.length > LONGEST_ID) {
      throw problem.option`an id is 1 to ${LONGEST_ID} ASCII characters, no spaces; ${got(id)}`;
    }
    this.#checkSize(`a message for the queue ${queue}`, body);
    const publish = () => this.#client.publish(subject, body, { msgID: id, timeout: PATIENCE });
    for (;;) {
      while (this.#probe) await this.#probe.catch(() => {});
      try {
        await this.link.attempt(publish);
        return;
      } catch {
        if (!this.#probe) return this.#putFirst(publish);
      }
    }
  }

  async #putFirst(publish: () => Promise<PubAck>): Promise<void> {
    this.#probe = persist(this.link, publish, this.#mend);
    try {
      await this.#probe;
    } finally {
      this.#probe = undefined;
    }
  }

  async take(queue: string, handle: (message: Message) => void, options: TakeOptions = {}): Promise<End> {
    const { ahead = 16, within = 60_000 } = options;
    if (!Number.isInteger(ahead) || ahead < 1)
      throw problem.option`${option("ahead")} is 1 or more messages; ${got(ahead)}`;
    if (!(within >= 1_000)) throw problem.option`${option("within")} is 1,000 milliseconds or more; ${got(within)}`;
    const memory = new DeliveryMemory();
    const came = (message: JsMsg) => {
      const meant = memory.came(message.info);
      if (meant === "done") message.ack();
      if (meant === "new") handle(this.#message(queue, message, memory));
    };
    const { consumers } = this.#client;
    const make = async () => consumers.getConsumerFromInfo(await this.store.consumer(queue, ahead, within));
    const taking = new Taking(this.link, queue, () => persist(this.link, make, this.#mend), came, ahead);
    await taking.begin();
    this.#takings.add(taking);
    return async () => {
      this.#takings.delete(taking);
      await taking.end();
    };
  }

  async pending(queue: string): Promise<number> {
    this.store.names.queue(queue);
    return persist(this.link, () => this.store.pending(queue), this.#mend);
  }

  async read(key: string): Promise<Versioned | undefined> {
    const found = await this.#entry(this.store.names.key(key));
    return found ? { value: found.data, revision: found.seq } : undefined;
  }

  async write(key: string, value: Uint8Array, revision: number): Promise<number | undefined> {
    const subject = this.store.names.key(key);
    this.#checkSize(`the value of ${key}`, value);
    const msgID = `${this.#writer}.${++this.#writes}`;
    const options = { msgID, expect: { lastSubjectSequence: revision }, timeout: PATIENCE };
    const publish = () => this.#client.publish(subject, value, options).catch(ifOvertaken);
    return (await persist(this.link, publish, this.#mend))?.seq;
  }

  async watch(key: string, handler: (entry: Versioned) => void): Promise<End> {
    const subject = this.store.names.key(key);
    if (this.link.closed) throw this.link.closedError();
    return watch(this.link, subject, () => this.#entry(subject), handler);
  }

  tell(topic: string, body: Uint8Array): void {
    this.#checkSize(`news of ${topic}`, body);
    this.#news.tell(topic, body);
  }

  async listen(topic: string, handler: (body: Uint8Array) => Uint8Array | undefined): Promise<End> {
    return this.#news.listen(topic, handler);
  }

  async ask(topic: string, body: Uint8Array, options: { readonly within: number; readonly most: number }) {
    this.#checkSize(`news of ${topic}`, body);
    return this.#news.ask(topic, body, options);
  }

  async drop(): Promise<void> {
    await persist(this.link, () => this.store.drop());
  }

  async close(): Promise<void> {
    if (this.link.closed) return;
    const { connection } = this.link;
    await briefly(Promise.all([...this.#takings].map((taking) => taking.end())));
    if (this.link.connected) await briefly(connection.flush());
    this.link.close();
    await briefly(connection.close());
  }

  async #entry(subject: string): Promise<StoredMsg | null> {
    const { manager, names } = this.store;
    return persist(this.link, () => manager.streams.getMessage(names.table, { last_by_subj: subject }), this.#mend);
  }

  #message(queue: string, message: JsMsg, memory: DeliveryMemory): Message {
    return {
      body: message.data,
      redelivered: message.info.deliveryCount - 1,
      done: () => {
        memory.note(message.info, "done");
        return this.#done(queue, (message as unknown as { readonly reply: string }).reply);
      },
    };
  }

  /**
   * As the client's own, which asks once. Where the queue was dropped, nobody is told; what comes again is known to be
   * done.
   */
  async #done(queue: string, reply: string): Promise<void> {
    const { connection } = this.link;
    await persist(this.link, async () => {
      try {
        await connection.request(reply, "+ACK", { timeout: PATIENCE });
      } catch (error) {
        if (!isUnheard(error) || !(await this.store.isGone(queue))) throw error;
      }
    });
  }

  #checkSize(what: string, body: Uint8Array): void {
    if (body.length <= this.largest) return;
    const message = `${what} has ${body.length} bytes, and ${this.address} takes ${this.largest} at most: send less at once, or raise max_payload in its configuration`;
    throw problem.tooLarge`${message}`;
  }
}

function ifOvertaken(error: unknown): undefined {
  if (!hasCode(error, OVERTAKEN)) throw error;
}

/** Waits for something at the end, but not for long; whether it went well or not. */
const briefly = (work: Promise<unknown>): Promise<unknown> => Promise.race([work.catch(() => {}), pause(LAST_WORDS)]);
