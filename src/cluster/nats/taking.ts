import type { Consumer, ConsumerMessages, ConsumerNotification, JsMsg } from "@nats-io/jetstream";
import type { Subscription } from "@nats-io/transport-node";
import type { Link } from "./link.js";
import { longer, pause } from "./persist.js";

/**
 * Milliseconds between signs of life of a server that has nothing to deliver; after two that did not come the consumer
 * is made anew.
 */
const HEARTBEAT = 1_500;

/** Milliseconds for which a server keeps a question. */
const EXPIRES = 10_000;

/**
 * Takes of a queue. The client's own loop ends when the consumer or its stream is gone: then the consumer is made anew,
 * and so it is when the connection broke, as a server that was restarted may have lost it, or when nothing comes: the
 * client would wait for ever for a consumer on a server of a cluster that was lost.
 */
export class Taking {
  /** When a message came last, in milliseconds of `performance.now()`. */
  heard = performance.now();
  #messages: ConsumerMessages | undefined;
  #attempts = 0;
  #ended = false;

  constructor(
    readonly link: Link,
    readonly queue: string,
    readonly consumer: () => Promise<Consumer>,
    readonly handle: (message: JsMsg) => void,
    readonly ahead: number,
  ) {}

  /** Resolves when the consumer is there, and goes on until the end. */
  async begin(): Promise<void> {
    await this.#open();
    void this.#goOn();
  }

  /** What comes while it ends is given back at once. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#close();
  }

  /** Receives what is on its way; the client's own end leaves it to the server, which waits for a word of it. */
  async #close(): Promise<void> {
    const messages = this.#messages;
    const { sub } = messages as unknown as { readonly sub?: Subscription };
    if (this.link.connected) await sub?.drain().catch(() => {});
    await messages?.close();
  }

  async #open(): Promise<void> {
    const consumer = await this.consumer();
    if (this.#ended) return;
    const messages = await consumer.consume({
      max_messages: Math.max(1, this.ahead >> 1), // so several who take of it come in turn
      expires: EXPIRES,
      idle_heartbeat: HEARTBEAT,
      abort_on_missing_resource: true,
      callback: (message) => this.#came(message),
    });
    this.#messages = messages;
    void messages.closed().then(this.link.onChange(() => void messages.close()));
    void this.#watch(messages.status());
  }

  async #watch(status: AsyncIterable<ConsumerNotification>): Promise<void> {
    for await (const { type } of status) if (type === "heartbeats_missed") await this.#close();
  }

  async #goOn(): Promise<void> {
    for (;;) {
      await this.#messages?.closed();
      if (this.#ended || this.link.closed) return;
      await pause(longer(this.#attempts++));
      await this.#open().catch(() => {}); // the next attempt tells
    }
  }

  #came(message: JsMsg): void {
    this.#attempts = 0;
    this.heard = performance.now();
    if (this.#ended) message.nak();
    // what it throws would end the reading of all messages here, unseen
    else queueMicrotask(() => this.handle(message));
  }
}
