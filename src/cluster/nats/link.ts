import type { NatsConnection } from "@nats-io/transport-node";
import { EngineError } from "../engine.js";
import { sever } from "./sever.js";

/** A connection that the client makes again whenever it breaks: whether it stands, and who wants to know. */
export class Link {
  connected = true;
  closed = false;
  readonly #whenUp = new Set<() => void>();
  readonly #whenRefused = new Set<(subject: string) => void>();
  readonly #waiting = new Set<() => void>();

  constructor(
    readonly connection: NatsConnection,
    /** Where it leads, for messages. */
    readonly address: string,
    readonly onConnection: (connected: boolean) => void,
  ) {
    void this.#follow();
  }

  /** Calls back after each reconnect. @returns ends that */
  whenUp(call: () => void): () => void {
    this.#whenUp.add(call);
    return () => this.#whenUp.delete(call);
  }

  /** Calls back with a subject on which the server lets this user send nothing. */
  whenRefused(call: (subject: string) => void): void {
    this.#whenRefused.add(call);
  }

  /** Resolves when it stands. @throws EngineError "closed" */
  async up(): Promise<void> {
    while (!this.connected && !this.closed) await new Promise<void>((resolve) => this.#waiting.add(resolve));
    if (this.closed) throw this.closedError();
  }

  closedError(): EngineError {
    return new EngineError(`the engine at ${this.address} is closed: open it again`, "closed");
  }

  /** What waits for the connection goes on, and finds it closed. */
  close(): void {
    this.closed = true;
    this.#release();
  }

  async #follow(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (this.closed) return;
      if (status.type === "staleConnection") sever(this.connection);
      if (status.type === "disconnect") this.#changed(false);
      if (status.type === "reconnect") this.#changed(true);
      if (status.type === "error") this.#refused(status.error);
    }
  }

  #changed(connected: boolean): void {
    if (this.connected !== connected) this.onConnection(connected);
    this.connected = connected;
    if (!connected) return;
    this.#release();
    for (const call of [...this.#whenUp]) call();
  }

  #refused(error: Error): void {
    const { operation, subject } = error as { readonly operation?: string; readonly subject?: string };
    if (error.name !== "PermissionViolationError" || operation !== "publish" || !subject) return;
    for (const call of this.#whenRefused) call(subject);
  }

  #release(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }
}
