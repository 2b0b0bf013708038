import type { End } from "../engine.js";
import { callOut } from "./call-out.js";
import type { Link } from "./link.js";
import type { Names } from "./names.js";

/** News of a group: heard by whoever listens at the moment, stored nowhere. */
export class News {
  constructor(
    readonly link: Link,
    readonly names: Names,
  ) {}

  tell(topic: string, body: Uint8Array): void {
    const subject = this.names.topic(topic);
    if (this.link.connected) this.link.connection.publish(subject, body);
  }

  /** Resolves when the server knows of it. */
  async listen(topic: string, handler: (body: Uint8Array) => Uint8Array | undefined): Promise<End> {
    const { connection } = this.link;
    const subscription = connection.subscribe(this.names.topic(topic), {
      callback: (error, message) => {
        if (error) return;
        const answer = callOut(() => handler(message.data));
        if (answer && message.reply && !this.link.closed) message.respond(answer);
      },
    });
    if (this.link.connected) await connection.flush().catch(() => {}); // else it is told at the reconnect
    return async () => subscription.unsubscribe();
  }

  async ask(
    topic: string,
    body: Uint8Array,
    { within, most }: { readonly within: number; readonly most: number },
  ): Promise<Uint8Array[]> {
    const subject = this.names.topic(topic);
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
}
