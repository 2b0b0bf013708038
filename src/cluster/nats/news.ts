import type { Msg } from "@nats-io/transport-node";
import type { End } from "../engine.js";
import type { Link } from "./link.js";
import type { Names } from "./names.js";

/** News of a group: heard by whoever listens at the moment, stored nowhere. */
export class News {
  constructor(
    readonly link: Link,
    readonly names: Names,
  ) {}

  tell(topic: string, body: Uint8Array): void {
    const subject = this.#subject(topic);
    if (this.link.connected) this.link.connection.publish(subject, body);
  }

  /** Resolves when the server knows of it. */
  async listen(topic: string, handler: (body: Uint8Array) => Uint8Array | undefined): Promise<End> {
    const { connection } = this.link;
    const answer = (message: Msg) => {
      const said = handler(message.data);
      if (said && message.reply && !this.link.closed) message.respond(said);
    };
    const subscription = connection.subscribe(this.#subject(topic), {
      callback: (error, message) => {
        // what it throws would end the reading of all messages here, unseen
        if (!error) queueMicrotask(() => answer(message));
      },
    });
    if (this.link.connected) await connection.flush().catch(() => {}); // else it is told at the reconnect
    return async () => subscription.unsubscribe();
  }

  async ask(topic: string, body: Uint8Array, { within, most }: { readonly within: number; readonly most: number }) {
    const subject = this.#subject(topic);
    const answers: Uint8Array[] = [];
    try {
      const options = { strategy: "count", maxWait: within, maxMessages: most } as const;
      for await (const { data } of await this.link.connection.requestMany(subject, body, options)) answers.push(data);
    } catch {
      if (this.link.closed) throw this.link.closedError();
      // nobody listens, or the connection broke: those that came are all
    }
    return answers;
  }

  #subject(topic: string): string {
    if (this.link.closed) throw this.link.closedError();
    return this.names.topic(topic);
  }
}
