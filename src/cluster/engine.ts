/** A message as whoever takes it sees it. */
export interface Message {
  readonly body: Uint8Array;
  /** How often it was delivered before: 0 for the first time. */
  readonly redelivered: number;
  /** What it asked for is done, and is on disk: it is not delivered again. Resolves when the engine knows. */
  done(): Promise<void>;
}

/** A value of the table, and which change it is of. */
export interface Versioned {
  readonly value: Uint8Array;
  readonly revision: number;
}

/** Ends a subscription; resolves when nothing more is delivered. */
export type End = () => Promise<void>;

export interface TakeOptions {
  /**
   * Messages delivered and not yet done, over all who take of the queue; default 16. That is the back-pressure: those
   * that wait stay in the engine.
   */
  readonly ahead?: number;
  /**
   * Milliseconds after which a message of which nothing was heard is delivered again; default 60,000. All who take of
   * the queue say the same.
   */
  readonly within?: number;
}

/**
 * What processes on several machines share: durable queues, a table that changes by compare-and-swap, and news that may
 * be lost. One engine serves many groups of processes, each with names of its own.
 *
 * While the engine is away, calls wait for it and are then carried out: nothing is lost, and nothing rejects but what
 * states so.
 */
export interface Engine {
  /** Where it is, for messages: "nats://127.0.0.1:4222". */
  readonly address: string;
  /** Bytes of a message or a value at most. */
  readonly largest: number;
  /** False while the connection is broken. */
  readonly connected: boolean;

  /**
   * Appends to a queue; resolves when that is durable. A message whose id the queue has seen within the last ten
   * minutes is not appended again. Waits while the engine has no room.
   *
   * @param queue letters, digits, "-", "_" and "."
   * @throws "too-large", "closed"
   */
  put(queue: string, body: Uint8Array, id: string): Promise<void>;
  /**
   * Hands out the messages of a queue in the order in which they were put, to one of those who take of it. A message
   * that was not said to be done in time, or whose taker is gone, is delivered again, and then may come out of turn.
   */
  take(queue: string, handler: (message: Message) => void, options?: TakeOptions): Promise<End>;
  /**
   * Messages of a queue, or of all whose names begin with it and a dot, that are not done; those being delivered
   * included.
   */
  pending(queue: string): Promise<number>;

  /** undefined: there is no such entry. */
  read(key: string): Promise<Versioned | undefined>;
  /**
   * @param revision of the value that is replaced; 0: there is none @returns the new revision; undefined: another was
   *   quicker, read again
   */
  write(key: string, value: Uint8Array, revision: number): Promise<number | undefined>;
  /**
   * Tells the value now, if there is one, and after each change; of changes in quick succession maybe the last alone.
   */
  watch(key: string, handler: (entry: Versioned) => void): Promise<End>;

  /** Tells whoever listens at the moment. */
  tell(topic: string, body: Uint8Array): void;
  /** Listens to a topic. What the handler returns is the answer to an `ask`; undefined: none. */
  listen(topic: string, handler: (body: Uint8Array) => Uint8Array | undefined): Promise<End>;
  /** Asks all who listen. @returns the answers that came in time, at most `most` */
  ask(
    topic: string,
    body: Uint8Array,
    options: { readonly within: number; readonly most: number },
  ): Promise<Uint8Array[]>;

  /** Deletes queues and table of the group, whoever uses them. */
  drop(): Promise<void>;
  /** Waits for what was told; what was put and is not durable yet rejects with "closed". */
  close(): Promise<void>;
}
