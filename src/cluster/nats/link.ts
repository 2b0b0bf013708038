import type { NatsConnection } from "@nats-io/transport-node";
import { type CrawlbenchError, problem } from "../../base/error.js";

/** A connection that the client makes again whenever it breaks: whether it stands, and what waits for it. */
export class Link {
  connected = true;
  closed = false;
  /** What is asked again and again of an engine that is there, since when, in milliseconds of `performance.now()`. */
  readonly failing = new Map<object, number>();
  readonly #calls = new Set<() => void>();

  constructor(
    readonly connection: NatsConnection,
    /** Where it leads, for messages. */
    readonly address: string,
    readonly onConnection: (connected: boolean) => void,
  ) {
    void this.#follow();
  }

  /** Calls back once, when it breaks, stands again or is closed. @returns ends that */
  onChange(call: () => void): () => void {
    this.#calls.add(call);
    return () => this.#calls.delete(call);
  }

  /** Resolves when it stands. @throws "closed" */
  async up(): Promise<void> {
    while (!this.connected && !this.closed) await new Promise<void>((resolve) => this.onChange(resolve));
    if (this.closed) throw this.closedError();
  }

  /**
   * Ends as the work does, or rejects when the connection breaks: the client would wait for an answer that never comes.
   */
  attempt<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.closed || !this.connected) return reject(broken());
      const forget = this.onChange(() => reject(broken()));
      work().then(resolve, reject).finally(forget);
    });
  }

  closedError(): CrawlbenchError {
    return problem.closed`the engine at ${this.address} is closed: open it again`;
  }

  close(): void {
    this.closed = true;
    this.#changed();
  }

  async #follow(): Promise<void> {
    for await (const { type } of this.connection.status()) {
      if (this.closed) return;
      if (type === "staleConnection") sever(this.connection);
      if (type !== "disconnect" && type !== "reconnect") continue;
      const before = this.connected;
      this.connected = type === "reconnect";
      if (this.connected !== before) this.onConnection(this.connected);
      this.#changed();
    }
  }

  #changed(): void {
    const calls = [...this.#calls];
    this.#calls.clear();
    for (const call of calls) call();
  }
}

const broken = () => Object.assign(new Error("the connection broke"), { name: "ConnectionError" });

/**
 * Ends a connection whose other side went silent. The client ends it only when all that it wrote was taken, which over
 * a cut line never happens (client 3.3.1): it would wait for the system to give up, a quarter of an hour later. So its
 * socket is destroyed.
 */
function sever(connection: NatsConnection): void {
  const { protocol } = connection as unknown as { protocol?: { transport?: { socket?: { destroy(): void } } } };
  protocol?.transport?.socket?.destroy();
}
